import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import vite from './vite.config';

process.env['FILON_GAMES'] ??= `${import.meta.dirname}/tests/games`;
const tests = ['web/src/**/*.test.ts', 'src/filon/games/*/table/**/*.test.ts', 'tests/games/*/table/**/*.test.ts'];

export default mergeConfig(vite, defineConfig({ root: import.meta.dirname, test: { include: tests } }));
