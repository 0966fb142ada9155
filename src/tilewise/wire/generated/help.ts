// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

import type {
  Slot,
  Tile,
} from "./game";

/** One game of a match. */
export interface GameReview {
  game: number;
  turns: TurnReview[];
  seats: SeatReview[];
}

/** The part of the best play that the level reveals. */
export interface Hint {
  level: HintLevel;
  has_play: boolean;
  /** The tiles that the play lays, at levels `tiles` and `steps`. */
  tiles: Tile[];
  /** The play with its steps, at level `steps`. */
  play: Suggestion | null;
}

/** How much a hint reveals. */
export type HintLevel = "steps" | "tiles" | "whether";

/** Join two melds: the other one goes to the right end of the first. */
export interface Join {
  type: "join";
  meld: number;
  row: Tile[];
  other: number;
  other_row: Tile[];
}

/** Lay a new meld of tiles from the rack and the hand. */
export interface Lay {
  type: "lay";
  makes: number;
  row: Tile[];
  /** The tiles that come from the rack. */
  rack: Tile[];
}

/** One step of a play, and the table and hand after it. */
export interface Move {
  step: Take | Split | Reverse | Join | Put | Lay | ReplaceJoker | SplitAtJoker | TakeJoker;
  table: Tile[][];
  /** Tiles taken from the table and not laid yet. */
  hand: Tile[];
}

/** The measure of the best play; the second word breaks ties. */
export type Objective = "fewest-tiles" | "points" | "points-then-tiles" | "tiles" | "tiles-then-points";

/** Add tiles from the rack or the hand to a meld. */
export interface Put {
  type: "put";
  meld: number;
  row: Tile[];
  tiles: Tile[];
  /** The place of each tile afterwards. */
  places: number[];
  /** The tiles that come from the rack. */
  rack: Tile[];
}

/** How a turn compares with its best play, by tiles laid. */
export type Quality = "best" | "big-miss" | "close" | "missed" | "unknown";

/** R-JOK-04: replace a joker by its tiles; the joker goes into the hand. */
export interface ReplaceJoker {
  type: "replace-joker";
  meld: number;
  row: Tile[];
  place: number;
  tiles: Tile[];
  /** The tiles that come from the rack. */
  rack: Tile[];
  /** R-JOK-11: the joker's next meaning: one slot, two for a double joker, none for a mirror. */
  becomes: Slot[];
}

/** Reverse a row: half of a meld with a mirror becomes a run. */
export interface Reverse {
  type: "reverse";
  meld: number;
  row: Tile[];
}

/** A whole match. */
export interface Review {
  games: GameReview[];
}

/** The play of one seat over a game. */
export interface SeatReview {
  seat: number;
  turns: number;
  laid: number;
  possible: number;
  best: number;
  close: number;
  missed: number;
  big_misses: number;
}

/** Split a meld: the tiles at these places become a meld of their own. */
export interface Split {
  type: "split";
  meld: number;
  row: Tile[];
  places: number[];
  makes: number;
}

/** R-JOK-14: split a meld at a joker; the tiles right of it become a new meld, and the joker is free. */
export interface SplitAtJoker {
  type: "split-at-joker";
  meld: number;
  row: Tile[];
  place: number;
  makes: number;
  becomes: Slot[];
}

/** A play worth making. */
export interface Suggestion {
  laid: Tile[];
  /** The points of the tiles that leave the rack. */
  points: number;
  /** The table afterwards. */
  table: Tile[][];
  /** The steps of the play. */
  moves: Move[];
  /** Whether no play lays more; False if the budget ran out first. */
  is_proven: boolean;
}

/** Take number tiles from a meld into the hand; the other tiles close up. */
export interface Take {
  type: "take";
  meld: number;
  row: Tile[];
  places: number[];
}

/** R-JOK-14: take a joker that its meld does not need, or that is the only tile left. */
export interface TakeJoker {
  type: "take-joker";
  meld: number;
  row: Tile[];
  place: number;
  becomes: Slot[];
}

/** One turn, compared with its best play. */
export interface TurnReview {
  game: number;
  /** Counted from 1, as in the record. */
  turn: number;
  seat: number;
  /** Tiles on the rack before the turn. */
  rack: number;
  /** Tiles laid. */
  laid: number;
  /** Tiles that could have been laid. */
  possible: number;
  points: number;
  possible_points: number;
  quality: Quality;
  /** The number of tiles on each rack after the turn. */
  tiles: number[];
  /** The best play with its steps, unless it was played. */
  best: Suggestion | null;
  turning_point: TurningPoint | null;
}

/** Why a turn was decisive. */
export type TurningPoint = "biggest-miss" | "could-go-out" | "took-the-lead";
