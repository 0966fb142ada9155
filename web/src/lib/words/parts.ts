// Which words can wait. A language is one file; the build makes two of it, so that home and a table, which people see
// first, do not load the words of lessons, puzzles and house rules. A test knows that they need none of them.

/** How the keys of these words begin. */
const LATER = new Set(
  (
    'lesson learn puzzle puzzles run companion solve statistics knob choice chapter rules create ' +
    'review quality turning replay mine profile account leaderboard family'
  ).split(' '),
);

export type Part = 'first' | 'rest';

export function partOf(key: string): Part {
  return LATER.has(key.split('.')[0]!) ? 'rest' : 'first';
}
