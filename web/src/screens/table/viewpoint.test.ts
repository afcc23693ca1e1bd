import { expect, test } from 'vitest';
import { SPECTATOR } from '../../wire';
import { viewpointChange, type Situation, type ViewpointChange } from './viewpoint';

const now: Situation = { ownSeats: [0, 2], playedSeats: [0, 2], seat: 0, actor: 2, status: 'playing', isFixed: false, hasSecrets: true };

test.each<[string, Partial<Situation>, ViewpointChange | undefined]>([
  ['a device without a seat is a spectator', { ownSeats: [], playedSeats: [] }, { to: SPECTATOR, isHidden: false }],
  ['the only seat of the device is taken at once', { ownSeats: [1], playedSeats: [1], seat: SPECTATOR }, { to: 1, isHidden: false }],
  ['a shared device goes to the seat to move, behind a curtain', {}, { to: 2, isHidden: true }],
  ['without a curtain where there are no secrets', { hasSecrets: false }, { to: 2, isHidden: false }],
  ['it stays while others are to move', { actor: 1 }, undefined],
  ['it stays when a robot plays the seat to move', { playedSeats: [0] }, undefined],
  ['a page loaded again shows no seat until somebody opens the curtain', { seat: SPECTATOR, actor: 1 }, undefined],
  ['a window whose address names a seat does not follow', { isFixed: true }, undefined],
  ['unless the device does not hold that seat', { isFixed: true, seat: 1 }, { to: 2, isHidden: true }],
  ['before the game there is no curtain', { seat: SPECTATOR, status: 'waiting' }, { to: 0, isHidden: false }],
  ['after the game there is no curtain', { seat: SPECTATOR, status: 'over' }, { to: 0, isHidden: false }],
])('%s', (_, change, expected) => expect(viewpointChange({ ...now, ...change })).toEqual(expected));
