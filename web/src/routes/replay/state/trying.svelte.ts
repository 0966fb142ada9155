// A turn of a match that the visitor plays again: the position before it, and the verdict on the new action.

import type { Table } from '../../../lib/game/tiles';
import { Practice } from '../../../lib/practice/practice.svelte';
import type { Decision, MatchReplay } from '../../../lib/protocol/types';
import { violationWords, type Words } from '../../../lib/words/refusals';
import { chance, percent, sampled } from '../../../lib/words/percent';
import { t, tt } from '../../../lib/words/words.svelte';
import { hasMelded } from '../to-board';
import type { ReplaySource } from './source';
import { problemText } from '../../../lib/words/problems';

export class Trying {
  practice = new Practice();
  tone = $state<'plain' | 'good' | 'bad'>('plain');
  said = $state.raw<readonly Words[]>([{ what: t('try.start'), way: '' }]);
  isBusy = $state(false);

  readonly #source: ReplaySource;
  readonly #played: Decision;

  constructor(source: ReplaySource, match: MatchReplay, played: Decision) {
    [this.#source, this.#played] = [source, played];
    const { seat } = played;
    const game = match.turns.filter((turn) => turn.game === played.game && turn.turn < played.turn);
    const before = game.at(-1)!;
    this.practice.show({
      edition: match.edition,
      table: before.table,
      rack: before.racks[seat]!,
      hasMelded: hasMelded(game, seat),
    });
  }

  /** Judge the play on the table. */
  async judge(): Promise<void> {
    const { turn } = this.practice;
    if (turn.judgement.laid) await this.#ask(turn.table);
    else this.#say('bad', [{ what: t('try.nothing'), way: '' }]);
  }

  /** Judge waiting. */
  async wait(): Promise<void> {
    this.practice.turn.reset();
    await this.#ask(null);
  }

  async #ask(table: Table | null): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.#say('plain', [{ what: t('try.judging'), way: '' }]);
    const { game, turn } = this.#played;
    try {
      const { violations, decision } = await this.#source.try({ game, turn, table });
      const { fourth } = this.practice.board;
      if (decision) this.#show(decision);
      else
        this.#say(
          'bad',
          violations.map((each) => violationWords(each, fourth)),
        );
    } catch (error) {
      this.#say('bad', [{ what: problemText(error), way: '' }]);
    } finally {
      this.isBusy = false;
    }
  }

  #show({ done, best, error }: Decision): void {
    if (!done || !best) return this.#say('plain', [{ what: t('review.no-choice'), way: '' }]);
    const isGood = error.grade === 'best';
    const values = {
      chance: chance(done),
      error: percent(done.error),
      played: chance(this.#played.done ?? done),
      best: chance(best.mean < done.mean ? done : best),
    };
    const grade = isGood
      ? t('try.good')
      : t('try.lost', { grade: tt(`grade.${error.grade}`), n: sampled(error.win) });
    this.#say(isGood ? 'good' : 'bad', [
      { what: grade, way: '' },
      { what: t('try.result', values), way: '' },
    ]);
  }

  #say(tone: 'plain' | 'good' | 'bad', said: readonly Words[]): void {
    [this.tone, this.said] = [tone, said];
  }
}
