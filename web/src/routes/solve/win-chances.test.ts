// Figures are settled when neither the win chance nor the order of the candidates would change.

import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../lib/protocol/types';
import { isClose, isSettled } from './win-chances.svelte';

const losing = (mean: number, error: number) => ({ loss: { mean, error } }) as Candidate;
const BEST = losing(0, 0);

describe('win chances', () => {
  it('are settled when the best one is precise and the others are clearly worse', () => {
    expect(isSettled({ win: { mean: 0.5, error: 0.009 }, candidates: [BEST, losing(0.2, 0.05)] })).toBe(true);
  });

  it('are not settled while the best one is rough', () => {
    expect(isSettled({ win: { mean: 0.5, error: 0.02 }, candidates: [BEST] })).toBe(false);
  });

  it('are not settled while another candidate may be better', () => {
    expect(isSettled({ win: { mean: 0.5, error: 0.009 }, candidates: [BEST, losing(0.02, 0.02)] })).toBe(
      false,
    );
  });

  it('are close unless the difference is significant', () => {
    expect([isClose(losing(0.02, 0.02)), isClose(losing(0.08, 0.02))]).toEqual([true, false]);
  });
});
