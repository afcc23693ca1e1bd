/** A live table in this window: what the server told it, and what it asks. */

import * as api from './api';
import type { AnyMove, Animator, Seen } from './board';
import { Connection, type Ask, type Line } from './connection';
import { personName } from './story';
import { NOBODY, SPECTATOR, type Around, type Done, type Heard, type News, type Person, type Refused, type Welcome } from './wire';

const BEHIND = 3; // with so many news waiting nothing is animated any more
const LONGEST = 8_000; // milliseconds: whatever a picture still does then, the game goes on

export interface Door {
  table: string;
  seat: number;
  invite: string;
  carry: string;
}

interface Arrived {
  news: News;
  look: number; // for which look it was meant
}

export class Table<V = unknown, M extends AnyMove = AnyMove> implements Seen<V, M> {
  readonly isReplay = false;
  readonly id: string;
  line = $state<Line>('connecting');
  ended = $state(''); // why the server closed the door
  welcome = $state.raw<Welcome>();
  around = $state.raw<Around>();
  view = $state.raw<V>(undefined as V);
  lines = $state.raw<readonly Heard[]>([]);
  legal = $state.raw<ReadonlySet<number>>(new Set());
  moves = $state.raw<readonly M[]>([]);
  ready = $state(0);
  actor = $state(NOBODY);
  seat = $state(SPECTATOR);
  refusal = $state.raw<Refused>(); // the last one, to be said
  animate: Animator<V> | undefined = undefined;

  #connection: Connection;
  #queue: Arrived[] = [];
  #isShowing = false;
  #heard = 0; // the last line that was told to this seat
  #look = 0; // counts how often the place was changed: what was told before is not for these eyes
  #isDeaf = true; // until the server has welcomed this seat
  #named: Promise<void> = Promise.resolve(); // once it is known what the ids of moves stand for
  #next = new AbortController(); // tells a motion that further news wait
  #clock = { at: 0, since: 0 };

