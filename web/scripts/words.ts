// A Vite plugin that splits each language file in two, `en.ts?first` and `en.ts?rest`, as described in
// src/lib/words/parts.ts.

import { type Plugin, runnerImport } from 'vite';
import { partOf } from '../src/lib/words/parts.ts';

const PART = /^(.+[\\/]words[\\/]([a-z]{2})\.ts)\?(first|rest)$/;

export function wordsInParts(): Plugin {
  return {
    name: 'words-in-parts',
    async load(id) {
      const [, file, code, part] = PART.exec(id) ?? [];
      if (!file || !code) return null;
      this.addWatchFile(file);
      const { module } = await runnerImport<Record<string, Record<string, unknown>>>(file, {
        configFile: false,
      });
      const kept = Object.entries(module[code]!).filter(([key]) => partOf(key) === part);
      return `export const ${code} = ${JSON.stringify(Object.fromEntries(kept))};`;
    },
  };
}
