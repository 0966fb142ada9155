// What a meld tray shows besides its tiles.

import type { MeldFault, MeldRules } from '../game/melds';

export interface MeldState {
  readonly rules: MeldRules;
  readonly fault: MeldFault | null;
  /** Whether the table lets the screen mark what is not yet in order. */
  readonly showsFaults: boolean;
  readonly isTouched: boolean;
  /** It wants more tiles, and the player is at it. */
  readonly isInTheMaking: boolean;
  readonly isPlan: boolean;
  readonly isLocked: boolean;
  /** Somebody just tried to use it too early. */
  readonly isAsked: boolean;
  readonly isRefused: boolean;
  /** The initial of who just laid or changed it. */
  readonly recentBy: string | null;
  /** What it is worth for the initial meld. */
  readonly points: number | null;
}
