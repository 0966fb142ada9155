// The turn timer for real tiles: player on turn, time left, pause, extra time, step back. Announces names and
// keeps the screen awake.

import { play, type Sound } from '../../lib/board/sounds';
import type { SheetTimer } from '../../lib/protocol/types';
import { keep, kept } from '../../lib/state/storage';
import { words } from '../../lib/words/words.svelte';
import { Awake } from './awake';

const NAME = 'companion-timer';
const TURN = 'companion-turn';
const TICK_MS = 200;
const LAST_SECONDS = 5;
const MORE_MS = 15_000;
const LONGEST_MS = 3_600_000;
export const [LEAST_SECONDS, MOST_SECONDS] = [10, 600];

export interface TimerChoice {
  readonly seconds: number;
  readonly speaks: boolean;
  readonly sounds: boolean;
  /** All players read from one side, as on a TV. */
  readonly isUpright: boolean;
}

const USUAL: TimerChoice = { seconds: 60, speaks: true, sounds: true, isUpright: false };

function isChoice(value: unknown): value is TimerChoice {
  const { seconds } = (value ?? {}) as Partial<TimerChoice>;
  return typeof seconds === 'number' && seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS;
}

/** The stored turn, so that a reload neither adds nor removes time. */
interface KeptTurn {
  readonly seat: number;
  /**
   * The end of the turn while the timer runs. `left` is the time left while it is paused. In milliseconds.
   */
  readonly due: number | null;
  readonly left: number;
}

function isTurn(value: unknown): value is KeptTurn {
  const { seat, due, left } = (value ?? {}) as Partial<Record<keyof KeptTurn, unknown>>;
  const isTime = (time: unknown): boolean => typeof time === 'number' && Number.isFinite(time);
  return Number.isInteger(seat) && (seat as number) >= 0 && isTime(left) && (due === null || isTime(due));
}

export class Timer {
  choice = $state.raw<TimerChoice>({ ...USUAL, ...kept(NAME, USUAL, isChoice) });
  seat = $state(0);
  /** The time left, in milliseconds. */
  left = $state(60_000);
  isRunning = $state(false);
  isUp = $derived(this.left <= 0);
  /** Called whenever the timer starts, stops or jumps. */
  onchange: () => void = () => undefined;

  #names: () => readonly string[];
  #hasBegun = false;
  #due = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #awake = new Awake();
  #lastTick = 0;

  constructor(names: () => readonly string[]) {
    this.#names = names;
    this.left = this.#wholeTurn;
  }

  /** The state for following phones; null until the first turn begins. */
  get told(): SheetTimer | null {
    if (!this.#hasBegun) return null;
    const { seat, isRunning } = this;
    const left = Math.max(-LONGEST_MS, isRunning ? this.#due - Date.now() : this.left) / 1000;
    return { seat, seconds: this.choice.seconds, left, is_running: isRunning };
  }

  /** Resume the turn from before a reload; false when there is none. */
  resume(): boolean {
    const turn = kept<KeptTurn | null>(TURN, null, isTurn);
    if (!turn || turn.seat >= this.#names().length) return false;
    this.seat = turn.seat;
    this.#hasBegun = true;
    this.left = turn.due === null ? turn.left : turn.due - Date.now();
    const isForgotten = this.left < -LONGEST_MS;
    if (isForgotten) this.left = this.#wholeTurn;
    if (turn.due !== null && !isForgotten) this.#run();
    return this.isRunning;
  }

  choose(change: Partial<TimerChoice>): void {
    this.choice = { ...this.choice, ...change };
    keep(NAME, this.choice);
    if (change.seconds !== undefined) this.#give(this.#wholeTurn);
  }

  start(): void {
    const isFresh = !this.#hasBegun || this.isUp;
    if (isFresh) this.left = this.#wholeTurn;
    if (!this.#hasBegun) this.#speak();
    this.#hasBegun = true;
    this.#run();
    this.#changed();
  }

  pause(): void {
    this.#tick();
    this.isRunning = false;
    clearInterval(this.#timer);
    this.#awake.end();
    this.#changed();
  }

  more(): void {
    this.#give(Math.min(LONGEST_MS, Math.max(0, this.left) + MORE_MS));
  }

  /** Start the turn of the next player. */
  next(step = 1): void {
    const count = this.#names().length;
    this.seat = (this.seat + step + count) % count;
    this.left = this.#wholeTurn;
    this.#hasBegun = true;
    this.#play('turn');
    this.#speak();
    this.start();
  }

  leave(): void {
    if (this.isRunning) this.pause();
  }

  /** Request the wake lock again when the page becomes visible. */
  seen(): void {
    if (this.isRunning && !document.hidden) this.#awake.begin();
  }

  get #wholeTurn(): number {
    return this.choice.seconds * 1000;
  }

  #give(left: number): void {
    this.left = left;
    this.#due = Date.now() + left;
    if (this.#hasBegun) this.#changed();
  }

  #run(): void {
    this.isRunning = true;
    this.#due = Date.now() + this.left;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#awake.begin();
  }

  #changed(): void {
    const turn: KeptTurn = { seat: this.seat, due: this.isRunning ? this.#due : null, left: this.left };
    keep(TURN, turn);
    this.onchange();
  }

  #tick(): void {
    if (!this.isRunning) return;
    const wasUp = this.isUp;
    this.left = this.#due - Date.now();
    const whole = Math.ceil(this.left / 1000);
    if (this.isUp && !wasUp) this.#play('late');
    else if (whole <= LAST_SECONDS && whole > 0 && whole !== this.#lastTick) this.#play('tick');
    this.#lastTick = whole;
  }

  #play(sound: Sound): void {
    if (this.choice.sounds) play(sound);
  }

  #speak(): void {
    const name = this.#names()[this.seat];
    if (!this.choice.speaks || typeof speechSynthesis === 'undefined' || !name) return;
    const said = new SpeechSynthesisUtterance(name);
    said.lang = words.language;
    speechSynthesis.cancel();
    speechSynthesis.speak(said);
  }
}

/** Format as minutes and seconds. An overrun turn stays at zero. */
export function digits(left: number): string {
  const whole = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
