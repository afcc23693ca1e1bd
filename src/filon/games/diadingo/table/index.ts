import type { Board as Contract } from '$web/board';
import Board from './Board.svelte';
import { scoreRows, scores, status } from './texts';
import { Memory, MOVE, Phase, type Move, type Table } from './types';

function places(move: Move, seat: number): string[] {
  if (move.kind === 'draw') return ['pile'];
  if (move.kind === 'lift' && typeof move.place === 'number') return [`diamond-${move.place}`];
  return move.kind === 'steal' ? [`seat-${seat}`, `seat-${move.victim}`] : [`seat-${seat}`];
}

/** DI-A9: where players use their own memory, the log hides which diamond was tried until the game is over. */
function retold(move: Move, view: Table): Move {
  const mustRemember = view.memory === Memory.OWN && view.phase !== Phase.OVER;
  return move.kind === 'lift' && mustRemember ? { ...move, place: '?' } : move;
}

const robs = (move: Move) => (move.kind === 'steal' ? Number(move.victim) : undefined);

const keys: Contract['keys'] = [{ keys: [...'0123456789'], shown: '1 … 42', what: 'table.key-number', isFocusOnly: true }];
const hasSecrets = false; // everybody sees the same

export { Board, MOVE, scoreRows, hasSecrets, keys, places, retold, robs, scores, status };
({ Board, MOVE, scoreRows, hasSecrets, keys, places, retold, robs, scores, status }) satisfies Contract<Table, Move>;
