// Checks that no message is missing or unused, and that all languages have the same parameters.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from './en';
import { he } from './he';
import { partOf } from './parts';
import { uk } from './uk';
import {
  browserLanguage,
  LANGUAGES as KNOWN,
  list,
  t,
  words,
  type Catalogue,
  type Key,
  type Plural,
} from './words.svelte';

const FILES = import.meta.glob<Record<string, Catalogue>>('./??.ts', { eager: true });
const LANGUAGES: Record<string, Catalogue> = Object.fromEntries(
  Object.keys(KNOWN).map((code) => [code, FILES[`./${code}.ts`]![code]!]),
);
const KEYS = Object.keys(en) as Key[];

function sources(): string {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const ours = files.filter(
    (name) => /\.(svelte|ts)$/.test(name) && !/\.test\.ts$|words[\\/](en|he|uk)\.ts$/.test(name),
  );
  return ours.map((name) => readFileSync(`src/${name}`, 'utf8')).join('\n');
}

/**
 * Return all files that a file imports, directly or indirectly. Excludes the pages in App.svelte and parts
 * that load the rest of the words.
 */
function reached(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  const source = readFileSync(file, 'utf8').replaceAll(/whole\(\(\) => import\('[^']+'\)\)/g, '');
  const imports = [...source.matchAll(/(?:from |import |import\()'(\.[^']+)'/g)];
  for (const [, name] of imports) {
    if (file === 'src/App.svelte' && name!.includes('/routes/')) continue;
    const found = ['', '.ts', '.svelte.ts'].map((end) => join(dirname(file), name! + end));
    const there = found.find((path) => existsSync(path) && statSync(path).isFile());
    if (there && !there.endsWith('.css')) reached(there, known);
  }
  return known;
}

function named(source: string): Set<string> {
  return new Set([...source.matchAll(/\bt\(\s*'([^']+)'/g)].map((match) => match[1]!));
}

/** Return patterns for computed keys: `fault.${fault}.way` stands for every key of that shape. */
function shapes(source: string): RegExp[] {
  return [...source.matchAll(/\btt\(\s*`([^`]+)`/g)].map(
    (match) =>
      new RegExp(`^${match[1]!.replaceAll('.', '\\.').replaceAll(/\$\{[^`]*?\}(?=\\\.|$|`)/g, '[\\w-]+')}$`),
  );
}

const SOURCE = sources();
const NAMED = named(SOURCE);
const SHAPES = shapes(SOURCE);

function forms(message: string | Plural): string[] {
  return typeof message === 'string' ? [message] : Object.values(message);
}

function parameters(message: string | Plural): string[] {
  return [...new Set(forms(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();
}

describe('messages', () => {
  it('all exist when used', () => {
    expect([...NAMED].filter((key) => !(key in en))).toEqual([]);
  });

  it('are all used', () => {
    expect(KEYS.filter((key) => !NAMED.has(key) && !SHAPES.some((shape) => shape.test(key)))).toEqual([]);
  });

  it('of home and a table are in the first part', () => {
    const app = readFileSync('src/App.svelte', 'utf8');
    const pages = [...app.matchAll(/, \(\) => import\('\.\/(.+)'\)\]/g)].map((match) => `src/${match[1]!}`);
    expect(pages).toContain('src/routes/room/Room.svelte');
    const files = ['src/main.ts', 'src/routes/home/Home.svelte', ...pages].flatMap((page) => [
      ...reached(page),
    ]);
    const ours = [...new Set(files)].filter((file) => !/words[\\/][a-z]{2}\.ts$/.test(file));
    const source = ours.map((file) => readFileSync(file, 'utf8')).join('\n');

    const asked = KEYS.filter((key) => named(source).has(key) || shapes(source).some((it) => it.test(key)));
    expect(asked.filter((key) => partOf(key) === 'rest')).toEqual([]);
  });

  it.each(Object.entries(LANGUAGES))('all exist in %s, with the same parameters', (_, catalogue) => {
    expect(Object.keys(catalogue).sort()).toEqual([...KEYS].sort());
    const wrong = KEYS.filter((key) => {
      const given = parameters(catalogue[key]).filter((name) => name !== '{n}');
      const wanted = parameters(en[key]).filter((name) => name !== '{n}');
      return given.join() !== wanted.join();
    });
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(LANGUAGES))('have every plural form in %s', (language, catalogue) => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const wrong = KEYS.filter((key) => {
      const message = catalogue[key];
      return typeof message !== 'string' && needed.some((form) => !(form in message));
    });
    expect(wrong).toEqual([]);
  });
});

describe('English', () => {
  it.each([
    ['a space before … or %', / […%]/],
    ['a straight apostrophe or quote', /['"]/],
    ['"lay" where tiles are played', /(?<!\{)\b(lay|lays|laid)\b/i],
    ['"a turn" for "per turn"', /\b(s|min|day|hours?|seconds|tiles) a turn\b/],
  ])('has no %s', (_, wrong) => {
    expect(KEYS.filter((key) => forms(en[key]).some((text) => wrong.test(text)))).toEqual([]);
  });
});

describe('formatting', () => {
  it('uses Ukrainian plural forms', () => {
    words.use('uk', uk);
    expect([1, 2, 5, 21].map((n) => t('tiles.word', { n }))).toEqual([
      'плитка',
      'плитки',
      'плиток',
      'плитка',
    ]);
  });

  it('lists without a serial comma in British English', () => {
    words.use('en', en);
    expect(list(['red 8', 'red 9', 'joker'])).toBe('red 8, red 9 and joker');
  });

  it('isolates the direction of figures in Hebrew', () => {
    words.use('he', he);
    expect(t('opening.points', { have: 21, need: 30 })).toContain('\u206621\u2069');
    expect(document.documentElement.dir).toBe('rtl');
  });

  it('joins a figure to the word before it with a maqaf in Hebrew', () => {
    words.use('he', he);
    expect(list(['8 אדום', '9 כחול'])).toBe('8 אדום ו־9 כחול');
  });

  it('finds languages by their files, with their own names', () => {
    expect(KNOWN).toEqual({
      en: { name: 'English', direction: 'ltr' },
      he: { name: 'עברית', direction: 'rtl' },
      uk: { name: 'Українська', direction: 'ltr' },
    });
  });

  it('chooses the language of the browser', () => {
    expect(browserLanguage(['fr', 'uk-UA'])).toBe('uk');
    expect(browserLanguage(['iw'])).toBe('he');
    expect(browserLanguage(['fr'])).toBe('en');
  });
});
