import { describe, expect, it } from 'vitest';
import cases from './hand.cases.json';
import { Pull, crosses, isSafe, marker, moved, px, tremor, type Sample, type Scene } from './hand';

const scene = cases.shaken as unknown as Scene;

describe('the same pulls as in Python', () => {
  it('trembles to the tenth like the house', () => {
    for (const [ms, x, y] of cases.tremor) expect(tremor(scene, ms!)).toEqual([x, y]);
  });

  it('sees in each pull what the house sees', () => {
    for (const { scene, path, verdict } of cases.pulls) {
      const pull = new Pull(scene as unknown as Scene);
      const said = path.slice(1).map((sample) => pull.follow(sample as Sample)).find(Boolean);
      expect(said).toBe(verdict);
    }
  });

  it('says which stack was touched', () => {
    const pull = new Pull(scene);
    pull.follow([300, 500, 0]);
    expect(pull.touched).toBe(1);
  });

  it('takes the marker to where the house has it', () => {
    for (const [ms, at, safe] of cases.marker as [number, number, boolean][]) {
      expect(marker(scene, ms)).toBe(at);
      expect(isSafe(scene, ms)).toBe(safe);
    }
  });
});

describe('a token beside a stack', () => {
  const stack = [100, -170, 440, 170] as const;

  it('touches what it overlaps, on its way too, but not along the edge', () => {
    expect(crosses([-80, 0], [-60, 0], stack, 170)).toBe(true);
    expect(crosses([-80, 0], [700, 0], stack, 170)).toBe(true);
    expect(crosses([-80, 0], [-70, 400], stack, 170)).toBe(false);
    expect(crosses([-70, 0], [-70, 100], stack, 170)).toBe(false);
    expect(crosses([0, 0], [0, 0], stack, 170)).toBe(true);
  });
});

describe('one size on every device', () => {
  it('maps pixels to tenths and back', () => {
    expect(moved(10, -50)).toEqual([40, 200]);
    expect(moved(-0.5, 0)).toEqual([-2, 0]);
    for (const pixels of [-120, 0, 3, 85]) expect(px(moved(pixels, 0)[0])).toBe(pixels);
  });

  it('fits a telephone of 360 px', () => {
    const widest = Math.max(...cases.pulls.flatMap(({ scene }) => scene.stacks.map((stack) => px(stack[2]!))), 0);
    expect(2 * widest).toBeLessThanOrEqual(328);
  });
});
