import { expect, test } from 'vitest';
import type { AnyMove } from '../board';
import type { LogEntry } from './game-log';
import { tracedPlaces, tracesOf } from './traces';

const entry = (seq: number, seat: number, kind: string, more: Partial<LogEntry> = {}): LogEntry => ({
  from: seq, seq, kind: 'move', seat, text: `${seat} ${kind}`, credit: 0, isTakenBack: false, moves: [{ move: { kind }, seat }], ...more,
});
const texts = (entries: LogEntry[]) => entries.map(({ text }) => text);

test('others’ moves since one’s own last one are traces', () => {
  const log = [entry(1, 1, 'dig'), entry(2, 0, 'dig'), entry(3, 1, 'move'), entry(4, 2, 'dig', { kind: 'house' }), entry(5, 1, 'end-turn')];
  expect(texts(tracesOf(log, 0, ['end-turn']))).toEqual(['1 move', '2 dig']);
  expect(texts(tracesOf(log, 2, ['end-turn']))).toEqual(['1 dig', '0 dig', '1 move']); // no move of its own yet
  expect(tracesOf(log, -1)).toEqual([]);
});

test('what is taken back leaves no trace, and what it had covered shows again', () => {
  const log = [entry(1, 0, 'dig'), entry(2, 1, 'dig'), entry(3, 0, 'move', { isTakenBack: true }), entry(4, 1, 'move', { isTakenBack: true })];
  expect(texts(tracesOf(log, 0))).toEqual(['1 dig']);
});

test('chat and events around the table are no traces', () => {
  expect(tracesOf([entry(1, 1, 'said', { kind: 'talk', moves: [] })], 0)).toEqual([]);
});

test('a place is marked for who touched it last', () => {
  const places = (move: AnyMove) => [`${move.kind}-place`];
  expect([...tracedPlaces([entry(1, 1, 'dig'), entry(2, 2, 'dig')], places)]).toEqual([['dig-place', 2]]);
});
