// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

import type {
  Edition,
  Tile,
  Violation,
} from "./game";

import type {
  Move,
} from "./help";

/** The goal of a puzzle. */
export type Kind = "free-joker" | "lay-all" | "only-play" | "win";

/** A request for a new timed run. */
export interface NewRun {
  edition?: string;
}

/** A puzzle without its solution. */
export interface PuzzleAsked {
  id: string;
  edition: Edition;
  kind: Kind;
  level: number;
  difficulty: number;
  rack: Tile[];
  table: Tile[][];
  /** Whether the caller has solved it before. */
  is_solved: boolean;
  /** The date of a daily puzzle, such as 2026-11-16; empty for other puzzles. */
  day: string;
}

/** A hint: first the melds that change, then one more step with each request. */
export interface PuzzleHint {
  /** The melds on the table that change. */
  melds: Tile[][];
  /** The first steps. */
  moves: Move[];
  /** Whether these are all the steps. */
  is_all: boolean;
}

/** All puzzles, and the caller's progress. */
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

/** The progress of a person. */
export interface PuzzleProgress {
  rating: number;
  solved: number;
  tried: number;
  /** The number of consecutive days, up to today or yesterday, with a solved daily puzzle. */
  streak: number;
  best_streak: number;
  /** The most puzzles solved in one timed run. */
  best_run: number;
  /** Today's date in UTC. */
  day: string;
  is_daily_solved: boolean;
}

/** The state of a timed run. */
export interface PuzzleRun {
  id: string;
  solved: number;
  skips_left: number;
  seconds_left: number;
  is_over: boolean;
  /** The most puzzles the caller has solved in one run, this one included. */
  best: number;
  /** The next puzzle; null when the run is over. */
  puzzle: PuzzleAsked | null;
  /** The verdict on the last answer. */
  verdict: PuzzleVerdict | null;
}

/** A solution, and the rating lost by giving up. */
export interface PuzzleSolution {
  table: Tile[][];
  moves: Move[];
  rating_change: number;
  progress: PuzzleProgress;
}

/** An answer: the whole table after the play. */
export interface PuzzleTable {
  table: Tile[][];
}

/** The verdict on an answer. */
export interface PuzzleVerdict {
  is_solved: boolean;
  /** Every broken rule. */
  violations: Violation[];
  /** Tiles that should be on the table but are still on the rack. */
  left: Tile[];
  /** 0 unless this was the caller's first decisive answer. */
  rating_change: number;
  progress: PuzzleProgress;
}

/** An answer in a timed run. Without a table, the puzzle is skipped. */
export interface RunAnswer {
  puzzle: string;
  table?: Tile[][] | null;
}
