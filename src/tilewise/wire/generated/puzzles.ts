// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

import type {
  Edition,
  Tile,
  Violation,
} from "./game";

import type {
  Move,
} from "./help";

/** What is wanted. */
export type Kind = "free-joker" | "lay-all" | "only-play" | "win";

/** A timed run to begin. */
export interface NewRun {
  edition?: string;
}

/** A puzzle to solve; its solution is not in it. */
export interface PuzzleAsked {
  id: string;
  edition: Edition;
  kind: Kind;
  level: number;
  difficulty: number;
  rack: Tile[];
  table: Tile[][];
  /** Whether the asker has solved it before. */
  is_solved: boolean;
  /** The day whose puzzle it is, such as 2026-11-16; empty when it is no daily puzzle. */
  day: string;
}

/** A little help: first which melds take part, then the steps, one for each time it is asked for. */
export interface PuzzleHint {
  /** Melds of the table that do not stay as they lie. */
  melds: Tile[][];
  /** The first steps. */
  moves: Move[];
  /** Whether there are no more. */
  is_all: boolean;
}

/** All puzzles there are, and how the asker is getting on. */
export interface PuzzleOverview {
  piles: PuzzlePile[];
  progress: PuzzleProgress;
}

/** The puzzles of one edition, kind and level. */
export interface PuzzlePile {
  edition: string;
  kind: Kind;
  level: number;
  puzzles: number;
  solved: number;
}

/** How somebody is getting on. */
export interface PuzzleProgress {
  rating: number;
  solved: number;
  tried: number;
  /** Days in succession, up to today or yesterday, on which the daily puzzle was solved. */
  streak: number;
  best_streak: number;
  /** The most puzzles that were solved in one timed run. */
  best_run: number;
  /** Today, where the server is (UTC). */
  day: string;
  is_daily_solved: boolean;
}

/** How a timed run stands. */
export interface PuzzleRun {
  id: string;
  solved: number;
  skips_left: number;
  seconds_left: number;
  is_over: boolean;
  /** The most that the asker has ever solved in a run, this one included. */
  best: number;
  /** The next one; None when the run is over. */
  puzzle: PuzzleAsked | null;
  /** What is said about the answer that was given. */
  verdict: PuzzleVerdict | null;
}

/** A way to solve a puzzle, and what giving up cost. */
export interface PuzzleSolution {
  table: Tile[][];
  moves: Move[];
  rating_change: number;
  progress: PuzzleProgress;
}

/** An answer: the whole table as it shall lie. */
export interface PuzzleTable {
  table: Tile[][];
}

/** What is said about an answer. */
export interface PuzzleVerdict {
  is_solved: boolean;
  /** Every rule that it breaks. */
  violations: Violation[];
  /** Tiles that should lie on the table and are still on the rack. */
  left: Tile[];
  /** 0 unless this answer decided the puzzle for the asker. */
  rating_change: number;
  progress: PuzzleProgress;
}

/** An answer in a timed run; without a table the puzzle is skipped. */
export interface RunAnswer {
  puzzle: string;
  table?: Tile[][] | null;
}
