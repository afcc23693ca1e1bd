/** Score history: the score of each seat after each move, from the open replay. */

import type { Board } from '../../../board';
import { UNKNOWN, type Replay } from '../../../protocol';

export interface ScorePoint {
  seq: number;
  scores: (number | undefined)[]; // by seat
}

export function scoreHistory({ frames, printed }: Pick<Replay, 'frames' | 'printed'>, scores: Board['scores']): ScorePoint[] {
  const known = (one: number | undefined) => (one === UNKNOWN ? undefined : one);
  return frames.flatMap(({ line, view }) => (view ? [{ seq: line.seq, scores: scores({ ...view, ...printed }).map(known) }] : []));
}

export interface Curve {
  seat: number;
  at: [number, number][]; // x and y from 0 to 1; y upwards
}

/** Values of the chart's grid lines: maximum, middle, minimum; all whole numbers, since scores are. */
export function scale(history: readonly ScorePoint[], finalScores: readonly number[]): [number, number, number] {
  const known = [...history.flatMap(({ scores }) => scores), ...finalScores].filter((one) => one !== undefined);
  const [low, high] = [Math.min(0, ...known), Math.max(1, ...known)];
  return [high + ((high - low) % 2), low + Math.ceil((high - low) / 2), low];
}

/** One curve for each seat with enough known scores, ending at its final score. */
export function curves(history: readonly ScorePoint[], finalScores: readonly number[]): Curve[] {
  const last = (history.at(-1)?.seq ?? 0) + 1;
  const all = [...history, { seq: last, scores: [...finalScores] }];
  const [high, , low] = scale(history, finalScores);
  const first = all[0]!.seq;
  const point = (seq: number, score: number): [number, number] => [(seq - first) / Math.max(1, last - first), (score - low) / (high - low)];
  const found = finalScores.map((_, seat) => ({ seat, at: all.flatMap(({ seq, scores }) => (scores[seat] === undefined ? [] : [point(seq, scores[seat])])) }));
  return found.filter(({ at }) => at.length > 3);
}

/** Rank of each seat: winners first, then by score; equal scores share a rank. */
export function ranks(scores: readonly number[], winners: readonly number[]): number[] {
  const isAhead = (one: number, other: number) => (winners.includes(one) !== winners.includes(other) ? winners.includes(one) : scores[one]! > scores[other]!);
  return scores.map((_, seat) => 1 + scores.filter((_, other) => isAhead(other, seat)).length);
}
