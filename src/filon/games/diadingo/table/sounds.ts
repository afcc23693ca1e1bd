/** Sounds of Diadingo. */

import type { Sound } from '$web/kit/sound';

const creak = (at: number, from: number) => ({ at, lasts: 0.12, from, to: from * 1.35, wave: 'sawtooth', loud: 0.1 }) as const;

export const SOUNDS = {
  card: [{ at: 0, lasts: 0.14, from: 2600, to: 900, wave: 'noise', loud: 0.5 }],
  strain: [creak(0, 92), creak(0.16, 104), creak(0.3, 118), creak(0.42, 134)],
  pop: [
    { at: 0, lasts: 0.1, from: 300, to: 980, wave: 'sine', loud: 0.9 },
    { at: 0.06, lasts: 0.5, from: 2093, wave: 'sine', loud: 0.35 },
    { at: 0.12, lasts: 0.6, from: 3136, wave: 'sine', loud: 0.22 },
  ],
  clink: [
    { at: 0, lasts: 0.22, from: 3520, wave: 'triangle', loud: 0.35 },
    { at: 0.03, lasts: 0.3, from: 5274, wave: 'sine', loud: 0.2 },
  ],
  stuck: [
    { at: 0, lasts: 0.09, from: 170, to: 90, wave: 'triangle', loud: 0.8 },
    { at: 0, lasts: 0.04, from: 900, wave: 'noise', loud: 0.4 },
  ],
  sneak: [
    { at: 0, lasts: 0.12, from: 220, wave: 'triangle', loud: 0.5 },
    { at: 0.18, lasts: 0.12, from: 233, wave: 'triangle', loud: 0.5 },
    { at: 0.36, lasts: 0.26, from: 208, to: 196, wave: 'triangle', loud: 0.6 },
  ],
  spin: [{ at: 0, lasts: 0.8, from: 300, to: 1400, wave: 'noise', loud: 0.4 }],
} satisfies Record<string, Sound>;
