/** Verifies that chance was fair in a finished game: all checks of docs/fairness.md that need no rules, without the server. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, createView, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export type CheckName = 'commitment' | 'numbers' | 'names' | 'deal' | 'chance' | 'leaves' | 'hidden' | 'moves';

export interface Check {
  name: CheckName;
  count: number;
}

/** The first check that failed, and the seq of its line. */
export interface Mismatch {
  name: CheckName | 'file';
  line: number;
  expected: string;
  found: string;
}

export interface Verdict {
  checks: Check[]; // passed, in order
  mismatch?: Mismatch;
  table: string;
  commit: string;
  added: string[]; // names of the players who added entropy, empty if withdrawn
  withdrawn: number; // names that were withdrawn after the game
}

interface FileLine {
  seq: number;
  line: string;
  seat: number;
  name: string;
  entropy?: string;
  names: string[];
  salt?: string;
  hashes?: string[];
  options: Record<string, unknown>;
  leaves: string[];
  leaf?: string;
  at: number;
  move?: string;
  back_to?: number;
}

interface GameFile {
  version: number;
  table: string;
  game: string;
  rules: number;
  opened: { seats: number; commit: string; secret: string; content: Record<string, unknown> };
  lines: FileLine[];
  talk: number[];
  seq: number;
  deal: [number, number][];
  throws: [number, number][];
  items: number[];
  moves: string;
}

class MismatchError extends Error {
  constructor(readonly mismatch: Mismatch) {
    super(mismatch.name);
  }
}

const CHANCE = -126;
const RANGE = 2 ** 32; // of one random number
/** SHA-256 in hex. WebCrypto is missing over plain http, where people play at home (decision 41). */
export const digest = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));
/** HMAC-SHA256. */
export const keyed = (key: Uint8Array, text: string) => hmac(sha256, key, utf8ToBytes(text));

export function verify(text: string): Verdict {
  const verdict: Verdict = { checks: [], table: '', commit: '', added: [], withdrawn: 0 };
  try {
    const game = JSON.parse(text) as GameFile;
    Object.assign(verdict, { table: String(game.table), commit: String(game.opened.commit), added: entropyNames(game), withdrawn: startLine(game).names.filter((name) => !name).length });
    check(game, (name, count) => verdict.checks.push({ name, count }));
  } catch (error) {
    verdict.mismatch = error instanceof MismatchError ? error.mismatch : { name: 'file', line: 0, expected: '', found: String(error) };
  }
  return verdict;
}

function expectSame(name: CheckName, expected: unknown, found: unknown, line = 1): void {
  if (expected !== found) throw new MismatchError({ name, line, expected: String(expected), found: String(found) });
}

function check(game: GameFile, passed: (name: CheckName, count: number) => void): void {
  expectSame('commitment', digest(`filon 1 secret ${game.opened.secret}`), game.opened.commit);
  passed('commitment', 1);
  checkNumbers(game);
  passed('numbers', game.lines.length + 1);
  const began = startLine(game);
  if (game.version > 1) passed('names', checkNames(game, began));
  const key = keyOf(game, began);
  checkDeal(game, began, key);
  passed('deal', game.deal.length);
  checkThrows(game, key);
  if (game.throws.length) passed('chance', game.throws.length);
  const hidden = checkLeaves(game, began, key);
  if (began.leaves.length) passed('leaves', began.leaves.length);
  if (hidden) passed('hidden', hidden);
  passed('moves', checkMoves(game));
}

/** Checks that the numbers of lines and of chat are complete and in order. */
function checkNumbers(game: GameFile): void {
  const talk = new Set(game.talk);
  let expected = 2;
  for (const { seq } of game.lines) {
    while (talk.has(expected)) expected++;
    expectSame('numbers', expected++, seq, seq);
  }
  while (talk.has(expected)) expected++;
  expectSame('numbers', expected - 1, game.seq, game.seq);
}

// The key, and the numbers that follow from it

function startLine(game: GameFile): FileLine {
  const began = game.lines.find((line) => line.line === 'began');
  if (!began) throw new Error('the game never began');
  return began;
}

function entropy(game: GameFile): string[] {
  const seats = startLine(game).names.length; // the host may have added or removed chairs after the opening
  const bySeat = Array.from({ length: seats }, () => '');
  for (const line of game.lines) {
    if (line.line === 'began') break;
    if (line.line === 'sat') bySeat[line.seat] = line.entropy ?? '';
    else if (line.line === 'left') bySeat[line.seat] = '';
  }
  return bySeat.slice(0, seats);
}

