/** Texts in the chosen language: the house's, the shell's and each game's. */

import { WORDS } from 'virtual:games';
import { saveSettings, settings } from '../settings.svelte';
import { Blank, formatted, type Language, type Value, type Values } from './format';
import { number } from './number';
import type web from '../../words.en.json';
import type house from '../../../src/filon/house/words.en.json';

type Catalogue = Record<string, string>;
type Loader = () => Promise<Catalogue>;
export type Key = keyof typeof web | keyof typeof house;

const SHELL = import.meta.glob<Catalogue>('../../words.*.json', { import: 'default' });
const HOUSE = import.meta.glob<Catalogue>('../../../src/filon/house/words.*.json', { import: 'default' });

let texts = $state.raw<Catalogue>({});
const gameTexts = $state<Record<string, Catalogue>>({});

function loader(found: Record<string, Loader>, end: string): Loader {
  const path = Object.keys(found).find((one) => one.endsWith(end));
  if (!path) throw new Error(`no words at ${end}`);
  return found[path]!;
}

let requested: Language | undefined; // the last language asked for, while its texts load

/** Changes the language of the page, with the texts of every game loaded so far. */
export async function setLanguage(language: Language): Promise<void> {
  requested = language;
  const [shell, house] = await Promise.all([loader(SHELL, `words.${language}.json`)(), loader(HOUSE, `words.${language}.json`)()]);
  const loaded = new Map<string, Catalogue>();
  for (let game = missing(loaded); game; game = missing(loaded)) loaded.set(game, await catalogueOf(game, language));
  if (requested !== language) return; // another language was chosen meanwhile
  texts = { ...house, ...shell };
  for (const [game, catalogue] of loaded) gameTexts[game] = catalogue;
  saveSettings({ language });
  document.documentElement.lang = language;
}

/** A game on the page whose texts are not in `loaded`; one may have come while the others loaded. */
const missing = (loaded: Map<string, Catalogue>) => Object.keys(gameTexts).find((game) => !loaded.has(game));

export const loadTexts = () => setLanguage(settings.language);

async function catalogueOf(game: string, language: Language): Promise<Catalogue> {
  const words = WORDS[game]?.[language];
  if (!words) throw new Error(`${game}: this web table was built without its words`);
  return words();
}

/** Loads a game's texts; once more if the language changed meanwhile. */
export async function loadGameTexts(game: string): Promise<void> {
  while (!gameTexts[game]) {
    const language = settings.language;
    const catalogue = await catalogueOf(game, language);
    if (language === settings.language) gameTexts[game] ??= catalogue;
  }
}

const DASH = '–';
const inLanguage = (message: string, values: Values) => formatted(message, values, settings.language, (value) => written(value, message));

/** People see a dash where a value is missing; tests fail by the error in the console. */
function written(value: Value, message: string): string {
  if (value instanceof Blank) console.error(`expected a value to write; found ${value.branch} in ${message}`);
  return value instanceof Blank ? DASH : typeof value === 'number' ? number(value) : value;
}

/** Text of the shell or the house. */
export function say(key: Key, values: Values = {}): string {
  return inLanguage(texts[key] ?? key, values);
}

/** Text of a key made at run time, such as `refused.${reason}`; empty where there is none. */
export function sayIf(key: string, values: Values = {}): string {
  return key in texts ? inLanguage(texts[key]!, values) : '';
}

/** Not what every object inherits: `constructor` is no game. */
const textsOf = (game: string) => (typeof gameTexts[game] === 'object' ? gameTexts[game] : undefined);

/** Text of a game; empty where there is none. */
export function sayIn(game: string, key: string, values: Values = {}): string {
  const message = textsOf(game)?.[key];
  return message === undefined ? '' : inLanguage(message, values);
}

/** Keys of a game's texts that begin so. */
export const keysIn = (game: string, start: string) => Object.keys(textsOf(game) ?? {}).filter((key) => key.startsWith(start));
export const hasText = (game: string, key: string) => key in (textsOf(game) ?? {});
