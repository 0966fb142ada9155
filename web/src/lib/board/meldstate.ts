// The visual state of a meld.

import type { MeldFault, MeldRules } from '../game/melds';

export interface MeldState {
  readonly rules: MeldRules;
  readonly fault: MeldFault | null;
  /** Whether the table may mark invalid melds. */
  readonly showsFaults: boolean;
  readonly isTouched: boolean;
  /** The player is still adding tiles to it. */
  readonly isInTheMaking: boolean;
  readonly isPlan: boolean;
  readonly isLocked: boolean;
  /** The player just tried to use it before the initial meld. */
  readonly isLockTouched: boolean;
  readonly isRefused: boolean;
  /** The initial of the player who last laid or changed it. */
  readonly recentBy: string | null;
  /** Its points towards the initial meld. */
  readonly points: number | null;
}
