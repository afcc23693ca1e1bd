/** Which seat this window looks from: the one its address names, else the only one this device holds, else whichever of them is asked. */

import { SPECTATOR } from '../../wire';

export interface Seating {
  own: readonly number[]; // the seats of this device
  played: readonly number[]; // of them, those that no robot plays
  seat: number; // from which it looks now
  actor: number;
  status: string;
  isFixed: boolean; // the address names a seat
  hasSecrets: boolean;
}

/** Look from there at once, or first draw a curtain before it; nothing where all is well. */
export type Change = { to: number; isHidden: boolean } | undefined;

export function seating(now: Seating): Change {
  const to = wanted(now);
  if (to === now.seat) return undefined;
  const isHidden = now.hasSecrets && now.status === 'playing' && now.own.length > 1;
  return { to, isHidden };
}

function wanted({ own, played, seat, actor, status, isFixed }: Seating): number {
  if (!own.length) return SPECTATOR;
  if (isFixed && own.includes(seat)) return seat;
  if (own.length === 1) return own[0]!;
  if (status === 'playing' && played.includes(actor)) return actor;
  if (own.includes(seat)) return seat;
  return status === 'playing' ? SPECTATOR : own[0]!;
}
