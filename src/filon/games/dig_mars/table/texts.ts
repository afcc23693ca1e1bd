/** Texts of the board: the status, and descriptions of sites. */

import type { BoardTable } from '$web/board';
import type { Values } from '$web/i18n/format';
import { sayIn } from '$web/i18n/i18n.svelte';
import { actionText } from '$web/game-log/sentences';
import { actionOf, begun, direct, SITES, undone, type Chosen } from './choices';
import { BONUS_NAMES, sampledBy } from './canyon/drawing';
import { isEnough, sharesAt, stationsAt, strengthAt } from './scores/strength';
import { Fortune, MOVE, NONE, Phase, type KindName, type Move, type SiteName, type Table, type Tile } from './types';

export type MarsTable = BoardTable<Table, Move>;

export const textsOf = (table: Pick<MarsTable, 'game'>) => (key: string, values: Values = {}) => sayIn(table.game, key, values);

/** Who must do what, in one sentence. */
export function status(table: MarsTable): string {
  const { view, seat } = table;
  const say = textsOf(table);
  if (view.phase === Phase.OVER) return say('board.over');
  const values = { who: table.names[view.turn] ?? '', n: view.actions };
  const isYou = view.turn === seat;
  if (view.phase === Phase.SETTLING) return say(isYou ? 'table.settle' : 'board.settling', values);
  if (view.phase === Phase.PLACING) return say(isYou ? 'table.place' : 'board.placing', values);
  if (view.phase === Phase.LAST_CALL) return say(isYou ? 'table.last-call' : 'board.last-call', values);
  return say(isYou ? 'table.your-turn' : 'table.turn', values);
}

/** Shortcuts of the actions; U is the shell's. */
export const KEYS: Record<string, KindName> = { d: 'dig', t: 'transport', m: 'move', g: 'upgrade', a: 'announce', e: 'end-turn' };

/** What the chosen action waits for; empty where none is chosen. */
export function hint(table: MarsTable, offers: readonly Move[], chosen: Chosen): string {
  const say = textsOf(table);
  const action = actionOf(offers, chosen);
  const step = !chosen.start ? 'start' : action === 'relocate' && chosen.owner < 0 ? 'owner' : 'target';
  return action && say(`table.hint.${action}`, { step, left: undone(offers).map((kind) => say(`table.act.${kind}`)).join(', ') });
}

/** A site as it is written on the board. */
export const called = (site: SiteName) => site.toUpperCase();

/** "You", or a name. */
export const nameOf = (table: MarsTable, seat: number) => (seat === table.seat ? textsOf(table)('table.you') : (table.names[seat] ?? ''));

export function bonusName(table: MarsTable, bonus: number): string {
  return textsOf(table)('board.bonus', { bonus: BONUS_NAMES[bonus]! });
}

/** Description of a tile's front. */
export function front(table: MarsTable, tile: Tile): string {
  const bonus = tile.bonus === NONE ? 'none' : BONUS_NAMES[tile.bonus]!;
  return textsOf(table)('table.front', { fortune: tile.fortune, transport: tile.transport, bonus });
}

/** Description of a site, and of what a click does. */
export function described(table: MarsTable, site: number, offers: readonly Move[], chosen: Chosen): string {
  return [held(table, site), stood(table, site), ...sampled(table, site), summed(table, site), possible(table, site, offers, chosen)].filter(Boolean).join(' ');
}

function held(table: MarsTable, site: number): string {
  const pile = table.view.pile[site]!;
  const values = { site: called(SITES[site]!), height: pile.height };
  if (!pile.height) return textsOf(table)('table.site.empty', values);
  if (!pile.explored) return textsOf(table)('table.site.down', { ...values, dig: pile.back[pile.height - 1]! });
  return textsOf(table)('table.site.up', { ...values, front: front(table, table.view.tile[pile.tile[pile.height - 1]!]!) });
}

function stood(table: MarsTable, site: number): string {
  const names = stationsAt(table.view, site).flatMap((n, seat) => (n ? [textsOf(table)('table.many', { who: nameOf(table, seat), n })] : []));
  return names.length ? textsOf(table)('table.site.stations', { names: names.join(', ') }) : '';
}

function sampled(table: MarsTable, site: number): string[] {
  const pile = table.view.pile[site]!;
  return sampledBy(pile, table.seat).map((place) => {
    const tile = table.view.tile[pile.tile[place]!]!;
    return textsOf(table)('table.site.sampled', { depth: place + 1, dig: tile.dig, front: front(table, tile) });
  });
}

function summed(table: MarsTable, site: number): string {
  const strength = strengthAt(table.view, table.seat, site);
  if (!strength) return '';
  return textsOf(table)('table.site.strength', { gear: strength.gear, own: strength.own, help: strength.help, needed: strength.needed, is: isEnough(strength) ? 'enough' : 'short' });
}

function possible(table: MarsTable, site: number, offers: readonly Move[], chosen: Chosen): string {
  const name = SITES[site]!;
  const move = direct(offers, chosen, name);
  if (move) return `${actionText(table, move, MOVE)}. ${shared(table, site, move)}`.trim();
  const kinds = actionOf(offers, chosen) ? [] : begun(offers, name);
  return kinds.length ? textsOf(table)('table.site.possible', { actions: kinds.map((kind) => textsOf(table)(`table.act.${kind}`)).join(', ') }) : '';
}

/** The share of each player, shown before the move (DM-40). */
export function shared(table: MarsTable, site: number, move?: Move): string {
  const shares = move && move.kind !== 'transport' ? undefined : sharesAt(table.view, table.seat, site);
  const stations = stationsAt(table.view, site);
  const parts = shares?.flatMap((n, seat) => (stations[seat] ? [textsOf(table)('table.share', { who: nameOf(table, seat), n })] : []));
  return parts ? textsOf(table)('table.shares', { parts: parts.join(', ') }) : '';
}

export const isOpen = (view: Table) => view.fortune === Fortune.OPEN;
