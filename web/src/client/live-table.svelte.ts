/** A live table in this window: the state the server sent, and the commands this window sends. */

import type { Animator, AnyMove, BoardTable, KeyHandler } from '../board';
import { isMove } from '../game-log/lines';
import { personNames } from '../game-log/names';
import { NOBODY, SPECTATOR, type Around, type Done, type Line, type News, type Person, type Refused, type Welcome } from '../protocol';
import * as api from './api';
import { Connection, type Command, type ConnectionState } from './connection';

const MAX_BACKLOG = 3; // queued news from which on nothing is animated
const MAX_ANIMATION = 8_000; // milliseconds: then the game goes on, whatever the animation does

/** Parameters of Hello. */
export interface TableAddress {
  table: string;
  seat: number;
  invite: string;
  carry: string;
}

interface QueuedNews {
  news: News;
  generation: number; // of the viewpoint it was sent for
}

export class LiveTable<V = unknown, M extends AnyMove = AnyMove> implements BoardTable<V, M> {
  readonly isReplay = false;
  readonly id: string;
  connectionState = $state<ConnectionState>('connecting');
  endReason = $state(''); // why the server ended the connection
  welcome = $state.raw<Welcome>();
  around = $state.raw<Around>();
  aroundAt = $state(0); // when it came, by performance.now()
  view = $state.raw<V>(undefined as V);
  lines = $state.raw<readonly Line[]>([]);
  legal = $state.raw<ReadonlySet<number>>(new Set());
  moves = $state.raw<readonly M[]>([]);
  ready = $state(0);
  actor = $state(NOBODY);
  seat = $state(SPECTATOR);
  refusal = $state.raw<Refused>(); // the last one, for the toast
  substep = $state('');
  animate: Animator<V> | undefined = undefined;
  onKey: KeyHandler | undefined = undefined;

  #connection: Connection;
  #queue: QueuedNews[] = [];
  #isShowing = false;
  #lastSeq = 0; // of the lines that this seat received
  #generation = 0; // counts changes of viewpoint: news sent before the last change is dropped
  #isAwaitingWelcome = true;
  #movesLoaded: Promise<void> = Promise.resolve();
  #newsWaits = new AbortController(); // aborted when further news arrive during an animation
  #clock = { at: 0, since: 0 };

