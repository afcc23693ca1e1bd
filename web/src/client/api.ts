/** Requests over HTTP. A refusal is thrown as Problem; `refused.REASON` is its text. */

import { SPECTATOR, type Games, type Hint, type Listed, type Made, type Moves, type NewTable, type Replay, type Tables } from '../protocol';

export class Problem extends Error {
  constructor(readonly reason: string, readonly detail = '') {
    super(reason);
  }
}

async function request<T>(path: string, body?: unknown): Promise<T> {
  const text = await requestText(path, body === undefined ? undefined : JSON.stringify(body));
  return (text ? JSON.parse(text) : undefined) as T;
}

async function requestText(path: string, body?: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(path, body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  } catch {
    throw new Problem('unreachable');
  }
  const text = await response.text();
  if (!response.ok) throw parseProblem(text);
  return text;
}

function parseProblem(text: string): Problem {
  try {
    const { reason, detail } = JSON.parse(text) as { reason: string; detail: string };
    return new Problem(reason, detail);
  } catch {
    return new Problem('failed');
  }
}

let device: Promise<void> | undefined;

/** Makes sure that this browser has its device cookie, which scripts cannot read; asks once a page. */
export function ensureDevice(): Promise<void> {
  device ??= withLock(() => request<void>('/api/device', {})).catch((error: unknown) => {
    device = undefined;
    throw error;
  });
  return device;
}

/** One window at a time, so that two windows opened together become one device. Over plain http browsers have no locks: there they may become two. */
const withLock = (ask: () => Promise<void>): Promise<void> => (isSecureContext ? navigator.locks.request('device', ask) : ask());

export const games = () => request<Games>('/api/games');
export const moves = (game: string) => request<Moves>(`/api/games/${game}/moves`);
export const tables = () => ensureDevice().then(() => request<Tables>('/api/tables'));
export const createTable = (table: NewTable) => ensureDevice().then(() => request<Made>('/api/tables', table));
export const createLesson = (game: string, name: string) => ensureDevice().then(() => request<Made>(`/api/lessons/${game}`, { name }));
/** The move that a strong robot would make on this seat. */
export const hint = (table: string, seat: number) => request<Hint>(`/api/tables/${table}/hint`, { seat });
export const deleteTable = (table: string) => request<void>(`/api/tables/${table}/delete`, {});

/** A table as the lobby lists it, for those who may know of it. */
export const tableCard = (table: string, invite = '') => request<Listed>(`/api/tables/${table}?invite=${encodeURIComponent(invite)}`);
/** Opens the replay of a game that this device played to everybody who has its address. */
export const shareReplay = (table: string) => request<void>(`/api/tables/${table}/share`, {});

/** A finished game as a file, byte for byte as the server sent it: it can be saved, replayed and verified. */
export const gameFile = (table: string, invite = '') => requestText(`/api/tables/${table}/game.json?invite=${encodeURIComponent(invite)}`);

/** Whose view a replay shows: a seat's, SPECTATOR's, or everything open. */
export type ReplayViewpoint = number | 'open';
const viewpointQuery = (viewpoint: ReplayViewpoint) => (viewpoint === 'open' ? '' : `seat=${viewpoint}`);

/** A finished game, replayed by the server, which knows the rules. */
export const replayOf = (table: string, viewpoint: ReplayViewpoint = SPECTATOR, invite = '') =>
  request<Replay>(`/api/tables/${table}/replay?invite=${encodeURIComponent(invite)}&${viewpointQuery(viewpoint)}`);
export const replayFile = (text: string, viewpoint: ReplayViewpoint = SPECTATOR): Promise<Replay> =>
  isTranscript(text) ? request(`/api/replay/transcript?${viewpointQuery(viewpoint)}`, { text }) : requestText(`/api/replay?${viewpointQuery(viewpoint)}`, text).then(JSON.parse, refuseFile);

/** The page sends any file as it is, so that 'malformed' means the file, not the request. */
function refuseFile(error: unknown): never {
  throw error instanceof Problem && error.reason === 'malformed' ? new Problem('file-refused') : error;
}

/** Whether a file is a text transcript, as the terminal and the arena write it: it can be replayed, but has nothing to verify. */
export const isTranscript = (text: string) => text.startsWith('Filon game ');

/** 16 random bytes in hex: this device's share in the chance of a deal. */
export function entropy(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
