import { expect, it } from 'vitest';
import type { Line } from '$web/protocol';
import { findOf, sampledBy, seenBy, topOf } from '../canyon/drawing';
import { paid, places, points, scores } from './score';
import { UNKNOWN, type Pile, type Table } from '../types';

const player = (fortune: number, level: number[]) => ({ fortune, level, stations: [] });
const view = { seats: 2, cost: [1, 2, 3], player: [player(7, [3, 1, 2]), player(UNKNOWN, [1, 1, 1]), player(0, [1, 1, 1])] } as unknown as Table;

it('knows no fortune that is hidden, and nobody at empty seats', () => {
  expect(scores(view)).toEqual([7, undefined]);
});

it('adds up what was paid for levels', () => {
  expect([paid(view, 0), paid(view, 1)]).toEqual([1 + 2 + 1, 0]);
});

it('counts extra points, but not those taken back', () => {
  const taken = (seq: number, seat: number): Line => ({ seq, line: 'moved', seat, at: 0, move: { kind: 'take-point' } });
  const lines: Line[] = [taken(3, 0), taken(4, 1), taken(5, 0), { seq: 6, line: 'took-back', seat: 0, at: 0, back_to: 4 }, taken(7, 0)];
  expect([points(lines, 0), points(lines, 1)]).toEqual([2, 1]);
});

it('points at the sites of a line, or at who did it', () => {
  expect(places({ kind: 'move', start: 'a1', site: 'a2' }, 1)).toEqual(['site-a1', 'site-a2']);
  expect(places({ kind: 'upgrade', gear: 'dig' }, 1)).toEqual(['gear-1-dig']);
  expect(places({ kind: 'end-turn' }, 1)).toEqual(['player-1']);
});

it('gives every tile a find, the finest last', () => {
  expect([findOf(0), findOf(2), findOf(3), findOf(47)]).toEqual([0, 0, 1, 15]);
});

it('draws a high pile higher up', () => {
  expect(topOf(3)).toBeLessThan(topOf(1));
});

it('remembers soil samples for those who took them, while the tile lies face down', () => {
  const pile: Pile = { height: 3, explored: 1, tile: [4, UNKNOWN, 9], back: [1, UNKNOWN, 2], seen_by: [0b01, 0b10, 0b01] };
  expect(sampledBy(pile, 0)).toEqual([0]);
  expect(sampledBy(pile, 1)).toEqual([]);
  expect(sampledBy(pile, -122)).toEqual([]);
  expect(seenBy(pile, 1, 2)).toEqual([1]);
});
