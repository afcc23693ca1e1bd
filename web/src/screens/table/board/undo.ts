/** Whether to offer undo. The server decides: only it knows whether a move revealed anything to anybody. */

import type { BoardTable } from '../../../board';
import { NOBODY, UNKNOWN, type MovedLine } from '../../../protocol';

const neverGames = new Set<string>(); // games that refused undo as such

/** Whether the last move is this seat's, also if it ended the turn, and nothing has followed from it. In timed games, where lines have an arrival time, never. */
export function mayUndo(table: Pick<BoardTable, 'game' | 'seat' | 'lines' | 'actor'>): boolean {
  if (neverGames.has(table.game) || table.seat < 0 || table.actor === NOBODY) return false;
  const back = table.lines.findLast((line) => line.line === 'took-back');
  const isStanding = (seq: number) => !(back && seq > back.back_to && seq < back.seq);
  const last = table.lines.findLast((line) => line.line === 'moved' && isStanding(line.seq)) as MovedLine | undefined;
  const latest = back && back.seq > (last?.seq ?? 0) ? back : last; // a move that another took back has been made
  return last?.seat === table.seat && latest?.seat === table.seat && last.arrived === undefined;
}

/** Whether anything unknown in one view is known in the next: a move that revealed something cannot be taken back. */
export function hasRevealed(before: unknown, after: unknown): boolean {
  if (before === UNKNOWN) return after !== UNKNOWN;
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return false;
  return Object.entries(before).some(([name, value]) => hasRevealed(value, after[name as keyof typeof after]));
}

/** Remembers a game that never allows undo, so that the button does not come back. */
export function rememberRefusal(game: string, reason: string): void {
  if (reason === 'undo-never') neverGames.add(game);
}
