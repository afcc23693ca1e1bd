import { expect, test } from 'vitest';
import { SPECTATOR } from '../../wire';
import { seating, type Seating } from './seating';

const now: Seating = { own: [0, 2], played: [0, 2], seat: 0, actor: 2, status: 'playing', isFixed: false, hasSecrets: true };

test.each<[string, Partial<Seating>, ReturnType<typeof seating>]>([
  ['whoever sits nowhere looks on', { own: [], played: [] }, { to: SPECTATOR, isHidden: false }],
  ['the only own seat is taken at once', { own: [1], played: [1], seat: SPECTATOR }, { to: 1, isHidden: false }],
  ['a shared device goes to whoever is asked, behind a curtain', {}, { to: 2, isHidden: true }],
  ['and without one where there are no secrets', { hasSecrets: false }, { to: 2, isHidden: false }],
  ['it stays while others are asked', { actor: 1 }, undefined],
  ['and for a seat that a robot plays', { played: [0] }, undefined],
  ['a page loaded again shows no seat before somebody says who they are', { seat: SPECTATOR, actor: 1 }, undefined],
  ['a window that speaks for one seat does not follow', { isFixed: true }, undefined],
  ['unless that seat is not its own', { isFixed: true, seat: 1 }, { to: 2, isHidden: true }],
  ['before the game there is nothing to hide', { seat: SPECTATOR, status: 'waiting' }, { to: 0, isHidden: false }],
  ['nor after it', { seat: SPECTATOR, status: 'over' }, { to: 0, isHidden: false }],
])('%s', (_, change, expected) => expect(seating({ ...now, ...change })).toEqual(expected));
