// A timed run: puzzles of rising difficulty until time or skips run out. The server's clock decides.

import { play } from '../../lib/board/sounds';
import type { PuzzleRun } from '../../lib/protocol/types';
import { session } from '../../lib/state/session.svelte';
import { puzzlesApi } from './api';
import { Solving } from './solving.svelte';

const TICK_MS = 250;

export class TimedRun {
  solving = new Solving();
  now = $state.raw<PuzzleRun | null>(null);
  secondsLeft = $state(0);
  isOver = $state(false);

  #endsAt = 0;
  #ticker: ReturnType<typeof setInterval> | undefined;

  async begin(edition: string): Promise<void> {
    this.solving.problem = '';
    try {
      await session.begin();
      this.#take(await puzzlesApi.begin(edition));
      this.stop();
      this.#ticker = setInterval(() => this.#tick(), TICK_MS);
    } catch (error) {
      this.solving.fail(error);
    }
  }

  answer(): Promise<void> {
    return this.#send(this.solving.practice.turn.table);
  }

  skip(): Promise<void> {
    return this.#send(null);
  }

  stop(): void {
    clearInterval(this.#ticker);
  }

  async #send(table: PuzzleTable): Promise<void> {
    const { puzzle, practice } = this.solving;
    if (!this.now || !puzzle || practice.isBusy || this.isOver) return;
    practice.isBusy = true;
    try {
      const before = this.now.solved;
      this.#take(await puzzlesApi.answerRun(this.now.id, puzzle.id, table));
      if (this.now.solved > before) play('turn');
    } catch (error) {
      this.solving.fail(error);
    } finally {
      practice.isBusy = false;
    }
  }

  #take(run: PuzzleRun): void {
    this.now = run;
    this.#endsAt = performance.now() + run.seconds_left * 1000;
    this.isOver = run.is_over;
    this.#tick();
    this.solving.follow(run);
  }

  #tick(): void {
    this.secondsLeft = Math.max(0, (this.#endsAt - performance.now()) / 1000);
    if (this.secondsLeft > 0 && !this.isOver) return;
    this.isOver = true;
    this.stop();
  }
}

type PuzzleTable = Parameters<typeof puzzlesApi.answerRun>[2];
