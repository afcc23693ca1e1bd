/** Titles of a finished game and its best moment, told from its log; the games own the titles (`title.KIND` in their words). */

import type { LogEntry } from '../../../game-log/game-log';
import type { ScorePoint } from './score-history';

const FEWEST = 2; // moves of a kind that earn a title

export interface Title {
  seat: number;
  kind: string; // of the moves that earned it
  n: number; // how many
}

/** For each kind the one seat that made most moves of it; none where two made equally many. */
export function titles(entries: readonly LogEntry[], kinds: readonly string[]): Title[] {
  return kinds.flatMap((kind) => {
    const counts = new Map<number, number>();
    for (const { moves } of entries.filter(({ isTakenBack }) => !isTakenBack)) {
      for (const { move, seat } of moves) if (move.kind === kind) counts.set(seat, (counts.get(seat) ?? 0) + 1);
    }
    const [best, second] = [...counts].toSorted((one, other) => other[1] - one[1]);
    return best && best[1] >= FEWEST && best[1] > (second?.[1] ?? 0) ? [{ seat: best[0], kind, n: best[1] }] : [];
  });
}

export interface Moment {
  seat: number;
  points: number;
  stop: number; // which of the replay's stops shows it, from 0
}

/** The one move that brought a seat the most points, while scores could be known. */
export function bestMoment(history: readonly ScorePoint[]): Moment | undefined {
  let best: Moment | undefined;
  history.forEach(({ scores }, stop) => {
    scores.forEach((score, seat) => {
      const points = (score ?? 0) - (history[stop - 1]?.scores[seat] ?? score ?? 0);
      if (points > (best?.points ?? 1)) best = { seat, points, stop };
    });
  });
  return best;
}
