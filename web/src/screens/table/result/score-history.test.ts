import { expect, test } from 'vitest';
import { UNKNOWN, type Line } from '../../../protocol';
import { curves, ranks, scale, scoreHistory } from './score-history';

test('each view of the replay gives its known scores', () => {
  const line = (seq: number): Line => ({ seq, line: 'moved', seat: 0, at: 0 });
  const frames = [{ line: line(1) }, { line: line(2), view: { points: [1, UNKNOWN] } }, { line: line(3), view: { points: [1, 4] } }];
  const scores = (view: unknown) => (view as { points: number[]; bonus: number }).points.map((one) => one + 0 * (view as { bonus: number }).bonus);
  expect(scoreHistory({ frames, printed: { bonus: 2 } }, scores)).toEqual([
    { seq: 2, scores: [1, undefined] },
    { seq: 3, scores: [1, 4] },
  ]);
});

test('a curve goes from the first score to the final one', () => {
  const points = [1, 2, 3, 4].map((seq) => ({ seq, scores: [seq, undefined] }));
  expect(curves(points, [10, 4])).toEqual([{ seat: 0, at: [[0, 0.1], [0.25, 0.2], [0.5, 0.3], [0.75, 0.4], [1, 1]] }]);
});

test('the grid lines are maximum, middle and minimum', () => {
  expect(scale([{ seq: 1, scores: [-4, undefined] }], [12, 3])).toEqual([12, 4, -4]);
  expect(scale([], [0, 0])).toEqual([2, 1, 0]);
  expect(scale([], [41, 3])).toEqual([42, 21, 0]);
});

test('without a history there is no curve', () => expect(curves([], [3, 4])).toEqual([]));

test('winners come first, whatever their score; equal scores share a rank', () => {
  expect(ranks([5, 9, 5, 7], [2])).toEqual([4, 2, 1, 3]);
  expect(ranks([5, 5, 3], [0, 1])).toEqual([1, 1, 3]);
});
