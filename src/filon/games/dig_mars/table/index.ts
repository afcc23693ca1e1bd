import type { Board as Contract } from '$web/board';
import Board from './Board.svelte';
import { scoreRows, places, scores } from './scores/score';
import { status } from './texts';
import { MOVE, type Move, type Table } from './types';

const board: Contract<Table, Move> = { Board, MOVE, hasSecrets: true, status, places, scores, scoreRows };

export const { hasSecrets } = board;
export { Board, MOVE, scoreRows, places, scores, status };
