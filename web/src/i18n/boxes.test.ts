import { WORDS } from 'virtual:games';
import { expect, test, vi } from 'vitest';
import { hasText, keysIn, loadBoxTexts, loadGameTexts, sayIn, setLanguage } from './i18n.svelte';

vi.stubGlobal('document', { documentElement: {} });
const [game = ''] = Object.keys(WORDS);
const inFrench = await WORDS[game]!['fr']!();

test('a list of games has the texts on their boxes, in the language of the page, and no others', async () => {
  await setLanguage('en');
  await loadBoxTexts();
  await setLanguage('fr');
  for (const key of ['name', 'tagline', 'guide.aim', 'robot.casual.name', 'robot.character.0']) expect([key, sayIn(game, key)]).toEqual([key, inFrench[key]]);
  expect(keysIn(game, 'do.')).toEqual([]);
  await loadGameTexts(game);
  expect(keysIn(game, 'do.').length).toBeGreaterThan(0);
  expect(hasText('constructor', 'name')).toBe(false);
});
