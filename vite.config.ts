import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { games, shelves } from './web/games.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Writes the names of all built files into the service worker, which caches them. */
const offline: Plugin = {
  name: 'offline',
  apply: 'build',
  generateBundle(_, bundle) {
    const built = Object.keys(bundle).filter((name) => name.startsWith('assets/')).sort();
    const publicFiles = readdirSync(here('web/public')).sort();
    const files = ['/', ...[...publicFiles, ...built].map((name) => `/${name}`)];
    const hash = createHash('sha256').update(files.join());
    for (const name of publicFiles) hash.update(readFileSync(here(`web/public/${name}`)));
    const source = readFileSync(here('web/sw.js'), 'utf8')
      .replace('const FILES = []', `const FILES = ${JSON.stringify(files)}`)
      .replace("'VERSION'", `'${hash.digest('hex').slice(0, 16)}'`);
    this.emitFile({ type: 'asset', fileName: 'sw.js', source });
  },
};

export default defineConfig({
  root: here('web'),
  base: '/',
  publicDir: here('web/public'),
  plugins: [svelte(), games, offline],
  resolve: { alias: { $web: here('web/src') }, dedupe: ['svelte'] }, // a board outside this folder finds Svelte here
  server: { fs: { allow: [here('.'), ...shelves()] }, proxy: { '/api': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } } },
  build: { target: 'es2022', outDir: here('src/filon/server/static'), emptyOutDir: true, assetsInlineLimit: 0, rolldownOptions: { checks: { pluginTimings: false } } },
});
