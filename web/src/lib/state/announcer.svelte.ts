// Announcements for screen readers: polite for other players' moves, assertive for refusals and time.

import { untrack } from 'svelte';

export interface Line {
  readonly id: number;
  readonly text: string;
}

/** How many lines stay in a live region, so that none disappears before it is read. */
const KEPT = 6;

/**
 * Two live regions. New lines are appended and never replace earlier ones, so that a screen reader reads
 * every line however quickly they come.
 */
class Announcer {
  polite = $state.raw<readonly Line[]>([]);
  urgent = $state.raw<readonly Line[]>([]);
  #number = 0;

  say(text: string): void {
    this.polite = this.#with(() => this.polite, text);
  }

  interrupt(text: string): void {
    this.urgent = this.#with(() => this.urgent, text);
  }

  /** Untracked: an effect that announces something must not run again because of its own announcement. */
  #with(lines: () => readonly Line[], text: string): Line[] {
    return [...untrack(lines), { id: this.#number++, text }].slice(-KEPT);
  }
}

export const announcer = new Announcer();
