import type { Board as Contract } from '$web/board';
import Board from './Board.svelte';
import { scoreRows, places, scores } from './scores/score';
import { KEYS, status } from './texts';
import { MOVE, type Move, type Table } from './types';

const keys: Contract['keys'] = Object.entries(KEYS).map(([key, kind]) => ({ keys: [key], shown: key.toUpperCase(), what: `table.act.${kind}` }));

const robs = (move: Move) => (move.kind === 'relocate' ? Number(move.owner) : undefined); // a station is carried off

const board: Contract<Table, Move> = { Board, MOVE, hasSecrets: true, keys, passing: ['end-turn'], robs, status, places, scores, scoreRows };

export const { hasSecrets, passing } = board;
export { Board, keys, MOVE, robs, scoreRows, places, scores, status };
