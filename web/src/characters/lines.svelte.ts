/** What characters say when they win, lose or are robbed; loaded when the first of them speaks. */

import { settings } from '../settings.svelte';
import type { Occasion } from './characters';

const WORDS = import.meta.glob<Record<string, string>>('./words.*.json', { import: 'default' });

let texts = $state.raw<Record<string, string>>({});
let loaded = '';

/** Empty until it is there. */
export function lineOf(character: number, occasion: Occasion): string {
  const { language } = settings;
  if (loaded !== language) {
    loaded = language;
    void WORDS[`./words.${language}.json`]!().then((found) => settings.language === language && (texts = found), () => (loaded = ''));
  }
  return texts[`${occasion}.${character}`] ?? '';
}
