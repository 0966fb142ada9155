// The state of one puzzle. The player moves the tiles; the server judges the result.

import { play } from '../../lib/board/sounds';
import type { Table } from '../../lib/game/tiles';
import { Practice } from '../../lib/practice/practice.svelte';
import type {
  PuzzleAsked,
  PuzzleProgress,
  PuzzleRun,
  PuzzleVerdict,
  Violation,
} from '../../lib/protocol/types';
import { announcer } from '../../lib/state/announcer.svelte';
import { problemText } from '../../lib/words/problems';
import { session } from '../../lib/state/session.svelte';
import { meldName } from '../../lib/words/describe';
import { tileNames } from '../../lib/words/tile-names';
import { violationWords, type Words } from '../../lib/words/refusals';
import { stepWords } from '../../lib/words/steps';
import { list, t, tt } from '../../lib/words/words.svelte';
import { puzzlesApi } from './api';

export type Tone = 'plain' | 'good' | 'bad';
interface Shown {
  readonly table: Table;
  readonly words: string;
}

const STEP_MS = 1400;

export class Solving {
  practice = new Practice();
  puzzle = $state.raw<PuzzleAsked | null>(null);
  progress = $state.raw<PuzzleProgress | null>(null);
  tone = $state<Tone>('plain');
  said = $state.raw<readonly Words[]>([]);
  problem = $state('');
  isSolved = $state(false);
  hasGivenUp = $state(false);
  /** The steps of the solution, after the player has given up. */
  steps = $state.raw<readonly Shown[]>([]);
  at = $state(-1);
  /** Whether the steps play by themselves. */
  isShowing = $state(false);
  #player: ReturnType<typeof setInterval> | undefined;

  get isBusy(): boolean {
    return this.practice.isBusy;
  }

  /** Load a puzzle and set up its table. */
  async load(find: () => Promise<PuzzleAsked>): Promise<void> {
    this.problem = '';
    await this.#request(async () => {
      await session.begin();
      this.show(await find());
    });
  }

  show(puzzle: PuzzleAsked): void {
    this.stop();
    this.puzzle = puzzle;
    this.isSolved = this.hasGivenUp = false;
    this.steps = [];
    this.at = -1;
    this.practice.show({ ...puzzle, hasMelded: true });
    this.#say('plain', [{ what: tt(`puzzle.goal.${puzzle.kind}`), way: '' }]);
  }

  async answer(): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || this.isBusy || this.isSolved) return;
    if (!this.practice.turn.judgement.laid) return this.#say('bad', [{ what: t('puzzle.nothing'), way: '' }]);
    await this.#request(async () => {
      const verdict = await puzzlesApi.answer(puzzle.id, this.practice.turn.table);
      this.progress = verdict.progress;
      if (verdict.is_solved) this.#solved(this.#gain(verdict.rating_change));
      else this.refuse(verdict);
    });
  }

  async hint(): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || this.isBusy || this.isSolved) return;
    await this.#request(async () => {
      const hint = await puzzlesApi.hint(puzzle.id);
      if (hint.moves.length) return this.#say('plain', this.#wordsOf(hint.moves.map((move) => move.step)));
      const { fourth } = this.practice.board;
      const melds = hint.melds.map((meld) => meldName(meld, puzzle.edition, fourth));
      this.practice.refuse(hint.melds);
      const what = melds.length ? t('puzzle.hint.melds', { melds: list(melds) }) : t('puzzle.hint.none');
      this.#say('plain', [{ what, way: '' }]);
    });
  }

  async giveUp(): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || this.isBusy) return;
    await this.#request(async () => {
      const found = await puzzlesApi.solution(puzzle.id);
      this.progress = found.progress;
      this.hasGivenUp = true;
      const { fourth } = this.practice.board;
      this.steps = found.moves.map(({ step, table, hand }) => ({
        table: [...table, ...hand.map((tile) => [tile])],
        words: stepWords(step, puzzle.edition, fourth),
      }));
      this.practice.turn.reset();
      this.watch();
    });
  }

  // ── steps of the solution ──

  go(at: number): void {
    const { practice, steps } = this;
    this.at = Math.max(-1, Math.min(at, steps.length - 1));
    const step = steps[this.at];
    if (!step) practice.turn.reset();
    else practice.showTable(step.table);
    this.#say('plain', [{ what: step?.words ?? t('puzzle.solution'), way: '' }]);
  }

  watch(): void {
    this.stop();
    this.go(-1);
    this.isShowing = true;
    this.#player = setInterval(() => {
      this.go(this.at + 1);
      if (this.at >= this.steps.length - 1) this.stop();
    }, STEP_MS);
  }

  stop(): void {
    clearInterval(this.#player);
    this.isShowing = false;
  }

  // ── messages ──

  refuse(verdict: PuzzleVerdict): void {
    const { fourth } = this.practice.board;
    const broken = verdict.violations.map((violation) => violationWords(violation, fourth));
    this.practice.refuse(verdict.violations.flatMap(rowsOf));
    const left = { n: verdict.left.length, tiles: tileNames(verdict.left, fourth) };
    const unlaid = verdict.left.length ? [{ what: t('puzzle.left', left), way: '' }] : [];
    play('refused');
    this.#say('bad', broken.length ? broken : unlaid);
  }

  /** Continue a timed run: show the verdict, or the next puzzle. */
  follow(run: PuzzleRun): void {
    if (run.verdict && !run.verdict.is_solved) this.refuse(run.verdict);
    else if (run.puzzle && run.puzzle.id !== this.puzzle?.id) this.show(run.puzzle);
  }

  fail(error: unknown): void {
    this.problem = problemText(error);
  }

  #solved(gain: string): void {
    this.isSolved = true;
    play('win');
    this.#say('good', [{ what: t('puzzle.solved'), way: gain }]);
  }

  #gain(change: number): string {
    if (!change) return '';
    return t('puzzle.gain', { change: change > 0 ? `+${change}` : change, rating: this.progress!.rating });
  }

  #wordsOf(steps: readonly Parameters<typeof stepWords>[0][]): Words[] {
    const { fourth } = this.practice.board;
    return steps.map((step, at) => ({
      what: `${at + 1}. ${stepWords(step, this.puzzle!.edition, fourth)}`,
      way: '',
    }));
  }

  #say(tone: Tone, said: readonly Words[]): void {
    this.tone = tone;
    this.said = said;
    const text = said.map(({ what, way }) => `${what} ${way}`.trim()).join(' ');
    if (tone === 'plain') announcer.say(text);
    else announcer.interrupt(text);
  }

  async #request(ask: () => Promise<void>): Promise<void> {
    this.practice.isBusy = true;
    this.problem = '';
    try {
      await ask();
    } catch (error) {
      this.fail(error);
    } finally {
      this.practice.isBusy = false;
    }
  }
}

function rowsOf({ tiles, meld }: Violation): (readonly string[])[] {
  return [tiles, meld].flatMap((row) => (row?.length ? [row] : []));
}
