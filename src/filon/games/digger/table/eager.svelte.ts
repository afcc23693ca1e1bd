/** Clicks that come a moment too soon are kept until the hand is free: nobody has to aim at hundredths of a second. */

import { untrack } from 'svelte';
import type { BoardTable } from '$web/board';
import type { Move, Table } from './types';

type Like = Partial<Move>;
const MOST = 6; // clicks ahead

export class Eager {
  isReady = $state(true); // the dice lie still and the hand is free
  #asked = $state.raw<Like[]>([]);
  #isAsking = $state(false);

  /** Inside a component: it lives as long as that. */
  constructor(private readonly table: BoardTable<Table, Move>) {
    $effect.pre(() => this.#wait());
    $effect.pre(() => this.#settle());
    $effect(() => this.#next());
  }

  do(like: Like): void {
    this.#asked = [...this.#asked, like].slice(-MOST);
  }

  #wait(): void | (() => void) {
    void this.table.view;
    const wait = this.table.isReplay ? 0 : (this.table.ready - this.table.clock()) * 10;
    this.isReady = wait <= 0;
    if (wait <= 0) return;
    const timer = setTimeout(() => (this.isReady = true), wait);
    return () => clearTimeout(timer);
  }

  /** With a new view the answer to the last click is seen; in another turn nobody meant them any more. */
  #settle(): void {
    const { digger } = this.table.view;
    untrack(() => {
      this.#isAsking = false;
      if (digger !== this.#digger) this.#asked = [];
      this.#digger = digger;
    });
  }
  #digger = -1;

  #next(): void {
    const [like] = this.#asked;
    if (!like || !this.isReady || this.#isAsking) return;
    untrack(() => void this.#ask(like));
  }

  async #ask(like: Like): Promise<void> {
    this.#asked = this.#asked.slice(1);
    this.#isAsking = true;
    if (await this.table.play(like)) return;
    this.#isAsking = false;
    this.#asked = [];
  }
}
