import { beforeAll, describe, expect, it } from 'vitest';
import { settingWords } from './settings';
import { words } from './words.svelte';

describe('the value of a house rule', () => {
  beforeAll(async () => {
    await words.speak('en');
    await words.complete();
  });

  it.each([
    ['games_per_round', 0, 'As many games as players'],
    ['games_per_round', 3, '3'],
    ['hand_size', 14, '14'],
    ['strict_confirm', true, 'Yes'],
    ['joker_reuse', 'any-set', 'Into any meld'],
  ])('of %s, %s, reads %s', (knob, setting, text) => {
    expect(settingWords(knob, setting)).toBe(text);
  });
});
