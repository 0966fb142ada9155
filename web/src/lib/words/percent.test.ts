// Checks percentages: rounding, signs, languages, and chances that are not certain.

import { afterEach, expect, it } from 'vitest';
import { en } from './en';
import { chance, percent } from './percent';
import { uk } from './uk';
import { words } from './words.svelte';

afterEach(() => words.use('en', en));

it.each([
  [0, '0%'],
  [0.0002, '0.1%'],
  [0.004, '0.4%'],
  [0.123, '12%'],
  [0.9999, '99.9%'],
  [1, '100%'],
  [-0.12, '−12%'],
])('%s is %s', (share, text) => {
  expect(percent(share)).toBe(text);
});

it('writes the decimal comma of Ukrainian', () => {
  words.use('uk', uk);
  expect(percent(0.004)).toBe('0,4%');
});

it('calls a chance certain only if it has no error', () => {
  const chances = [0, 0.01].flatMap((error) => [0, 1].map((mean) => chance({ mean, error })));
  expect(chances).toEqual(['0%', '100%', '0.1%', '99.9%']);
});
