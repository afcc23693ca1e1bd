import { encode, type QrCodeGenerateResult } from 'uqr';
import { expect, test } from 'vitest';

// A reader of our own: a QR code that the library draws with our options holds the link

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Data modules in their order: two columns at a time from the right, up and down. */
function* path(types: number[][]): Generator<[number, number]> {
  const size = types.length;
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const y = isUp ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (types[y]![x] === 0) yield [x, y];
    }
    isUp = !isUp;
  }
}

/** Words of correction for each block, and the blocks' data words, by version: as a reader knows them. */
const READER: Record<number, [number, number[]]> = { 1: [10, [16]], 4: [18, [32, 32]], 7: [18, [31, 31, 31, 31]], 8: [22, [38, 38, 39, 39]], 10: [26, [43, 43, 43, 43, 44]] };

/** Which mask the first copy of the format says, and whether the second agrees. */
function maskOf(grid: boolean[][]): number {
  const size = grid.length;
  const bit = (x: number, y: number) => (grid[y]![x] ? 1 : 0);
  const first = [...Array(15).keys()].map((i) => bit(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i));
  const second = [...Array(15).keys()].map((i) => bit(i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i, 8));
  expect(second).toEqual(first);
  const format = first.reduce<number>((all, one, i) => all | (one << i), 0) ^ 0x5412;
  expect(format >> 13).toBe(0); // error correction M
  return format >> 10;
}

/** Read a code as a camera would, without repairing anything; every block must be free of errors. */
function read({ data: grid, types }: QrCodeGenerateResult): string {
  const version = (grid.length - 17) / 4;
  const mask = MASKS[maskOf(grid)]!;
  const bits = [...path(types)].map(([x, y]) => (grid[y]![x] !== mask(x, y) ? 1 : 0));
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2));
  const [extra, sizes] = READER[version]!;
  const blocks = sizes.map(() => [] as number[]);
  for (let i = 0; i < Math.max(...sizes); i++) sizes.forEach((size, block) => i < size && blocks[block]!.push(words.shift()!));
  for (let i = 0; i < extra; i++) for (const block of blocks) block.push(words.shift()!);
  for (const block of blocks) for (let i = 0; i < extra; i++) expect(at(block, i)).toBe(0);
  const content = blocks.flatMap((block) => block.slice(0, -extra)).map((word) => word.toString(2).padStart(8, '0')).join('');
  const wide = version < 10 ? 8 : 16;
  const length = parseInt(content.slice(4, 4 + wide), 2);
  const bytes = Array.from({ length }, (_, i) => parseInt(content.slice(4 + wide + i * 8, 12 + wide + i * 8), 2));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** The block as a polynomial at the i-th power of 2, multiplied bit by bit. */
function at(block: number[], i: number): number {
  let power = 1;
  for (; i > 0; i--) power = times(power, 2);
  return block.reduce((sum, word) => times(sum, power) ^ word, 0);
}

function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ (product & 128 ? 0x11d : 0) ^ ((other >> bit) & 1 ? one : 0);
  return product;
}

const code = (text: string) => encode(text, { ecc: 'M', border: 0 });

test.each([1, 14, 50, 62, 108, 122, 140, 152, 200, 213])('a code of %i characters is read again', (length) => {
  const text = 'http://filon.test/t/'.repeat(11).slice(0, length);
  const drawn = code(text);
  if (drawn.version in READER) expect(read(drawn)).toBe(text);
  else expect(maskOf(drawn.data)).toBe(drawn.maskPattern);
});

test('characters beyond ASCII are read again', () => expect(read(code('Chloé ◆'))).toBe('Chloé ◆'));
