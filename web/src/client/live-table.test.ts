import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyMove } from '../board';
import { LiveTable } from './live-table.svelte';
import { FakeSocket, fakePage } from './fake-socket';
import { PROTOCOL, SPECTATOR, type Line, type News, type Welcome } from '../protocol';

const MOVES = [{ kind: 'dig', at: 'a1' }, { kind: 'dig', at: 'b2' }, { kind: 'end' }];
const welcome = (seat: number, seq = 2) => ({ says: 'welcome', protocol: PROTOCOL, game: 'chess', seat, seq, options: {}, content: {}, phrases: [] }) as unknown as Welcome;
const line = (seq: number, text = ''): Line => ({ seq, line: 'said', when: 0, seat: 0, text });
const news = (seq: number, view: string, lines: Line[] = [], more: Partial<News> = {}): News => ({ says: 'news', seq, lines, view, ...more });

let table: LiveTable<string, AnyMove & { at?: string }>;

beforeEach(() => {
  fakePage();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ moves: MOVES }))));
  table = new LiveTable({ table: 'table', seat: 0, invite: '', carry: 'pass' });
  FakeSocket.last.open();
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Waits until all news are shown. */
const settled = () => vi.advanceTimersByTimeAsync(10_000);
const hello = () => FakeSocket.last.received('hello').at(-1);

const idOf = (play: number) => (FakeSocket.last.received('play')[play] as { id: string }).id;

async function greeted(seat = 0): Promise<void> {
  FakeSocket.last.says(welcome(seat));
  FakeSocket.last.says(news(2, `view of ${seat}`, [line(1), line(2)], { legal: [0, 2], actor: seat }));
  await settled();
}

test('shows view, lines and legal moves of the news', async () => {
  await greeted();
  expect([table.view, table.lines.length, table.actor]).toEqual(['view of 0', 2, 0]);
  expect(table.legally({ kind: 'dig' })).toEqual([MOVES[0]]);
});

test('adds the printed fields of Welcome to every view', async () => {
  FakeSocket.last.says({ ...welcome(0), printed: { goal: 40 } });
  FakeSocket.last.says({ ...news(2, ''), view: { turn: 1 } });
  await settled();
  expect(table.view).toEqual({ goal: 40, turn: 1 });
});

test('plays the legal move that fits, else one that does not so that the server says why', async () => {
  await greeted();
  void table.play({ kind: 'dig' });
  void table.play({ kind: 'dig', at: 'b2' });
  expect(FakeSocket.last.received('play').map((command) => (command as { move: number }).move)).toEqual([0, 1]);
});

test('a move that a pause of the server has made early is sent again in time', async () => {
  await greeted();
  FakeSocket.last.says(news(3, 'dice roll', [line(3)], { legal: [0], actor: 0, ready: 200, clock: 100 }));
  await vi.advanceTimersByTimeAsync(1_000);
  const played = table.play({ kind: 'dig' });
  FakeSocket.last.says(news(4, 'dice roll', [line(4)], { legal: [0], actor: 0, ready: 200, clock: 150 }));
  FakeSocket.last.says({ says: 'refused', id: idOf(0), reason: 'dice-in-the-air', clause: 'DG-13', detail: '' });
  await vi.advanceTimersByTimeAsync(400);
  expect([FakeSocket.last.received('play').length, table.refusal]).toEqual([1, undefined]);
  await vi.advanceTimersByTimeAsync(200);
  FakeSocket.last.says({ says: 'done', id: idOf(1), seq: 5 });
  expect(await played).toBe(true);
});

test('a move that was refused early is not sent again from another seat, nor after another move', async () => {
  const rolling = { legal: [0], actor: 0, ready: 200, clock: 100 };
  await greeted();
  FakeSocket.last.says(news(3, 'dice roll', [line(3)], rolling));
  await vi.advanceTimersByTimeAsync(0);
  const refuse = (play: number) => FakeSocket.last.says({ says: 'refused', id: idOf(play), reason: 'dice-in-the-air' });
  const first = table.play({ kind: 'dig' });
  FakeSocket.last.says(news(4, 'dice roll', [{ seq: 4, line: 'moved', seat: 0, at: 0, move: { kind: 'dig' } } as unknown as Line], rolling));
  await vi.advanceTimersByTimeAsync(0);
  refuse(0);
  expect(await first).toBe(false);
  const second = table.play({ kind: 'dig' });
  refuse(1);
  await vi.advanceTimersByTimeAsync(0);
  table.viewFrom(1);
  await settled();
  expect(await second).toBe(false);
  expect(FakeSocket.last.received('play')).toHaveLength(2);
});

