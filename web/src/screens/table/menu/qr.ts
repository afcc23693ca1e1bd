/** A link as a QR code: bytes, versions 1 to 10, error correction M (ISO/IEC 18004). True is a dark module. */

export type Grid = boolean[][];

export class TooLong extends Error {}

/** By version: correction words of each block, and how many words of data each block holds. */
const BLOCKS: [number, number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

export const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

export function qr(text: string): Grid {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex(([, sizes], i) => bytes.length <= sum(sizes) - (i < 9 ? 2 : 3)) + 1;
  if (!version) throw new TooLong(`${bytes.length} bytes`);
  const words = corrected(framed(bytes, version), version);
  const tried = MASKS.map((_, mask) => drawn(words, version, mask));
  const costs = tried.map(penalty);
  return tried[costs.indexOf(Math.min(...costs))]!;
}

// Words

/** Byte mode, the length, the bytes, the end, then filled up. */
function framed(bytes: number[], version: number): number[] {
  const room = sum(BLOCKS[version - 1]![1]);
  const bits = [...bitsOf(4, 4), ...bitsOf(bytes.length, version < 10 ? 8 : 16), ...bytes.flatMap((byte) => bitsOf(byte, 8)), 0, 0, 0, 0];
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2));
  return [...words, ...Array.from({ length: room - words.length }, (_, i) => (i % 2 ? 0x11 : 0xec))];
}

/** Data and correction words of all blocks, dealt out in turn. */
function corrected(data: number[], version: number): number[] {
  const [extra, sizes] = BLOCKS[version - 1]!;
  let from = 0;
  const blocks = sizes.map((size) => data.slice(from, (from += size)));
  return [...dealt(blocks), ...dealt(blocks.map((block) => remainder(block, extra)))];
}

function dealt(blocks: number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, i) => blocks.flatMap((block) => block.slice(i, i + 1))).flat();
}

const POWERS = powers(); // of 2 in the field of 256
const LOGS: number[] = [];
POWERS.forEach((power, i) => (LOGS[power] = i));

function powers(): number[] {
  const found = [1];
  while (found.length < 255) found.push((found.at(-1)! << 1) ^ (found.at(-1)! & 128 ? 0x11d : 0));
  return found;
}

function times(one: number, other: number): number {
  return one && other ? POWERS[(LOGS[one]! + LOGS[other]!) % 255]! : 0;
}

/** Of the block as a polynomial, divided by the code's generator. */
function remainder(block: number[], length: number): number[] {
  let generator = [1];
  for (let i = 0; i < length; i++) generator = [...generator, 0].map((one, at) => one ^ times(generator[at - 1] ?? 0, POWERS[i]!));
  const left = [...block, ...Array<number>(length).fill(0)];
  block.forEach((_, i) => {
    const lead = left[i]!;
    generator.forEach((one, at) => (left[i + at]! ^= times(one, lead)));
  });
  return left.slice(block.length);
}

// Modules

interface Sheet {
  grid: Grid;
  isFixed: Grid; // modules that carry no data
}

export function blank(version: number): Sheet {
  const size = 17 + 4 * version;
  const empty = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const sheet = { grid: empty(), isFixed: empty() };
  for (let i = 0; i < size; i++) for (const [x, y] of [[6, i], [i, 6]] as const) fix(sheet, x, y, i % 2 === 0);
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) ring(sheet, x, y, 4, [0, 1, 3]);
  const lines = ALIGNED[version - 1]!;
  for (const x of lines) for (const y of lines) if (!isCorner(x, y, size)) ring(sheet, x, y, 2, [0, 2]);
  formatted(sheet, 0);
  if (version > 6) versioned(sheet, version);
  return sheet;
}

function fix({ grid, isFixed }: Sheet, x: number, y: number, isDark: boolean): void {
  if (!grid[y] || x < 0 || x >= grid.length) return;
  grid[y][x] = isDark;
  isFixed[y]![x] = true;
}

/** Squares around a middle: those at these distances are dark. */
function ring(sheet: Sheet, x: number, y: number, reach: number, dark: number[]): void {
  for (let dx = -reach; dx <= reach; dx++) {
    for (let dy = -reach; dy <= reach; dy++) fix(sheet, x + dx, y + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }
}

const isCorner = (x: number, y: number, size: number) => (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6);

/** Which mask it is, twice: 5 bits with 10 that correct them. M is 00. */
function formatted(sheet: Sheet, mask: number): void {
  const size = sheet.grid.length;
  const bits = ((mask << 10) | divided(mask << 10, 0x537)) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const isDark = ((bits >> i) & 1) === 1;
    fix(sheet, 8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, isDark);
    fix(sheet, i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i, 8, isDark);
  }
  fix(sheet, 8, size - 8, true);
}

function versioned(sheet: Sheet, version: number): void {
  const bits = (version << 12) | divided(version << 12, 0x1f25);
  for (let i = 0; i < 18; i++) {
    const [far, near] = [sheet.grid.length - 11 + (i % 3), Math.floor(i / 3)];
    fix(sheet, far, near, ((bits >> i) & 1) === 1);
    fix(sheet, near, far, ((bits >> i) & 1) === 1);
  }
}

function divided(number: number, by: number): number {
  const length = (of: number) => 32 - Math.clz32(of);
  while (length(number) >= length(by)) number ^= by << (length(number) - length(by));
  return number;
}

/** The way data goes: two columns at a time from the right, up and down, around what is fixed. */
export function* path(isFixed: Grid): Generator<[number, number]> {
  const size = isFixed.length;
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const y = isUp ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (!isFixed[y]![x]) yield [x, y];
    }
    isUp = !isUp;
  }
}

function drawn(words: number[], version: number, mask: number): Grid {
  const sheet = blank(version);
  const bits = words.flatMap((word) => bitsOf(word, 8));
  let i = 0;
  for (const [x, y] of path(sheet.isFixed)) sheet.grid[y]![x] = (bits[i++] === 1) !== MASKS[mask]!(x, y);
  formatted(sheet, mask);
  return sheet.grid;
}

// How hard a code is to read

export function penalty(grid: Grid): number {
  const rows = grid.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
  const columns = rows.map((_, x) => rows.map((row) => row[x]).join(''));
  const lines = [...rows, ...columns];
  const runs = sum(lines.flatMap((line) => [...line.matchAll(/0{5,}|1{5,}/g)].map(([run]) => run.length - 2)));
  const finders = sum(lines.map((line) => [...line.matchAll(/(?=10111010000|00001011101)/g)].length)) * 40;
  return runs + squares(rows) * 3 + finders + balance(rows);
}

function squares(rows: string[]): number {
  const isSquare = (x: number, y: number) => ['00', '11'].includes(rows[y]!.slice(x, x + 2)) && rows[y]!.slice(x, x + 2) === rows[y + 1]!.slice(x, x + 2);
  return sum(rows.slice(1).map((row, y) => [...row.slice(1)].filter((_, x) => isSquare(x, y)).length));
}

function balance(rows: string[]): number {
  const dark = sum(rows.map((row) => row.replaceAll('0', '').length)) / rows.length ** 2;
  return Math.floor(Math.abs(dark * 100 - 50) / 5) * 10;
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
const bitsOf = (number: number, length: number) => Array.from({ length }, (_, i) => (number >> (length - 1 - i)) & 1);
