import { expect, test } from 'vitest';
import { liked, preferred } from './settings.svelte';

test('the language is the browser’s first that is spoken here', () => {
  expect(preferred(['de-DE', 'nl-BE', 'fr'])).toBe('nl');
  expect(preferred(['FR-ca'])).toBe('fr');
  expect(preferred(['de'])).toBe('en');
  expect(preferred([])).toBe('en');
});

test('what was kept is used as far as it makes sense', () => {
  expect(liked('{"language":"fr","theme":"dark","motion":"off","volume":0,"name":"Ada","letters":false}', ['nl'])).toEqual({ language: 'fr', theme: 'dark', motion: 'off', volume: 0, name: 'Ada', letters: false });
  const usual = { language: 'nl', theme: 'system', motion: 'normal', volume: 0.6, name: '', letters: true };
  for (const kept of [null, '', 'no JSON', 'null', '7', '{"language":"de","theme":1,"motion":"wild","volume":"loud","name":{}}']) expect(liked(kept, ['nl'])).toEqual(usual);
});
