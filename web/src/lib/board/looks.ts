// How a tile can look, besides what is printed on it.

export interface TileLook {
  /** Came from the rack this turn, or was moved on the table. */
  readonly mark?: 'mine' | 'moved' | undefined;
  readonly isHeld?: boolean;
  readonly isPlan?: boolean;
  readonly isDim?: boolean;
  readonly isNew?: boolean;
  /** The solver would lay it. */
  readonly isHinted?: boolean;
  /** Was part of a plan that no longer fits. */
  readonly isLost?: boolean;
  /** Where a tile was before it was taken in hand. */
  readonly isHollow?: boolean;
}
