/** Texts of the board: the status, names of places, rows of the scores. */

import type { ScoreRow, BoardTable } from '$web/board';
import { sayIn } from '$web/i18n/i18n.svelte';
import { settings } from '$web/settings.svelte';
import type { Values } from '$web/i18n/format';
import { debts, left, seated, total, worth } from './rings/rings';
import type { Spot } from './tray/tray';
import { Card, NONE, Phase, type Move, type Player, type Table } from './types';

export type DiadingoTable = BoardTable<Table, Move>;

const GAME = 'diadingo';
const PHASES: Record<number, string> = { [Phase.DRAWING]: 'drawing', [Phase.TRYING]: 'trying', [Phase.STEALING]: 'stealing' };
const ENDINGS = ['', 'pile-empty', 'diamonds-gone'];

export const text = (key: string, values: Values = {}) => sayIn(GAME, key, values);
export const number = (n: number) => n.toLocaleString(settings.language);
/** A short number: 3K. */
export const brief = (n: number) => n.toLocaleString(settings.language, { notation: 'compact' });
export const dollars = (n: number) => (n < 0 ? '−' : '') + text('table.dollars', { n: number(Math.abs(n)) });

export function status(table: DiadingoTable): string {
  const { view } = table;
  if (view.phase === Phase.OVER) return text(`ending.${ENDINGS[view.ending]}`);
  const phase = PHASES[view.phase]!;
  const said = view.turn === table.seat ? text('board.you-play', { phase }) : text('board.plays', { who: table.names[view.turn] ?? '', phase });
  return view.games > 1 ? `${game(view)} · ${said}` : said;
}

const game = (view: Table) => text('board.game', { n: view.game + 1, games: view.games });
export const scores = (view: Table) => seated(view).map((player) => total(player, view));

export function scoreRows({ view }: DiadingoTable): ScoreRow[] {
  const row = (key: string, count: (player: Player) => number) => ({ what: text(key), numbers: seated(view).map(count) });
  return [
    ...(view.games > 1 ? [row('table.count-before', (player) => player.dollars)] : []),
    row('table.count-set', (player) => worth(player.set, view)),
    ...(view.debts ? [row('table.count-debts', (player) => -debts(player, view))] : []),
  ];
}

// Names of places

export const diamond = ({ place, state }: Spot) => text('table.diamond', { place, state });

export function pile(view: Table, mayDraw: boolean): string {
  const held = text('table.pile', { n: left(view) });
  return mayDraw ? `${text('do.draw')}. ${held}` : held;
}

export function card(view: Table): string {
  if (view.card === NONE) return text('table.card', { card: 'none', dollars: '' });
  if (view.card === Card.THEFT) return text('table.card', { card: 'theft', dollars: '' });
  return text('table.card', { card: 'ring', dollars: dollars(view.value[view.card]!) });
}

export function theft(table: DiadingoTable, victim: number, rank: number): string {
  return text('do.steal', { victim: table.names[victim] ?? '', dollars: number(table.view.value[rank]!) });
}

/** A player's rings in one sentence, for screen readers. */
export function rings(player: Player, view: Table, who: string): string {
  return text('table.rings', { who, dollars: dollars(total(player, view)), set: listed(player.set, view), empty: listed(player.empty, view) });
}

function listed(counts: readonly number[], view: Table): string {
  const each = counts.map((n, rank) => (n ? text('table.rings-of', { n, dollars: dollars(view.value[rank]!) }) : ''));
  return each.filter(Boolean).join(', ') || text('table.none');
}
