/** What others did since a seat's last move: entries of the log, and the places they touched. */

import type { Board } from '../board';
import type { LogEntry } from './game-log';

/** Entries of others since the seat's own last move; none for spectators. Moves of a kind in `passing` leave nothing behind. */
export function tracesOf(entries: readonly LogEntry[], seat: number, passing: readonly string[] = []): LogEntry[] {
  if (seat < 0) return [];
  const moves = entries.filter((one) => one.moves.length && !one.isTakenBack);
  const own = moves.findLastIndex((one) => one.kind === 'move' && one.seat === seat);
  return moves.slice(own + 1).filter((one) => one.seat !== seat && one.moves.some(({ move }) => !passing.includes(move.kind)));
}

/** The places of these entries, each with the seat that touched it last. */
export function tracedPlaces(traces: readonly LogEntry[], places: Board['places']): Map<string, number> {
  return new Map(traces.flatMap((one) => one.moves.flatMap(({ move, seat }) => places(move, seat).map((place) => [place, seat] as const))));
}

/** Marks these places of the board and no others. An attribute, since Svelte writes classes again. */
export function markTraces(traced: ReadonlyMap<string, number>): void {
  for (const place of document.querySelectorAll('[data-traced]')) place.removeAttribute('data-traced');
  for (const [name, seat] of traced) {
    for (const place of document.querySelectorAll(`[data-anchor="${CSS.escape(name)}"]`)) place.setAttribute('data-traced', String(seat));
  }
}