  constructor(private readonly address: TableAddress) {
    this.id = address.table;
    this.seat = address.seat;
    this.#connection = new Connection(() => this.#hello(), {
      welcome: (welcome) => this.#welcomed(welcome),
      news: (news) => this.#receive(news),
      refused: (refused) => (this.refusal = refused),
      state: (state, reason) => this.#setState(state, reason),
    });
  }

  // For boards

  get game(): string {
    return this.welcome?.game ?? '';
  }
  get people(): Person[] {
    return this.around?.people ?? [];
  }
  get names(): string[] {
    return personNames(this, this.people);
  }
  get options() {
    return this.welcome?.options ?? {};
  }
  get content() {
    return this.welcome?.content ?? {};
  }
  get winners() {
    return this.around?.winners ?? [];
  }
  get phrases() {
    return this.welcome?.phrases ?? [];
  }

  // For the shell

  get status(): string {
    return this.around?.status ?? '';
  }
  /** The invitation to this table, if this device knows it. */
  get invite(): string {
    return this.around?.invite || this.address.invite;
  }
  /** The seats that this device holds. */
  get ownSeats(): number[] {
    return this.people.flatMap((person, seat) => (person.is_yours ? [seat] : []));
  }
  /** Whether this window's seat is to move. */
  get isYourTurn(): boolean {
    return this.status === 'playing' && this.seat >= 0 && this.actor === this.seat && !this.people[this.seat]?.robot;
  }

  clock(): number {
    return this.#clock.at + Math.floor((performance.now() - this.#clock.since) / 10);
  }

  legally(like: Partial<M>): M[] {
    return this.moves.filter((move, id) => this.legal.has(id) && matches(move, like));
  }

  // Commands

  async play(like: Partial<M>): Promise<boolean> {
    const legal = this.moves.findIndex((move, id) => this.legal.has(id) && matches(move, like));
    const move = legal >= 0 ? legal : this.moves.findIndex((one) => matches(one, like));
    const before = this.#moment;
    const answer = await this.request({ command: 'play', move });
    const early = (this.ready - this.clock()) * 10;
    if (answer.says === 'done' || early <= 0 || legal < 0 || this.#moment !== before) return this.#isDone(answer);
    await new Promise((done) => setTimeout(done, early)); // the server paused, and its clock is behind what this window showed
    return this.#moment === before && this.send({ command: 'play', move });
  }

  /** Another one after each move, and from another seat. */
  get #moment(): string {
    return `${this.#generation} ${this.lines.findLast(isMove)?.seq}`;
  }

  /** True if the server accepted it; a refusal is shown. */
  async send(command: Command): Promise<boolean> {
    return this.#isDone(await this.request(command));
  }

  #isDone(answer: Done | Refused): boolean {
    this.refusal = answer.says === 'refused' ? answer : undefined;
    return answer.says === 'done';
  }

  /** The server's answer, for callers that handle a refusal themselves. */
  request(command: Command): Promise<Done | Refused> {
    return this.#connection.send(command);
  }

  grab() {
    return this.request({ command: 'grab' });
  }

  sayPhrase(phrase: string): void {
    void this.send({ command: 'phrase', phrase });
  }

  pull(attempt: number, samples: [number, number, number][], isLast: boolean) {
    return this.request({ command: 'pull', attempt, samples, is_last: isLast });
  }

  /** Changes the viewpoint to another seat. Where seats have secrets, drops all that the seat before has seen. */
  viewFrom(seat: number, hasSecrets = true): void {
    this.seat = seat;
    this.legal = new Set();
    if (hasSecrets) {
      this.view = undefined as V;
      this.lines = [];
    }
    this.#reset();
    this.#connection.sendHello();
  }

  reconnect(): void {
    this.#connection.reconnect();
  }

  close(): void {
    this.#generation++;
    this.#connection.close();
  }

  // Messages of the server

  #hello() {
    const { table, invite, carry } = this.address;
    return { table, seat: this.seat, after: this.#lastSeq, invite, carry };
  }

  #reset(): void {
    this.#generation++;
    this.#lastSeq = 0;
    this.#queue = [];
    this.#isAwaitingWelcome = true;
  }

  #setState(state: ConnectionState, reason: string): void {
    this.connectionState = state;
    this.endReason = reason;
    if (state !== 'open') this.#isAwaitingWelcome = true;
  }

  /** The server may answer two Hellos with one Welcome: news that follows is for the seat that Welcome names. */
  #welcomed(welcome: Welcome): void {
    this.#isAwaitingWelcome = welcome.seat !== this.seat;
    if (this.#isAwaitingWelcome) return;
    if (welcome.seq < this.#lastSeq) return this.viewFrom(this.seat); // the server has fewer lines, as after restoring a backup
    this.address.carry = '';
    if (this.welcome?.game !== welcome.game || !this.moves.length) this.#movesLoaded = this.#loadMoves(welcome.game);
    this.welcome = welcome;
  }

  async #loadMoves(game: string): Promise<void> {
    try {
      this.moves = (await api.moves(game)).moves as unknown as M[];
    } catch {
      if (this.connectionState === 'open') this.#connection.reconnect(); // the next Welcome loads them again
    }
  }

  #receive(news: News): void {
    if (this.#isAwaitingWelcome) return;
    this.#lastSeq = news.seq;
    this.#clock = { at: news.clock ?? 0, since: performance.now() }; // before any animation: the sand does not wait for it
    const printed = this.welcome?.printed;
    const whole = news.view && printed ? { ...news, view: { ...printed, ...(news.view as object) } } : news;
    this.#queue.push({ news: whole, generation: this.#generation });
    this.#newsWaits.abort();
    if (!this.#isShowing) void this.#showQueue();
  }

  async #showQueue(): Promise<void> {
    this.#isShowing = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      await this.#movesLoaded;
      await this.#animateNews(next.news);
      if (next.generation === this.#generation) this.#show(next.news);
    }
    this.#isShowing = false;
  }

  async #animateNews(news: News): Promise<void> {
    const isStill = !this.animate || !this.view || !news.view || !news.lines.length || document.hidden;
    if (isStill || this.#queue.length >= MAX_BACKLOG) return;
    this.#newsWaits = new AbortController();
    if (this.#queue.length) this.#newsWaits.abort();
    try {
      const animation = this.animate!(this.view, news.view as V, news.lines, this.#newsWaits.signal);
      await Promise.race([animation, new Promise((done) => setTimeout(done, MAX_ANIMATION))]);
    } catch (error) {
      console.error(error); // a failed animation does not stop the game
    }
  }

  #show(news: News): void {
    const last = this.lines.at(-1)?.seq ?? 0;
    this.lines = [...this.lines, ...news.lines.filter((line) => line.seq > last)];
    if (news.around) [this.around, this.aroundAt] = [news.around, performance.now()];
    if (news.view) this.view = news.view as V;
    this.legal = new Set(news.legal);
    this.ready = news.ready ?? 0;
    this.actor = news.actor ?? NOBODY;
  }
}

/** Whether a move has all of these fields. */
export function matches<M extends AnyMove>(move: M, like: Partial<M>): boolean {
  return Object.entries(like).every(([name, value]) => move[name as keyof M] === value);
}
