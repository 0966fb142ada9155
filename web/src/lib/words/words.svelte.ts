// The language of the page. Each language has one file of messages; English defines the keys and their
// parameters.

import type { en } from './en';

/**
 * The language files, named by language code. A new file adds a language. Each is loaded in two parts: see
 * parts.ts.
 */
const FIRST = import.meta.glob<Record<string, Words>>('./??.ts', { query: '?first' });
const REST = import.meta.glob<Record<string, Words>>('./??.ts', { query: '?rest' });

export type Language = string;
/** The language files that the build found: see scripts/page.ts. */
declare const SPOKEN_LANGUAGES: Readonly<Record<Language, { name: string; direction: 'ltr' | 'rtl' }>>;
/** Every language by its code, with its own name and its direction. */
export const LANGUAGES = SPOKEN_LANGUAGES;

/** A message that depends on the number `n`, with the forms of `Intl.PluralRules`. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };
export type Key = keyof typeof en;
export type Catalogue = { readonly [K in Key]: (typeof en)[K] extends string ? string : Plural };

type Words = Partial<Catalogue>;

type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Text<K extends Key> = (typeof en)[K] extends { readonly other: infer Other } ? Other : (typeof en)[K];
type Wanted<K extends Key> = Names<Text<K>> | ((typeof en)[K] extends string ? never : 'n');
type Given<K extends Key> = [Wanted<K>] extends [never] ? [] : [Record<Wanted<K>, string | number>];

/** Unicode marks that isolate the direction of the text between them. */
const ISOLATE = String.fromCodePoint(0x2066);
const END_ISOLATE = String.fromCodePoint(0x2069);

class Speaker {
  language = $state.raw<Language>('en');
  #catalogue = $state.raw<Words>({});
  #isWhole = false;
  #plurals = new Intl.PluralRules('en');

  get isRightToLeft(): boolean {
    return LANGUAGES[this.language]?.direction === 'rtl';
  }

  /** Load a language and switch the page to it. */
  async speak(language: Language): Promise<void> {
    const known = language in LANGUAGES ? language : 'en';
    const isWhole = this.#isWhole;
    const parts = isWhole ? [FIRST, REST] : [FIRST];
    const found = await Promise.all(parts.map((files) => files[`./${known}.ts`]!()));
    if (isWhole !== this.#isWhole) return this.speak(known);
    this.use(known, Object.assign({}, ...found.map((file) => file[known]!)) as Words);
  }

  /** Load the words that home and a table do not need. */
  async complete(): Promise<void> {
    if (this.#isWhole) return;
    const rest = await REST[`./${this.language}.ts`]!();
    const words = rest[this.language];
    this.#isWhole = true;
    // the language may have changed in the meantime
    if (words) this.#catalogue = { ...this.#catalogue, ...words };
    else await this.speak(this.language);
  }

  use(language: Language, catalogue: Words): void {
    this.#catalogue = catalogue;
    this.#plurals = new Intl.PluralRules(language);
    this.language = language;
    document.documentElement.lang = language;
    document.documentElement.dir = this.isRightToLeft ? 'rtl' : 'ltr';
  }

  say(key: Key, values: Record<string, string | number> = {}): string {
    const message = this.#catalogue[key];
    if (message === undefined) return key;
    const text = typeof message === 'string' ? message : this.#form(message, Number(values.n ?? 0));
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => this.#value(values[name] ?? ''));
  }

  #form(message: Plural, n: number): string {
    return message[this.#plurals.select(n)] ?? message.other;
  }

  /** Isolate text made of figures, so that 3–7 stays 3–7 in Hebrew. */
  #value(value: string | number): string {
    const text = typeof value === 'number' ? String(value).replace('-', '−') : value;
    return this.isRightToLeft && /^[\d−+–:/. %]+$/.test(text) ? ISOLATE + text + END_ISOLATE : text;
  }
}

export const words = new Speaker();

/** Return a message in the language of the page: `t('points', { n: 3 })`. */
export function t<K extends Key>(key: K, ...values: Given<K>): string {
  return words.say(key, values[0]);
}

/** The same for a computed key: `tt(`fault.${fault}`, { … })`. */
export function tt(key: string, values: Record<string, string | number> = {}): string {
  return words.say(key as Key, values);
}

/** Return the first supported language that the browser prefers. */
export function browserLanguage(wanted: readonly string[] = navigator.languages): Language {
  const short = wanted.map((tag) => tag.slice(0, 2).toLowerCase().replace('iw', 'he'));
  return short.find((tag) => tag in LANGUAGES) ?? 'en';
}

/** British English has no comma before the last "and". */
const LIST_LOCALE: Readonly<Record<Language, string>> = { en: 'en-GB' };

export function list(items: readonly string[]): string {
  if (items.length < 2) return items.join();
  const locale = LIST_LOCALE[words.language] ?? words.language;
  const text = new Intl.ListFormat(locale, { type: 'conjunction' }).format(items);
  // browsers write a hyphen before a figure; Hebrew uses a maqaf
  return words.language === 'he' ? text.replaceAll(' ו-', ' ו־') : text;
}
