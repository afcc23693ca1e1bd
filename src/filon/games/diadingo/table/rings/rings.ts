/** Everybody's rings, and the dollars they are worth. */

import { CARDS, type CardName, type Player, type Table } from '../types';

export const NAMES = ['ring-1', 'ring-2', 'ring-3', 'ring-4', 'ring-5', 'ring-6'] as const satisfies readonly CardName[];

/** Rings of one value and one state, lying on a heap. */
export interface Heap {
  rank: number;
  isSet: boolean;
  count: number;
}

/** Dearest first, set before empty. */
export function heaps(player: Player): Heap[] {
  const of = (rank: number) => [
    { rank, isSet: true, count: player.set[rank]! },
    { rank, isSet: false, count: player.empty[rank]! },
  ];
  return [5, 4, 3, 2, 1, 0].flatMap(of).filter((heap) => heap.count > 0);
}

export const worth = (rings: readonly number[], view: Table) => rings.reduce((sum, count, rank) => sum + count * view.value[rank]!, 0);
export const debts = (player: Player, view: Table) => (view.debts ? worth(player.empty, view) : 0);
export const takings = (player: Player, view: Table) => worth(player.set, view) - debts(player, view);
export const total = (player: Player, view: Table) => player.dollars + takings(player, view);
export const seated = (view: Table) => view.player.slice(0, view.seats);

/** The data-anchor of a heap, whether there is one or not. */
export const heapAt = (seat: number, rank: number, isSet: boolean) => `ring-${seat}-${isSet ? 'set' : 'empty'}-${rank}`;

export const left = (view: Table) => CARDS - view.drawn;
