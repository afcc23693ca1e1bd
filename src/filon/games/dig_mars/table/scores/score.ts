/** Scores, rows of the final scores, and the places of a move. */

import type { ScoreRow } from '$web/board';
import type { Line } from '$web/protocol';
import { textsOf, type MarsTable } from '../texts';
import type { Move, Table } from '../types';

const seatsOf = (view: Table) => Array.from({ length: view.seats }, (_, seat) => seat);

export const scores = (view: Table) => seatsOf(view).map((seat) => (view.player[seat]!.fortune >= 0 ? view.player[seat]!.fortune : undefined));

/** The data-anchor of each place that a move is about. */
export function places(move: Move, seat: number): string[] {
  const sites = [move.start, move.site].filter((site) => site && site !== '?').map((site) => `site-${site}`);
  return sites.length ? sites : [move.kind === 'upgrade' ? `gear-${seat}-${move.gear}` : `player-${seat}`];
}

/** DM-17: everything paid for levels. */
export const paid = (view: Table, seat: number) => view.player[seat]!.level.flatMap((level) => view.cost.slice(0, level - 1)).reduce((sum, cost) => sum + cost, 0);

/** DM-24: extra points taken, without those taken back. */
export function points(lines: readonly Line[], seat: number): number {
  const count = (line: Line) => (line.line === 'moved' && line.seat === seat && line.move?.kind === 'take-point' ? [line.seq] : []);
  let taken: number[] = [];
  for (const line of lines) taken = line.line === 'took-back' ? taken.filter((seq) => seq <= (line.back_to ?? 0)) : [...taken, ...count(line)];
  return taken.length;
}

/** Value of the tiles carried out: the fortune, plus what was paid, minus the extra points. */
export function scoreRows(table: MarsTable): ScoreRow[] {
  const { view, lines } = table;
  const [extra, spent] = [seatsOf(view).map((seat) => points(lines, seat)), seatsOf(view).map((seat) => paid(view, seat))];
  const fortunes = seatsOf(view).map((seat) => view.player[seat]!.fortune);
  const say = textsOf(table);
  return [
    { what: say('table.count.tiles'), numbers: fortunes.map((fortune, seat) => fortune + spent[seat]! - extra[seat]!) },
    { what: say('table.count.points'), numbers: extra },
    { what: say('table.count.upgrades'), numbers: spent.map((cost) => (cost ? -cost : 0)) },
  ];
}
