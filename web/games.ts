/**
 * The module `virtual:games`: boards, covers, guides, clauses, lessons and words of every game folder in src/filon/games and in the folders that FILON_GAMES names.
 * A game's words begin with the sentences that all games share (src/filon/core/texts). BOXES has, in each language, those texts of every game that lists of games and
 * tables need: the lobby loads no more.
 */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const GAMES = 'virtual:games';
const WORDS = 'virtual:words/';
const BOXES = 'virtual:boxes/';
const ON_BOX = /^(name|tagline|points|guide\.aim|robot\.\w+\.name|robot\.character\.\d+)$/;
const LANGUAGES = ['en', 'fr', 'nl'];
const source = (path: string) => fileURLToPath(new URL(`../src/filon/${path}`, import.meta.url));

/** The folders that hold game folders. */
export function shelves(): string[] {
  const outside = (process.env['FILON_GAMES'] ?? '').split(delimiter).filter((part) => part.trim()).map((part) => resolve(part));
  for (const folder of outside) if (!existsSync(folder)) throw new Error(`FILON_GAMES: expected folders that hold game folders; found ${folder}`);
  return [source('games'), ...outside];
}

/** Every game with a board, by the name that people type. */
function folders(): Map<string, string> {
  const found = shelves().flatMap((shelf) => readdirSync(shelf).map((name) => [name.replaceAll('_', '-'), join(shelf, name)] as const));
  return new Map(found.filter(([, folder]) => statSync(folder).isDirectory() && existsSync(join(folder, 'table/index.ts'))).sort());
}

const made = (id: string) => `() => import(${JSON.stringify(id)}).then((module) => module.default)`;
const path = (folder: string, file: string) => JSON.stringify(join(folder, file));
const whole = (folder: string, file: string) => `() => import(${path(folder, file)})`;
const only = (folder: string, file: string) => `${whole(folder, file)}.then((module) => module.default)`;
const clauses = (language: string) => (language === 'en' ? 'clauses.md?raw' : `clauses.${language}.md?raw`);
const record = (rows: string[][]) => `{ ${rows.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', ')} }`;
const inEach = (reader: (language: string) => string) => record(LANGUAGES.map((language) => [language, reader(language)]));

function listed(): string {
  const games = [...folders()];
  const by = (reader: (folder: string, game: string) => string) => record(games.map(([game, folder]) => [game, reader(folder, game)]));
  return [
    `export const BOARDS = ${by((folder) => whole(folder, 'table/index.ts'))};`,
    `export const COVERS = ${by((folder) => only(folder, 'table/Cover.svelte'))};`,
    `export const GUIDES = ${by((folder) => only(folder, 'table/Guide.svelte'))};`,
    `export const LESSONS = ${by((folder) => only(folder, 'lesson.json'))};`,
    `export const CLAUSES = ${by((folder) => inEach((language) => only(folder, clauses(language))))};`,
    `export const WORDS = ${by((_, game) => inEach((language) => made(`${WORDS}${game}/words.${language}.js`)))};`,
    `export const BOXES = ${inEach((language) => made(`${BOXES}words.${language}.js`))};`,
  ].join('\n');
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
const wordFiles = (folder: string, file: string) => [source('core/texts'), folder].map((folder) => join(folder, file.replace(/js$/, 'json')));
const wordsIn = (folder: string, file: string): Record<string, string> => Object.assign({}, ...wordFiles(folder, file).map(read));
const onBox = (words: Record<string, string>) => Object.fromEntries(Object.entries(words).filter(([key]) => ON_BOX.test(key)));

export const games: Plugin = {
  name: 'games',
  resolveId: (id) => (id === GAMES || id.startsWith(WORDS) || id.startsWith(BOXES) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${GAMES}`) return listed();
    const file = id.split('/').at(-1) ?? '';
    const game = id.startsWith(`\0${WORDS}`) ? id.split('/').at(-2) : undefined;
    if (game === undefined && !id.startsWith(`\0${BOXES}`)) return;
    const found = [...folders()].filter(([name]) => game === undefined || name === game);
    for (const [, folder] of found) for (const one of wordFiles(folder, file)) this.addWatchFile(one);
    const words = found.map(([name, folder]) => [name, wordsIn(folder, file)] as const);
    return `export default ${JSON.stringify(game === undefined ? Object.fromEntries(words.map(([name, all]) => [name, onBox(all)])) : words[0]![1])};`;
  },
};
