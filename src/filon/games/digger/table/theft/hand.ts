/** Pull and marker, computed to the tenth of a unit as in gesture.py and timing.py, for drawing. The house decides. */

export type Sample = [ms: number, x: number, y: number]; // milliseconds since the grab, tenths of a unit
type Place = readonly [number, number];
type Box = readonly [left: number, bottom: number, right: number, top: number];

export interface Marker {
  bar: number;
  period: number;
  phase: number;
  window: [number, number];
}

/** Answer to a grab, for a pull by hand. */
export interface Scene extends Marker {
  kind: 'gesture';
  beside: [colour: number, height: number][];
  stacks: Box[];
  room: number;
  token: number;
  out: number;
  tremor: { amplitude: number; swell: number; step: number; waves: [number, number][]; phases: number[] };
  longest: number;
  most: number;
}

export type Grabbed = Scene | (Marker & { kind: 'timing' }) | { kind: 'roll' };

// One size on every device: four tenths of a unit are one CSS pixel

export const TENTHS = 4;
export const px = (tenths: number) => tenths / TENTHS;

/** Where the hand is after moving by so many pixels; up on the screen is out of the crate. */
export const moved = (dx: number, dy: number): Place => [Math.round(dx * TENTHS), Math.round(-dy * TENTHS) + 0];

// The tremor

const TURN = 65536;
const HALF = 32768;
const PEAK = 1024;
const wrap = (number: number, by: number) => ((number % by) + by) % by;

export function bow(phase: number): number {
  const turn = wrap(phase, TURN);
  const half = turn % HALF;
  const height = Math.floor((half * (HALF - half)) / 2 ** 18);
  return turn < HALF ? height : -height;
}

/** How far the token is off the hand. */
export function tremor({ tremor: shake }: Pick<Scene, 'tremor'>, ms: number): Place {
  const sway = (phases: number[]) => {
    const waves = shake.waves.reduce((sum, [weight, rate], i) => sum + weight * bow(phases[i]! + rate * ms), 0);
    return Math.floor((shake.amplitude * Math.min(ms, shake.swell) * waves) / (10 * PEAK * shake.swell)) + 0;
  };
  return [sway(shake.phases.slice(0, 3)), sway(shake.phases.slice(3))];
}

// The path

export type Verdict = 'touched' | 'out';

/** Whether a token on its straight way overlaps a stack; along its edge is no touch. */
export function crosses([x, y]: Place, [p, q]: Place, stack: Box, reach: number): boolean {
  const [left, bottom, right, top] = [stack[0] - reach, stack[1] - reach, stack[2] + reach, stack[3] + reach];
  if (Math.max(x, p) <= left || Math.min(x, p) >= right || Math.max(y, q) <= bottom || Math.min(y, q) >= top) return false;
  const sides = [left, right].flatMap((u) => [bottom, top].map((v) => (p - x) * (v - y) - (q - y) * (u - x)));
  return (x === p && y === q) || (Math.min(...sides) < 0 && 0 < Math.max(...sides));
}

/** A token on its way out, sample by sample. */
export class Pull {
  readonly path: Sample[] = [[0, 0, 0]];
  token: Place = [0, 0];
  touched: number | undefined; // which of the scene's stacks

  constructor(private readonly scene: Scene) {}

  get last(): Sample {
    return this.path.at(-1)!;
  }

  /** The first thing that happens on the way counts. */
  follow(sample: Sample): Verdict | undefined {
    const [then, x, y] = this.last;
    const [now, p, q] = sample;
    this.path.push(sample);
    for (let ms = then + this.scene.tremor.step; ; ms += this.scene.tremor.step) {
      const at = Math.min(ms, now);
      const on = (from: number, to: number) => from + Math.floor(((to - from) * (at - then)) / (now - then));
      const verdict = this.#carry(at, on(x, p), on(y, q));
      if (verdict || at === now) return verdict;
    }
  }

  #carry(ms: number, x: number, y: number): Verdict | undefined {
    const [dx, dy] = tremor(this.scene, ms);
    const was = this.token;
    this.token = [x + dx, y + dy];
    const hit = this.scene.stacks.findIndex((stack) => crosses(was, this.token, stack, this.scene.token / 2));
    if (hit >= 0) this.touched = hit;
    return hit >= 0 ? 'touched' : this.token[1] >= this.scene.out ? 'out' : undefined;
  }
}

// The marker

/** Where it is on the bar, so many milliseconds after the grab. */
export function marker(shown: Marker, ms: number): number {
  const way = Math.floor((((ms + shown.phase) % shown.period) * 2 * shown.bar) / shown.period);
  return Math.min(way, 2 * shown.bar - way);
}

export function isSafe(shown: Marker, ms: number): boolean {
  const at = marker(shown, ms);
  return shown.window[0] <= at && at <= shown.window[1];
}
