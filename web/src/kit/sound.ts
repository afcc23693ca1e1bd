/** Sounds made on the spot, without files: each is a few notes or a puff of noise. */

import { settings } from '../settings.svelte';

/** One note: when it begins and how long it lasts in seconds; from one pitch to another in Hz, or noise through a band there. */
export interface Note {
  at: number;
  lasts: number;
  from: number;
  to?: number;
  loud?: number; // 0 to 1
  wave?: OscillatorType | 'noise';
}

export type Sound = readonly Note[];

export const SOUNDS = {
  turn: [
    { at: 0, lasts: 0.16, from: 660, wave: 'triangle' },
    { at: 0.12, lasts: 0.3, from: 880, wave: 'triangle' },
  ],
  refused: [{ at: 0, lasts: 0.14, from: 180, to: 140, wave: 'square', loud: 0.25 }],
  say: [{ at: 0, lasts: 0.08, from: 520, to: 620, wave: 'sine', loud: 0.5 }],
  over: [
    { at: 0, lasts: 0.3, from: 523, wave: 'triangle' },
    { at: 0.18, lasts: 0.3, from: 659, wave: 'triangle' },
    { at: 0.36, lasts: 0.6, from: 784, wave: 'triangle' },
  ],
} satisfies Record<string, Sound>;

let audio: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** Browsers allow sound only after somebody has touched the page; until then nothing is heard, and nothing waits. A call is heard behind other windows too. */
export function sound(notes: Sound, isCall = false): void {
  if (!settings.volume || (document.hidden && !isCall) || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
  for (const note of notes) ring(audio, note);
}

function ring(audio: AudioContext, note: Note): void {
  const start = audio.currentTime + note.at;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime((note.loud ?? 0.8) * settings.volume * 0.4, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + note.lasts);
  gain.connect(audio.destination);
  const source = note.wave === 'noise' ? puff(audio, note, start) : tone(audio, note, start);
  source.out.connect(gain);
  source.node.start(start);
  source.node.stop(start + note.lasts);
}

function tone(audio: AudioContext, note: Note, start: number) {
  const node = audio.createOscillator();
  node.type = note.wave as OscillatorType ?? 'sine';
  node.frequency.setValueAtTime(note.from, start);
  if (note.to) node.frequency.exponentialRampToValueAtTime(note.to, start + note.lasts);
  return { node, out: node as AudioNode };
}

function puff(audio: AudioContext, note: Note, start: number) {
  noise ??= whiteNoise(audio);
  const node = audio.createBufferSource();
  node.buffer = noise;
  const band = audio.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.setValueAtTime(note.from, start);
  if (note.to) band.frequency.exponentialRampToValueAtTime(note.to, start + note.lasts);
  node.connect(band);
  return { node, out: band as AudioNode };
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const made = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = made.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return made;
}
