/** What is left of the printed tiles. */

import type { Table } from '../types';

/** Numbers of tiles that nobody has transported, by dig difficulty, from 1 on. */
export function leftByDifficulty(view: Pick<Table, 'tile' | 'taken'>): number[] {
  const left = view.tile.filter((_, id) => !view.taken[id]);
  const hardest = Math.max(...view.tile.map(({ dig }) => dig));
  return Array.from({ length: hardest }, (_, k) => left.filter(({ dig }) => dig === k + 1).length);
}
