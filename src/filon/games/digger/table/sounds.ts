/** Sounds of Digger. */

import type { Note, Sound } from '$web/kit/sound';

const clack = (at: number, pitch: number): Note[] => [
  { at, lasts: 0.05, from: pitch, wave: 'noise', loud: 0.9 },
  { at, lasts: 0.03, from: pitch / 3, wave: 'square', loud: 0.12 },
];
const chink = (at: number, pitch: number): Note => ({ at, lasts: 0.18, from: pitch, wave: 'triangle', loud: 0.4 });

export const SOUNDS = {
  dice: [0.05, 0.17, 0.26, 0.4, 0.52, 0.7, 0.93, 1.15].flatMap((at, i) => clack(at, 1500 + ((i * 530) % 1300))),
  water: [
    { at: 0, lasts: 0.13, from: 340, to: 900, loud: 0.7 },
    { at: 0.09, lasts: 0.1, from: 520, to: 1200, loud: 0.4 },
  ],
  gem: [chink(0, 2100), chink(0.05, 3150)],
  stow: [
    { at: 0, lasts: 0.09, from: 150, to: 70, loud: 0.9 },
    { at: 0, lasts: 0.04, from: 700, wave: 'noise', loud: 0.6 },
  ],
  foul: [
    ...[0, 0.08, 0.17, 0.3].flatMap((at, i) => clack(at, 2200 - i * 350)),
    { at: 0.1, lasts: 0.5, from: 240, to: 90, wave: 'sawtooth', loud: 0.3 },
  ],
  gong: [
    { at: 0, lasts: 1.6, from: 196, wave: 'sine', loud: 1 },
    { at: 0, lasts: 1.2, from: 293, wave: 'sine', loud: 0.5 },
    { at: 0, lasts: 0.7, from: 523, wave: 'triangle', loud: 0.25 },
  ],
  stop: [
    { at: 0, lasts: 0.16, from: 392, wave: 'triangle' },
    { at: 0.12, lasts: 0.3, from: 587, wave: 'triangle' },
  ],
  grab: [{ at: 0, lasts: 0.06, from: 420, to: 620, wave: 'triangle', loud: 0.5 }],
  window: [{ at: 0, lasts: 0.05, from: 990, wave: 'sine', loud: 0.5 }],
  tick: [
    { at: 0, lasts: 0.03, from: 1800, wave: 'noise', loud: 0.7 },
    { at: 0.22, lasts: 0.03, from: 1300, wave: 'noise', loud: 0.7 },
    { at: 0.44, lasts: 0.03, from: 1800, wave: 'noise', loud: 0.7 },
  ],
  snigger: [0, 0.11, 0.22, 0.33].map((at, i): Note => ({ at, lasts: 0.09, from: 620 - i * 55, to: 480 - i * 45, wave: 'triangle', loud: 0.5 })),
  sneeze: [
    { at: 0, lasts: 0.35, from: 500, to: 900, wave: 'sine', loud: 0.3 },
    { at: 0.42, lasts: 0.25, from: 2600, to: 700, wave: 'noise', loud: 1 },
  ],
} satisfies Record<string, Sound>;

const PHRASE_SOUNDS: Record<string, Sound> = { sneeze: SOUNDS.sneeze, shaking: SOUNDS.snigger, 'one-more-throw': SOUNDS.snigger };

/** The sound of a phrase. */
export const phraseSound = (phrase: string): Sound => PHRASE_SOUNDS[phrase] ?? SOUNDS.tick;