test('a pass is sent once', async () => {
  expect(hello()).toMatchObject({ carry: 'pass' });
  await greeted();
  table.viewFrom(1);
  expect(hello()).toMatchObject({ carry: '' });
});

describe('from another seat', () => {
  test('nothing of the seat before is shown, nor what was still on its way to it', async () => {
    await greeted();
    table.viewFrom(1);
    expect([table.view, table.lines, table.legal.size]).toEqual([undefined, [], 0]);
    FakeSocket.last.says(news(3, 'secret of 0', [line(3, 'secret')]));
    await settled();
    expect([table.view, table.lines]).toEqual([undefined, []]);
    await greeted(1);
    expect([table.view, table.lines.map(({ seq }) => seq)]).toEqual(['view of 1', [1, 2]]);
  });

  test('an animation that is still running shows nothing when it ends', async () => {
    await greeted();
    let finish: () => void = () => undefined;
    table.animate = () => new Promise((done) => (finish = done));
    FakeSocket.last.says(news(3, 'later view of 0', [line(3)]));
    table.viewFrom(SPECTATOR);
    finish();
    await settled();
    expect(table.view).toBeUndefined();
  });

  test('two Hellos answered by one Welcome, or by two, give the same', async () => {
    await greeted();
    table.viewFrom(1);
    table.viewFrom(0);
    FakeSocket.last.says(welcome(1));
    FakeSocket.last.says(news(2, 'view of 1', [line(1), line(2)]));
    await greeted(0);
    await greeted(0);
    expect([table.view, table.lines.map(({ seq }) => seq)]).toEqual(['view of 0', [1, 2]]);
  });

  test('where there are no secrets the view stays until the next one comes', async () => {
    await greeted();
    table.viewFrom(1, false);
    expect(table.view).toBe('view of 0');
    await greeted(1);
    expect([table.view, table.lines.map(({ seq }) => seq)]).toEqual(['view of 1', [1, 2]]);
  });
});

describe('after the connection broke', () => {
  async function back(): Promise<void> {
    FakeSocket.last.shuts(1006);
    await settled();
    FakeSocket.last.open();
  }

  test('it continues after the last line received, and no line is shown twice', async () => {
    await greeted();
    await back();
    expect(hello()).toMatchObject({ seat: 0, after: 2 });
    FakeSocket.last.says(welcome(0, 3));
    FakeSocket.last.says(news(3, 'new view', [line(2), line(3)]));
    await settled();
    expect([table.view, table.lines.map(({ seq }) => seq)]).toEqual(['new view', [1, 2, 3]]);
  });

  test('a server that knows fewer lines is asked for all of them', async () => {
    await greeted();
    await back();
    FakeSocket.last.says(welcome(0, 1));
    expect(hello()).toMatchObject({ after: 0 });
    expect([table.view, table.lines]).toEqual([undefined, []]);
    FakeSocket.last.says(welcome(0, 1));
    FakeSocket.last.says(news(1, 'older view', [line(1)]));
    await settled();
    expect([table.view, table.lines.map(({ seq }) => seq)]).toEqual(['older view', [1]]);
  });
});

describe('an animation', () => {
  const motion = vi.fn(() => Promise.resolve());

  test('runs before its view, and learns of further news', async () => {
    await greeted();
    const seen: [string, string, boolean][] = [];
    table.animate = async (before, after, _, next) => {
      await new Promise((done) => setTimeout(done, 100));
      seen.push([before, after, next.aborted]);
    };
    FakeSocket.last.says(news(3, 'three', [line(3)]));
    expect(table.view).toBe('view of 0');
    FakeSocket.last.says(news(4, 'four', [line(4)]));
    await settled();
    expect(seen).toEqual([['view of 0', 'three', true], ['three', 'four', false]]);
    expect(table.view).toBe('four');
  });

  test('runs with motion off as well, for its sounds', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    await greeted();
    motion.mockClear();
    table.animate = motion;
    FakeSocket.last.says(news(3, 'three', [line(3)]));
    await settled();
    expect(motion).toHaveBeenCalledOnce();
  });

  test('that never ends does not stop the game', async () => {
    await greeted();
    table.animate = () => new Promise(() => undefined);
    FakeSocket.last.says(news(3, 'three', [line(3)]));
    await settled();
    expect(table.view).toBe('three');
  });

  test('is left out when many news wait', async () => {
    await greeted();
    motion.mockClear();
    table.animate = motion;
    for (const seq of [3, 4, 5, 6, 7]) FakeSocket.last.says(news(seq, `${seq}`, [line(seq)]));
    await settled();
    expect(motion.mock.calls.length).toBeLessThan(5);
    expect(table.view).toBe('7');
  });
});
