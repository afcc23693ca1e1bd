/** Fake WebSocket and page for unit tests: records what was sent and plays the server. tests/play runs a real browser. */

import { vi } from 'vitest';
import type { FromClient, ToClient } from '../protocol';

export class FakeSocket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static made: FakeSocket[] = [];

  readyState = 0;
  sent: FromClient[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly address: URL) {
    FakeSocket.made.push(this);
  }

  static get last(): FakeSocket {
    return FakeSocket.made.at(-1)!;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  // The server

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  says(said: ToClient): void {
    this.onmessage?.({ data: JSON.stringify(said) });
  }

  shuts(code: number, reason = ''): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code, reason });
  }

  received(command: string): FromClient[] {
    return this.sent.filter((one) => one.command === command);
  }
}

/** Stubs the page around it: its address, and its online and offline events. */
export function fakePage(): EventTarget {
  const page = new EventTarget();
  FakeSocket.made = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', new URL('http://filon.test/t/table'));
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('document', { hidden: false, documentElement: {} });
  return page;
}
