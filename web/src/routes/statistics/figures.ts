// Computes chart data from games. Pure functions.

import type { GameFigures } from '../../lib/protocol/types';

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The total that the value is a part of, drawn as the whole bar. */
  readonly of?: number;
}

const LONGEST_TURN = 8;

/** Count games and wins by label, the most played first. */
export function results(
  games: readonly GameFigures[],
  under: (game: GameFigures) => readonly string[],
): Bar[] {
  const counts = new Map<string, { won: number; played: number }>();
  for (const game of games) {
    for (const label of new Set(under(game))) {
      const count = counts.get(label) ?? { won: 0, played: 0 };
      counts.set(label, { won: count.won + Number(game.is_won), played: count.played + 1 });
    }
  }
  const bars = [...counts].map(([label, { won, played }]) => ({ label, value: won, of: played }));
  return bars.sort((one, other) => other.of - one.of || one.label.localeCompare(other.label));
}

/** Count the turns that laid no tile, one, two, …; the last bar combines the rest. */
export function tilesPerTurn(games: readonly GameFigures[]): Bar[] {
  const turns = games.flatMap((game) => game.laid);
  return Array.from({ length: LONGEST_TURN + 1 }, (_, tiles) => ({
    label: tiles === LONGEST_TURN ? `${tiles}+` : `${tiles}`,
    value: turns.filter((laid) => Math.min(laid, LONGEST_TURN) === tiles).length,
  }));
}

/** For each reviewed game, oldest first, return the tiles laid out of those possible. */
export function found(games: readonly GameFigures[]): Bar[] {
  const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);
  return [...games].reverse().flatMap((game, at) => {
    if (!game.possible) return [];
    return [{ label: `${at + 1}`, value: sum(game.laid), of: Math.max(sum(game.possible), sum(game.laid)) }];
  });
}

/** Return the mean seconds of a turn for each game, oldest first. */
export function secondsPerTurn(games: readonly GameFigures[]): Bar[] {
  return [...games].reverse().map((game, at) => ({
    label: `${at + 1}`,
    value: mean(game.seconds),
  }));
}

/** Count the turns that laid nothing although a play was possible. */
export function missedPlays(games: readonly GameFigures[]): number {
  return games.reduce(
    (count, game) =>
      count + (game.possible ?? []).filter((possible, turn) => possible > 0 && game.laid[turn] === 0).length,
    0,
  );
}

export function mean(values: readonly number[]): number {
  if (!values.length) return 0;
  return Math.round((values.reduce((one, other) => one + other, 0) / values.length) * 10) / 10;
}
