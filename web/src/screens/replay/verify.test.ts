import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytes, hex, hmac, sha256, unhex } from './sha256';
import { below, canonical, stream, verify } from './verify';

describe('SHA-256', () => {
  it('knows the vectors of FIPS 180-4', () => {
    expect(hex(sha256(bytes('')))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hex(sha256(bytes('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    const long = 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq';
    expect(hex(sha256(bytes(long)))).toBe('248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1');
    expect(hex(sha256(bytes('a'.repeat(1_000_000))))).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
  });

  it('says what Node says at every length around a block', () => {
    for (let length = 0; length < 200; length++) {
      const message = Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);
      expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
      expect(hex(hmac(message, bytes('Filon')))).toBe(createHmac('sha256', message).update('Filon').digest('hex'));
    }
  });

  it('knows the vectors of RFC 4231', () => {
    expect(hex(hmac(bytes('Jefe'), bytes('what do ya want for nothing?')))).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
    const key = unhex('aa'.repeat(131));
    const message = bytes('Test Using Larger Than Block-Size Key - Hash Key First');
    expect(hex(hmac(key, message))).toBe('60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54');
  });
});

/** The example in docs/fairness.md, by what each value is called there. */
const doc = readFileSync('docs/fairness.md', 'utf8');
const example = Object.fromEntries(
  [...(/```text\n([\s\S]*?)```/.exec(doc)?.[1] ?? '').matchAll(/^(\S.*):\n {4}(.*)$/gm)].map(([, what, value]) => [what, value]),
) as Record<string, string>;

describe('the example in docs/fairness.md', () => {
  const key = unhex(example['key']!);

  it('has the same canonical JSON, commitment and key', () => {
    expect(canonical(JSON.parse(example['frozen']!))).toBe(example['frozen']);
    expect(hex(sha256(bytes(`filon 1 secret ${example['secret']}`)))).toBe(example['commitment']);
    expect(hex(hmac(unhex(example['secret']!), bytes(`filon 1 key ${example['frozen']}`)))).toBe(example['key']);
  });

  it('deals and throws the same', () => {
    const deal = stream(hmac(key, bytes('deal')));
    expect([48, 47, 46, 45].map((limit) => below(limit, deal)).join(', ')).toBe(example['deal, draws below 48, 47, 46, 45']);
    const throws = [0, 1, 2, 3, 4, 5].map((k) => below(6, stream(hmac(key, bytes(`chance ${k}`)))));
    expect(throws.join(', ')).toBe(example['throws 0 to 5, each below 6']);
  });
});

it('passes over numbers that would favour some draws', () => {
  const numbers = (function* (): Generator<number, never> {
    yield 2 ** 32 - 1;
    for (;;) yield 7;
  })();
  expect(below(6, numbers)).toBe(1);
});

it('sorts keys by their UTF-16 code units', () => {
  expect(canonical({ '\u{1f600}': 1, '\ufb33': 2, a: [30.0, 0.4, 'é"\n'] })).toBe('{"a":[30,0.4,"é\\"\\n"],"\u{1f600}":1,"\ufb33":2}');
});

// Games that were really played

const FILES = Object.entries(import.meta.glob<string>(['../../../../src/filon/games/*/recorded/room-*.json', '../../../../tests/games/*/recorded/room-*.json'], { query: '?raw', import: 'default', eager: true }));
const hiding = FILES.filter(([, text]) => text.includes('"leaf":"'));
type Any = any; // eslint-disable-line @typescript-eslint/no-explicit-any

describe.each(FILES)('%s', (_, text) => {
  const tampered = (change: (game: Any) => void) => {
    const game = JSON.parse(text) as Any;
    change(game);
    return verify(JSON.stringify(game)).misfit?.name;
  };
  const moved = (game: Any, fits = (line: Any) => line.seat >= 0) => game.lines.find((line: Any) => line.line === 'moved' && fits(line));

  it('fits', () => {
    const verdict = verify(text);
    expect(verdict.misfit).toBeUndefined();
    expect(verdict.checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['commitment', 'numbers', 'moves']));
    expect(verdict.commit).toBe((JSON.parse(text) as Any).opened.commit);
  });

  it.each<[string, string, (game: Any) => void]>([
    ['another secret', 'commitment', (game) => (game.opened.secret = game.opened.secret.replace(/^./, (digit: string) => (digit === '0' ? '1' : '0')))],
    ['another commitment', 'commitment', (game) => (game.opened.commit = 'f'.repeat(64))],
    ['a line left out', 'numbers', (game) => game.lines.splice(3, 1)],
    ['a line put in', 'numbers', (game) => game.lines.splice(3, 0, game.lines[3])],
    ['an end cut off', 'numbers', (game) => game.lines.pop()],
    ['another move', 'moves', (game) => (moved(game).move = 'dream')],
    ['another time', 'moves', (game) => (moved(game).at += 1)],
    ['no file at all', 'file', (game) => delete game.lines],
  ])('%s is found', (_, name, change) => expect(tampered(change)).toBe(name));

  it('the table, the names and the content are all in the key', () => {
    expect(tampered((one) => (one.table = 'another'))).toMatch(/^(deal|chance|leaves)$/);
    expect(tampered((one) => (one.opened.content.more = 1))).toMatch(/^(deal|chance|leaves)$/);
    expect(tampered((one) => (one.lines.find((line: Any) => line.line === 'began').names[0] = 'Somebody'))).toMatch(/^(deal|chance|leaves)$/);
  });
});

describe.each(hiding)('%s, where Chance hides something,', (_, text) => {
  it('a throw, a hidden item and its leaf cannot be changed', () => {
    const changed = (change: (game: Any) => void) => {
      const game = JSON.parse(text) as Any;
      change(game);
      return verify(JSON.stringify(game)).misfit;
    };
    expect(changed((game) => (game.throws[0][1] += 1))?.name).toBe('chance');
    expect(changed((game) => game.throws.pop())?.name).toBe('chance');
    expect(changed((game) => (game.items[0] += 1))?.name).toBe('hidden');
    const seq = (JSON.parse(text) as Any).lines.find((line: Any) => line.leaf).seq as number;
    expect(changed((game) => (game.lines.find((line: Any) => line.leaf).leaf = '0'.repeat(64)))).toMatchObject({ name: 'hidden', line: seq });
  });
});

it('a limit that no draw is below ends nothing but the check', () => {
  const game = JSON.parse(FILES.find(([, text]) => (JSON.parse(text) as Any).deal.length)![1]) as Any;
  game.deal[0][0] = 0;
  expect(verify(JSON.stringify(game)).misfit?.name).toBe('deal');
});

it('what is no JSON is said to be none', () => {
  expect(verify('hello').misfit?.name).toBe('file');
});
