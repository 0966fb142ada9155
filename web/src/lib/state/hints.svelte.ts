// Hints during the player's own turn: requested level by level, marked on the rack, demonstrated on the
// table.

import type { Draft } from '../game/draft';
import type { History } from '../game/history';
import { api, ApiError } from '../net/api';
import type { Hint, HintLevel, WinHint } from '../protocol/types';
import { hintWords } from '../words/hints';
import { stepWords } from '../words/steps';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { problemText } from '../words/problems';
import type { Room } from './room.svelte';

const LEVELS: readonly HintLevel[] = ['whether', 'tiles', 'steps'];
/** What a hint is about: the chance to win, or the number of tiles. */
export type Goal = 'wins' | 'tiles';
const STEP_MS = 1300;

export class Hints {
  isOpen = $state(false);
  isBusy = $state(false);
  hint = $state.raw<Hint | WinHint | null>(null);
  problem = $state('');
  /** The step being demonstrated; −1 when there is none. */
  shown = $state(-1);
  /** The demonstration is over, and the play is on the table. */
  isPlayedOut = $state(false);

  #room: Room;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The turn before the demonstration, and the latest draft of the demonstration. */
  #before: History<Draft> | null = null;
  #laid = $state.raw<Draft | null>(null);
  /** The element that had the focus when the hint was opened. */
  #opener: HTMLElement | null = null;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Whether this table allows hints and it is the player's turn. */
  canAsk = $derived.by(() => this.#room.view?.config.hints === true && this.#room.isMyTurn);

  /** The hint levels that this table allows. */
  levels = $derived.by(() => {
    const most = this.#room.view?.config.hint_ceiling ?? 'steps';
    return LEVELS.slice(0, LEVELS.indexOf(most) + 1);
  });

  #chosenGoal = $state<Goal>('wins');
  /** The goals that this table allows. */
  goals = $derived.by<readonly Goal[]>(() =>
    this.#room.view?.config.win_hints ? ['wins', 'tiles'] : ['tiles'],
  );
  goal = $derived(this.goals.includes(this.#chosenGoal) ? this.#chosenGoal : 'tiles');

  isDemonstrating = $derived(this.shown >= 0 || this.isPlayedOut);
  /** Whether the player has moved tiles during the demonstration, which ends it. */
  isTakenOver = $derived.by(() => this.isDemonstrating && this.#room.board.turn.draft !== this.#laid);

  words = $derived.by(() => (this.hint ? hintWords(this.hint, this.#room.board.fourth) : []));

  steps = $derived.by(() => {
    const { turn, fourth } = this.#room.board;
    return this.hint?.play?.moves.map((move) => stepWords(move.step, turn.rules, fourth)) ?? [];
  });

  open(): void {
    this.#opener = document.activeElement as HTMLElement | null;
    this.isOpen = true;
    announcer.say(t('hint.title'));
  }

  /** Close the hint. A running demonstration is undone. */
  close(): void {
    if (this.shown >= 0) this.takeBack();
    this.forget();
    this.#opener?.focus();
    this.#opener = null;
  }

  /** Choose what the hints are about. If a hint is shown, ask for the one of the same level. */
  choose(goal: Goal): void {
    if (goal === this.goal || this.isBusy) return;
    this.#chosenGoal = goal;
    const { hint } = this;
    this.#clear();
    if (hint) void this.ask(hint.level);
  }

  async ask(level: HintLevel): Promise<void> {
    if (this.isBusy || !this.canAsk) return;
    this.#stop();
    this.isPlayedOut = false;
    this.isBusy = true;
    this.problem = '';
    const { turn } = this.#room.game!;
    try {
      const asked = this.goal === 'wins' ? api.winHint : api.hint;
      const { hint } = await asked(this.#room.id, level);
      if (this.#room.game?.turn === turn) this.#take(hint);
    } catch (error) {
      this.problem = reasonOf(error);
      announcer.interrupt(this.problem);
    } finally {
      this.isBusy = false;
    }
  }

  #take(hint: Hint | WinHint): void {
    this.hint = hint;
    this.#room.board.hinted = hint.tiles;
    announcer.say([...this.words, ...this.steps].join(' '));
  }

  /** Demonstrate the steps on the table. Each can be undone, and nothing counts until the turn ends. */
  playOut(): void {
    const { turn } = this.#room.board;
    this.#stop();
    this.#before ??= turn.history;
    if (turn.judgement.isTouched) turn.reset();
    this.#laid = turn.draft;
    this.#next(0);
  }

  #next(at: number): void {
    const { turn } = this.#room.board;
    const move = this.hint?.play?.moves[at];
    if (!move) this.isPlayedOut = true;
    if (!move || !this.canAsk) return this.#stop();
    this.shown = at;
    turn.follow(move.table, move.hand);
    this.#laid = turn.draft;
    this.#timer = setTimeout(() => this.#next(at + 1), STEP_MS);
  }

  /** Restore the table to its state before the demonstration. */
  takeBack(): void {
    this.#stop();
    this.isPlayedOut = false;
    if (this.#before) this.#room.board.turn.goBackTo(this.#before);
    this.#before = null;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.shown = -1;
  }

  forget(): void {
    this.#stop();
    this.isPlayedOut = false;
    this.#before = null;
    this.isOpen = false;
    this.#clear();
  }

  #clear(): void {
    this.hint = null;
    this.problem = '';
    this.#room.board.hinted = [];
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return problemText(error);
  if (error.reason === 'no-hints-here' || error.reason === 'no-win-hints-here') return t('hint.forbidden');
  return error.reason === 'no-hint' ? t('hint.failed') : problemText(error);
}
