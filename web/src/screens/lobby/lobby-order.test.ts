import { expect, test } from 'vitest';
import type { Listed } from '../../protocol';
import { freeSeats, groupTables, isYourTurn, tableLink } from './lobby-order';

const TABLE: Listed = { table: 'aaaaaaaa', game: 'box', status: 'playing', seats: 2, names: ['Ada', ''], robots: ['', ''], numbers: [0, 0], is_public: false, pace: 'live', since: 0 };

test('each table is in one group: mine, open or done', () => {
  const over = { ...TABLE, table: 'bbbbbbbb', status: 'over' };
  const other = { ...TABLE, table: 'cccccccc', status: 'waiting' };
  expect(groupTables({ own: [TABLE, over], public: [TABLE, other] })).toEqual({ mine: [TABLE], open: [other], done: [over] });
});

test('tables where it is your turn come first', () => {
  const asked = { ...TABLE, table: 'dddddddd', pace: 'post', yours: [1], actor: 1 };
  expect([isYourTurn(asked), isYourTurn({ ...asked, actor: 0 }), isYourTurn({ ...asked, robots: ['', 'second'] }), isYourTurn({ ...TABLE, yours: [0] })]).toEqual([true, false, false, false]);
  expect(groupTables({ own: [TABLE, asked], public: [] }).mine).toEqual([asked, TABLE]);
});

test('of other people’s tables those that wait for players come first', () => {
  const waiting = { ...TABLE, table: 'eeeeeeee', status: 'waiting' };
  const full = { ...waiting, table: 'ffffffff', names: ['Ada', 'Bo'] };
  expect(groupTables({ own: [], public: [TABLE, full, waiting] }).open).toEqual([waiting, TABLE, full]);
});

test('a link opens a table from your only seat', () => {
  expect(tableLink(TABLE)).toBe('/t/aaaaaaaa');
  expect(tableLink({ ...TABLE, yours: [1] })).toBe('/t/aaaaaaaa?seat=1');
});

test('a link names no seat where the device holds several', () => {
  expect(tableLink({ ...TABLE, yours: [0, 1] })).toBe('/t/aaaaaaaa');
});

test('a seat is free without a name and without a robot', () => {
  expect(freeSeats(TABLE)).toBe(1);
  expect(freeSeats({ ...TABLE, robots: ['', 'second'] })).toBe(0);
});
