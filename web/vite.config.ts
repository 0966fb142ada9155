import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { plainIcons } from './scripts/icons.ts';
import { firstPaint, languages } from './scripts/page.ts';
import { rulePages } from './scripts/rules.ts';
import { wordsInParts } from './scripts/words.ts';

const server = process.env.TILEWISE_SERVER ?? 'http://127.0.0.1:8000';

/** List the files of the build in the service worker, so that the whole site works offline. */
function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    apply: 'build',
    writeBundle() {
      const files = readdirSync('dist/assets').filter((name) => /-[\w-]{8}[.](js|css)$/.test(name));
      const worker = readFileSync('dist/sw.js', 'utf8');
      const list = JSON.stringify(files.map((name) => `/assets/${name}`));
      writeFileSync('dist/sw.js', worker.replace('const FILES = [];', `const FILES = ${list};`));
    },
  };
}

/** The table with movable tiles and the words for it, shared by games, lessons, puzzles and replays. */
const BOARD =
  /lib[\\/](board(?![\\/]sounds)|words[\\/](names|refusals|steps)|state[\\/](board|screen|turn)|table[\\/]DragGhost|game[\\/](draft|history|judge|keys|layout|melds|places|plan|rack|special))\b/;
/** Small parts that most pages share. */
const PARTS =
  /lib[\\/](ui(?![\\/](save|ChancePlot))|words[\\/](percent|settings|signed)|game[\\/](editions|house))\b/;
/**
 * A few large chunks rather than many small ones: a browser loads six files at a time, and each costs a round
 * trip. Chunks of different pages are never merged: a page would load all of them for one small part.
 */
const GROUPS = [
  { name: 'site', tags: ['$initial' as const], priority: 3 },
  { name: 'icons', test: /[\\/]@lucide[\\/]/, minShareCount: 2, priority: 2 },
  { name: 'board', test: BOARD, minShareCount: 2, priority: 1 },
  { name: 'qr', test: /[\\/](node_modules[\\/]qr|lib[\\/]ui[\\/]qr[.]ts)/, priority: 2 }, // only where a code is shown
  { name: 'parts', test: PARTS, minShareCount: 2, priority: 1 },
  { name: 'shared', minShareCount: 2, entriesAware: true },
];

export default defineConfig({
  plugins: [plainIcons(), wordsInParts(), rulePages(), svelte(), firstPaint(), offlineFiles()],
  define: { SPOKEN_LANGUAGES: JSON.stringify(languages()) },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: GROUPS },
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]!}-[hash].js`,
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } }, fs: { allow: ['..'] } }, // docs/rules
  // The time limit only ends tests that hang, so that a busy machine fails none.
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
