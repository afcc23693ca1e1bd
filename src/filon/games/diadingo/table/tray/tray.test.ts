import { describe, expect, it } from 'vitest';
import { strained } from './grip';
import { BOX, HALF, nearest, octagon, seen, sideOf, sidePoint, sideSeen, spot, spots, standing, stateOf } from './tray';
import { UNKNOWN, type Table, type Tray } from '../types';

const blank = <T>(value: T) => Array.from({ length: 42 }, () => value);
const tray = (changes: Partial<Tray> = {}): Tray => ({ x: blank(0), y: blank(0), fixed: blank(UNKNOWN), gap: blank(0), noted: blank(0), pile: [], ...changes });
const table = (seats: number, trays: Tray[], game = 0) => ({ seats, tray: trays, game }) as unknown as Table;

describe('seats at the octagon', () => {
  it('gives every player a side of their own, however many play', () => {
    for (let seats = 2; seats <= 8; seats++) {
      const sides = Array.from({ length: seats }, (_, seat) => sideOf(seat, seats));
      expect(new Set(sides).size).toBe(seats);
      expect(sides).toEqual(sides.toSorted((one, other) => one - other)); // DI-A11: clockwise
    }
    expect([0, 1].map((seat) => sideOf(seat, 2))).toEqual([0, 4]);
    expect([0, 1, 2, 3].map((seat) => sideOf(seat, 4))).toEqual([0, 2, 4, 6]);
  });

  it('puts the viewpoint at the bottom, and the left neighbour next, clockwise', () => {
    for (const eyes of [0, 3, 7]) expect(sideSeen(eyes, 8, eyes)).toBe(0);
    expect(sideSeen(0, 8, 7)).toBe(1);
    expect(sideSeen(3, 8, -122)).toBe(3); // lookers-on look with seat 0
    const left = sidePoint(sideSeen(1, 4, 0), HALF);
    expect(left.x).toBeCloseTo(-HALF);
    expect(left.y).toBeCloseTo(0);
  });
});

describe('the tray seen from a seat', () => {
  it('is as it lies for seat 0, with y down', () => {
    expect(seen({ x: 300, y: 400 }, 4, 0)).toEqual({ x: 300, y: -400 });
  });

  it('is turned so that what is near a player is near the lower edge', () => {
    for (let seats = 2; seats <= 8; seats++) {
      for (let seat = 0; seat < seats; seat++) {
        const side = sidePoint(sideOf(seat, seats), 900); // as seat 0 sees it, y down
        const mine = seen({ x: side.x, y: -side.y }, seats, seat);
        expect(mine.x).toBeCloseTo(0);
        expect(mine.y).toBeCloseTo(900);
      }
    }
  });

  it('is upside down for the player opposite', () => {
    const { x, y } = seen({ x: 300, y: 400 }, 2, 1);
    expect([x, y].map(Math.round)).toEqual([-300, 400]);
  });

  it('keeps the octagon within the box', () => {
    expect(octagon(100)).toBe('M41.4 100.0L-41.4 100.0L-100.0 41.4L-100.0 -41.4L-41.4 -100.0L41.4 -100.0L100.0 -41.4L100.0 41.4Z');
    expect([spot(-BOX), spot(0), spot(BOX)]).toEqual([0, 50, 100]);
  });
});

describe('what is known of a place', () => {
  it('is a gap, a diamond that stays, or just a diamond', () => {
    const known = tray({ gap: [1, ...blank(0).slice(1)], noted: [0, 1, ...blank(0).slice(2)], fixed: [0, 1, UNKNOWN, 1, ...blank(UNKNOWN).slice(4)] });
    expect([0, 1, 2, 3].map((index) => stateOf(known, index))).toEqual(['gap', 'stays', 'there', 'stays']);
  });

  it('is the same for every diamond not touched yet, but for its place', () => {
    const all = spots(table(2, [tray({ x: blank(0).map((_, i) => i) })]), 0);
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['there']));
    expect(all.map(({ place }) => place)).toEqual(Array.from({ length: 42 }, (_, i) => i + 1));
  });

  it('counts the diamonds of the game in play', () => {
    expect(standing(table(2, [tray(), tray({ gap: [1, 1, ...blank(0).slice(2)] })], 1))).toBe(40);
  });
});

describe('a hand', () => {
  const all = spots(table(2, [tray({ x: blank(0).map((_, i) => (i - 20) * 40) })]), 0);

  it('grips the nearest diamond within its reach', () => {
    expect(nearest(all, { x: 45, y: 10 }, 60)).toBe(22);
    expect(nearest(all, { x: 45, y: 90 }, 60)).toBeUndefined();
  });

  it('pulls a diamond along a little, however hard', () => {
    expect(strained({ x: 0, y: 0 })).toEqual({ x: 0, y: 0 });
    const { x, y } = strained({ x: 0, y: -5000 });
    expect(x).toBeCloseTo(0);
    expect(y).toBeGreaterThan(-12);
    expect(strained({ x: 10, y: 0 }).x).toBeGreaterThan(1);
  });
});
