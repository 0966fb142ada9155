// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

import type {
  Finding,
  Tile,
  Violation,
} from "./game";

import type {
  Analysis,
  CurvePoint,
  Decision,
  DecisionReview,
} from "./help";

import type {
  AskedPosition,
} from "./solver";

/** The win chances of a position. */
export interface AnalyseAnswer {
  /** Why the position is impossible. If there are any, there is no analysis. */
  findings: Finding[];
  analysis: Analysis | null;
}

/** Ask for the win chances of the player to move. */
export interface AnalyseAsk {
  position: AskedPosition;
  /** The other players, in the order of play. Tiles that no player holds are in the pool. */
  others: AskedSeat[];
  /** The budget. More nodes play the same deals and then further ones. */
  nodes?: number;
}

/** Another player of a position to analyse. */
export interface AskedSeat {
  /** Tiles on the rack. */
  tiles: number;
  has_melded?: boolean;
  style?: AskedStyle;
}

/** How another player is assumed to play. */
export type AskedStyle = "holds" | "lays" | "unknown";

/** The win chances in a running game, from public information. */
export interface LiveCurve {
  /** Counted from 1. */
  game: number;
  /** In the order of play. Turns that no viewer asked for in time are missing. */
  points: CurvePoint[];
}

/** The review of a match by win chance, as far as it is computed. */
export interface ReviewProgress {
  /** Turns judged so far. */
  done: number;
  /** Turns to judge. */
  turns: number;
  /** The turns judged so far. Luck and results are complete once all turns are done. */
  review: DecisionReview;
  /** The caller's seat in the match. */
  seat: number | null;
}

/** The verdict on the other action. */
export interface TriedTurn {
  /** The rules that it breaks. If there are any, it is not judged. */
  violations: Violation[];
  /** The turn as if this action had been taken. */
  decision: Decision | null;
}

/** Another action in place of one that was taken in a match. */
export interface TryTurn {
  game: number;
  /** Counted from 1, as in the record. */
  turn: number;
  /** The table after the play; null to wait. */
  table: Tile[][] | null;
}
