// The chosen kind of puzzles, remembered while the page is open.

import type { PuzzleKind } from '../../lib/protocol/types';

export const SETS = ['classic-en', 'xp', 'twist'] as const;
export const KINDS: readonly PuzzleKind[] = ['lay-all', 'only-play', 'free-joker', 'win'];
export const LEVELS = [1, 2, 3, 4, 5] as const;

class PuzzleChoice {
  edition = $state<string>(SETS[0]);
  kind = $state<string>('');
  /** 0: adapts to the player's rating. */
  level = $state<number>(0);

  query = $derived.by(() => {
    const wanted = new URLSearchParams({ edition: this.edition });
    if (this.kind) wanted.set('kind', this.kind);
    // freeing a joker needs rearranging, so the first level has no such puzzles
    if (this.level && !(this.kind === 'free-joker' && this.level === 1)) wanted.set('level', `${this.level}`);
    return `?${wanted}`;
  });
}

export const puzzleChoice = new PuzzleChoice();
