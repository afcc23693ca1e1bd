/** WebSocket of one window. It reconnects by itself and sends unanswered commands again. */

import { PROTOCOL, type AnyCommand, type Done, type FromClient, type Hello, type News, type Refused, type ToClient, type Welcome } from '../protocol';
import { reloadOnce } from './outdated';

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'ended';
export type Command = AnyCommand extends infer One ? (One extends AnyCommand ? Omit<One, 'id'> : never) : never;

export interface Listener {
  welcome(welcome: Welcome): void;
  news(news: News): void;
  refused(refused: Refused): void; // a refusal that answers no command
  state(state: ConnectionState, reason: string): void;
}

interface Pending {
  command: FromClient;
  settle: (answer: Done | Refused) => void;
}

const FINAL_CODES = [1008, 1009]; // close codes after which the server would refuse again
const RETRY_DELAYS = [300, 1000, 2000, 4000, 8000]; // milliseconds between tries
export const SILENCE_LIMIT = 20_000; // milliseconds: the server pings every 5 seconds, so a silent socket is dead

export class Connection {
  #socket: WebSocket | undefined;
  #pending = new Map<string, Pending>();
  #count = 0;
  #tries = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  readonly #prefix = Math.random().toString(36).slice(2, 10); // keeps ids of commands unique at a table

  constructor(private readonly hello: () => Omit<Hello, 'command'>, private readonly listener: Listener) {
    addEventListener('online', this.#retryNow);
    addEventListener('offline', this.#drop);
    this.#connect();
  }

  /** Resolves to Done or Refused, however often the connection breaks in between. */
  send(command: Command): Promise<Done | Refused> {
    const id = `${this.#prefix}.${++this.#count}`;
    const whole = { ...command, id } as FromClient;
    return new Promise((settle) => {
      this.#pending.set(id, { command: whole, settle });
      this.#transmit(whole);
    });
  }

  /** Sends Hello, for example from another seat. */
  sendHello(): void {
    this.#transmit({ command: 'hello', ...this.hello() });
  }

  /** Connects at once, after the connection was lost or the server ended it. */
  reconnect(): void {
    if (this.#isClosed) return;
    this.#tries = 0;
    this.listener.state('connecting', '');
    this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    removeEventListener('online', this.#retryNow);
    removeEventListener('offline', this.#drop);
    this.#closeSocket();
  }

  #retryNow = () => {
    if (!this.#socket || this.#socket.readyState === WebSocket.CLOSED) this.#connect();
  };

  #drop = () => {
    if (this.#socket) this.#lost(1006, '');
  };

  /** Detaches the handlers first: late messages of an old socket are ignored. */
  #closeSocket(): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#silenceTimer);
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(1000);
  }

  #connect(): void {
    this.#closeSocket();
    const address = new URL('/ws', location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = (this.#socket = new WebSocket(address));
    socket.onopen = () => this.#opened();
    socket.onmessage = (event: MessageEvent<string>) => this.#receive(JSON.parse(event.data) as ToClient);
    socket.onclose = (event) => this.#lost(event.code, event.reason);
    this.#restartSilenceTimer();
  }

  #restartSilenceTimer(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(this.#drop, SILENCE_LIMIT);
  }

  #opened(): void {
    this.sendHello();
    for (const { command } of this.#pending.values()) this.#transmit(command);
  }

  #receive(message: ToClient): void {
    this.#restartSilenceTimer();
    if (message.says === 'ping') return this.#transmit({ command: 'pong', number: message.number });
    if (message.says === 'news') return this.listener.news(message);
    if (message.says === 'welcome') {
      if (message.protocol !== PROTOCOL) return this.#outdated(message.protocol);
      this.#tries = 0;
      this.listener.state('open', '');
      return this.listener.welcome(message);
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (pending) pending.settle(message);
    else if (message.says === 'refused') this.listener.refused(message);
  }

  #lost(code: number, reason: string): void {
    this.#closeSocket();
    if (FINAL_CODES.includes(code)) return this.#ended(reason);
    this.listener.state('lost', '');
    const delay = RETRY_DELAYS[Math.min(this.#tries++, RETRY_DELAYS.length - 1)]!;
    this.#retryTimer = setTimeout(() => this.#connect(), delay * (0.75 + Math.random() / 2));
  }

  /** Nothing of what this server sends can be trusted to be understood. */
  #outdated(protocol: number): void {
    this.#closeSocket();
    if (!reloadOnce(protocol)) this.#ended('outdated');
  }

  /** Refuses all pending commands: the server will not answer them. */
  #ended(reason: string): void {
    for (const [id, { settle }] of this.#pending) settle({ says: 'refused', id, reason });
    this.#pending.clear();
    this.listener.state('ended', reason);
  }

  #transmit(message: FromClient): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}
