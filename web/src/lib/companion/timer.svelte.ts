// The turn timer for real tiles: whose turn, how long; pause, more time, a step back. Says names, keeps the screen awake.

import { play } from '../board/sounds';
import { words } from '../words/words.svelte';

const TICK_MS = 200;
const LAST_SECONDS = 5;

export class Timer {
  seconds = $state(60);
  seat = $state(0);
  /** What is left, in milliseconds. */
  left = $state(60_000);
  isRunning = $state(false);
  speaks = $state(true);
  isUp = $derived(this.left <= 0);

  #names: () => readonly string[];
  #due = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #lock: WakeLockSentinel | null = null;
  #lastTick = 0;

  constructor(names: () => readonly string[]) {
    this.#names = names;
  }

  get digits(): string {
    const whole = Math.max(0, Math.ceil(this.left / 1000));
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
  }

  choose(seconds: number): void {
    this.seconds = seconds;
    this.left = seconds * 1000;
    if (this.isRunning) this.#due = Date.now() + this.left;
  }

  start(): void {
    if (this.isUp) this.left = this.seconds * 1000;
    this.isRunning = true;
    this.#due = Date.now() + this.left;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    void this.#stayAwake();
  }

  pause(): void {
    this.#tick();
    this.isRunning = false;
    clearInterval(this.#timer);
    void this.#lock?.release().catch(() => undefined);
    this.#lock = null;
  }

  more(): void {
    this.left = Math.max(0, this.left) + 15_000;
    this.#due = Date.now() + this.left;
  }

  /** The turn is done: the next player's begins. */
  next(step = 1): void {
    const count = this.#names().length;
    this.seat = (this.seat + step + count) % count;
    this.left = this.seconds * 1000;
    play('turn');
    this.#speak(this.#names()[this.seat] ?? '');
    this.start();
  }

  leave(): void {
    this.pause();
  }

  /** A phone that was put away comes back awake. */
  seen(): void {
    if (this.isRunning && !document.hidden) void this.#stayAwake();
  }

  #tick(): void {
    if (!this.isRunning) return;
    const wasUp = this.isUp;
    this.left = this.#due - Date.now();
    const whole = Math.ceil(this.left / 1000);
    if (this.isUp && !wasUp) play('late');
    else if (whole <= LAST_SECONDS && whole > 0 && whole !== this.#lastTick) play('tick');
    this.#lastTick = whole;
  }

  #speak(name: string): void {
    if (!this.speaks || typeof speechSynthesis === 'undefined' || !name) return;
    const said = new SpeechSynthesisUtterance(name);
    said.lang = words.language;
    speechSynthesis.cancel();
    speechSynthesis.speak(said);
  }

  async #stayAwake(): Promise<void> {
    try {
      this.#lock ??= (await navigator.wakeLock?.request('screen')) ?? null;
      this.#lock?.addEventListener('release', () => (this.#lock = null), { once: true });
    } catch {
      // a browser that does not keep the screen awake lets it sleep
    }
  }
}
