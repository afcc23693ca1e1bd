import { expect, test } from 'vitest';
import type { GameCard, Listed } from '../../wire';
import { ago, freeChairs, isAsked, linkTo, range, sorted, usual } from './shelf';

const CARD: GameCard = { game: 'box', name: 'Box', designer: '', publisher: '', age: 8, seats: [2, 3, 4], official: [2, 3, 4], rules: 1, options: [], robots: ['new', 'second', 'best'] };
const TABLE: Listed = { table: 'aaaaaaaa', game: 'box', status: 'playing', seats: 2, names: ['Ada', ''], robots: ['', ''], is_public: false, pace: 'live', since: 0 };

test('a first click makes a lively table with kind robots', () => {
  expect(usual(CARD)).toEqual({ seats: 3, robots: ['second', 'second'] });
  expect(usual({ ...CARD, official: [2], robots: ['new'] })).toEqual({ seats: 2, robots: ['new'] });
});

test('tables are shown once, one’s own first, what is over apart', () => {
  const over = { ...TABLE, table: 'bbbbbbbb', status: 'over' };
  const other = { ...TABLE, table: 'cccccccc', status: 'waiting' };
  expect(sorted({ own: [TABLE, over], public: [TABLE, other] })).toEqual({ mine: [TABLE], open: [other], done: [over] });
});

test('a table that waits for oneself comes first', () => {
  const asked = { ...TABLE, table: 'dddddddd', pace: 'post', yours: [1], actor: 1 };
  expect([isAsked(asked), isAsked({ ...asked, actor: 0 }), isAsked({ ...asked, robots: ['', 'second'] }), isAsked({ ...TABLE, yours: [0] })]).toEqual([true, false, false, false]);
  expect(sorted({ own: [TABLE, asked], public: [] }).mine).toEqual([asked, TABLE]);
});

test('a table is opened from one’s own seat', () => {
  expect(linkTo(TABLE)).toBe('/t/aaaaaaaa');
  expect(linkTo({ ...TABLE, yours: [1] })).toBe('/t/aaaaaaaa?seat=1');
});

test('a device that several share speaks for none of them until one says so', () => {
  expect(linkTo({ ...TABLE, yours: [0, 1] })).toBe('/t/aaaaaaaa');
});

test('a chair is free without a name and without a robot', () => {
  expect(freeChairs(TABLE)).toBe(1);
  expect(freeChairs({ ...TABLE, robots: ['', 'second'] })).toBe(0);
});

test('time is told as people tell it', () => {
  expect(ago(0, 30_000, 'en')).toBe('now');
  expect(ago(5_000, 0, 'en')).toBe('now');
  expect(ago(0, 61_000, 'en')).toBe('1 minute ago');
  expect(ago(0, 2 * 3_600_000, 'fr')).toBe('il y a 2 heures');
  expect(ago(0, 25 * 3_600_000, 'nl')).toBe('gisteren');
});

test('numbers in a row are told as a range', () => {
  expect([range([3, 4, 5]), range([2]), range([2, 4])]).toEqual(['3–5', '2', '2, 4']);
});
