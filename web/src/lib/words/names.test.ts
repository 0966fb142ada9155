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
    [{ name: 'Ann 2', bot: 'novice' }, 'Ann 2'],
    [{ name: 'mine', bot: 'mine' }, 'mine'],
  ])('%j is %s', (chair, name) => {
    expect(chairName(chair)).toBe(name);
  });

  it('knows the levels in a list of names', () => {
    expect(['greedy 3', 'Olena'].map(seatName)).toEqual(['жадібний 3', 'Olena']);
  });
});
