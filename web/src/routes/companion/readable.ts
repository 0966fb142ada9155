// Checks whether data from storage or the server is a score sheet.

import type { Sheet, SheetGame } from '../../lib/protocol/types';
import type { Left } from './scoring';

export const MOST_PLAYERS = 6;

export function isSheet(value: unknown): value is Sheet {
  const sheet = value as Partial<Sheet> | null;
  return (
    Array.isArray(sheet?.players) &&
    sheet.players.length >= 2 &&
    sheet.players.length <= MOST_PLAYERS &&
    sheet.players.every((name) => typeof name === 'string') &&
    typeof sheet.edition === 'string' &&
    Array.isArray(sheet.games) &&
    sheet.games.every((game) => isGame(game, sheet.players!.length))
  );
}

function isGame(value: unknown, players: number): boolean {
  const game = value as Partial<SheetGame> | null;
  return (
    Array.isArray(game?.seats) &&
    game.seats.length === players &&
    (game.winner === null || game.seats[game.winner!] !== undefined) &&
    game.seats.every(
      (left: Partial<Left>) => Array.isArray(left?.tiles) && left.tiles.every(Number.isInteger),
    )
  );
}
