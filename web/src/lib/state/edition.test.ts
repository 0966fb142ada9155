import { beforeEach, describe, expect, it } from 'vitest';
import editions from '../game/editions.json';
import { EDITION_NAMES, preferredEdition, rememberEdition } from './edition';

beforeEach(() => localStorage.clear());

describe('the edition offered first', () => {
  it.each([
    ['en', 'classic-en'],
    ['he', 'classic-he'],
    ['uk', 'classic-uk'],
    ['fr', 'classic-en'],
  ])('follows the language %s', (language, edition) => {
    expect(preferredEdition(language)).toBe(edition);
  });

  it('is the one chosen last', () => {
    rememberEdition('xp', 'he');
    rememberEdition('twist', 'he');
    expect(preferredEdition('he')).toBe('twist');
  });

  it('is remembered for each language', () => {
    rememberEdition('twist', 'en');
    expect(preferredEdition('uk')).toBe('classic-uk');
  });

  it.each(['{"en":"no-such-edition"}', '{"en":7}', '[', 'null'])('ignores the stored value %s', (value) => {
    localStorage.setItem('tilewise.editions', value);
    expect(preferredEdition('en')).toBe('classic-en');
  });

  it('is an edition that the server knows', () => {
    expect([...EDITION_NAMES].sort()).toEqual(editions.map((edition) => edition.name).sort());
  });
});
