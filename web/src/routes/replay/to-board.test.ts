// A position of a replay on the analysis board is the one before the turn, as its player saw it.

import { describe, expect, it } from 'vitest';
import { editionNamed } from '../../lib/game/editions';
import type { MatchReplay, ReplayTurn } from '../../lib/protocol/types';
import { boardPath } from './to-board';

const turn = (number: number, seat: number | null, laid: string[], racks: string[][], table: string[][]) =>
  ({ game: 1, turn: number, seat, laid, racks, table, took_back: null }) as unknown as ReplayTurn;
const OPENED = [['r11', 'r12', 'r13']];
const MATCH = {
  edition: { ...editionNamed('classic-en'), joker_reuse: 'any-set' },
  turns: [
    turn(0, null, [], [['r11', 'r12', 'r13', 'b1'], ['k5']], []),
    turn(1, 0, ['r11', 'r12', 'r13'], [['b1'], ['k5']], OPENED),
    turn(2, 1, [], [['b1'], ['k5', 'r10']], OPENED),
  ],
} as unknown as MatchReplay;

describe('a replay on the board', () => {
  it('shows the position before the turn with the house rules', () => {
    expect(boardPath(MATCH, 2)).toBe('/solve?p=classic-en+joker_reuse=any-set;+%3Ek5!+/+1;+[r11+r12+r13]');
  });

  it('shows the first decision at the deal', () => {
    expect(boardPath(MATCH, 0)).toBe(boardPath(MATCH, 1));
  });
});
