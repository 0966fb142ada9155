// What is said aloud to screen readers: politely for others' moves, at once for refusals and time.

export interface Line {
  readonly id: number;
  readonly text: string;
}

/** So many lines stay in a live region: a line that is still to be read must not be gone. */
const KEPT = 6;

/**
 * Two live regions. A new line is added below the last one and never replaces it, so that a screen reader reads every line
 * in turn, however quickly they come.
 */
class Announcer {
  polite = $state.raw<readonly Line[]>([]);
  urgent = $state.raw<readonly Line[]>([]);
  #number = 0;

  say(text: string): void {
    this.polite = this.#with(this.polite, text);
  }

  interrupt(text: string): void {
    this.urgent = this.#with(this.urgent, text);
  }

  #with(lines: readonly Line[], text: string): Line[] {
    return [...lines, { id: this.#number++, text }].slice(-KEPT);
  }
}

export const announcer = new Announcer();
