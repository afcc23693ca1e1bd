/** Where things are drawn on a site of 120 by 120, and which picture a tile has. */

import { Bonus, type Pile } from '../types';

export const GROUND = 101; // where the lowest tile stands
export const THICK = 9; // of one tile
export const FACE = 66; // of the top tile, seen from above
export const FINDS = 16;

export const topOf = (height: number) => GROUND - height * THICK - FACE;

/** Three tiles share a find; those with the highest numbers have the finest. */
export const findOf = (tile: number) => Math.min(FINDS - 1, Math.floor(tile / 3));

/** Wavy edges between strata, different from site to site. */
export function stratum(site: number, from: number): string {
  const [a, b, c] = [7, 11, 13].map((step) => ((site * step + from) % 7) - 3);
  return `M0 ${from + a!}Q22 ${from - 5 + b!} 44 ${from + c!}T88 ${from + a!}T124 ${from + b!}V70H0Z`;
}

export const BONUS_SIGNS = { [Bonus.DIG]: 'dig', [Bonus.TRANSPORT]: 'transport', [Bonus.RELOCATE]: 'relocate', [Bonus.POINT]: 'take-point', [Bonus.SAMPLE]: 'sample' } as const;
export const BONUS_NAMES = ['dig', 'transport', 'relocate', 'point', 'sample'] as const;
export const GEARS = ['dig', 'transport', 'fleet'] as const;

/** Places of the face-down tiles of which this seat took a soil sample, lowest first (DM-A15). */
export function sampledBy(pile: Pile, seat: number): number[] {
  const down = Array.from({ length: pile.height - (pile.explored ? 1 : 0) }, (_, place) => place);
  return seat < 0 ? [] : down.filter((place) => (pile.seen_by[place]! >> seat) & 1 && pile.tile[place]! >= 0);
}

/** Whether the front of the top tile shows: it was dug, or everybody knows it since the game is over or the replay hides nothing. */
export function isFaceUp(pile: Pile, seat: number): boolean {
  const top = pile.height - 1;
  return Boolean(pile.explored) || (pile.tile[top]! >= 0 && !sampledBy(pile, seat).includes(top));
}

/** Seats that took a soil sample of a tile, which everybody saw. */
export const seenBy = (pile: Pile, place: number, seats: number) => Array.from({ length: seats }, (_, seat) => seat).filter((seat) => (pile.seen_by[place]! >> seat) & 1);
