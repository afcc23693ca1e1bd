/** A lesson's table: the live one, of which only what the step asks for can be played. */

import { LESSONS } from 'virtual:games';
import type { AnyMove, Animator, Seen } from '../../board';
import { fits, type Table } from '../../table.svelte';

type Like = Partial<AnyMove>;

/** As core/lesson.py reads it. */
export interface Step {
  do?: Like; // the move that is asked for
  until?: Like; // what must have happened before it goes on, where that is another move
  watch?: boolean; // shown while others move
  at?: string[]; // the places it speaks of; where left out, those of the move
}

export interface Lesson {
  robot: string;
  steps: Step[];
}

export async function lessonOf(game: string): Promise<Lesson> {
  const lesson = LESSONS[game];
  if (!lesson) throw new Error(`${game}: this web table was built without its lesson`);
  return lesson();
}

export class Coached implements Seen {
  readonly isReplay = false;
  at = $state(0); // which step
  strayed = $state(0); // clicks on something else than what is asked for, in this step
  #from = 0; // the last line heard before this step

  constructor(readonly table: Table, readonly lesson: Lesson) {}

  // How far the learner is

  get step(): Step | undefined {
    return this.lesson.steps[this.at];
  }
  get isDone(): boolean {
    return !this.step;
  }
  /** Ids of the legal moves that the step asks for. */
  get asked(): number[] {
    const like = this.step?.do;
    return like ? [...this.table.legal].filter((id) => fits(this.moves[id]!, like)) : [];
  }
  /** Somebody else moves. */
  get isWaiting(): boolean {
    const { actor, seat, status } = this.table;
    return status === 'playing' && actor !== seat && actor >= 0;
  }
  /** It is the learner's move, but not what the lesson expected: from here on it is an ordinary game. */
  get isAstray(): boolean {
    const { table, step } = this;
    return table.status === 'over' || (!!step?.do && table.isAsked && table.legal.size > 0 && !this.asked.length);
  }
  get mayGoOn(): boolean {
    return !!this.step && !this.step.do && !(this.step.watch && this.isWaiting);
  }

  next(): void {
    this.at += 1;
    this.strayed = 0;
    this.#from = this.table.lines.at(-1)?.seq ?? 0;
  }

  /** To be called when there are new lines: a step is over when its move has been made. */
  hear(): void {
    const like = this.step?.until ?? this.step?.do;
    if (!like) return;
    const since = this.table.lines.filter(({ seq }) => seq > this.#from);
    const mine = since.some(({ seat = 0, move }) => (seat === this.seat || seat < 0) && move?.['kind'] && fits(move as unknown as AnyMove, like));
    if (mine) this.next();
  }

  // What boards read

  get legal(): ReadonlySet<number> {
    return this.isDone || this.isAstray ? this.table.legal : new Set(this.asked);
  }
  get view() {
    return this.table.view;
  }
  get game() {
    return this.table.game;
  }
  get seat() {
    return this.table.seat;
  }
  get names() {
    return this.table.names;
  }
  get people() {
    return this.table.people;
  }
  get options() {
    return this.table.options;
  }
  get content() {
    return this.table.content;
  }
  get winners() {
    return this.table.winners;
  }
  get moves() {
    return this.table.moves;
  }
  get lines() {
    return this.table.lines;
  }
  get ready() {
    return this.table.ready;
  }
  get actor() {
    return this.table.actor;
  }
  get animate(): Animator<unknown> | undefined {
    return this.table.animate;
  }
  set animate(shown: Animator<unknown> | undefined) {
    this.table.animate = shown;
  }

  clock() {
    return this.table.clock();
  }
  legally(like: Like): AnyMove[] {
    const { legal } = this;
    return this.moves.filter((move, id) => legal.has(id) && fits(move, like));
  }
  grab() {
    return this.table.grab();
  }
  pull(attempt: number, samples: [number, number, number][], isLast: boolean) {
    return this.table.pull(attempt, samples, isLast);
  }

  /** Whatever else is tried is not asked of the server: the coach says kindly what is meant. */
  async play(like: Like): Promise<boolean> {
    const [meant] = this.legally(like);
    if (meant) return this.table.play(meant);
    this.strayed += 1;
    return false;
  }
}