  constructor(private readonly door: Door) {
    this.id = door.table;
    this.seat = door.seat;
    this.#connection = new Connection(() => this.#hello(), {
      welcome: (welcome) => this.#welcomed(welcome),
      news: (news) => this.#told(news),
      refused: (refused) => (this.refusal = refused),
      line: (line, reason) => this.#lined(line, reason),
    });
  }

  // What boards read

  get game(): string {
    return this.welcome?.game ?? '';
  }
  get people(): Person[] {
    return this.around?.people ?? [];
  }
  get names(): string[] {
    return this.people.map((person) => personName(this.game, person));
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

  // What the shell reads

  get status(): string {
    return this.around?.status ?? '';
  }
  /** What lets others in, as far as this device knows it. */
  get invite(): string {
    return this.around?.invite || this.door.invite;
  }
  /** The seats that this device holds. */
  get own(): number[] {
    return this.people.flatMap((person, seat) => (person.is_yours ? [seat] : []));
  }
  /** Whether this window is asked to move. */
  get isAsked(): boolean {
    return this.status === 'playing' && this.seat >= 0 && this.actor === this.seat && !this.people[this.seat]?.robot;
  }

  clock(): number {
    return this.#clock.at + Math.floor((performance.now() - this.#clock.since) / 10);
  }

  legally(like: Partial<M>): M[] {
    return this.moves.filter((move, id) => this.legal.has(id) && fits(move, like));
  }

  // Asking

  async play(like: Partial<M>): Promise<boolean> {
    const legal = this.moves.findIndex((move, id) => this.legal.has(id) && fits(move, like));
    const move = legal >= 0 ? legal : this.moves.findIndex((one) => fits(one, like));
    return this.ask({ ask: 'play', move });
  }

  /** True if it was kept; what is refused is shown. */
  async ask(ask: Ask): Promise<boolean> {
    const answer = await this.answer(ask);
    this.refusal = answer.says === 'refused' ? answer : undefined;
    return answer.says === 'done';
  }

  answer(ask: Ask): Promise<Done | Refused> {
    return this.#connection.ask(ask);
  }

  grab() {
    return this.answer({ ask: 'grab' });
  }

  heckle(phrase: string): void {
    void this.ask({ ask: 'heckle', phrase });
  }

  pull(attempt: number, samples: [number, number, number][], isLast: boolean) {
    return this.answer({ ask: 'pull', attempt, samples, is_last: isLast });
  }

  /** Look from another seat of this device's own. Where there are secrets nothing that the seat before has seen stays. */
  look(seat: number, hasSecrets = true): void {
    this.seat = seat;
    this.legal = new Set();
    if (hasSecrets) {
      this.view = undefined as V;
      this.lines = [];
    }
    this.#afresh();
    this.#connection.greet();
  }

  /** Try at once to come back. */
  again(): void {
    this.#connection.again();
  }

  close(): void {
    this.#look++;
    this.#connection.close();
  }

  // Hearing

  #hello() {
    const { table, invite, carry } = this.door;
    return { table, seat: this.seat, after: this.#heard, invite, carry };
  }

  #afresh(): void {
    this.#look++;
    this.#heard = 0;
    this.#queue = [];
    this.#isDeaf = true;
  }

  #lined(line: Line, reason: string): void {
    this.line = line;
    this.ended = reason;
    if (line !== 'open') this.#isDeaf = true;
  }

  /** Two Hellos may be answered by one Welcome: what follows is for the seat that it names. */
  #welcomed(welcome: Welcome): void {
    this.#isDeaf = welcome.seat !== this.seat;
    if (this.#isDeaf) return;
    if (welcome.seq < this.#heard) return this.look(this.seat); // the server has forgotten lines, as after a backup
    this.door.carry = '';
    if (this.welcome?.game !== welcome.game || !this.moves.length) this.#named = this.#read(welcome.game);
    this.welcome = welcome;
  }

  async #read(game: string): Promise<void> {
    try {
      this.moves = (await api.moves(game)).moves as unknown as M[];
    } catch {
      if (this.line === 'open') this.#connection.again(); // the next Welcome reads it again
    }
  }

  #told(news: News): void {
    if (this.#isDeaf) return;
    this.#heard = news.seq;
    this.#clock = { at: news.clock ?? 0, since: performance.now() }; // at once: sand waits for no motion
    this.#queue.push({ news, look: this.#look });
    this.#next.abort();
    if (!this.#isShowing) void this.#show();
  }

  async #show(): Promise<void> {
    this.#isShowing = true;
    for (let arrived = this.#queue.shift(); arrived; arrived = this.#queue.shift()) {
      await this.#named;
      await this.#animated(arrived.news);
      if (arrived.look === this.#look) this.#shown(arrived.news);
    }
    this.#isShowing = false;
  }

  async #animated(news: News): Promise<void> {
    const isCalm = !this.animate || !this.view || !news.view || !news.lines.length || document.hidden;
    if (isCalm || this.#queue.length >= BEHIND) return;
    this.#next = new AbortController();
    if (this.#queue.length) this.#next.abort();
    try {
      const motion = this.animate!(this.view, news.view as V, news.lines, this.#next.signal);
      await Promise.race([motion, new Promise((done) => setTimeout(done, LONGEST))]);
    } catch (error) {
      console.error(error); // a picture that fails must not stop the game
    }
  }

  #shown(news: News): void {
    const last = this.lines.at(-1)?.seq ?? 0;
    this.lines = [...this.lines, ...news.lines.filter((line) => line.seq > last)];
    if (news.around) this.around = news.around;
    if (news.view) this.view = news.view as V;
    this.legal = new Set(news.legal);
    this.ready = news.ready ?? 0;
    this.actor = news.actor ?? NOBODY;
  }
}

export function fits<M extends AnyMove>(move: M, like: Partial<M>): boolean {
  return Object.entries(like).every(([name, value]) => move[name as keyof M] === value);
}
