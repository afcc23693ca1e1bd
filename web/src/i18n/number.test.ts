import { afterEach, expect, test } from 'vitest';
import { saveSettings } from '../settings.svelte';
import { number, range, timeAgo } from './number';

afterEach(() => saveSettings({ language: 'en' }));

test.each([
  ['en', ['7', '12,500', '−1,200', '0.5']],
  ['fr', ['7', '12\u202f500', '−1\u202f200', '0,5']],
  ['nl', ['7', '12.500', '−1.200', '0,5']],
] as const)('numbers are written as people write them in %s', (language, written) => {
  saveSettings({ language });
  expect([7, 12_500, -1200, 0.5].map(number)).toEqual(written);
});

test('times are written as people say them', () => {
  expect(timeAgo(0, 30_000, 'en')).toBe('now');
  expect(timeAgo(5_000, 0, 'en')).toBe('now');
  expect(timeAgo(0, 61_000, 'en')).toBe('1 minute ago');
  expect(timeAgo(0, 2 * 3_600_000, 'fr')).toBe('il y a 2 heures');
  expect(timeAgo(0, 25 * 3_600_000, 'nl')).toBe('gisteren');
});

test('consecutive numbers are written as a range', () => {
  expect([range([3, 4, 5]), range([2]), range([2, 4])]).toEqual(['3–5', '2', '2, 4']);
});
