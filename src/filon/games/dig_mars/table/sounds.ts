/** Sounds of Dig Mars. */

import type { Sound } from '$web/kit/sound';
import type { KindName } from './types';

const DRILL: Sound = [
  { at: 0, lasts: 0.38, from: 90, to: 150, wave: 'sawtooth', loud: 0.35 },
  { at: 0, lasts: 0.4, from: 900, to: 2400, wave: 'noise', loud: 0.5 },
  { at: 0.4, lasts: 0.16, from: 120, to: 60, wave: 'sine', loud: 0.9 },
];
const THUD: Sound = [
  { at: 0, lasts: 0.18, from: 110, to: 45, wave: 'sine' },
  { at: 0, lasts: 0.1, from: 500, to: 200, wave: 'noise', loud: 0.4 },
];
const WHIR: Sound = [
  { at: 0, lasts: 0.45, from: 140, to: 340, wave: 'sawtooth', loud: 0.22 },
  { at: 0, lasts: 0.45, from: 700, to: 1500, wave: 'noise', loud: 0.25 },
  { at: 0.42, lasts: 0.3, from: 988, wave: 'triangle', loud: 0.6 },
];
const CHIME: Sound = [
  { at: 0, lasts: 0.25, from: 1047, wave: 'triangle', loud: 0.6 },
  { at: 0.08, lasts: 0.35, from: 1568, wave: 'triangle', loud: 0.5 },
];
const CLANK: Sound = [
  { at: 0, lasts: 0.09, from: 820, to: 640, wave: 'square', loud: 0.25 },
  { at: 0.07, lasts: 0.14, from: 1240, to: 1180, wave: 'triangle', loud: 0.5 },
];
const SCAN: Sound = [
  { at: 0, lasts: 0.3, from: 420, to: 1300, wave: 'sine', loud: 0.4 },
  { at: 0.3, lasts: 0.12, from: 1300, wave: 'sine', loud: 0.4 },
];
const FANFARE: Sound = [523, 659, 784, 1047].map((from, i) => ({ at: i * 0.11, lasts: 0.4, from, wave: 'triangle', loud: 0.7 }));

export const SOUNDS: Partial<Record<KindName, Sound>> = {
  dig: DRILL,
  transport: WHIR,
  move: THUD,
  place: CLANK,
  relocate: THUD,
  upgrade: CLANK,
  'take-point': CHIME,
  sample: SCAN,
  announce: FANFARE,
};
