/** The contract of a board: what a game's table/index.ts exports (Board), and what it gets (BoardTable). Boards are found, never listed. */

import type { Component } from 'svelte';
import { BOARDS, CLAUSES, COVERS, GUIDES } from 'virtual:games';
import { checkKeys } from './keyboard/shortcuts';
import type { Done, Line, Person, Refused } from './protocol';

export interface AnyMove {
  kind: string;
}

/** A table from one viewpoint: live, in a lesson or in a replay. Boards read it and draw; they know no rule. */
export interface BoardTable<V = unknown, M extends AnyMove = AnyMove> {
  readonly game: string;
  readonly id: string; // of the table
  readonly view: V; // the one to draw; replaced, never merged
  readonly seat: number; // the viewpoint; SPECTATOR for none
  readonly names: string[]; // by seat
  readonly people: Person[]; // by seat
  readonly options: Record<string, unknown>;
  readonly content: Record<string, unknown>; // the printed numbers
  readonly moves: readonly M[]; // by id
  readonly legal: ReadonlySet<number>; // ids that may be played now; a board marks nothing else as playable
  readonly lines: readonly Line[]; // the log as far as this viewpoint may know it, oldest first
  readonly ready: number; // time from which the legal moves may be played, on the table's clock
  readonly isReplay: boolean;
  readonly winners: readonly number[]; // empty until the game is over
  readonly actor?: number; // the seat to move, where known; while a hand decides, the seat whose hand it is
  clock(): number; // the table's clock, in hundredths of a second
  /** The legal moves that have all of these fields: legally({kind: 'take'}). */
  legally(like: Partial<M>): M[];
  /** Plays the move, legal or not: the shell shows a refusal with its clause. True if the server accepted it. */
  play(like: Partial<M>): Promise<boolean>;
  grab(): Promise<Done | Refused>;
  pull(attempt: number, samples: [number, number, number][], isLast: boolean): Promise<Done | Refused>;
  readonly phrases?: readonly string[]; // preset phrases; undefined in a replay
  sayPhrase?(phrase: string): void;
  /** Set by the board: animates what happened between two views, before the new one is shown. */
  animate: Animator<V> | undefined;
  /** Set by the board: what the chosen part of a move waits for, said instead of the status; empty where nothing is chosen. */
  substep?: string;
  /** Set by the board: called with a key of Board.keys that was pressed. */
  onKey: KeyHandler | undefined;
}

/**
 * Called with motion off too, for its sounds: flights of kit/fly then end at once.
 * `next` is aborted when further news arrive: in a timed game a board may cut its animation short.
 */
export type Animator<V> = (before: V, after: V, lines: readonly Line[], next: AbortSignal) => Promise<void>;

export type KeyHandler = (key: string) => void;

/** A shortcut of a board. The shell listens for it, lists it in the help and refuses keys of its own (keyboard/shortcuts.ts). */
export interface BoardKey {
  keys: readonly string[]; // single characters, letters in lower case
  shown: string; // how the help writes them: 'T', '1 – 5'
  what: string; // key of the game's text for what they do
  isFocusOnly?: boolean; // only while a place of the board has the focus; then it works with letter keys turned off, too
}

/** One row of the final scores: its label, and the number of each seat. */
export interface ScoreRow {
  what: string; // in the chosen language
  numbers: number[]; // by seat
}

/**
 * The box of a board is a CSS container named "board": a board asks for its size with @container board (min-width: …), cqw and cqh.
 * - From 700 px of width on, its height is fixed too: a board fills it and never makes the page scroll (it may scroll inside, at worst).
 *   It measures about 1060x810 on a 1440x900 screen, 744x690 on a tablet in portrait, 750x680 on one in landscape.
 *   On a phone in landscape it is 600 px high on any screen, and the page scrolls; a board whose root has data-low gets what the bars leave, 260 px or more.
 * - On a phone in portrait its width is that of the screen, its height at least what the bars leave (about 382x720); a taller board scrolls with the page.
 * The shell puts the class "highlighted" on each place of the log entry under the pointer (Board.places), and data-traced on each place that others touched
 * since the viewpoint's last move; app.css draws an outline around them.
 */
export interface Board<V = unknown, M extends AnyMove = AnyMove> {
  Board: Component<{ table: BoardTable<V, M> }>;
  /** Who must do what, in one sentence. */
  status(table: BoardTable<V, M>): string;
  /** The data-anchor of each place that a move is about. */
  places(move: M, seat: number): string[];
  /** Score of each seat; undefined where this viewpoint may not know it. */
  scores(view: V): (number | undefined)[];
  /** How the final scores came about. */
  scoreRows(table: BoardTable<V, M>): ScoreRow[];
  /** Names of Move's fields, and which of them are seats: the values of a move's text. */
  MOVE: { fields: readonly string[]; seats: readonly string[] };
  /** Whether seats see different things, so that a shared screen needs a curtain. */
  hasSecrets: boolean;
  /** A move as the log may show it while the game goes on, where players must remember the rest themselves. */
  retold?(move: M, view: V): M;
  /** Whether the board itself shows chat beside the speaker, so that the shell shows no bubbles. */
  showsTalk?: boolean;
  keys?: readonly BoardKey[];
  /** The seat that loses something of its own by the move: a robot there complains. */
  robs?(move: M): number | undefined;
  /** Kinds of moves that leave nothing behind on the board: others' are not traced (game-log/traces.ts). */
  passing?: readonly string[];
}

/** Names of the games whose boards were built into this page. */
export const builtGames = () => Object.keys(BOARDS);

async function load<T>(game: string, loader: (() => Promise<T>) | undefined): Promise<T> {
  if (!loader) throw new Error(`${game}: this web table was built without its board`);
  return loader();
}

/** Throws where a board declares a key that it may not have. */
export async function boardOf(game: string): Promise<Board> {
  const board = await load(game, BOARDS[game]);
  checkKeys(game, board.keys);
  return board;
}

/** The game on one page: table/Guide.svelte fills kit/GuideSheet.svelte with the board's own pictures. */
export const guideOf = (game: string) => load(game, GUIDES[game]);
export const coverOf = (game: string) => load(game, COVERS[game]);
export const clausesOf = (game: string, language: string) => load(game, CLAUSES[game]?.[language]);
