// The edition that a new game starts with: the one chosen last, else the one printed in the language of the page.

import { words, type Language } from '../words/words.svelte';
import { keep, kept } from './storage';

const NAME = 'editions';
const PRINTED: Readonly<Record<Language, string>> = { en: 'classic-en', he: 'classic-he', uk: 'classic-uk' };
const OTHERS = ['classic-he-2014', 'xp', 'twist', 'quick-21'];
/** The name of every edition; a name that was kept long ago may be none of them. */
export const EDITION_NAMES: ReadonlySet<string> = new Set([...Object.values(PRINTED), ...OTHERS]);

type Choices = Readonly<Record<Language, string>>;

/** The edition that is printed in a language. */
export function printedEdition(language: Language = words.language): string {
  return PRINTED[language] ?? 'classic-en';
}

/** The edition to offer first. Each language remembers its own choice. */
export function preferredEdition(language: Language = words.language): string {
  const chosen = choices()[language] ?? '';
  return EDITION_NAMES.has(chosen) ? chosen : printedEdition(language);
}

/** Remember an edition that a player chose. */
export function rememberEdition(edition: string, language: Language = words.language): void {
  keep(NAME, { ...choices(), [language]: edition });
}

function choices(): Choices {
  return kept<Choices>(NAME, {}, areChoices);
}

function areChoices(value: unknown): value is Choices {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((edition) => typeof edition === 'string');
}
