import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, announced, unsay } from './announce.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  unsay();
  vi.useRealTimers();
});

test('sentences that come together are said together', () => {
  announce('One.');
  announce('');
  announce('Two.');
  vi.runAllTimers();
  expect(announced.text).toBe('One. Two.');
});

test('the same sentence twice is news twice', () => {
  const before = announced.count;
  for (const _ of [1, 2]) {
    announce('Again.');
    vi.runAllTimers();
  }
  expect([announced.text, announced.count - before]).toEqual(['Again.\u00a0', 2]);
});

test('what is unsaid is gone, and what was about to be said is never said', () => {
  announce('A secret.');
  vi.runAllTimers();
  announce('Another secret.');
  unsay();
  expect(announced.text).toBe('');
  vi.runAllTimers();
  expect(announced.text).toBe('');
});
