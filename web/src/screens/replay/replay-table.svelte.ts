/** The table of a finished game at one of its frames: boards draw the view after that frame's line. */

import type { Animator, AnyMove, BoardTable, KeyHandler } from '../../board';
import { personNames } from '../../game-log/names';
import type { Done, Line, Refused, Replay } from '../../protocol';

const NOT_PLAYING: Refused = { says: 'refused', id: '', reason: 'not-playing' };

export class ReplayTable<V = unknown, M extends AnyMove = AnyMove> implements BoardTable<V, M> {
  readonly isReplay = true;
  readonly legal: ReadonlySet<number> = new Set();
  readonly ready = 0;
  at = $state(0); // index in stops
  animate: Animator<V> | undefined = undefined;
  onKey: KeyHandler | undefined = undefined;

  readonly stops: readonly number[]; // indices of the frames with a view: the start, and each move
  readonly allLines: readonly Line[];
  #steps = 0; // counts calls of go: the last one wins
  #views: V[] = [];

  constructor(readonly replay: Replay, readonly moves: readonly M[]) {
    this.allLines = replay.frames.map((frame) => frame.line);
    this.stops = replay.frames.flatMap((frame, i) => (frame.view ? [i] : []));
  }

  get last(): number {
    return this.stops.length - 1;
  }
  get line(): Line {
    return this.allLines[this.stops[this.at]!]!;
  }
  get view(): V {
    return this.#view(this.at);
  }
  get lines(): readonly Line[] {
    return this.allLines.slice(0, this.stops[this.at]! + 1);
  }
  get game(): string {
    return this.replay.game;
  }
  get id(): string {
    return this.replay.table;
  }
  get seat(): number {
    return this.replay.seat;
  }
  get names(): string[] {
    return personNames(this, this.people);
  }
  get people() {
    return this.replay.names.map((name, seat) => ({ name, robot: this.replay.robots[seat] ?? '', number: this.replay.numbers[seat], is_held: !this.replay.robots[seat], is_here: true }));
  }
  get options() {
    return this.replay.options;
  }
  get content() {
    return this.replay.content;
  }
  get winners() {
    return this.at === this.last ? this.replay.winners : [];
  }
  get actor(): number | undefined {
    const next = this.allLines.slice(this.stops[this.at]! + 1).find((line) => line.line === 'moved');
    return next?.seat;
  }

  clock(): number {
    return 'at' in this.line ? this.line.at : 0;
  }
  legally(_like: Partial<M>): M[] {
    return [];
  }
  play(): Promise<boolean> {
    return Promise.resolve(false);
  }
  grab(): Promise<Done | Refused> {
    return Promise.resolve(NOT_PLAYING);
  }
  pull(): Promise<Done | Refused> {
    return Promise.resolve(NOT_PLAYING);
  }

  /** The last stop at or before a line. */
  stopOf(seq: number): number {
    return Math.max(0, this.stops.findLastIndex((stop) => this.allLines[stop]!.seq <= seq));
  }

  /** Goes to a stop: animated if it is the next one, else at once. */
  async go(to: number): Promise<void> {
    const at = Math.min(Math.max(to, 0), this.last);
    const step = ++this.#steps;
    if (at === this.at + 1) await this.#animateTo(at);
    if (step === this.#steps) this.at = at;
  }

  async #animateTo(at: number): Promise<void> {
    if (!this.animate || document.hidden) return;
    const lines = this.allLines.slice(this.stops[this.at]! + 1, this.stops[at]! + 1);
    try {
      await this.animate(this.view, this.#view(at), lines, new AbortController().signal);
    } catch (error) {
      console.error(error); // a failed animation does not stop the replay
    }
  }

  #view(at: number): V {
    this.#views[at] ??= { ...(this.replay.frames[this.stops[at]!]!.view as object), ...this.replay.printed } as V;
    return this.#views[at];
  }
}
