// The address of the analysis board with a position of a replay: the decision of the player who moved.

import { houseRulesIn } from '../../lib/game/house';
import type { MatchReplay, ReplayTurn } from '../../lib/protocol/types';
import { toQuery } from '../../lib/game/position-link';

/** Return the address for the turn at this place; null at the end of a game, where there is no decision. */
export function boardPath({ edition, turns }: MatchReplay, at: number): string | null {
  const shown = turns[at]!;
  const done = shown.seat === null ? turns[at + 1] : shown;
  const before = shown.seat === null ? shown : turns[at - 1];
  if (!before || !done || done.seat === null || done.game !== before.game) return null;
  const seats = before.racks.map((_, place) => (done.seat! + place) % before.racks.length);
  const [mover, ...others] = seats;
  const rack = before.racks[mover!]!;
  if (!rack.length) return null;
  const earlier = turns.slice(0, turns.indexOf(done)).filter((turn) => turn.game === done.game);
  const position = {
    edition: edition.name,
    rules: houseRulesIn(edition),
    table: before.table,
    rack,
    hasMelded: hasMelded(earlier, mover!),
    others: others
      .filter((seat) => before.racks[seat]!.length)
      .map((seat) => ({
        tiles: before.racks[seat]!.length,
        hasMelded: hasMelded(earlier, seat),
        style: 'unknown' as const,
      })),
  };
  return `/solve${toQuery(position)}`;
}

/** Whether a player has melded in these turns of one game. */
export function hasMelded(turns: readonly ReplayTurn[], seat: number): boolean {
  return turns.some((turn) => turn.seat === seat && turn.laid.length > 0 && turn.took_back === null);
}
