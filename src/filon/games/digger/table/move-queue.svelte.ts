/** Queue of moves clicked before the hand is free: it sends each as soon as it may be played. */

import { untrack } from 'svelte';
import type { BoardTable } from '$web/board';
import type { Move, Table } from './types';

type Like = Partial<Move>;
const MAX_QUEUED = 6;

export class MoveQueue {
  isReady = $state(true); // the dice lie still and the hand is free
  #waiting = $state.raw<Like[]>([]);
  #isPending = $state(false);

  /** Called in a component, whose lifetime its effects have. */
  constructor(private readonly table: BoardTable<Table, Move>) {
    $effect.pre(() => this.#wait());
    $effect.pre(() => this.#settle());
    $effect(() => this.#next());
  }

  do(like: Like): void {
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

  /** A new view answers the last move; a new turn empties the queue. */
  #settle(): void {
    const { digger } = this.table.view;
    untrack(() => {
      this.#isPending = false;
      if (digger !== this.#digger) this.#waiting = [];
      this.#digger = digger;
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
    this.#isPending = false;
    this.#waiting = [];
  }
}
