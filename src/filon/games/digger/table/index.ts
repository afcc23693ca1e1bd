import type { Board as Contract } from '$web/board';
import Board from './Board.svelte';
import { places } from './motion';
import { MOVE, type Move, type Table } from './types';
import { scoreRows, scores, status } from './texts';

export const hasSecrets = false; // the sand is hidden from a screen that also belongs to the digger: no curtain is needed (decision 33)

export const showsTalk = true;

export const passing = ['throw', 'die', 'glass', 'let-go'];

export const keys: Contract['keys'] = [
  { keys: ['t'], shown: 'T', what: 'table.key.throw' },
  { keys: ['1', '2', '3', '4', '5'], shown: '1 – 5', what: 'table.key.take' },
  { keys: ['w'], shown: 'W', what: 'table.key.stow' },
  { keys: ['x'], shown: 'X', what: 'table.key.stop' },
];

export const robs = (move: Move) => (move.kind === 'clean' ? Number(move.victim) : undefined);

({ Board, MOVE, hasSecrets, showsTalk, keys, passing, robs, status, places, scores, scoreRows }) satisfies Contract<Table, Move>;

export { Board, MOVE, scoreRows, places, scores, status };
