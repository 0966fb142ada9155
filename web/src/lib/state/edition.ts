// The default edition of a new game: the one chosen last, or else the one printed in the language of the
// page.

import { words, type Language } from '../words/words.svelte';
import { keep, kept } from './storage';

const NAME = 'editions';
const PRINTED: Readonly<Record<Language, string>> = { en: 'classic-en', he: 'classic-he', uk: 'classic-uk' };
const OTHERS = ['classic-he-2014', 'xp', 'twist', 'quick-21'];
/** The names of all editions. A stored name may be outdated. */
export const EDITION_NAMES: ReadonlySet<string> = new Set([...Object.values(PRINTED), ...OTHERS]);

type Choices = Readonly<Record<Language, string>>;

/** Return the edition printed in a language. */
export function printedEdition(language: Language = words.language): string {
  return PRINTED[language] ?? 'classic-en';
}

/** Return the edition to offer first. Each language remembers its own choice. */
export function preferredEdition(language: Language = words.language): string {
  const chosen = choices()[language] ?? '';
  return EDITION_NAMES.has(chosen) ? chosen : printedEdition(language);
}

/** Remember the edition that the player chose. */
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
