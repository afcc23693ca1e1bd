/** A finished game, looked at line by line: what boards read is what was seen after the line it stands at. */

import type { AnyMove, Animator, Seen } from '../../board';
import { personName } from '../../story';
import type { Done, Heard, Refused, Replay } from '../../wire';

const OVER: Refused = { says: 'refused', id: '', reason: 'not-playing' };

export class Played<V = unknown, M extends AnyMove = AnyMove> implements Seen<V, M> {
  readonly isReplay = true;
  readonly legal: ReadonlySet<number> = new Set();
  readonly ready = 0;
  at = $state(0); // which of the stops
  animate: Animator<V> | undefined = undefined;

  readonly stops: readonly number[]; // the frames with a view: the beginning, and each move
  readonly all: readonly Heard[];
  #showing = 0;
  #views: V[] = [];

  constructor(readonly replay: Replay, readonly moves: readonly M[]) {
    this.all = replay.frames.map((frame) => frame.line);
    this.stops = replay.frames.flatMap((frame, i) => (frame.view ? [i] : []));
  }

  get last(): number {
    return this.stops.length - 1;
  }
  get line(): Heard {
    return this.all[this.stops[this.at]!]!;
  }
  get view(): V {
    return this.#view(this.at);
  }
  get lines(): readonly Heard[] {
    return this.all.slice(0, this.stops[this.at]! + 1);
  }
  get game(): string {
    return this.replay.game;
  }
  get seat(): number {
    return this.replay.seat;
  }
  get names(): string[] {
    return this.people.map((person) => personName(this.game, person));
  }
  get people() {
    return this.replay.names.map((name, seat) => ({ name, robot: this.replay.robots[seat] ?? '', is_held: !this.replay.robots[seat], is_here: true }));
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
    const next = this.all.slice(this.stops[this.at]! + 1).find((line) => line.line === 'moved');
    return next?.seat;
  }

  clock(): number {
    return this.line.at ?? 0;
  }
  legally(_like: Partial<M>): M[] {
    return [];
  }
  play(): Promise<boolean> {
    return Promise.resolve(false);
  }
  grab(): Promise<Done | Refused> {
    return Promise.resolve(OVER);
  }
  pull(): Promise<Done | Refused> {
    return Promise.resolve(OVER);
  }

  /** The stop at which a line has been told. */
  stopOf(seq: number): number {
    return Math.max(0, this.stops.findLastIndex((stop) => this.all[stop]!.seq <= seq));
  }

  /** The next line is shown as it happened; whatever is further away, at once. */
  async go(to: number): Promise<void> {
    const at = Math.min(Math.max(to, 0), this.last);
    const showing = ++this.#showing;
    if (at === this.at + 1) await this.#animated(at);
    if (showing === this.#showing) this.at = at;
  }

  async #animated(at: number): Promise<void> {
    if (!this.animate || document.hidden) return;
    const heard = this.all.slice(this.stops[this.at]! + 1, this.stops[at]! + 1);
    try {
      await this.animate(this.view, this.#view(at), heard, new AbortController().signal);
    } catch (error) {
      console.error(error); // a picture that fails must not stop the story
    }
  }

  #view(at: number): V {
    this.#views[at] ??= { ...(this.replay.frames[this.stops[at]!]!.view as object), ...this.replay.printed } as V;
    return this.#views[at];
  }
}
