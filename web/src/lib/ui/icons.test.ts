// Icons are static SVG (scripts/icons.ts) and would silently ignore any other property.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.svelte'),
);

/** Return the properties that a file passes to icons, besides the supported ones. */
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
  it('receive only a size and a class', () => {
    expect(FILES.flatMap(tooMuch)).toEqual([]);
  });
});
