/** The table of a lesson: a live table on which only the move of the current step can be played. */

import { LESSONS } from 'virtual:games';
import { type Animator, type AnyMove, type BoardTable, type KeyHandler } from '../../board';
import { isMove } from '../../game-log/lines';
import { matches, type LiveTable } from '../../client/live-table.svelte';

type Like = Partial<AnyMove>;

/** As core/lesson.py reads it. */
export interface Step {
  do?: Like; // the move to make
  until?: Like; // the move that ends the step, where that is another one
  watch?: boolean; // shown while others move
  at?: string[]; // places to ring; where left out, those of the move
}

export interface LessonScript {
  robot: string;
  steps: Step[];
}

export async function lessonOf(game: string): Promise<LessonScript> {
  const lesson = LESSONS[game];
  if (!lesson) throw new Error(`${game}: this web table was built without its lesson`);
  return lesson();
}

export class LessonTable implements BoardTable {
  readonly isReplay = false;
  onKey: KeyHandler | undefined = undefined;
  at = $state(0); // index of the current step
  wrongMoves = $state(0); // other moves tried in this step
  #from = 0; // seq of the last line before this step

  constructor(readonly live: LiveTable, readonly script: LessonScript) {}

  // Progress

  get step(): Step | undefined {
    return this.script.steps[this.at];
  }
  get isDone(): boolean {
    return !this.step;
  }
  /** Ids of the legal moves that the step asks for. */
  get wanted(): number[] {
    const like = this.step?.do;
    return like ? [...this.live.legal].filter((id) => matches(this.moves[id]!, like)) : [];
  }
  /** Whether somebody else is to move. */
  get isWaiting(): boolean {
    const { actor, seat, status } = this.live;
    return status === 'playing' && actor !== seat && actor >= 0;
  }
  /** Whether the learner cannot make the step's move: the lesson ends, and the game goes on as an ordinary one. */
  get isOffScript(): boolean {
    const { live, step } = this;
    return live.status === 'over' || (!!step?.do && live.isYourTurn && live.legal.size > 0 && !this.wanted.length);
  }
  get mayContinue(): boolean {
    return !!this.step && !this.step.do && !(this.step.watch && this.isWaiting);
  }

  next(): void {
    this.at += 1;
    this.wrongMoves = 0;
    this.#from = this.live.lines.at(-1)?.seq ?? 0;
  }

  /** Ends the step once its move was made; called when there are new lines. */
  checkStep(): void {
    const like = this.step?.until ?? this.step?.do;
    if (!like) return;
    const since = this.live.lines.filter(isMove).filter(({ seq }) => seq > this.#from);
    const isMade = since.some(({ seat, move }) => (seat === this.seat || seat < 0) && move?.['kind'] && matches(move as unknown as AnyMove, like));
    if (isMade) this.next();
  }

  // For boards

  get legal(): ReadonlySet<number> {
    return this.isDone || this.isOffScript ? this.live.legal : new Set(this.wanted);
  }
  get view() {
    return this.live.view;
  }
  get game() {
    return this.live.game;
  }
  get id() {
    return this.live.id;
  }
  get seat() {
    return this.live.seat;
  }
  get names() {
    return this.live.names;
  }
  get people() {
    return this.live.people;
  }
  get options() {
    return this.live.options;
  }
  get content() {
    return this.live.content;
  }
  get winners() {
    return this.live.winners;
  }
  get moves() {
    return this.live.moves;
  }
  get lines() {
    return this.live.lines;
  }
  get ready() {
    return this.live.ready;
  }
  get actor() {
    return this.live.actor;
  }
  get animate(): Animator<unknown> | undefined {
    return this.live.animate;
  }
  set animate(animator: Animator<unknown> | undefined) {
    this.live.animate = animator;
  }

  clock() {
    return this.live.clock();
  }
  legally(like: Like): AnyMove[] {
    const { legal } = this;
    return this.moves.filter((move, id) => legal.has(id) && matches(move, like));
  }
  grab() {
    return this.live.grab();
  }
  pull(attempt: number, samples: [number, number, number][], isLast: boolean) {
    return this.live.pull(attempt, samples, isLast);
  }

  /** Sends only the step's move; after any other the coach repeats what to do. */
  async play(like: Like): Promise<boolean> {
    const [move] = this.legally(like);
    if (move) return this.live.play(move);
    this.wrongMoves += 1;
    return false;
  }
}
