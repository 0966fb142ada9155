// The solver's review of a finished match, by turn and by player.

import type { GameReview, TurnReview } from '../protocol/types';
import type { ReplaySource } from './replay-source';
import { t } from '../words/words.svelte';

export const QUALITIES = ['best', 'close', 'missed', 'big-miss'] as const;

export class Review {
  games = $state.raw<readonly GameReview[]>([]);
  isLoading = $state(true);
  problem = $state('');

  #turns = $derived(
    new Map(
      this.games.flatMap(({ turns }) => turns.map((turn) => [`${turn.game}/${turn.turn}`, turn] as const)),
    ),
  );

  async load(source: ReplaySource): Promise<void> {
    try {
      this.games = (await source.review()).games;
    } catch {
      this.problem = t('review.failed');
    } finally {
      this.isLoading = false;
    }
  }

  of(game: number, turn: number): TurnReview | undefined {
    return this.#turns.get(`${game}/${turn}`);
  }

  game(number: number): GameReview | undefined {
    return this.games.find(({ game }) => game === number);
  }

  /** A player's result in one game: the percentage of playable tiles laid, and the count of each quality. */
  seat(game: number, seat: number): SeatSummary | null {
    const found = this.game(game)?.seats.find((other) => other.seat === seat);
    if (!found) return null;
    const percent = found.possible ? Math.round((100 * found.laid) / found.possible) : 100;
    const counts = {
      best: found.best,
      close: found.close,
      missed: found.missed,
      'big-miss': found.big_misses,
    };
    return { percent, counts, laid: found.laid, possible: found.possible, turns: found.turns };
  }
}

export interface SeatSummary {
  readonly percent: number;
  readonly counts: Readonly<Record<(typeof QUALITIES)[number], number>>;
  readonly laid: number;
  readonly possible: number;
  readonly turns: number;
}
