// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

import type {
  Analysis,
  DecisionReview,
} from "./help";

/** The win chances of a position, as far as they are computed. */
export interface AnalysisGiven {
  analysis: Analysis;
}

/** The review of a match by win chance, as far as it is computed. */
export interface ReviewProgress {
  /** Turns judged so far. */
  done: number;
  /** Turns to judge. */
  turns: number;
  /** The turns judged so far. Luck and results are complete once all turns are done. */
  review: DecisionReview;
}