/** Names of the players who added entropy and were seated when the game began, in the order in which they sat down. */
function entropyNames(game: GameFile): string[] {
  const names = new Map<number, string>();
  for (const line of game.lines) {
    if (line.line === 'began') break;
    if (line.line === 'sat' || line.line === 'left') names.delete(line.seat);
    if (line.line === 'sat' && line.entropy) names.set(line.seat, line.name);
  }
  return [...names.values()];
}

function keyOf(game: GameFile, began: FileLine): Uint8Array {
  const setup = { game: game.game, rules: game.rules, names: game.version > 1 ? began.hashes : began.names, options: began.options, content: game.opened.content };
  const frozen = canonical({ table: game.table, setup, entropy: entropy(game) });
  return keyed(hexToBytes(game.opened.secret), `filon ${game.version} key ${frozen}`);
}

/** Checks each name against its frozen hash; a withdrawn name has neither name nor salt. Returns how many names fit. */
function checkNames(game: GameFile, began: FileLine): number {
  const bySeat = Array.from({ length: began.names.length }, () => ({ name: '', salt: '' }));
  for (const line of game.lines) {
    if (line === began) break;
    if (line.line === 'sat' || (line.line === 'robot' && line.name)) bySeat[line.seat] = { name: line.name, salt: line.salt ?? '' };
  }
  expectSame('names', began.names.length, began.hashes?.length, began.seq);
  const held = bySeat.slice(0, began.names.length).map(({ name, salt }, seat) => {
    expectSame('names', name, began.names[seat], began.seq);
    if (name || salt) expectSame('names', digest(`filon 2 name ${salt} ${name}`), began.hashes?.[seat], began.seq);
    return name || salt;
  });
  return held.filter(Boolean).length;
}

/** Canonical JSON (RFC 8785): keys in JavaScript's order, numbers and strings as JSON.stringify writes them. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const object = value as Record<string, unknown>;
  return `{${Object.keys(object).sort().map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`).join(',')}}`;
}

/** Endless random numbers of 32 bits from a key. */
export function* stream(key: Uint8Array): Generator<number, never> {
  for (let block = 0n; ; block++) {
    const count = new DataView(new ArrayBuffer(8));
    count.setBigUint64(0, block);
    const bits = createView(hmac(sha256, key, new Uint8Array(count.buffer)));
    for (let at = 0; at < 32; at += 4) yield bits.getUint32(at);
  }
}

/** A number below the limit; rejects numbers that would favour some results. */
export function below(limit: number, numbers: Generator<number, never>): number {
  for (;;) {
    const number = numbers.next().value;
    if (number < RANGE - (RANGE % limit)) return number % limit;
  }
}

function checkDraw(name: CheckName, [limit, found]: [number, number], numbers: Generator<number, never>, line: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > RANGE) throw new MismatchError({ name, line, expected: `1 to ${RANGE}`, found: String(limit) });
  expectSame(name, below(limit, numbers), found, line);
}

function checkDeal(game: GameFile, began: FileLine, key: Uint8Array): void {
  const numbers = stream(keyed(key, 'deal'));
  for (const draw of game.deal) checkDraw('deal', draw, numbers, began.seq);
}

/** Checks one throw for each move of Chance. Whether the move follows from the throw needs the rules. */
function checkThrows(game: GameFile, key: Uint8Array): void {
  const lines = game.lines.filter((line) => line.line === 'moved' && line.seat === CHANCE);
  game.throws.forEach((draw, k) => checkDraw('chance', draw, stream(keyed(key, `chance ${k}`)), lines[k]?.seq ?? game.seq));
  expectSame('chance', lines.length, game.throws.length, game.seq);
}

/** Checks the published leaf of each hidden item; returns how many Chance hid during the game. */
function checkLeaves(game: GameFile, began: FileLine, key: Uint8Array): number {
  const later = game.lines.filter((line) => line.leaf);
  const published = [...began.leaves.map((leaf) => [leaf, began.seq] as const), ...later.map((line) => [line.leaf!, line.seq] as const)];
  published.forEach(([leaf, line], item) => {
    const salt = bytesToHex(keyed(key, `salt ${item}`).slice(0, 16));
    expectSame(item < began.leaves.length ? 'leaves' : 'hidden', digest(`filon 1 item ${item} ${game.items[item]} ${salt}`), leaf, line);
  });
  expectSame('leaves', published.length, game.items.length, game.seq);
  return later.length;
}

function checkMoves(game: GameFile): number {
  const played = game.lines.filter((line) => line.line === 'moved' || line.line === 'took-back');
  const rows = played.map((line) => `${line.seq} ${line.seat} ${line.at} ${line.line === 'moved' ? line.move : line.back_to}\n`);
  expectSame('moves', digest(rows.join('')), game.moves, game.seq);
  return played.length;
}
