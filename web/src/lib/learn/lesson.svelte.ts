// The state of one lesson: the player's attempt and the verdict on it.

import { play } from '../board/sounds';
import { api } from '../net/api';
import { Practice } from '../practice/practice.svelte';
import { problemWords } from '../words/describe';
import { violationWords, type Words } from '../words/refusals';
import { t, tt } from '../words/words.svelte';
import { editionNamed } from '../game/editions';
import { CHANCES, type Chance } from './course';
import { verdict, type Lesson } from './judge';
import { progress } from './progress.svelte';

const STEP_MS = 1100;

export interface Said {
  readonly tone: 'plain' | 'good' | 'bad';
  readonly words: readonly Words[];
}

export class LessonRun {
  readonly lesson: Lesson;
  practice = new Practice();
  said = $state.raw<Said>({ tone: 'plain', words: [] });
  isDone = $state(false);
  isShowing = $state(false);
  /** The option chosen in a lesson on what wins, and the chances, which appear with the choice. */
  chosen = $state<number | null>(null);
  chances = $derived.by<readonly Chance[] | null>(() =>
    this.chosen === null ? null : CHANCES[this.lesson.id]!,
  );

  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(lesson: Lesson) {
    this.lesson = lesson;
    this.again();
  }

  /** Start the lesson again. */
  again(): void {
    this.stop();
    const { edition, table, rack, has_melded: hasMelded } = this.lesson;
    this.practice.show({ edition: editionNamed(edition), table, rack, hasMelded });
    this.#say('plain', tt(`lesson.${this.lesson.id}.task`));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.isShowing = false;
  }

  /** End the turn and judge the table. */
  async end(): Promise<void> {
    if (this.practice.isBusy) return;
    this.stop();
    const found = verdict(this.lesson, this.practice.turn.table);
    if (found === 'reached' && this.lesson.task === 'play') this.#done();
    else if (found !== 'broken') this.#say('plain', t('learn.legal-but'));
    else await this.#refused();
  }

  draw(): void {
    if (this.lesson.task !== 'draw') return;
    if (this.practice.turn.judgement.isTouched) return this.#say('bad', t('actions.draw.first'));
    this.#take('draw');
    this.#done();
  }

  /** End the turn by the clock. The outcome depends on the table. */
  timeUp(): void {
    const isLaid = this.practice.turn.judgement.laid > 0;
    const isLegal = verdict(this.lesson, this.practice.turn.table) !== 'broken';
    const what = !isLaid ? 'overrun' : isLegal ? 'played' : 'unfinished';
    if (what !== 'played') this.#take(what);
    if (what === this.lesson.task) this.#done();
    else this.#say('plain', tt(`learn.time.${what}`));
  }

  choose(points: number): void {
    if (points === this.lesson.points) this.#done();
    else {
      play('refused');
      this.#say('bad', tt(`lesson.${this.lesson.id}.wrong`));
    }
  }

  /** Choose one of the options. Every choice shows the chances; the best one solves the lesson. */
  pick(at: number): void {
    this.chosen = at;
    if (this.chances![at]!.is_best) return this.#done();
    play('refused');
    this.#say('bad', tt(`lesson.${this.lesson.id}.wrong`));
  }

  /** Demonstrate the solution step by step. */
  showMe(): void {
    this.again();
    this.isShowing = true;
    this.#show(0);
  }

  #show(at: number): void {
    const table = this.lesson.shown[at];
    if (!table) {
      this.isShowing = false;
      return this.#say('plain', t('learn.shown'));
    }
    this.#timer = setTimeout(() => {
      this.practice.showTable(table);
      this.#show(at + 1);
    }, STEP_MS);
  }

  #take(why: 'draw' | 'overrun' | 'unfinished'): void {
    const { edition, table, rack, has_melded: hasMelded, drawn } = this.lesson;
    this.practice.show({
      edition: editionNamed(edition),
      table,
      rack: [...rack, ...(drawn[why] ?? [])],
      hasMelded,
    });
  }

  async #refused(): Promise<void> {
    play('refused');
    const { board, turn } = this.practice;
    const hints = turn.judgement.problems.map((problem) => problemWords(problem, board.fourth));
    if (hints.length && board.showsFaults) return this.#sayAll('bad', hints);
    if (!turn.judgement.isTouched) return this.#say('plain', tt(`lesson.${this.lesson.id}.task`));
    const told = await this.#ask();
    if (told) return this.#sayAll('bad', told);
    if (hints.length) this.#sayAll('bad', hints);
    else this.#say('bad', t('learn.no-reason'));
  }

  /** Ask the server's referee why the table is invalid; null when offline. */
  async #ask(): Promise<Words[] | null> {
    const { edition, table, rack, has_melded } = this.lesson;
    this.practice.isBusy = true;
    try {
      const after = this.practice.turn.table;
      const answer = await api.referee({ position: { edition, rules: {}, table, rack, has_melded }, after });
      this.practice.refuse(answer.violations.flatMap(({ tiles, meld }) => [tiles, meld]));
      return answer.violations.map((violation) => violationWords(violation, this.practice.board.fourth));
    } catch {
      return null;
    } finally {
      this.practice.isBusy = false;
    }
  }

  #done(): void {
    this.isDone = true;
    play('win');
    progress.add(this.lesson);
    this.#say('good', tt(`lesson.${this.lesson.id}.done`));
  }

  #say(tone: Said['tone'], what: string): void {
    this.#sayAll(tone, [{ what, way: '' }]);
  }

  #sayAll(tone: Said['tone'], words: readonly Words[]): void {
    this.said = { tone, words };
  }
}
