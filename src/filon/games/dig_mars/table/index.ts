import type { Board as Contract } from '$web/board';
import Board from './Board.svelte';
import { counted, places, standing } from './score';
import { status } from './tell';
import { MOVE, type Move, type Table } from './types';

const board: Contract<Table, Move> = { Board, MOVE, hasSecrets: true, status, places, standing, counted };

export const { hasSecrets } = board;
export { Board, MOVE, counted, places, standing, status };
