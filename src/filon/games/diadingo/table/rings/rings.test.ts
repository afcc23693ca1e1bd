import { describe, expect, it } from 'vitest';
import { debts, heaps, left, seated, takings, total } from './rings';
import type { Player, Table } from '../types';

const player: Player = { set: [1, 0, 2, 0, 0, 0], empty: [0, 0, 1, 0, 0, 1], dollars: -500, rings_set: 0, rings_empty: 0 };
const view = (changes: Partial<Table> = {}) => ({ value: [1000, 2000, 3000, 4000, 5000, 6000], debts: 0, seats: 1, drawn: 9, player: [player, player], ...changes }) as Table;

describe('rings', () => {
  it('lie on heaps, the dearest first, set before empty', () => {
    expect(heaps(player).map(({ rank, isSet, count }) => [rank, isSet, count])).toEqual([[5, false, 1], [2, true, 2], [2, false, 1], [0, true, 1]]);
  });

  it('earn what is printed on them if they are set (DI-31)', () => {
    expect(takings(player, view())).toBe(7000);
    expect(total(player, view())).toBe(6500);
  });

  it('cost it in the game for professionals if they are empty (DI-32)', () => {
    expect(debts(player, view({ debts: 1 }))).toBe(9000);
    expect(takings(player, view({ debts: 1 }))).toBe(-2000);
  });

  it('belong to those who play', () => {
    expect(seated(view())).toHaveLength(1);
    expect(left(view())).toBe(40);
  });
});
