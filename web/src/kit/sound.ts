/** Sounds synthesised by Web Audio, without files: each is a list of notes. */

import { settings } from '../settings.svelte';

/** One note: start and length in seconds; a tone that glides between two frequencies in Hz, or noise through a band filter at them. */
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

/** Plays a sound. Browsers allow it only after a click or key on the page; until then it is dropped. A call plays in a hidden page, too. */
export function sound(notes: Sound, isCall = false): void {
  if (!settings.volume || (document.hidden && !isCall) || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
  for (const note of notes) play(audio, note);
}

function play(audio: AudioContext, note: Note): void {
  const start = audio.currentTime + note.at;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime((note.loud ?? 0.8) * settings.volume * 0.4, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + note.lasts);
  gain.connect(audio.destination);
  const source = note.wave === 'noise' ? noiseBand(audio, note, start) : tone(audio, note, start);
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

function noiseBand(audio: AudioContext, note: Note, start: number) {
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
