// Compares the companion's scores with the rules: every line of spec/scores.txt, and random games.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { emptyPool, rackOut, standings, type Left, type ScoreRules } from './scoring';

interface Case {
  readonly id: string;
  readonly rules: ScoreRules;
  readonly ending: 'rack-out' | 'empty-pool' | 'last-player';
  readonly racks: readonly Left[];
  readonly winners: number[];
  readonly scores: number[];
}
interface Sheet {
  readonly id: string;
  readonly games: { winners: number[]; scores: number[] }[];
  readonly standings: { seat: number; won: number; score: number; rank: number }[];
}

const { cases, sheets } = JSON.parse(readFileSync('src/routes/companion/fixtures/scores.json', 'utf8')) as {
  cases: Case[];
  sheets: Sheet[];
};

describe('a game', () => {
  it.each(cases)('$id has the same scores as in the rules', ({ ending, racks, rules, winners, scores }) => {
    const scored = ending === 'empty-pool' ? emptyPool(racks, rules) : rackOut(racks, winners[0]!, rules);
    expect(scored).toEqual({ winners, scores });
    expect(scored.scores.reduce((sum, score) => sum + score, 0)).toBe(0);
  });
});

describe('a sheet', () => {
  it.each(sheets)('$id adds up as the booklets print it', ({ games, standings: wanted }) => {
    expect(standings(games, wanted.length)).toEqual(wanted);
  });
});
