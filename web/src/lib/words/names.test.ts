import { beforeAll, describe, expect, it } from 'vitest';
import { en } from './en';
import { he } from './he';
import { botTitle, chairLevel, chairName, personName, seatName, shortLevel } from './names';
import { uk } from './uk';
import { words, type Catalogue } from './words.svelte';

/** The names of all bots in a language, as many for each level as a table can have. */
function botNames(catalogue: Catalogue): string[] {
  const keys = Object.keys(catalogue).filter((key) => /^bot\..+\.names$/.test(key));
  return keys.flatMap((key) => String(catalogue[key as keyof Catalogue]).split(', '));
}

describe('names of players', () => {
  beforeAll(() => words.speak('uk'));

  it.each([
    [{ name: 'novice', bot: 'novice' }, 'Піксель', 'Бот-новачок'],
    [{ name: 'novice 2', bot: 'novice' }, 'Дот', 'Бот-новачок'],
    [{ name: 'Ann', bot: null }, 'Ann', ''],
    [{ name: 'novice', bot: null }, 'novice', ''],
    [{ name: 'Guest AB12', bot: null }, 'Гість AB12', ''],
    [{ name: 'Ann 2', bot: 'novice', has_stand_in: true }, 'Ann 2', ''],
    [{ name: 'novice', bot: 'novice', has_stand_in: true }, 'novice', ''],
    [{ name: 'mine', bot: 'mine' }, 'mine', 'mine'],
  ])('%j is %s', (chair, name, level) => {
    expect([chairName(chair), chairLevel(chair)]).toEqual([name, level]);
  });

  it('shortens the level of a bot to one word', () => {
    const chairs = ['novice', 'master-sociable', 'mine'].map((name) => ({ name, bot: name }));
    expect(chairs.map(shortLevel)).toEqual(['новачок', 'дружній', 'mine']);
  });

  it('tells bots in a list of names from people with the same name', () => {
    const room = { bots: ['novice 2'] };
    expect(['novice 2', 'novice', 'Olena'].map((name) => seatName(name, room))).toEqual([
      'Дот',
      'novice',
      'Olena',
    ]);
  });

  it('shows the level of a bot with its name', () => {
    expect([botTitle('novice 2'), botTitle('mine')]).toEqual(['Дот · Бот-новачок', 'mine']);
  });

  it('keeps the names that people chose', () => {
    expect(['Guest', 'Guest of honour', 'guest ab12'].map(personName)).toEqual([
      'Guest',
      'Guest of honour',
      'guest ab12',
    ]);
  });

  it.each([
    ['en', en],
    ['he', he],
    ['uk', uk],
  ])('never gives two bots the same name in %s', (_, catalogue) => {
    const names = botNames(catalogue as Catalogue);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBe(8 * 5);
  });
});
