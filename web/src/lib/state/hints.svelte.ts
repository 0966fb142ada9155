// Help in one's own turn: asked for step by step, shown on the rack, played out on the cloth.

import { api, ApiError } from '../net/api';
import type { Hint, HintLevel } from '../protocol/types';
import { stepWords } from '../words/steps';
import { tileNames } from '../words/describe';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { problemText } from './openings.svelte';
import type { Room } from './room.svelte';

const LEVELS: readonly HintLevel[] = ['whether', 'tiles', 'steps'];
const STEP_MS = 1300;

export class Hints {
  isOpen = $state(false);
  isBusy = $state(false);
  hint = $state.raw<Hint | null>(null);
  problem = $state('');
  /** The step that is being shown; −1 when none is. */
  shown = $state(-1);

  #room: Room;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Whether this table helps, and it is the time to ask. */
  canAsk = $derived.by(() => this.#room.view?.config.hints === true && this.#room.isMyTurn);

  /** As far as hints go at this table. */
  levels = $derived.by(() => {
    const most = this.#room.view?.config.hint_ceiling ?? 'steps';
    return LEVELS.slice(0, LEVELS.indexOf(most) + 1);
  });

  words = $derived.by(() => {
    const { hint } = this;
    if (!hint) return '';
    if (!hint.has_play) return t('hint.none');
    if (hint.level === 'whether') return t('hint.yes');
    const tiles = tileNames(hint.tiles, this.#room.board.fourth);
    return t('hint.these', { n: hint.tiles.length, tiles });
  });

  steps = $derived.by(() => {
    const { turn, fourth } = this.#room.board;
    return this.hint?.play?.moves.map((move) => stepWords(move.step, turn.rules, fourth)) ?? [];
  });

  open(): void {
    this.isOpen = !this.isOpen;
    if (!this.isOpen) this.forget();
  }

  async ask(level: HintLevel): Promise<void> {
    if (this.isBusy || !this.canAsk) return;
    this.#stop();
    this.isBusy = true;
    this.problem = '';
    const { turn } = this.#room.game!;
    try {
      const { hint } = await api.hint(this.#room.id, level);
      if (this.#room.game?.turn === turn) this.#take(hint);
    } catch (error) {
      this.problem = reasonOf(error);
      announcer.interrupt(this.problem);
    } finally {
      this.isBusy = false;
    }
  }

  #take(hint: Hint): void {
    this.hint = hint;
    this.#room.board.hinted = hint.tiles;
    announcer.say([this.words, ...this.steps].join(' '));
  }

  /** Play the steps out on the cloth; each can be undone, and nothing counts until the turn is ended. */
  playOut(): void {
    this.#stop();
    if (this.#room.board.turn.judgement.isTouched) this.#room.board.turn.reset();
    this.#next(0);
  }

  #next(at: number): void {
    const move = this.hint?.play?.moves[at];
    if (!move || !this.canAsk) return this.#stop();
    this.shown = at;
    this.#room.board.turn.follow(move.table, move.hand);
    this.#timer = setTimeout(() => this.#next(at + 1), STEP_MS);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.shown = -1;
  }

  forget(): void {
    this.#stop();
    this.hint = null;
    this.problem = '';
    this.isOpen = false;
    this.#room.board.hinted = [];
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return problemText(error);
  if (error.reason === 'no-hints-here') return t('hint.forbidden');
  return error.reason === 'no-hint' ? t('hint.failed') : problemText(error);
}
