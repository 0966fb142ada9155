import { describe, expect, it } from 'vitest';
import type { Decision, PlayerSummary, ReviewProgress } from '../../../lib/protocol/types';
import type { ReplaySource } from './source';
import { Review } from './review.svelte';
import { settings } from '../../../lib/state/settings.svelte';

function aLapse(win: number): Decision['error'] {
  return { win, error: 0.01, grade: win >= 0.15 ? 'blunder' : win >= 0.05 ? 'inaccuracy' : 'best' };
}

function aDecision(turn: number, seat: number, timing: number, choice: number): Decision {
  return {
    game: 1,
    turn,
    seat,
    has_choice: true,
    chances: [0.5, 0.5],
    laid: 0,
    possible: 1,
    best: { mean: 0.5, error: 0.01 },
    done: { mean: 0.5 - timing - choice, error: 0.01 },
    error: aLapse(timing + choice),
    timing: aLapse(timing),
    choice: aLapse(choice),
    fortune: 0,
    candidates: [],
    moves: [],
    reasons: [],
    choice_reasons: [],
    plan: 0,
    planned: [],
  };
}

const DECISIONS = [
  aDecision(1, 0, 0.2, 0),
  aDecision(2, 1, 0, 0.4),
  aDecision(3, 0, 0, 0.06),
  aDecision(5, 0, 0, 0),
  aDecision(7, 0, 0, 0.3),
];

async function aReview(): Promise<Review> {
  const game = { game: 1, decisions: DECISIONS, curve: [], turning_points: [], beliefs: [] };
  const players: PlayerSummary[] = [];
  const progress: ReviewProgress = {
    done: 5,
    turns: 5,
    seat: 0,
    review: { games: [{ ...game, players }], players, worst: null },
  };
  const source = { review: () => Promise.resolve(progress) } as unknown as ReplaySource;
  const review = new Review();
  await review.load(source, () => undefined);
  return review;
}

describe('a review', () => {
  it.each([
    ['error', [1, 3, 7], 7],
    ['timing', [1], 1],
    ['choice', [3, 7], 7],
  ] as const)('graded by %s lists the mistakes of the player', async (part, turns, worst) => {
    settings.set('gradedBy', part);
    const review = await aReview();
    expect([review.mistakes.map(({ turn }) => turn), review.worst?.turn]).toEqual([turns, worst]);
    settings.set('gradedBy', 'error');
  });

  it.each([
    [0, 1, 1],
    [1, 1, 3],
    [4, -1, 3],
    [7, 1, undefined],
  ] as const)('finds the next mistake from turn %i', async (turn, way, found) => {
    const review = await aReview();
    expect(review.mistakeFrom(1, turn, way)?.turn).toBe(found);
  });

  it('counts the grades of a player', async () => {
    const review = await aReview();
    const { counts, good, decisions } = review.grades(1, 0);
    expect([Object.fromEntries(counts), good, decisions]).toEqual([
      { best: 1, inaccuracy: 1, mistake: 0, blunder: 2 },
      1,
      4,
    ]);
  });
});
