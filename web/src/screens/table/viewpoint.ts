/** Viewpoint of a window: the seat its address names, else the only seat of this device, else the device's seat that is to move. */

import { SPECTATOR } from '../../wire';

export interface Situation {
  ownSeats: readonly number[]; // of this device
  playedSeats: readonly number[]; // of them, those that no robot plays
  seat: number; // the viewpoint now
  actor: number;
  status: string;
  isFixed: boolean; // the address names a seat
  hasSecrets: boolean;
}

/** Change of viewpoint: at once, or behind a curtain. */
export interface ViewpointChange {
  to: number;
  isHidden: boolean;
}

/** The change that the situation asks for; undefined where the viewpoint stays. */
export function viewpointChange(now: Situation): ViewpointChange | undefined {
  const to = wantedSeat(now);
  if (to === now.seat) return undefined;
  const isHidden = now.hasSecrets && now.status === 'playing' && now.ownSeats.length > 1;
  return { to, isHidden };
}

function wantedSeat({ ownSeats, playedSeats, seat, actor, status, isFixed }: Situation): number {
  if (!ownSeats.length) return SPECTATOR;
  if (isFixed && ownSeats.includes(seat)) return seat;
  if (ownSeats.length === 1) return ownSeats[0]!;
  if (status === 'playing' && playedSeats.includes(actor)) return actor;
  if (ownSeats.includes(seat)) return seat;
  return status === 'playing' ? SPECTATOR : ownSeats[0]!;
}
