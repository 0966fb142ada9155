import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const server = process.env.TILEWISE_SERVER ?? 'http://127.0.0.1:8000';

/** Names the file of each language in the page, so that the right one is on its way before any script has run. */
function languageFiles(): Plugin {
  return {
    name: 'language-files',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const files = Object.values(bundle ?? {}).flatMap((chunk) => {
          const found =
            chunk.type === 'chunk' && /words[\\/]([a-z]{2})\.ts$/.exec(chunk.facadeModuleId ?? '');
          return found ? [`${found[1]}=/${chunk.fileName}`] : [];
        });
        return [
          { tag: 'meta', attrs: { name: 'languages', content: files.join(' ') }, injectTo: 'head-prepend' },
        ];
      },
    },
  };
}

/** Tells the service worker which files make up the site, so that all of it opens without a line. */
function shelf(): Plugin {
  return {
    name: 'shelf',
    apply: 'build',
    closeBundle() {
      const files = readdirSync('dist/assets').filter((name) => /-[\w-]{8}[.](js|css)$/.test(name));
      const worker = readFileSync('dist/sw.js', 'utf8');
      const list = JSON.stringify(files.map((name) => `/assets/${name}`));
      writeFileSync('dist/sw.js', worker.replace('const FILES = [];', `const FILES = ${list};`));
    },
  };
}

export default defineConfig({
  plugins: [svelte(), languageFiles(), shelf()],
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: { outDir: 'dist', target: 'es2022', assetsInlineLimit: 0 },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
});
