// Splits each language in two parts. Home and a table, which people see first, do not load the words of
// lessons, puzzles and house rules. A test checks that they use none of them.

/** The key prefixes of the words in the second part. */
const LATER = new Set(
  (
    'lesson learn puzzle puzzles run companion solve wins statistics knob choice chapter rules create ' +
    'review grade why try live replay mine profile account leaderboard family'
  ).split(' '),
);

export type Part = 'first' | 'rest';

export function partOf(key: string): Part {
  return LATER.has(key.split('.')[0]!) ? 'rest' : 'first';
}
