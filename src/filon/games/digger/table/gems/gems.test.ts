import { describe, expect, it } from 'vitest';
import type { MovedLine } from '$web/protocol';
import { diceOf } from '../dice/dice';
import { FLOOR, HEAP, heap, opponents, patience, points, runThrough, secondsLeft, stack, surface, timeMaster } from './gems';
import { places } from '../motion';
import { NONE, NoWater, Phase, UNKNOWN, type Table } from '../types';

describe('a stack', () => {
  it('stands on the floor and grows by one token at a time', () => {
    expect(stack(0)).toEqual([]);
    expect(stack(3)).toEqual([FLOOR - 9, FLOOR - 18, FLOOR - 27]);
  });

  it('never sticks out of the picture', () => {
    for (let count = 1; count <= 50; count++) expect(stack(count).at(-1)).toBeGreaterThanOrEqual(FLOOR - 52 - 1e-9);
  });
});

describe('a heap', () => {
  it('has every token inside its place, drawn from the back to the front', () => {
    for (let count = 0; count <= 10; count++) {
      const tokens = heap(count, 3);
      expect(tokens).toHaveLength(count);
      expect(tokens.every(([x, y]) => x > -12 && x < HEAP.width - 34 && y > -12 && y < HEAP.height - 34)).toBe(true);
      expect(tokens.map(([, y]) => y)).toEqual(tokens.map(([, y]) => y).toSorted((one, other) => one - other));
    }
  });
});

describe('the sand', () => {
  const view = { turned: 1000, sand: 3000, pace: 2 };

  it('runs from the moment it is turned until it is out', () => {
    expect([900, 1000, 4000, 7000, 9000].map((clock) => runThrough(view, clock))).toEqual([0, 0, 0.5, 1, 1]);
    expect([1000, 1001, 6999, 7000, 8000].map((clock) => secondsLeft(view, clock))).toEqual([60, 60, 1, 0, 0]);
  });

  it('does not run where it is hidden or there is none', () => {
    expect([UNKNOWN, NONE].map((sand) => runThrough({ ...view, sand }, 4000))).toEqual([0, 0]);
  });

  it('sinks slowly in the wide part of the glass', () => {
    expect([1, 0.25, 0].map(surface)).toEqual([1, 0.5, 0]);
  });
});

describe('around the table', () => {
  it('seats opponents from the left on', () => {
    expect(opponents(2, 4)).toEqual([3, 0, 1]);
    expect(opponents(0, 2)).toEqual([1]);
  });

  it('finds the time master on the right of the digger', () => {
    expect(timeMaster({ digger: 0, seats: 3 } as Table)).toBe(2);
    expect(timeMaster({ digger: 1, seats: 2 } as Table)).toBe(0);
  });

  it('has patience for twelve rounds without water, for sixty where the game goes on (DG-A26)', () => {
    expect([NoWater.ENDS, NoWater.PLAYS_ON].map((no_water) => patience({ no_water } as Table))).toEqual([12, 60]);
  });

  it('counts stacks times value', () => {
    expect(points({ crate: [0, 2, 0, 1, 3], value: [0, 3, 1, 2, 1], hand: 0 })).toBe(11);
  });
});

describe('the dice', () => {
  const moved = (seq: number, move: MovedLine['move']): MovedLine => ({ seq, line: 'moved', seat: 0, at: 0, move });
  const lines = (...faces: string[]) => [moved(1, { kind: 'throw' }), ...faces.map((colour, i) => moved(i + 2, { kind: 'die', colour }))];
  const view = { shown: [1, 2, 0, 0, 1, 1], phase: Phase.DIGGING } as Table;

  it('lie as they came to rest', () => {
    const dice = diceOf(view, lines('gold', 'black', 'gold', 'water', 'diamond'), new Set(['water']));
    expect(dice.faces).toEqual(['gold', 'black', 'gold', 'water', 'diamond']);
    expect(dice.isUseful).toEqual([false, false, false, true, false]);
  });

  it('follow the view where the lines tell less', () => {
    expect(diceOf(view, [], new Set()).faces).toEqual(['water', 'gold', 'gold', 'diamond', 'black']);
  });

  it('of the turn before are old', () => {
    const dice = diceOf({ ...view, shown: [0, 0, 0, 0, 0, 0], phase: Phase.READY } as Table, lines('gold', 'black', 'gold', 'water', 'diamond'), new Set());
    expect([dice.isOld, dice.faces[1]]).toEqual([true, 'black']);
  });
});

describe('the places of a line', () => {
  it('are where it happened', () => {
    expect(places({ kind: 'take', colour: 'ruby' }, 1)).toEqual(['pool:ruby']);
    expect(places({ kind: 'clean', colour: 'gold', victim: 2 }, -125)).toEqual(['crate:2:gold']);
    expect(places({ kind: 'stow', colour: 'water' }, 1)).toEqual(['box']);
    expect(places({ kind: 'stow', colour: 'diamond' }, 1)).toEqual(['crate:1:diamond']);
  });
});
