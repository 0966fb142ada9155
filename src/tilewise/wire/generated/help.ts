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

/** As much as was asked for, and no more. */
export interface Hint {
  level: HintLevel;
  has_play: boolean;
  /** What the play lays, from the level of tiles on. */
  tiles: Tile[];
  /** How it is made, at the level of steps. */
  play: Suggestion | null;
}

/** How much one wants to be told. */
export type HintLevel = "steps" | "tiles" | "whether";

/** Push two melds together: the other one goes to the right end of the first. */
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
  /** Those of the tiles that come from the rack. */
  rack: Tile[];
}

/** One step of a play, and how things lie after it. */
export interface Move {
  step: Take | Split | Reverse | Join | Put | Lay | ReplaceJoker | SplitAtJoker | TakeJoker;
  table: Tile[][];
  /** Tiles that were taken up and lie nowhere yet. */
  hand: Tile[];
}

/** What the best play is the best in; the second word decides between plays that are equal in the first. */
export type Objective = "fewest-tiles" | "points" | "points-then-tiles" | "tiles" | "tiles-then-points";

/** Put tiles from the rack or the hand to a meld. */
export interface Put {
  type: "put";
  meld: number;
  row: Tile[];
  tiles: Tile[];
  /** Where each of the tiles lies afterwards. */
  places: number[];
  /** Those of the tiles that come from the rack. */
  rack: Tile[];
}

/** How a turn compares with its best play, by tiles laid. */
export type Quality = "best" | "big-miss" | "close" | "missed" | "unknown";

/** R-JOK-04: put the tiles of a joker in its place; the joker goes free, into the hand. */
export interface ReplaceJoker {
  type: "replace-joker";
  meld: number;
  row: Tile[];
  place: number;
  tiles: Tile[];
  /** Those of the tiles that come from the rack. */
  rack: Tile[];
  /** R-JOK-11: what the joker will stand for: one place, two for a double joker, none for a mirror. */
  becomes: Slot[];
}

/** Lay a row the other way round: half of a mirror's meld becomes a run. */
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

/** Draw a meld apart: the tiles at these places become a meld of their own. */
export interface Split {
  type: "split";
  meld: number;
  row: Tile[];
  places: number[];
  makes: number;
}

/** R-JOK-14: draw a meld apart where a joker lies; what lies right of it is a new meld, the joker goes free. */
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
  /** What the tiles are worth that leave the rack. */
  points: number;
  /** All that lies on the table afterwards. */
  table: Tile[][];
  /** How to get there. */
  moves: Move[];
  /** Whether nothing lays more; False when the budget ran out first. */
  is_proven: boolean;
}

/** Take number tiles from a meld into the hand; the rest stays and closes up. */
export interface Take {
  type: "take";
  meld: number;
  row: Tile[];
  places: number[];
}

/** R-JOK-14: take a joker that its meld does not need, or that is all that is left of it; it goes free. */
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
