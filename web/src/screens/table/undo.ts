/** Whether it is worth asking to take a move back; the server decides, since only it knows who has learned anything by a move. */

import type { Seen } from '../../board';
import { UNKNOWN } from '../../wire';

const never = new Set<string>(); // games that said so

/** Only while nothing has come of it, by chance or by others; and not against the clock, where lines say when they arrived. */
export function mayUndo(table: Pick<Seen, 'game' | 'seat' | 'lines' | 'actor'>): boolean {
  if (never.has(table.game) || table.seat < 0 || table.actor !== table.seat) return false;
  const back = table.lines.findLast(({ line }) => line === 'took-back');
  const counts = table.lines.filter(({ line, seq }) => line === 'moved' && !(back && seq > back.back_to! && seq < back.seq));
  const last = counts.at(-1);
  return last?.seat === table.seat && last.arrived === undefined;
}

/** Whether anything unknown in one view is known in the next: what was learned cannot be taken back. */
export function hasLearned(before: unknown, after: unknown): boolean {
  if (before === UNKNOWN) return after !== UNKNOWN;
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return false;
  return Object.entries(before).some(([name, value]) => hasLearned(value, after[name as keyof typeof after]));
}

export function neverUndone(game: string, reason: string): void {
  if (reason === 'undo-never') never.add(game);
}
