import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env.TILEWISE_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: { outDir: 'dist', target: 'es2022', assetsInlineLimit: 0 },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
});
