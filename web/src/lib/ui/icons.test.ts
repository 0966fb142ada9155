// Icons are plain drawings (scripts/icons.ts): whatever else they are given would be lost without a word.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.svelte'),
);

/** What is given to the icons of a file, besides what each may be given. */
function tooMuch(file: string): string[] {
  const text = readFileSync(`src/${file}`, 'utf8');
  const names = [...text.matchAll(/import (\w+) from '@lucide/g)].map((found) => found[1]!);
  return names.flatMap((name) =>
    [...text.matchAll(new RegExp(`<${name}\\b([^>]*)/>`, 'g'))]
      .map((found) => found[1]!.replaceAll(/\b(size|class)=("[^"]*"|\{[^}]*\})|\baria-hidden="true"/g, ''))
      .filter((rest) => rest.trim() !== '')
      .map((rest) => `${file}: ${name}${rest}`),
  );
}

describe('icons', () => {
  it('are given a size and a class at most', () => {
    expect(FILES.flatMap(tooMuch)).toEqual([]);
  });
});
