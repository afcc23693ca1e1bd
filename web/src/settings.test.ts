import { expect, test } from 'vitest';
import { parseSettings, preferredLanguage } from './settings.svelte';

test('the language is the first of the browser’s that Filon has', () => {
  expect(preferredLanguage(['de-DE', 'nl-BE', 'fr'])).toBe('nl');
  expect(preferredLanguage(['FR-ca'])).toBe('fr');
  expect(preferredLanguage(['de'])).toBe('en');
  expect(preferredLanguage([])).toBe('en');
});

test('stored values are used where they are valid', () => {
  expect(parseSettings('{"language":"fr","theme":"dark","motion":"off","volume":0,"name":"Ada","letters":false,"lessonOffered":true}', ['nl'])).toEqual({ language: 'fr', theme: 'dark', motion: 'off', volume: 0, name: 'Ada', letters: false, lessonOffered: true });
  const defaults = { language: 'nl', theme: 'system', motion: 'normal', volume: 0.6, name: '', letters: true, lessonOffered: false };
  for (const stored of [null, '', 'no JSON', 'null', '7', '{"language":"de","theme":1,"motion":"wild","volume":"loud","name":{}}']) expect(parseSettings(stored, ['nl'])).toEqual(defaults);
});
