// Keeps the screen awake while the timer runs, where the browser supports it.

export class Awake {
  #isWanted = false;
  #lock: WakeLockSentinel | null = null;

  /**
   * Request the wake lock. Call it again when the page becomes visible: browsers release the lock of a hidden
   * page.
   */
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
      if (!this.#isWanted || this.#lock) return void (await lock.release()); // no longer needed, or a duplicate
      this.#lock = lock;
      lock.addEventListener('release', () => this.#lock === lock && (this.#lock = null), { once: true });
    } catch {
      // the browser refused: the screen may sleep
    }
  }
}
