import { afterEach, expect, test } from 'vitest';
import { like } from '../settings.svelte';
import { number } from './number';

afterEach(() => like({ language: 'en' }));

test.each([
  ['en', ['7', '12,500', '−1,200', '0.5']],
  ['fr', ['7', '12\u202f500', '−1\u202f200', '0,5']],
  ['nl', ['7', '12.500', '−1.200', '0,5']],
] as const)('numbers are written as people write them in %s', (language, written) => {
  like({ language });
  expect([7, 12_500, -1200, 0.5].map(number)).toEqual(written);
});
