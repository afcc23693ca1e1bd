import type { Board as Contract } from '$web/board';
import Board from './Board.svelte';
import { places } from './motion';
import { MOVE, type Move, type Table } from './types';
import { counted, standing, status } from './words';

export const hasSecrets = false; // the sand is hidden from a screen that also belongs to the digger: no curtain is needed (decision 33)

export const showsTalk = true;

export const keys: Contract['keys'] = [
  { key: 't', what: 'table.key.throw' },
  { key: '1 – 5', what: 'table.key.take' },
  { key: 'w', what: 'table.key.stow' },
  { key: 'x', what: 'table.key.stop' },
];

({ Board, MOVE, hasSecrets, showsTalk, keys, status, places, standing, counted }) satisfies Contract<Table, Move>;

export { Board, MOVE, counted, places, standing, status };
