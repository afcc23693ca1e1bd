/** What is asked over HTTP. Whatever is refused is thrown as Problem, whose reason has words. */

import { SPECTATOR, type Games, type Hint, type Listed, type Made, type Moves, type NewTable, type Replay, type Tables } from './wire';

export class Problem extends Error {
  constructor(readonly reason: string, readonly detail = '') {
    super(reason);
  }
}

async function asked<T>(path: string, body?: unknown): Promise<T> {
  const text = await answered(path, body === undefined ? undefined : JSON.stringify(body));
  return (text ? JSON.parse(text) : undefined) as T;
}

async function answered(path: string, body?: string): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(path, body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  } catch {
    throw new Problem('unreachable');
  }
  const text = await answer.text();
  if (!answer.ok) throw problemOf(text);
  return text;
}

function problemOf(text: string): Problem {
  try {
    const said = JSON.parse(text) as { reason: string; detail: string };
    return new Problem(said.reason, said.detail);
  } catch {
    return new Problem('failed');
  }
}

let device: Promise<void> | undefined;

/** This browser's secret, in a cookie that no script sees; asked for once a page. */
export function known(): Promise<void> {
  device ??= inTurn(() => asked<void>('/api/device', {})).catch((error: unknown) => {
    device = undefined;
    throw error;
  });
  return device;
}

/** Two windows that open at once would become two devices; where the browser has no locks, over plain http, they still might. */
const inTurn = (ask: () => Promise<void>): Promise<void> => (isSecureContext ? navigator.locks.request('device', ask) : ask());

export const games = () => asked<Games>('/api/games');
export const moves = (game: string) => asked<Moves>(`/api/games/${game}/moves`);
export const tables = () => known().then(() => asked<Tables>('/api/tables'));
export const tableOf = (table: string, invite = '') => asked<Listed>(`/api/tables/${table}?invite=${encodeURIComponent(invite)}`);
export const makeTable = (table: NewTable) => known().then(() => asked<Made>('/api/tables', table));
export const makeLesson = (game: string, name: string) => known().then(() => asked<Made>(`/api/lessons/${game}`, { name }));
/** What a good robot would do on this seat. */
export const hint = (table: string, seat: number) => asked<Hint>(`/api/tables/${table}/hint`, { seat });
export const deleteTable = (table: string) => asked<void>(`/api/tables/${table}/delete`, {});

/** A finished game as a file, which can be kept, looked at and verified; as it was sent, letter for letter. */
export const gameFile = (table: string, invite = '') => answered(`/api/tables/${table}/game.json?invite=${encodeURIComponent(invite)}`);

export type Eyes = number | 'open'; // a seat's, SPECTATOR, or nothing hidden
const eyes = (seen: Eyes) => (seen === 'open' ? '' : `seat=${seen}`);

/** A finished game played again by the server, which knows the rules. */
export const replayOf = (table: string, seen: Eyes = SPECTATOR, invite = '') =>
  asked<Replay>(`/api/tables/${table}/replay?invite=${encodeURIComponent(invite)}&${eyes(seen)}`);
export const replayFile = (text: string, seen: Eyes = SPECTATOR): Promise<Replay> =>
  isPaper(text) ? asked(`/api/replay/paper?${eyes(seen)}`, { text }) : answered(`/api/replay?${eyes(seen)}`, text).then(JSON.parse, noGame);

/** Whatever somebody has chosen is sent as it is: what the server cannot read is not the page's fault. */
function noGame(refused: unknown): never {
  throw refused instanceof Problem && refused.reason === 'malformed' ? new Problem('file-refused') : refused;
}

/** Whether a file is a game as the terminal and the arena write it: it can be looked at, but there is nothing to verify in it. */
export const isPaper = (text: string) => text.startsWith('Filon game ');

/** 32 letters of chance of this device's own, for the proof of a fair deal. */
export function entropy(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
