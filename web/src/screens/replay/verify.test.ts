import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { below, canonical, digest, keyed, stream, verify } from './verify';

/** The example in docs/fairness.md, by what each value is called there. */
const doc = readFileSync('docs/fairness.md', 'utf8');
const example = Object.fromEntries(
  [...(/```text\n([\s\S]*?)```/.exec(doc)?.[1] ?? '').matchAll(/^(\S.*):\n {4}(.*)$/gm)].map(([, what, value]) => [what, value]),
) as Record<string, string>;

describe('the example in docs/fairness.md', () => {
  const key = hexToBytes(example['key']!);

  it('has the same canonical JSON, commitment and key', () => {
    expect(canonical(JSON.parse(example['frozen']!))).toBe(example['frozen']);
    expect(digest(`filon 1 secret ${example['secret']}`)).toBe(example['commitment']);
    expect(bytesToHex(keyed(hexToBytes(example['secret']!), `filon 2 key ${example['frozen']}`))).toBe(example['key']);
  });

  it('deals and throws the same', () => {
    const deal = stream(keyed(key, 'deal'));
    expect([48, 47, 46, 45].map((limit) => below(limit, deal)).join(', ')).toBe(example['deal, draws below 48, 47, 46, 45']);
    const throws = [0, 1, 2, 3, 4, 5].map((k) => below(6, stream(keyed(key, `chance ${k}`))));
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
    return verify(JSON.stringify(game)).mismatch?.name;
  };
  const moved = (game: Any, fits = (line: Any) => line.seat >= 0) => game.lines.find((line: Any) => line.line === 'moved' && fits(line));

  it('fits', () => {
    const verdict = verify(text);
    expect(verdict.mismatch).toBeUndefined();
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
    const names = (JSON.parse(text) as Any).version === 1 ? /^(deal|chance|leaves)$/ : /^names$/; // the key of version 2 has hashes of the names
    expect(tampered((one) => (one.table = 'another'))).toMatch(/^(deal|chance|leaves)$/);
    expect(tampered((one) => (one.opened.content.more = 1))).toMatch(/^(deal|chance|leaves)$/);
    expect(tampered((one) => (one.lines.find((line: Any) => line.line === 'began').names[0] = 'Somebody'))).toMatch(names);
  });
});

describe.each(hiding)('%s, where Chance hides something,', (_, text) => {
  it('a throw, a hidden item and its leaf cannot be changed', () => {
    const changed = (change: (game: Any) => void) => {
      const game = JSON.parse(text) as Any;
      change(game);
      return verify(JSON.stringify(game)).mismatch;
    };
    expect(changed((game) => (game.throws[0][1] += 1))?.name).toBe('chance');
    expect(changed((game) => game.throws.pop())?.name).toBe('chance');
    expect(changed((game) => (game.items[0] += 1))?.name).toBe('hidden');
    const seq = (JSON.parse(text) as Any).lines.find((line: Any) => line.leaf).seq as number;
    expect(changed((game) => (game.lines.find((line: Any) => line.leaf).leaf = '0'.repeat(64)))).toMatchObject({ name: 'hidden', line: seq });
  });
});

describe('names', () => {
  const text = readFileSync('tests/house/data/game-file-2.txt', 'utf8');
  const after = (change: (game: Any, began: Any, sat: Any) => void) => {
    const game = JSON.parse(text) as Any;
    change(game, game.lines.find((line: Any) => line.line === 'began'), game.lines.find((line: Any) => line.line === 'sat'));
    return verify(JSON.stringify(game));
  };
  const withdraw = (_: Any, began: Any, sat: Any) => {
    began.names[sat.seat] = sat.name = '';
    delete sat.salt;
  };

  it('fit their hashes', () => {
    const { mismatch, checks, withdrawn } = verify(text);
    expect(mismatch).toBeUndefined();
    expect(checks).toContainEqual({ name: 'names', count: (JSON.parse(text) as Any).opened.seats });
    expect(withdrawn).toBe(0);
  });

  it('may be withdrawn', () => {
    const { mismatch, withdrawn, added } = after(withdraw);
    expect(mismatch).toBeUndefined();
    expect(withdrawn).toBe(1);
    expect(added).toContain('');
  });

  it.each<[string, string, (game: Any, began: Any, sat: Any) => void]>([
    ['another name', 'names', (_, began, sat) => (began.names[sat.seat] = sat.name = 'Somebody')],
    ['another name at the start only', 'names', (_, began) => (began.names[0] = 'Somebody')],
    ['an empty name with a salt', 'names', (_, began, sat) => (began.names[sat.seat] = sat.name = '')],
    ['another salt', 'names', (_, __, sat) => (sat.salt = 'f'.repeat(32))],
    ['a hash left out', 'names', (_, began) => began.hashes.pop()],
    ['no hashes', 'names', (_, began) => delete began.hashes],
    ['another hash for a name that was withdrawn', 'deal', (game, began, sat) => (withdraw(game, began, sat), (began.hashes[sat.seat] = '0'.repeat(64)))],
    ['an earlier version', 'deal', (game) => (game.version = 1)],
  ])('%s is found', (_, name, change) => expect(after(change).mismatch?.name).toMatch(name === 'deal' ? /^(deal|chance|leaves)$/ : name));
});

it('a limit that no draw is below ends nothing but the check', () => {
  const game = JSON.parse(FILES.find(([, text]) => (JSON.parse(text) as Any).deal.length)![1]) as Any;
  game.deal[0][0] = 0;
  expect(verify(JSON.stringify(game)).mismatch?.name).toBe('deal');
});

it('a file that is no JSON is an invalid file', () => {
  expect(verify('hello').mismatch?.name).toBe('file');
});
