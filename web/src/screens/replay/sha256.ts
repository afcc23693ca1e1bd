/** SHA-256 and HMAC of our own: WebCrypto does not exist over plain http, where people play at home. */

type Bytes = Uint8Array<ArrayBuffer>;

const WORDS = 64;
const BLOCK = 64; // bytes

/** The first 32 bits behind the point of a root of each of the first primes. */
function roots(count: number, power: number): Uint32Array {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    if (primeTo(n)) found.push((n ** power % 1) * 2 ** 32);
  }
  return Uint32Array.from(found);
}

function primeTo(n: number): boolean {
  for (let by = 2; by * by <= n; by++) if (n % by === 0) return false;
  return true;
}

const ROUNDS = roots(WORDS, 1 / 3);
const START = roots(8, 1 / 2);

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function sha256(message: Uint8Array): Bytes {
  const padded = pad(message);
  const view = new DataView(padded.buffer);
  const state = Uint32Array.from(START);
  for (let at = 0; at < padded.length; at += BLOCK) stir(state, schedule(view, at));
  const digest = new Uint8Array(32);
  state.forEach((word, i) => new DataView(digest.buffer).setUint32(4 * i, word));
  return digest;
}

function pad(message: Uint8Array): Bytes {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  return padded;
}

function schedule(view: DataView, at: number): Uint32Array {
  const words = new Uint32Array(WORDS);
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < WORDS; i++) {
    const [two, fifteen] = [words[i - 2]!, words[i - 15]!];
    const one = turned(fifteen, 7) ^ turned(fifteen, 18) ^ (fifteen >>> 3);
    const other = turned(two, 17) ^ turned(two, 19) ^ (two >>> 10);
    words[i] = words[i - 16]! + one + words[i - 7]! + other;
  }
  return words;
}

function stir(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < WORDS; i++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + words[i]!;
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word));
}

export function hmac(key: Uint8Array, message: Uint8Array): Bytes {
  const held = new Uint8Array(BLOCK);
  held.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(held.map((byte) => byte ^ 0x36), message));
  return sha256(joined(held.map((byte) => byte ^ 0x5c), inner));
}

function joined(one: Uint8Array, other: Uint8Array): Bytes {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

export const bytes = (text: string): Bytes => new TextEncoder().encode(text);
export const hex = (held: Uint8Array) => [...held].map((byte) => byte.toString(16).padStart(2, '0')).join('');
export const unhex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
