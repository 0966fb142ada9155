// The review of a match by win chance. It grows while the server computes it.

import { ApiError } from '../../../lib/net/api';
import type {
  Candidate,
  Decision,
  GameDecisions,
  PlayerSummary,
  ReviewProgress,
} from '../../../lib/protocol/types';
import { t } from '../../../lib/words/words.svelte';
import type { ReplaySource } from './source';
import { settings } from '../../../lib/state/settings.svelte';

const GRADES = ['best', 'inaccuracy', 'mistake', 'blunder'] as const;
/** The part of an error that grades a turn: all of it, which play it was, or whether to play or wait. */
export const PARTS = ['error', 'choice', 'timing'] as const;
export type Part = (typeof PARTS)[number];

export interface Grades {
  readonly counts: readonly (readonly [(typeof GRADES)[number], number])[];
  readonly good: number;
  readonly decisions: number;
  /** The win chance given up per decision. */
  readonly average: number;
}

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 2000;
const MOST_FAILURES = 20;

export class Review {
  progress = $state.raw<ReviewProgress | null>(null);
  problem = $state('');
  /** The player whose decisions are shown. */
  seat = $state(0);

  #isStopped = false;

  readonly part = $derived<Part>(settings.now.gradedBy);
  readonly games = $derived<readonly GameDecisions[]>(this.progress?.review.games ?? []);
  readonly isComplete = $derived(this.progress !== null && this.progress.done >= this.progress.turns);
  #decisions = $derived(
    new Map(
      this.games.flatMap(({ decisions }) =>
        decisions.map((each) => [`${each.game}/${each.turn}`, each] as const),
      ),
    ),
  );
  /** The turns of this player that are graded as errors, in the order of play. */
  readonly mistakes = $derived(
    [...this.#decisions.values()].filter(
      (each) => each.seat === this.seat && each[this.part].grade !== 'best',
    ),
  );
  /** The costliest of them. */
  readonly worst = $derived(
    this.mistakes.toSorted((one, other) => other[this.part].win - one[this.part].win)[0],
  );

  /** Ask until every turn is judged. `begun` is called with the first answer. */
  async load(source: ReplaySource, begun: () => void): Promise<void> {
    let [wait, failures] = [FIRST_WAIT_MS, 0];
    while (!this.#isStopped && !this.isComplete) {
      try {
        const next = await source.review();
        const isFirst = this.progress === null;
        this.progress = next;
        if (isFirst) begun();
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!isTemporary(error) || failures > MOST_FAILURES) {
          this.problem = t('review.failed');
          return;
        }
      }
      if (this.isComplete) return;
      await new Promise((done) => setTimeout(done, wait));
      wait = Math.min(1.5 * wait, LONGEST_WAIT_MS);
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  of(game: number, turn: number): Decision | undefined {
    return this.#decisions.get(`${game}/${turn}`);
  }

  game(number: number): GameDecisions | undefined {
    return this.games.find(({ game }) => game === number);
  }

  /** The figures of a player in one game, or in the whole match. */
  player(game: number | null, seat: number): PlayerSummary | undefined {
    const players = game === null ? this.progress?.review.players : this.game(game)?.players;
    return players?.find((other) => other.seat === seat);
  }

  /** How well a player decided in one game, or in the whole match. */
  grades(game: number | null, seat: number): Grades {
    const own = [...this.#decisions.values()].filter(
      (each) => each.has_choice && each.seat === seat && (game === null || each.game === game),
    );
    const count = (grade: string): number => own.filter((each) => each[this.part].grade === grade).length;
    const lost = own.reduce((sum, each) => sum + each[this.part].win, 0);
    const counts = GRADES.map((grade) => [grade, count(grade)] as const);
    return {
      counts,
      good: count('best'),
      decisions: own.length,
      average: own.length ? lost / own.length : 0,
    };
  }

  /** The next or previous mistake, seen from a turn. */
  mistakeFrom(game: number, turn: number, way: 1 | -1): Decision | undefined {
    const isBeyond = (each: Decision): boolean =>
      way * ((each.game - game || each.turn - turn) as number) > 0;
    return way > 0 ? this.mistakes.find(isBeyond) : this.mistakes.findLast(isBeyond);
  }

  /** The action that a turn is compared with: of all actions, or of all plays. */
  better(decision: Decision): Candidate | undefined {
    return this.part === 'choice' ? bestPlay(decision) : decision.candidates[0];
  }
}

export function bestPlay(decision: Decision): Candidate | undefined {
  return decision.candidates.find(({ table }) => table !== null);
}

function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && [0, 429, 503].includes(error.status);
}
