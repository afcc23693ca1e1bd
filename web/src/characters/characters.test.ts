import { expect, test } from 'vitest';
import { characterOf, CHARACTERS, moodOf } from './characters';

test('the first eight seats of any table have eight characters, and a table always the same ones', () => {
  for (let i = 0; i < 200; i++) {
    const id = `t${(i * 7919).toString(36)}`;
    const seats = Array.from({ length: CHARACTERS }, (_, seat) => characterOf(id, seat));
    expect(new Set(seats)).toEqual(new Set(Array.from({ length: CHARACTERS }, (_, n) => n)));
    expect(characterOf(id, 3)).toBe(seats[3]);
  }
});

test('every character is met at some table', () => {
  expect(new Set(Array.from({ length: 200 }, (_, i) => characterOf(`t${i * 7919}`, 1))).size).toBe(CHARACTERS);
});

test('a robot is sour behind everybody, or after a lost game; scores that are hidden make nobody sour', () => {
  expect([0, 1, 2].map((seat) => moodOf(seat, [3, 1, 2], []))).toEqual(['pleased', 'sour', 'pleased']);
  expect([0, 1].map((seat) => moodOf(seat, [1, 1, 2], []))).toEqual(['pleased', 'pleased']);
  expect([0, 1].map((seat) => moodOf(seat, [undefined, 1], []))).toEqual(['pleased', 'pleased']);
  expect([0, 1].map((seat) => moodOf(seat, [3, 1], [1]))).toEqual(['sour', 'pleased']);
});
