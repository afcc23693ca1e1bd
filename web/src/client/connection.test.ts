import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Connection, SILENCE_LIMIT, type Listener } from './connection';
import { FakeSocket, fakePage } from './fake-socket';
import { PROTOCOL, type Welcome } from '../protocol';

const WELCOME = { says: 'welcome', protocol: PROTOCOL, seat: 0, seq: 1 } as Welcome;
const LATER = 20_000; // milliseconds: longer than any pause between two tries

let page: EventTarget;
let listener: { [name in keyof Listener]: ReturnType<typeof vi.fn> };
let connection: Connection;

beforeEach(() => {
  page = fakePage();
  listener = { welcome: vi.fn(), news: vi.fn(), refused: vi.fn(), state: vi.fn() };
  connection = new Connection(() => ({ table: 'table', seat: 0 }), listener as unknown as Listener);
  FakeSocket.last.open();
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const states = () => listener.state.mock.calls.map(([state]) => state as string);

test('says Hello first, and answers pings', () => {
  FakeSocket.last.says({ says: 'ping', number: 7 });
  expect(FakeSocket.last.sent).toEqual([{ command: 'hello', table: 'table', seat: 0 }, { command: 'pong', number: 7 }]);
  FakeSocket.last.says(WELCOME);
  expect(states()).toEqual(['open']);
});

test('over https the socket is encrypted as well', () => {
  vi.stubGlobal('location', new URL('https://filon.test/t/table'));
  connection.reconnect();
  expect(FakeSocket.last.address.href).toBe('wss://filon.test/ws');
});

describe('a command', () => {
  test('is answered by what has its id', async () => {
    const [first, second] = [connection.send({ command: 'undo' }), connection.send({ command: 'begin' })];
    const [undo, begin] = FakeSocket.last.sent.slice(1) as { id: string }[];
    FakeSocket.last.says({ says: 'refused', id: begin!.id, reason: 'only-host' });
    FakeSocket.last.says({ says: 'done', id: undo!.id, seq: 4 });
    expect([(await first).says, (await second).says]).toEqual(['done', 'refused']);
  });

  test('without an answer is sent again with the same id, after Hello', async () => {
    const answer = connection.send({ command: 'undo' });
    const before = FakeSocket.last.sent.at(-1);
    FakeSocket.last.shuts(1006);
    vi.advanceTimersByTime(LATER);
    FakeSocket.last.open();
    expect(FakeSocket.made.length).toBe(2);
    expect(FakeSocket.last.sent.map(({ command }) => command)).toEqual(['hello', 'undo']);
    expect(FakeSocket.last.sent.at(-1)).toEqual(before);
    FakeSocket.last.says({ says: 'done', id: (before as { id: string }).id, seq: 4 });
    expect((await answer).says).toBe('done');
    FakeSocket.last.shuts(1006);
    vi.advanceTimersByTime(LATER);
    FakeSocket.last.open();
    expect(FakeSocket.last.received('undo')).toEqual([]);
  });

  test('made while the connection is lost waits for it', () => {
    FakeSocket.last.shuts(1001);
    void connection.send({ command: 'undo' });
    vi.advanceTimersByTime(LATER);
    FakeSocket.last.open();
    expect(FakeSocket.last.received('undo').length).toBe(1);
  });

  test('is refused when the server ends the connection for good', async () => {
    const answer = connection.send({ command: 'undo' });
    FakeSocket.last.shuts(1008, 'sent-away');
    expect(await answer).toMatchObject({ says: 'refused', reason: 'sent-away' });
  });

  test('a refusal that answers no command is passed on separately', () => {
    FakeSocket.last.says({ says: 'refused', id: '', reason: 'malformed' });
    expect(listener.refused).toHaveBeenCalledOnce();
  });
});

describe('a broken connection', () => {
  test('is tried again by itself, after longer and longer pauses', () => {
    FakeSocket.last.shuts(1006);
    expect(states()).toEqual(['lost']);
    vi.advanceTimersByTime(400);
    expect(FakeSocket.made.length).toBe(2);
    FakeSocket.last.shuts(1006);
    vi.advanceTimersByTime(400);
    expect(FakeSocket.made.length).toBe(2);
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.made.length).toBe(3);
  });

  test('is tried at once when the network is back', () => {
    FakeSocket.last.shuts(1006);
    page.dispatchEvent(new Event('online'));
    expect(FakeSocket.made.length).toBe(2);
  });

  test('is known to be lost when the browser says so, or when the server is silent', () => {
    page.dispatchEvent(new Event('offline'));
    expect(states()).toEqual(['lost']);
    vi.advanceTimersByTime(LATER);
    FakeSocket.last.open();
    FakeSocket.last.says(WELCOME);
    vi.advanceTimersByTime(SILENCE_LIMIT - 1);
    FakeSocket.last.says({ says: 'ping', number: 1 });
    vi.advanceTimersByTime(SILENCE_LIMIT - 1);
    expect(states().at(-1)).toBe('open');
    vi.advanceTimersByTime(1);
    expect(states().at(-1)).toBe('lost');
  });

  test('is ignored once another is tried', () => {
    const old = FakeSocket.last;
    connection.reconnect();
    old.says(WELCOME);
    old.shuts(1006);
    expect(listener.welcome).not.toHaveBeenCalled();
    expect(states()).toEqual(['connecting']);
  });
});

test('does not reconnect by itself after a final close code', () => {
  FakeSocket.last.shuts(1008, 'no-such-table');
  expect(listener.state).toHaveBeenLastCalledWith('ended', 'no-such-table');
  vi.advanceTimersByTime(LATER);
  expect(FakeSocket.made.length).toBe(1);
  connection.reconnect();
  expect(FakeSocket.made.length).toBe(2);
});

test('sends nothing once it is closed', () => {
  connection.close();
  page.dispatchEvent(new Event('online'));
  connection.reconnect();
  vi.advanceTimersByTime(LATER);
  expect(FakeSocket.made.length).toBe(1);
});

describe('a server with another protocol', () => {
  const OTHER = { ...WELCOME, protocol: PROTOCOL + 1 } as Welcome;
  const reload = vi.fn();
  let stored: Map<string, string>;

  beforeEach(() => {
    reload.mockClear();
    stored = new Map();
    vi.stubGlobal('location', Object.assign(new URL('http://filon.test/t/table'), { reload }));
    vi.stubGlobal('sessionStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
  });

  test('makes the page reload itself, without a word to the table', () => {
    FakeSocket.last.says(OTHER);
    expect([reload.mock.calls.length, listener.welcome.mock.calls.length, states()]).toEqual([1, 0, []]);
    expect(FakeSocket.last.readyState).toBe(FakeSocket.CLOSED);
  });

  test('that is still there after reloading ends the connection instead, and is not tried again', async () => {
    FakeSocket.last.says(OTHER);
    connection.reconnect();
    FakeSocket.last.open();
    const answer = connection.send({ command: 'undo' });
    FakeSocket.last.says(OTHER);
    expect(listener.state).toHaveBeenLastCalledWith('ended', 'outdated');
    expect(await answer).toMatchObject({ says: 'refused', reason: 'outdated' });
    const sockets = FakeSocket.made.length;
    await vi.advanceTimersByTimeAsync(LATER);
    expect([reload.mock.calls.length, FakeSocket.made.length]).toEqual([1, sockets]);
  });

  test('that changes once more makes the page reload once more', () => {
    FakeSocket.last.says(OTHER);
    connection.reconnect();
    FakeSocket.last.open();
    FakeSocket.last.says({ ...OTHER, protocol: PROTOCOL + 2 });
    expect(reload.mock.calls.length).toBe(2);
  });

  test('does not make a page reload that cannot remember it', () => {
    vi.stubGlobal('sessionStorage', { getItem: () => { throw new Error('blocked'); } });
    FakeSocket.last.says(OTHER);
    expect(reload).not.toHaveBeenCalled();
    expect(listener.state).toHaveBeenLastCalledWith('ended', 'outdated');
  });
});
