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

/** A position at the beginning of a turn, and its rules. */
export interface AskedPosition {
  edition?: string;
  /** House rules by name; see docs/rules/house-rules.md. */
  rules?: Record<string, number | string | boolean>;
  table?: Tile[][];
  rack?: Tile[];
  has_melded?: boolean;
}

/** The referee's answer. */
export interface RefereeAnswer {
  /** Why the position or the table after it is impossible. If there are any, the other fields are empty. */
  findings: Finding[];
  is_legal: boolean;
  laid: Tile[];
  /** The value of the melds that come entirely from the rack. */
  points: number;
  violations: Violation[];
}

/** Ask the referee whether a play is legal. */
export interface RefereeAsk {
  position: AskedPosition;
  /** The whole table after the turn. */
  after: Tile[][];
}

/** The solver's answer. */
export interface SolveAnswer {
  /** Why the position is impossible. If there are any, no plays are returned. */
  findings: Finding[];
  /** The best plays, best first; empty if there is none. */
  plays: Suggestion[];
}

/** Ask the solver for the best plays. */
export interface SolveAsk {
  position: AskedPosition;
  objective?: Objective;
  /** The maximum number of plays. */
  count?: number;
}
