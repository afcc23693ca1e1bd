/** One window's line to the server: it comes back by itself, and asks again what got no answer. */

import type { AnyAsk, Done, FromClient, Hello, News, Refused, ToClient, Welcome } from './wire';

export type Line = 'connecting' | 'open' | 'lost' | 'ended';
export type Ask = AnyAsk extends infer One ? (One extends AnyAsk ? Omit<One, 'id'> : never) : never;

export interface Listener {
  welcome(welcome: Welcome): void;
  news(news: News): void;
  refused(refused: Refused): void; // what answers no ask
  line(line: Line, reason: string): void;
}

interface Waiting {
  ask: FromClient;
  settle: (answer: Done | Refused) => void;
}

const FINAL = [1008, 1009]; // close codes after which coming back by itself is no use
const PATIENCE = [300, 1000, 2000, 4000, 8000]; // milliseconds between tries
export const SILENCE = 20_000; // milliseconds: the server pings every five seconds, so a line this quiet is dead

export class Connection {
  #socket: WebSocket | undefined;
  #waiting = new Map<string, Waiting>();
  #number = 0;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined; // to try again
  #watch: ReturnType<typeof setTimeout> | undefined; // for silence
  #isClosed = false;
  readonly #mine = Math.random().toString(36).slice(2, 10); // ids are never used twice at one table

  constructor(private readonly hello: () => Omit<Hello, 'ask'>, private readonly listener: Listener) {
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#drop);
    this.#connect();
  }

  /** Answered by Done or Refused, however often the line breaks in between. */
  ask(ask: Ask): Promise<Done | Refused> {
    const id = `${this.#mine}.${++this.#number}`;
    const whole = { ...ask, id } as FromClient;
    return new Promise((settle) => {
      this.#waiting.set(id, { ask: whole, settle });
      this.#send(whole);
    });
  }

  /** Look from another place. */
  greet(): void {
    this.#send({ ask: 'hello', ...this.hello() });
  }

  /** Knock once more, at once: the line was lost, or the door was shut. */
  again(): void {
    if (this.#isClosed) return;
    this.#tries = 0;
    this.listener.line('connecting', '');
    this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#drop);
    this.#hangUp();
  }

  #hurry = () => {
    if (!this.#socket || this.#socket.readyState === WebSocket.CLOSED) this.#connect();
  };

  #drop = () => {
    if (this.#socket) this.#lost(1006, '');
  };

  /** Whatever the old socket still says is not heard any more. */
  #hangUp(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(1000);
  }

  #connect(): void {
    this.#hangUp();
    const address = new URL('/ws', location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = (this.#socket = new WebSocket(address));
    socket.onopen = () => this.#opened();
    socket.onmessage = (event: MessageEvent<string>) => this.#heard(JSON.parse(event.data) as ToClient);
    socket.onclose = (event) => this.#lost(event.code, event.reason);
    this.#listen();
  }

  #listen(): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(this.#drop, SILENCE);
  }

  #opened(): void {
    this.greet();
    for (const { ask } of this.#waiting.values()) this.#send(ask);
  }

  #heard(said: ToClient): void {
    this.#listen();
    if (said.says === 'ping') return this.#send({ ask: 'pong', number: said.number });
    if (said.says === 'news') return this.listener.news(said);
    if (said.says === 'welcome') {
      this.#tries = 0;
      this.listener.line('open', '');
      return this.listener.welcome(said);
    }
    const waiting = this.#waiting.get(said.id);
    this.#waiting.delete(said.id);
    if (waiting) waiting.settle(said);
    else if (said.says === 'refused') this.listener.refused(said);
  }

  #lost(code: number, reason: string): void {
    this.#hangUp();
    if (FINAL.includes(code)) return this.#ended(reason);
    this.listener.line('lost', '');
    const wait = PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)]!;
    this.#timer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  /** Nobody will answer any more what was asked. */
  #ended(reason: string): void {
    for (const [id, { settle }] of this.#waiting) settle({ says: 'refused', id, reason });
    this.#waiting.clear();
    this.listener.line('ended', reason);
  }

  #send(said: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(said));
  }
}
