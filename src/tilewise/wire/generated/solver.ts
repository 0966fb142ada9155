// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

import type {
  Finding,
  Tile,
  Violation,
} from "./game";

import type {
  Objective,
  Suggestion,
} from "./help";

/** What lies there when the turn begins, and by which rules it is played. */
export interface AskedPosition {
  edition?: string;
  /** House rules by name; see docs/rules/house-rules.md. */
  rules?: Record<string, number | string | boolean>;
  table?: Tile[][];
  rack?: Tile[];
  has_melded?: boolean;
}

/** What the referee says. */
export interface RefereeAnswer {
  /** Why the position, or the table after it, cannot be; with any of these nothing else is said. */
  findings: Finding[];
  is_legal: boolean;
  laid: Tile[];
  /** What the melds are worth that come wholly from the rack. */
  points: number;
  violations: Violation[];
}

/** Asks whether this may be played. */
export interface RefereeAsk {
  position: AskedPosition;
  /** The whole table as it shall lie after the turn. */
  after: Tile[][];
}

/** What the solver says. */
export interface SolveAnswer {
  /** Why the position cannot be; with any of these nothing else is said. */
  findings: Finding[];
  /** The best first; none when there is no play. */
  plays: Suggestion[];
}

/** Asks for the best play, and what else could be played. */
export interface SolveAsk {
  position: AskedPosition;
  objective?: Objective;
  /** How many plays at most, the best first. */
  count?: number;
}
