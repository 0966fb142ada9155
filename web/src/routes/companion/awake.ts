// Keeps the screen awake while something runs, where the browser can.

export class Awake {
  #isWanted = false;
  #lock: WakeLockSentinel | null = null;

  /** From now on; again after the browser took it away, as it does from a hidden page. */
  begin(): void {
    this.#isWanted = true;
    if (!this.#lock) void this.#ask();
  }

  end(): void {
    this.#isWanted = false;
    void this.#lock?.release().catch(() => undefined);
    this.#lock = null;
  }

  async #ask(): Promise<void> {
    try {
      const lock = await navigator.wakeLock?.request('screen');
      if (!lock) return;
      if (!this.#isWanted || this.#lock) return void (await lock.release()); // it came too late, or twice
      this.#lock = lock;
      lock.addEventListener('release', () => this.#lock === lock && (this.#lock = null), { once: true });
    } catch {
      // a browser that does not keep the screen awake lets it sleep
    }
  }
}
