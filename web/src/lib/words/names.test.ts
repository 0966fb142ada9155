import { beforeAll, describe, expect, it } from 'vitest';
import { chairName, seatName } from './names';
import { words } from './words.svelte';

describe('what players are called', () => {
  beforeAll(() => words.speak('uk'));

  it.each([
    [{ name: 'novice', bot: 'novice' }, 'новачок'],
    [{ name: 'novice 2', bot: 'novice' }, 'новачок 2'],
    [{ name: 'master-sociable', bot: 'master-sociable' }, 'товариський майстер'],
    [{ name: 'Ann', bot: null }, 'Ann'],
    [{ name: 'novice', bot: null }, 'novice'],
    [{ name: 'Ann 2', bot: 'novice', has_stand_in: true }, 'Ann 2'],
    [{ name: 'novice', bot: 'novice', has_stand_in: true }, 'novice'],
    [{ name: 'mine', bot: 'mine' }, 'mine'],
  ])('%j is %s', (chair, name) => {
    expect(chairName(chair)).toBe(name);
  });

  it('knows the bots in a list of names, and a person who is called like one', () => {
    const room = { bots: ['greedy 3'] };
    expect(['greedy 3', 'novice', 'Olena'].map((name) => seatName(name, room))).toEqual([
      'жадібний 3',
      'novice',
      'Olena',
    ]);
  });
});
