/** Queue of moves clicked before the hand is free: it sends each as soon as it may be played. Nothing is queued behind a throw. */

import { untrack } from 'svelte';
import type { BoardTable } from '$web/board';
import { isMove } from '$web/game-log/lines';
import type { Move, Table } from './types';

type Like = Partial<Move>;
const MAX_QUEUED = 6;

export class MoveQueue {
  isReady = $state(true); // the dice lie still and the hand is free
  #isThrowing = false; // a throw is queued, or sent and not shown yet
  #waiting = $state.raw<Like[]>([]);
  #isPending = $state(false);
  readonly #lastMove = $derived.by(() => this.table.lines.findLast(isMove)?.seq);
  readonly #turnOf = $derived.by(() => this.table.view.digger);

  /** Called in a component, whose lifetime its effects have. */
  constructor(private readonly table: BoardTable<Table, Move>, private readonly isRolling: () => boolean) {
    $effect.pre(() => this.#wait());
    $effect.pre(() => this.#settle());
    $effect(() => this.#next());
  }

  /** Drops a click made while dice roll: it was meant for the throw before. */
  do(like: Like): void {
    if (this.#isThrowing || this.isRolling()) return;
    this.#isThrowing = like.kind === 'throw';
    this.#waiting = [...this.#waiting, like].slice(-MAX_QUEUED);
  }

  #wait(): void | (() => void) {
    void this.table.view;
    const wait = this.table.isReplay ? 0 : (this.table.ready - this.table.clock()) * 10;
    this.isReady = wait <= 0;
    if (wait <= 0) return;
    const timer = setTimeout(() => (this.isReady = true), wait);
    return () => clearTimeout(timer);
  }

  /** A move that is shown answers the last one sent, what somebody says does not; a new turn empties the queue. */
  #settle(): void {
    const digger = this.#turnOf;
    void this.#lastMove; // alone: what somebody says brings a new view, too
    untrack(() => {
      this.#isPending = false;
      if (digger !== this.#digger) this.#waiting = [];
      this.#digger = digger;
      this.#isThrowing = this.#waiting.some(({ kind }) => kind === 'throw');
    });
  }
  #digger = -1;

  #next(): void {
    const [like] = this.#waiting;
    if (!like || !this.isReady || this.#isPending) return;
    untrack(() => void this.#send(like));
  }

  async #send(like: Like): Promise<void> {
    this.#waiting = this.#waiting.slice(1);
    this.#isPending = true;
    if (await this.table.play(like)) return;
    this.#isPending = this.#isThrowing = false;
    this.#waiting = [];
  }
}
