/** Whether chance was fair in a finished game: everything in docs/fairness.md that needs no rules. It asks nobody. */

import { bytes, hex, hmac, sha256, unhex } from './sha256';

export type CheckName = 'commitment' | 'numbers' | 'deal' | 'chance' | 'leaves' | 'hidden' | 'moves';

export interface Check {
  name: CheckName;
  count: number;
}

/** The first thing that does not fit; in which line, where it is one's. */
export interface Misfit {
  name: CheckName | 'file';
  line: number;
  expected: string;
  found: string;
}

export interface Verdict {
  checks: Check[]; // passed, in order
  misfit?: Misfit;
  table: string;
  commit: string;
  added: string[]; // who added to chance, the last one last
}

interface Line {
  seq: number;
  line: string;
  seat: number;
  name: string;
  entropy?: string;
  names: string[];
  options: Record<string, unknown>;
  leaves: string[];
  leaf?: string;
  at: number;
  move?: string;
  back_to?: number;
}

interface GameFile {
  table: string;
  game: string;
  rules: number;
  opened: { seats: number; commit: string; secret: string; content: Record<string, unknown> };
  lines: Line[];
  talk: number[];
  seq: number;
  deal: [number, number][];
  throws: [number, number][];
  items: number[];
  moves: string;
}

class Unfit extends Error {
  constructor(readonly misfit: Misfit) {
    super(misfit.name);
  }
}

const CHANCE = -126;
const WHOLE = 2 ** 32;
const digest = (text: string) => hex(sha256(bytes(text)));

export function verify(text: string): Verdict {
  const verdict: Verdict = { checks: [], table: '', commit: '', added: [] };
  try {
    const game = JSON.parse(text) as GameFile;
    Object.assign(verdict, { table: String(game.table), commit: String(game.opened.commit), added: added(game) });
    check(game, (name, count) => verdict.checks.push({ name, count }));
  } catch (error) {
    verdict.misfit = error instanceof Unfit ? error.misfit : { name: 'file', line: 0, expected: '', found: String(error) };
  }
  return verdict;
}

function same(name: CheckName, expected: unknown, found: unknown, line = 1): void {
  if (expected !== found) throw new Unfit({ name, line, expected: String(expected), found: String(found) });
}

function check(game: GameFile, passed: (name: CheckName, count: number) => void): void {
  same('commitment', digest(`filon 1 secret ${game.opened.secret}`), game.opened.commit);
  passed('commitment', 1);
  checkNumbers(game);
  passed('numbers', game.lines.length + 1);
  const began = start(game);
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

/** Each once and in order: nothing was put in or left out but talk. */
function checkNumbers(game: GameFile): void {
  const talk = new Set(game.talk);
  let expected = 2;
  for (const { seq } of game.lines) {
    while (talk.has(expected)) expected++;
    same('numbers', expected++, seq, seq);
  }
  while (talk.has(expected)) expected++;
  same('numbers', expected - 1, game.seq, game.seq);
}

// The key, and everything that follows from it

function start(game: GameFile): Line {
  const began = game.lines.find((line) => line.line === 'began');
  if (!began) throw new Error('the game never began');
  return began;
}

function entropy(game: GameFile): string[] {
  const held = Array.from({ length: game.opened.seats }, () => '');
  for (const line of game.lines) {
    if (line.line === 'began') break;
    if (line.line === 'sat') held[line.seat] = line.entropy ?? '';
    else if (line.line === 'left') held[line.seat] = '';
  }
  return held;
}

/** Who added to chance and still sat there when the game began, in the order in which they sat down. */
function added(game: GameFile): string[] {
  const names = new Map<number, string>();
  for (const line of game.lines) {
    if (line.line === 'began') break;
    if (line.line === 'sat' || line.line === 'left') names.delete(line.seat);
    if (line.line === 'sat' && line.entropy) names.set(line.seat, line.name);
  }
  return [...names.values()];
}

function keyOf(game: GameFile, began: Line): Uint8Array {
  const setup = { game: game.game, rules: game.rules, names: began.names, options: began.options, content: game.opened.content };
  const frozen = canonical({ table: game.table, setup, entropy: entropy(game) });
  return hmac(unhex(game.opened.secret), bytes(`filon 1 key ${frozen}`));
}

/** RFC 8785: keys sorted as JavaScript sorts them, numbers and texts as it writes them. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const held = value as Record<string, unknown>;
  return `{${Object.keys(held).sort().map((key) => `${JSON.stringify(key)}:${canonical(held[key])}`).join(',')}}`;
}

/** Numbers of 32 bits, as many as are asked for. */
export function* stream(key: Uint8Array): Generator<number, never> {
  for (let block = 0n; ; block++) {
    const count = new DataView(new ArrayBuffer(8));
    count.setBigUint64(0, block);
    const bits = new DataView(hmac(key, new Uint8Array(count.buffer)).buffer);
    for (let at = 0; at < 32; at += 4) yield bits.getUint32(at);
  }
}

export function below(limit: number, numbers: Generator<number, never>): number {
  for (;;) {
    const number = numbers.next().value;
    if (number < WHOLE - (WHOLE % limit)) return number % limit;
  }
}

function drawn(name: CheckName, [limit, found]: [number, number], numbers: Generator<number, never>, line: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > WHOLE) throw new Unfit({ name, line, expected: `1 to ${WHOLE}`, found: String(limit) });
  same(name, below(limit, numbers), found, line);
}

function checkDeal(game: GameFile, began: Line, key: Uint8Array): void {
  const numbers = stream(hmac(key, bytes('deal')));
  for (const draw of game.deal) drawn('deal', draw, numbers, began.seq);
}

/** One for each move of Chance. That the right move follows from it needs the rules. */
function checkThrows(game: GameFile, key: Uint8Array): void {
  const lines = game.lines.filter((line) => line.line === 'moved' && line.seat === CHANCE);
  game.throws.forEach((draw, k) => drawn('chance', draw, stream(hmac(key, bytes(`chance ${k}`))), lines[k]?.seq ?? game.seq));
  same('chance', lines.length, game.throws.length, game.seq);
}

/** What was published of everything hidden; the number of those that Chance hid. */
function checkLeaves(game: GameFile, began: Line, key: Uint8Array): number {
  const later = game.lines.filter((line) => line.leaf);
  const published = [...began.leaves.map((leaf) => [leaf, began.seq] as const), ...later.map((line) => [line.leaf!, line.seq] as const)];
  published.forEach(([leaf, line], item) => {
    const salt = hex(hmac(key, bytes(`salt ${item}`)).slice(0, 16));
    same(item < began.leaves.length ? 'leaves' : 'hidden', digest(`filon 1 item ${item} ${game.items[item]} ${salt}`), leaf, line);
  });
  same('leaves', published.length, game.items.length, game.seq);
  return later.length;
}

function checkMoves(game: GameFile): number {
  const played = game.lines.filter((line) => line.line === 'moved' || line.line === 'took-back');
  const rows = played.map((line) => `${line.seq} ${line.seat} ${line.at} ${line.line === 'moved' ? line.move : line.back_to}\n`);
  same('moves', digest(rows.join('')), game.moves, game.seq);
  return played.length;
}
