import { describe, expect, it } from 'vitest';
import type { GameFigures } from '../../lib/protocol/types';
import { found, mean, missedPlays, results, secondsPerTurn, tilesPerTurn } from './figures';

const GAME: GameFigures = {
  room: 'r',
  game: 1,
  edition: 'twist',
  at: 0,
  opponents: ['Ada'],
  bots: [],
  score: 10,
  is_won: true,
  laid: [0, 3, 12],
  seconds: [2, 4, 9],
  possible: [2, 3, 12],
};
const LOST: GameFigures = {
  ...GAME,
  is_won: false,
  edition: 'xp',
  opponents: ['Ada', 'Bob'],
  possible: null,
};

describe('statistics', () => {
  it('count wins for each name, the most played first', () => {
    expect(results([GAME, LOST], (game) => game.opponents)).toEqual([
      { label: 'Ada', value: 1, of: 2 },
      { label: 'Bob', value: 0, of: 1 },
    ]);
  });

  it('combine long turns in one bar', () => {
    const bars = tilesPerTurn([GAME]);

    expect(bars.map((bar) => bar.value)).toEqual([1, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect(bars.at(-1)!.label).toBe('8+');
  });

  it('show the tiles found only for games that the solver has reviewed', () => {
    expect(found([LOST, GAME])).toEqual([{ label: '1', value: 15, of: 17 }]);
  });

  it('tell a missed play from a turn without any', () => {
    expect(missedPlays([GAME, LOST])).toBe(1);
  });

  it('compute the mean time of a turn', () => {
    expect(secondsPerTurn([GAME])[0]!.value).toBe(5);
    expect(mean([])).toBe(0);
  });
});
