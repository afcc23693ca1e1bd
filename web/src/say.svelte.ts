/** Everything said to people: the house's words, the web table's and each game's, in the language chosen. */

import { WORDS } from 'virtual:games';
import { formatted, type Language, type Values } from './format';
import { number } from './kit/number';
import { like, settings } from './settings.svelte';
import type web from '../words.en.json';
import type house from '../../src/filon/house/words.en.json';

type Catalogue = Record<string, string>;
type Reader = () => Promise<Catalogue>;
export type Key = keyof typeof web | keyof typeof house;

const OWN = import.meta.glob<Catalogue>('../words.*.json', { import: 'default' });
const HOUSE = import.meta.glob<Catalogue>('../../src/filon/house/words.*.json', { import: 'default' });

let own = $state.raw<Catalogue>({});
const games = $state<Record<string, Catalogue>>({});

function reader(found: Record<string, Reader>, end: string): Reader {
  const path = Object.keys(found).find((one) => one.endsWith(end));
  if (!path) throw new Error(`no words at ${end}`);
  return found[path]!;
}

let asked: Language | undefined; // the language chosen last, while its words are on their way

/** The language of the page changes at once, with the words of every game that was opened. */
export async function speak(language: Language): Promise<void> {
  asked = language;
  const [web, house] = await Promise.all([reader(OWN, `words.${language}.json`)(), reader(HOUSE, `words.${language}.json`)()]);
  const read = new Map<string, Catalogue>();
  for (let game = unread(read); game; game = unread(read)) read.set(game, await wordsOf(game, language));
  if (asked !== language) return; // somebody has chosen again meanwhile
  own = { ...house, ...web };
  for (const [game, words] of read) games[game] = words;
  like({ language });
  document.documentElement.lang = language;
}

/** A game opened, perhaps a moment ago, whose words are still to be read. */
const unread = (read: Map<string, Catalogue>) => Object.keys(games).find((game) => !read.has(game));

export const begin = () => speak(settings.language);

async function wordsOf(game: string, language: Language): Promise<Catalogue> {
  const words = WORDS[game]?.[language];
  if (!words) throw new Error(`${game}: this web table was built without its words`);
  return words();
}

/** Reads a game's words; again if the language has changed before they came. */
export async function open(game: string): Promise<void> {
  while (!games[game]) {
    const language = settings.language;
    const words = await wordsOf(game, language);
    if (language === settings.language) games[game] ??= words;
  }
}

const written = (value: string | number) => (typeof value === 'number' ? number(value) : value);
const said = (message: string, values: Values) => formatted(message, values, settings.language, written);

export function say(key: Key, values: Values = {}): string {
  return said(own[key] ?? key, values);
}

/** For keys that are put together, such as refused.REASON; nothing where there are no words. */
export function sayIf(key: string, values: Values = {}): string {
  return key in own ? said(own[key]!, values) : '';
}

/** A game's own words. */
export function sayIn(game: string, key: string, values: Values = {}): string {
  const message = games[game]?.[key];
  return message === undefined ? '' : said(message, values);
}

export const hasWords = (game: string, key: string) => key in (games[game] ?? {});
