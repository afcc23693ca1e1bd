import { WORDS } from 'virtual:games';
import { beforeAll, expect, test, vi } from 'vitest';
import { loadGameTexts, loadTexts } from '../../../i18n/i18n.svelte';
import { isToRead } from './unread';

const PHRASE = 'phrase.';
const found = await Promise.all(Object.entries(WORDS).map(async ([game, { en }]) => [game, Object.keys(await en!()).find((key) => key.startsWith(PHRASE))] as const));
const [game, key = ''] = found.find(([, key]) => key)!;
const people = [{ name: 'Ada' }, { name: 'Flint', robot: 'casual' }];
const phrase = (phrase: string, seat: number) => ({ line: 'phrase', seq: 1, when: 0, seat, phrase }) as const;

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await loadTexts();
  await loadGameTexts(game);
});

test('what somebody wrote is to be read, and so is a greeting', () => {
  expect(isToRead({ line: 'said', seq: 1, when: 0, seat: 0, text: 'Hello' }, game, people)).toBe(true);
  expect(isToRead(phrase('hello', 0), game, people)).toBe(true);
});

test('a phrase of the game and what a robot says are not', () => {
  expect(isToRead(phrase(key.slice(PHRASE.length), 0), game, people)).toBe(false);
  expect(isToRead(phrase('ouch', 1), game, people)).toBe(false);
});
