import { expect, it } from 'vitest';
import cases from './strength.cases.json';
import { costOf, help, isEnough, parts, sharesAt, strengthAt } from './strength';
import { Gear, Phase, type Table } from '../types';

it.each(cases)('adds up as the law does: levels $levels, stations $stations, fortune $fortune', ({ seat, levels, stations, fortune, there, shares }) => {
  expect(levels.map((level) => level + help(stations))).toEqual(there);
  expect(parts(fortune, stations, seat)).toEqual(shares);
});

function canyon(explored: number, stations: number[]): Table {
  const pile = { height: 1, explored, tile: [0], back: [3], seen_by: [0] };
  const player = stations.map((count) => ({ fortune: 0, level: [2, 1, 1], stations: [count] }));
  const tile = [{ dig: 3, transport: 4, fortune: 5, bonus: 0 }];
  return { seats: 2, phase: Phase.ACTING, cost: [1, 2, 3], pile: [pile], player, tile } as unknown as Table;
}

it('asks the back of a tile face down, and the front of one that is explored', () => {
  const down = strengthAt(canyon(0, [1, 1]), 0, 0)!;
  expect(down).toEqual({ gear: 'dig', own: 2, help: 1, needed: 3 });
  expect(isEnough(down)).toBe(true);
  const up = strengthAt(canyon(1, [1, 1]), 0, 0)!;
  expect(up).toEqual({ gear: 'transport', own: 1, help: 1, needed: 4 });
  expect(isEnough(up)).toBe(false);
});

it('says nothing where one has no station', () => {
  expect(strengthAt(canyon(0, [0, 1]), 0, 0)).toBeUndefined();
  expect(sharesAt(canyon(1, [0, 1]), 0, 0)).toBeUndefined();
});

it('shows shares only where there is somebody to share with', () => {
  expect(sharesAt(canyon(1, [2, 1]), 0, 0)).toEqual([3, 2]);
  expect(sharesAt(canyon(1, [2, 0]), 0, 0)).toBeUndefined();
  expect(sharesAt(canyon(0, [2, 1]), 0, 0)).toBeUndefined();
});

it('knows the price of the next level', () => {
  expect(costOf(canyon(0, [1, 1]), 0, Gear.DIG)).toBe(2);
});
