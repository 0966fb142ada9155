// The visual states of a tile.

export interface TileLook {
  /** Laid from the rack this turn, or moved on the table. */
  readonly mark?: 'mine' | 'moved' | undefined;
  readonly isHeld?: boolean;
  readonly isPlan?: boolean;
  readonly isDim?: boolean;
  readonly isNew?: boolean;
  /** Part of the play that the hint suggests. */
  readonly isHinted?: boolean;
  /** Was part of a plan that no longer fits. */
  readonly isLost?: boolean;
  /** The empty outline that a tile in hand leaves behind. */
  readonly isHollow?: boolean;
}
