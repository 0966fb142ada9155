// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

import type {
  Finding,
} from "./game";

import type {
  Analysis,
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

/** How another player is taken to play. */
export type AskedStyle = "holds" | "lays" | "unknown";

/** The review of a match by win chance, as far as it is computed. */
export interface ReviewProgress {
  /** Turns judged so far. */
  done: number;
  /** Turns to judge. */
  turns: number;
  /** The turns judged so far. Luck and results are complete once all turns are done. */
  review: DecisionReview;
}
