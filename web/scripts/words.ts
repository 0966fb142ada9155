// A Vite plugin that splits each language file in two, `en.ts?first` and `en.ts?rest`, as described in
// src/lib/words/parts.ts. Node.js reads the TypeScript itself: Vite's own import gives up after a minute, and a
// busy machine takes longer.

import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { partOf } from '../src/lib/words/parts.ts';

type Languages = Record<string, Record<string, unknown>>;

const PART = /^(.+[\\/]words[\\/]([a-z]{2})\.ts)\?(first|rest)$/;

export function wordsInParts(): Plugin {
  return {
    name: 'words-in-parts',
    async load(id) {
      const [, file, code, part] = PART.exec(id) ?? [];
      if (!file || !code) return null;
      this.addWatchFile(file);
      const words = (await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`)) as Languages;
      const kept = Object.entries(words[code]!).filter(([key]) => partOf(key) === part);
      return `export const ${code} = ${JSON.stringify(Object.fromEntries(kept))};`;
    },
  };
}
