/** All that is asked of a game's table/index.ts, and all that it gets. Boards are found, never listed. */

import type { Component } from 'svelte';
import { BOARDS, CLAUSES, COVERS } from 'virtual:games';
import type { Done, Heard, Person, Refused } from './wire';

export interface AnyMove {
  kind: string;
}

/** A table as one pair of eyes sees it: live, or in a replay. Boards read it and draw; they know no rule. */
export interface Seen<V = unknown, M extends AnyMove = AnyMove> {
  readonly game: string;
  readonly view: V; // the latest that is shown; replaced, never merged
  readonly seat: number; // whose eyes; SPECTATOR for nobody's
  readonly names: string[]; // by seat
  readonly people: Person[]; // by seat
  readonly options: Record<string, unknown>;
  readonly content: Record<string, unknown>; // the printed numbers
  readonly moves: readonly M[]; // what each id stands for
  readonly legal: ReadonlySet<number>; // ids that may be played now; nothing else lights up
  readonly lines: readonly Heard[]; // everything heard, oldest first
  readonly ready: number; // from when on the legal moves may be played, on the table's clock
  readonly isReplay: boolean;
  readonly winners: readonly number[]; // who won, as the house says once it is over
  readonly actor?: number; // the seat whose move it is, where that is known; while a hand decides, whose hand it is
  clock(): number; // the table's clock now, in hundredths of a second
  /** The legal moves that have all of these fields: legally({kind: 'take'}). */
  legally(like: Partial<M>): M[];
  /** Play it, legal or not: whatever is refused is said to the player with its clause. True if it was kept. */
  play(like: Partial<M>): Promise<boolean>;
  grab(): Promise<Done | Refused>;
  pull(attempt: number, samples: [number, number, number][], isLast: boolean): Promise<Done | Refused>;
  readonly phrases?: readonly string[]; // what may be said with one tap; nothing in a replay
  heckle?(phrase: string): void;
  /** Set by the board: shows what happened between two views, then the new one is shown. */
  animate: Animator<V> | undefined;
}

/**
 * Asked with motion off too, where sounds and small dramas still have their place: flights of kit/fly are over at once then.
 * `next` is aborted as soon as further news wait: against the clock a board may cut its motion short.
 */
export type Animator<V> = (before: V, after: V, lines: readonly Heard[], next: AbortSignal) => Promise<void>;

/** One row of the final count: what it is, and the number of each seat. */
export interface Count {
  what: string; // in words
  numbers: number[]; // by seat
}

/**
 * The box that a board gets. It is a container named "board", so a board asks for its size with @container board (min-width: …), cqw and cqh.
 * - From 700 px of width on, its height is given too: a board fills it and never makes the page scroll (it may scroll inside, at worst).
 *   It measures about 1060x810 on a 1440x900 screen, 744x690 on an upright tablet, 750x680 on one that lies.
 *   On a phone that lies it is 600 px high, whatever the screen: the page scrolls.
 * - On an upright phone its width is that of the screen, its height at least what the bars leave (about 382x720); a taller board scrolls with the page.
 * The shell puts the class "told" on each place that the line under the pointer speaks of (Board.places); app.css draws a halo around it.
 */
export interface Board<V = unknown, M extends AnyMove = AnyMove> {
  Board: Component<{ table: Seen<V, M> }>;
  /** Who must do what, in one sentence. */
  status(table: Seen<V, M>): string;
  /** The data-anchor of each place that a line speaks of. */
  places(move: M, seat: number): string[];
  /** Points of every seat as far as these eyes may know; undefined where they may not. */
  standing(view: V): (number | undefined)[];
  /** How the final score came about. */
  counted(table: Seen<V, M>): Count[];
  /** Names of Move's fields, and which of them are seats: what a line's sentence is given. */
  MOVE: { fields: readonly string[]; seats: readonly string[] };
  /** Whether seats see different things, so that a shared screen needs a curtain. */
  hasSecrets: boolean;
  /** What a log may still say of a move while the game goes on, where players must remember more than that themselves. */
  retold?(move: M, view: V): M;
  /** What is said is shown and heard on the board itself, beside whoever says it. */
  showsTalk?: boolean;
  /** Quick keys of this board for the list of keys, and the game's words for what each does. */
  keys?: readonly { key: string; what: string }[];
}

/** The games whose boards are here, by name, without asking the server. */
export const onShelf = () => Object.keys(BOARDS);

async function read<T>(game: string, reader: (() => Promise<T>) | undefined): Promise<T> {
  if (!reader) throw new Error(`${game}: this web table was built without its board`);
  return reader();
}

export const boardOf = (game: string) => read(game, BOARDS[game]);
export const coverOf = (game: string) => read(game, COVERS[game]);
export const clausesOf = (game: string, language: string) => read(game, CLAUSES[game]?.[language]);
