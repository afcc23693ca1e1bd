import { expect, test } from 'vitest';
import type { LogEntry } from '../../../game-log/game-log';
import { bestMoment, titles } from './titles';

const entry = (kind: string, seat: number, isTakenBack = false): LogEntry => ({ from: 1, seq: 1, kind: 'move', seat, text: '', credit: 0, isTakenBack, moves: [{ move: { kind }, seat }] });

test('a title goes to the one seat that made most moves of its kind', () => {
  expect(titles([entry('dig', 0), entry('dig', 1), entry('dig', 1), entry('steal', 0)], ['dig', 'steal'])).toEqual([{ seat: 1, kind: 'dig', n: 2 }]);
});

test('nobody gets a title by as many moves as another, nor by moves that were taken back', () => {
  expect(titles([entry('dig', 0), entry('dig', 0), entry('dig', 1), entry('dig', 1)], ['dig'])).toEqual([]);
  expect(titles([entry('dig', 0), entry('dig', 0, true)], ['dig'])).toEqual([]);
});

test('the best moment is the greatest gain by one move', () => {
  const history = [[0, 0], [3, 0], [3, 8], [9, 8]].map((scores, seq) => ({ seq, scores }));
  expect(bestMoment(history)).toEqual({ seat: 1, points: 8, stop: 2 });
  expect(bestMoment([{ seq: 0, scores: [5, undefined] }])).toBeUndefined();
});
