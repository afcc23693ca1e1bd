import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, announcement, clearAnnouncements } from './announce.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  clearAnnouncements();
  vi.useRealTimers();
});

test('sentences of one moment are joined', () => {
  announce('One.');
  announce('');
  announce('Two.');
  vi.runAllTimers();
  expect(announcement.text).toBe('One. Two.');
});

test('a repeated sentence is announcement again', () => {
  const before = announcement.count;
  for (const _ of [1, 2]) {
    announce('Again.');
    vi.runAllTimers();
  }
  expect([announcement.text, announcement.count - before]).toEqual(['Again.\u00a0', 2]);
});

test('clearing removes the last announcement and those that wait', () => {
  announce('A secret.');
  vi.runAllTimers();
  announce('Another secret.');
  clearAnnouncements();
  expect(announcement.text).toBe('');
  vi.runAllTimers();
  expect(announcement.text).toBe('');
});
