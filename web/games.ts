/**
 * The module `virtual:games`: boards, covers, guides, clauses, lessons and words of every game folder in src/filon/games and in the folders that FILON_GAMES names.
 * A game's words begin with the sentences that all games share (src/filon/core/texts).
 */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const GAMES = 'virtual:games';
const WORDS = 'virtual:words/';
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
    `export const WORDS = ${by((_, game) => inEach((language) => `() => import(${JSON.stringify(`${WORDS}${game}/words.${language}.js`)}).then((module) => module.default)`))};`,
  ].join('\n');
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

export const games: Plugin = {
  name: 'games',
  resolveId: (id) => (id === GAMES || id.startsWith(WORDS) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${GAMES}`) return listed();
    if (!id.startsWith(`\0${WORDS}`)) return;
    const [game = '', file = ''] = id.slice(WORDS.length + 1).split('/');
    const files = [source('core/texts'), folders().get(game)!].map((folder) => join(folder, file.replace(/js$/, 'json')));
    for (const file of files) this.addWatchFile(file);
    return `export default ${JSON.stringify(Object.assign({}, ...files.map(read)))};`;
  },
};
