/** Sums for display: the server alone decides what is legal. Python writes strength.cases.json, which tests these sums against the rules. */

import { Gear, Phase, type Table } from '../types';

export interface Strength {
  own: number; // the player's level
  help: number; // what the other stations on the tile add
  needed: number; // the tile's difficulty
  gear: 'dig' | 'transport';
}

export const isEnough = ({ own, help, needed }: Strength) => own + help >= needed;

/** DM-30: each station after the first, of any player, adds one level. */
export const help = (stations: readonly number[]) => stations.reduce((sum, count) => sum + count, -1);

/** DM-40: equal parts for the players present, the remainder for the player who transports; by seat. */
export function parts(fortune: number, stations: readonly number[], seat: number): number[] {
  const present = stations.filter((count) => count > 0).length;
  return stations.map((count, other) => (count > 0 ? Math.floor(fortune / present) : 0) + (other === seat ? fortune % present : 0));
}

export const stationsAt = (view: Table, site: number) => view.player.slice(0, view.seats).map((player) => player.stations[site]!);

/** A player's strength at the top tile, and the tile's difficulty; undefined without a station or a tile there. */
export function strengthAt(view: Table, seat: number, site: number): Strength | undefined {
  const pile = view.pile[site]!;
  const here = stationsAt(view, site);
  if (!here[seat] || !pile.height || view.phase === Phase.OVER) return undefined;
  const gear = pile.explored ? 'transport' : 'dig';
  const needed = pile.explored ? view.tile[pile.tile[pile.height - 1]!]!.transport : pile.back[pile.height - 1]!;
  return { own: view.player[seat]!.level[pile.explored ? Gear.TRANSPORT : Gear.DIG]!, help: help(here), needed, gear };
}

/** Shares by seat if this player transported the explored tile; undefined where nobody shares. */
export function sharesAt(view: Table, seat: number, site: number): number[] | undefined {
  const pile = view.pile[site]!;
  const here = stationsAt(view, site);
  if (!pile.explored || !here[seat] || here.filter((count) => count > 0).length < 2) return undefined;
  return parts(view.tile[pile.tile[pile.height - 1]!]!.fortune, here, seat);
}

/** DM-17: what the next level costs; undefined above level 4. */
export const costOf = (view: Table, seat: number, gear: number): number | undefined => view.cost[view.player[seat]!.level[gear]! - 1];
