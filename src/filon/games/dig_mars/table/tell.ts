/** What the board says in words: who must do what, and what a site holds. */

import type { BoardTable } from '$web/board';
import type { Values } from '$web/i18n/format';
import { sayIn } from '$web/i18n/i18n.svelte';
import { actionText } from '$web/game-log/sentences';
import { actionOf, begun, direct, SITES, type Chosen } from './choices';
import { BONUS_NAMES, sampledBy } from './drawing';
import { isEnough, sharesAt, stationsAt, strengthAt } from './strength';
import { Fortune, MOVE, NONE, Phase, type Move, type SiteName, type Table, type Tile } from './types';

export type Mars = BoardTable<Table, Move>;

export const saying = (table: Pick<Mars, 'game'>) => (key: string, values: Values = {}) => sayIn(table.game, key, values);

/** Who must do what, in one sentence. */
export function status(table: Mars): string {
  const { view, seat } = table;
  const say = saying(table);
  if (view.phase === Phase.OVER) return say('board.over');
  const values = { who: table.names[view.turn] ?? '', n: view.actions };
  const isYou = view.turn === seat;
  if (view.phase === Phase.SETTLING) return say(isYou ? 'table.settle' : 'board.settling', values);
  if (view.phase === Phase.PLACING) return say(isYou ? 'table.place' : 'board.placing', values);
  if (view.phase === Phase.LAST_CALL) return say(isYou ? 'table.last-call' : 'board.last-call', values);
  return say(isYou ? 'table.your-turn' : 'table.turn', values);
}

/** A site as it is written on the board. */
export const called = (site: SiteName) => site.toUpperCase();

/** "You", or a name. */
export const nameOf = (table: Mars, seat: number) => (seat === table.seat ? saying(table)('table.you') : (table.names[seat] ?? ''));

export function bonusName(table: Mars, bonus: number): string {
  return saying(table)('board.bonus', { bonus: BONUS_NAMES[bonus]! });
}

/** What is on a tile's front. */
export function front(table: Mars, tile: Tile): string {
  const bonus = tile.bonus === NONE ? 'none' : BONUS_NAMES[tile.bonus]!;
  return saying(table)('table.front', { fortune: tile.fortune, transport: tile.transport, bonus });
}

/** Everything a site holds, and what a click would do. */
export function described(table: Mars, site: number, offers: readonly Move[], chosen: Chosen): string {
  return [held(table, site), stood(table, site), ...sampled(table, site), summed(table, site), possible(table, site, offers, chosen)].filter(Boolean).join(' ');
}

function held(table: Mars, site: number): string {
  const pile = table.view.pile[site]!;
  const values = { site: called(SITES[site]!), height: pile.height };
  if (!pile.height) return saying(table)('table.site.empty', values);
  if (!pile.explored) return saying(table)('table.site.down', { ...values, dig: pile.back[pile.height - 1]! });
  return saying(table)('table.site.up', { ...values, front: front(table, table.view.tile[pile.tile[pile.height - 1]!]!) });
}

function stood(table: Mars, site: number): string {
  const names = stationsAt(table.view, site).flatMap((n, seat) => (n ? [saying(table)('table.many', { who: nameOf(table, seat), n })] : []));
  return names.length ? saying(table)('table.site.stations', { names: names.join(', ') }) : '';
}

function sampled(table: Mars, site: number): string[] {
  const pile = table.view.pile[site]!;
  return sampledBy(pile, table.seat).map((place) => {
    const tile = table.view.tile[pile.tile[place]!]!;
    return saying(table)('table.site.sampled', { depth: place + 1, dig: tile.dig, front: front(table, tile) });
  });
}

function summed(table: Mars, site: number): string {
  const strength = strengthAt(table.view, table.seat, site);
  if (!strength) return '';
  return saying(table)('table.site.strength', { gear: strength.gear, own: strength.own, help: strength.help, needed: strength.needed, is: isEnough(strength) ? 'enough' : 'short' });
}

function possible(table: Mars, site: number, offers: readonly Move[], chosen: Chosen): string {
  const name = SITES[site]!;
  const move = direct(offers, chosen, name);
  if (move) return `${actionText(table, move, MOVE)}. ${shared(table, site, move)}`.trim();
  const kinds = actionOf(offers, chosen) ? [] : begun(offers, name);
  return kinds.length ? saying(table)('table.site.possible', { actions: kinds.map((kind) => saying(table)(`table.act.${kind}`)).join(', ') }) : '';
}

/** Who would get what, before one commits (DM-40). */
export function shared(table: Mars, site: number, move?: Move): string {
  const shares = move && move.kind !== 'transport' ? undefined : sharesAt(table.view, table.seat, site);
  const stations = stationsAt(table.view, site);
  const parts = shares?.flatMap((n, seat) => (stations[seat] ? [saying(table)('table.share', { who: nameOf(table, seat), n })] : []));
  return parts ? saying(table)('table.shares', { parts: parts.join(', ') }) : '';
}

export const isOpen = (view: Table) => view.fortune === Fortune.OPEN;
