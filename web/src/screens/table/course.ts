/** How a game went: everybody's points after each move, from the replay in which everything lies open. */

import type { Board } from '../../board';
import { UNKNOWN, type Replay } from '../../wire';

export interface Point {
  seq: number;
  numbers: (number | undefined)[]; // by seat
}

export function pointsOf({ frames, printed }: Pick<Replay, 'frames' | 'printed'>, standing: Board['standing']): Point[] {
  const known = (one: number | undefined) => (one === UNKNOWN ? undefined : one);
  return frames.flatMap(({ line, view }) => (view ? [{ seq: line.seq, numbers: standing({ ...view, ...printed }).map(known) }] : []));
}

export interface Curve {
  seat: number;
  at: [number, number][]; // from 0 to 1, both ways; upwards is more
}

/** What the lines of the picture stand for: the most, the middle, the least. */
export function scale(points: readonly Point[], scores: readonly number[]): [number, number, number] {
  const known = [...points.flatMap(({ numbers }) => numbers), ...scores].filter((one) => one !== undefined);
  const [low, high] = [Math.min(0, ...known), Math.max(1, ...known)];
  return [high, (low + high) / 2, low];
}

/** A curve for each seat that was seen often enough; the final scores are its end. */
export function curves(points: readonly Point[], scores: readonly number[]): Curve[] {
  const last = (points.at(-1)?.seq ?? 0) + 1;
  const all = [...points, { seq: last, numbers: [...scores] }];
  const [high, , low] = scale(points, scores);
  const first = all[0]!.seq;
  const spot = (seq: number, number: number): [number, number] => [(seq - first) / Math.max(1, last - first), (number - low) / (high - low)];
  const found = scores.map((_, seat) => ({ seat, at: all.flatMap(({ seq, numbers }) => (numbers[seat] === undefined ? [] : [spot(seq, numbers[seat])])) }));
  return found.filter(({ at }) => at.length > 3);
}

/** Places in the ranking: winners first, then by points; the same points share a place. */
export function ranks(scores: readonly number[], winners: readonly number[]): number[] {
  const isAhead = (one: number, other: number) => (winners.includes(one) !== winners.includes(other) ? winners.includes(one) : scores[one]! > scores[other]!);
  return scores.map((_, seat) => 1 + scores.filter((_, other) => isAhead(other, seat)).length);
}
