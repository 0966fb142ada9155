// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

import type {
  Slot,
  Tile,
} from "./game";

/** The win chances of a position, as the seat to move can know them. */
export interface Analysis {
  seat: number;
  /** The chance to win with the best action. */
  win: Measured;
  points: Measured;
  /** The win chance of every seat, as this seat sees it. */
  chances: number[];
  /** Best first. The first was chosen on other deals than those that judge it. */
  candidates: Candidate[];
  /** How the other seats probably play. */
  beliefs: SeatBelief[];
  deals: number;
  nodes: number;
  /** The spent part of the budget, 0 to 1; 1 for the last result. */
  progress: number;
}

/** An action for this turn, and its results if the seat continues in the best style found. */
export interface Candidate {
  kinds: CandidateKind[];
  /** The table after the play; None to wait. */
  table: Tile[][] | null;
  laid: Tile[];
  /** The chance to win the game. A shared win counts as a part. */
  win: Measured;
  /** Points on the score sheet. */
  points: Measured;
  /** Win chance given up against the best candidate, on the same deals. Below 0 only by chance. */
  loss: Measured;
  /** The same against the best candidate of its kind: of all plays for a play, 0 for waiting. */
  loss_in_kind: Measured;
  /** The win chance of every seat. */
  chances: number[];
  outlook: Outlook;
  /** Deals that were played to judge it. */
  deals: number;
}

/** Why an action is a candidate. */
export type CandidateKind =
  "few-tiles" | "fewest-tiles" | "goes-out" | "made" | "most-points" | "most-tiles" | "rearranged" | "wait"
  | "without-jokers";

/** The win chance of every seat after a turn. Turn 0 is the deal. */
export interface CurvePoint {
  turn: number;
  chances: number[];
}

/** One turn of a player, judged with what its seat could know. */
export interface Decision {
  game: number;
  /** Counted from 1, as in the record. */
  turn: number;
  seat: number;
  /** Without a choice there is no error, no grade, and no candidate. */
  has_choice: boolean;
  /** The win chance of every seat before the turn, with all racks known; empty if it was not asked for. */
  chances: number[];
  laid: number;
  /** Tiles that could have been laid. */
  possible: number;
  /** The win chance of the best action. */
  best: Measured | null;
  /** The win chance of the action that was taken. */
  done: Measured | null;
  /** Timing and choice together. */
  error: Lapse;
  /** Lay or wait. */
  timing: Lapse;
  /** Which play, given that the player laid. */
  choice: Lapse;
  /** The change of the win chance until the next decision of this seat, for a player who follows the plan of the rollouts. Draws and the other players cause it, so it averages zero against players whose styles are known. */
  fortune: number;
  /** How the rollouts continue after the turn, as an index of the engine's `PLANS` and of `planned`. */
  plan: number;
  /** The win chance before the turn if the player follows each plan. The standard error is that of the difference to `done`. */
  planned: Measured[];
  /** Best first. */
  candidates: Candidate[];
  /** The steps of the best play; empty without an error. */
  moves: Move[];
  /** Why the best action is better, the most telling first; empty without an error. */
  reasons: Explanation[];
  /** Why the best play is better than the play that was made; empty without an error of choice. */
  choice_reasons: Explanation[];
}

/** A match, judged by win chance. */
export interface DecisionReview {
  games: GameDecisions[];
  /** Over all games of the match. */
  players: PlayerSummary[];
  /** The game and turn of the largest error, if there is any. */
  worst: [number, number] | null;
}

/** Why the best action is better than the one that was taken: a share of the rollouts after each. */
export interface Explanation {
  kind: ExplanationKind;
  best: number;
  made: number;
  seat: number | null;
  tiles: number;
}

/** An observation in the rollouts that makes one action better than another. */
export type ExplanationKind =
  "could-go-out" | "goes-out" | "joker-kept" | "next-goes-out" | "opponent-goes-out" | "pool-runs-dry";

/** One game, judged by win chance. */
export interface GameDecisions {
  game: number;
  decisions: Decision[];
  players: PlayerSummary[];
  /** With all racks known. */
  curve: CurvePoint[];
  /** The turns with the largest swings of the curve, in the order of play. */
  turning_points: number[];
  /** How each seat has played, fitted from the game. */
  beliefs: SeatBelief[];
}

/** The quality of a decision, by the win chance it gave up. */
export type Grade = "best" | "blunder" | "inaccuracy" | "mistake";

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

/** Win chance given up. It is 0 unless the difference is significant. */
export interface Lapse {
  win: number;
  /** The standard error of the difference. */
  error: number;
  grade: Grade;
}

/** Lay a new meld of tiles from the rack and the hand. */
export interface Lay {
  type: "lay";
  makes: number;
  row: Tile[];
  /** The tiles that come from the rack. */
  rack: Tile[];
}

/** A mean over rollouts and its standard error. */
export interface Measured {
  mean: number;
  error: number;
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

/** How the rollouts after an action ended, as shares of the games. */
export interface Outlook {
  /** The next player went out in its next turn. */
  next_out: number;
  /** Each seat went out. */
  outs: number[];
  /** The pool ran dry and no seat went out. */
  dry: number;
  /** Each seat was the first to lay tiles after the pool had run dry. */
  first_dry: number[];
  /** Mean number of turns after this one. */
  turns: number;
}

/** The decisions, the attention and the luck of one player in a game or a match. */
export interface PlayerSummary {
  seat: number;
  turns: number;
  /** Turns with a choice. */
  decisions: number;
  /** The win chance given up, in games, compared with the plan of the rollouts. It includes losses too small to prove in a single turn. A turn that was better than the plan counts as negative. */
  error: number;
  /** Its standard error. */
  error_error: number;
  /** The proven errors in whether to lay or to wait. */
  timing: number;
  /** The proven errors in which play to make. */
  choice: number;
  best: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  /** Tiles laid, in the turns in which the player laid any. */
  laid: number;
  /** Tiles that could have been laid in the same turns. */
  possible: number;
  /** The win chance at the first decision; the sum over the games of a match. */
  start: number;
  luck: number;
  /** Games won; a shared win counts as a part. */
  result: number;
}

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

/** The styles that a seat probably has, with weights that add up to 1. */
export interface SeatBelief {
  seat: number;
  styles: WeightedStyle[];
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

/** How a player plays. With an empty pool every style lays the most points it sees. */
export interface Style {
  /** The fewest tiles it lays at once, unless it goes out. */
  enough: number;
  /** Whether it holds back its initial meld until it could go out a turn later. */
  holds_initial_meld: boolean;
  /** Whether it lays jokers only to go out, or where there is no other initial meld. */
  keeps_jokers: boolean;
  /** Melds of the table that it rearranges at a time; 0 for all of them. */
  melds_at_once: number;
  /** Choices of such melds that it tries in a turn. */
  looks: number;
  /** Whether it lays a single tile when it would be the first player who cannot draw. Among players who hold back, the first one to lay on an empty pool usually loses. */
  sidesteps: boolean;
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

/** A style that a seat may have, and how likely it is. */
export interface WeightedStyle {
  style: Style;
  weight: number;
}

/** The action that wins most often, as far as the level reveals it. */
export interface WinHint {
  level: HintLevel;
  /** Whether waiting is best: to draw or to pass. */
  waits: boolean;
  /** Whether the difference between the best play and waiting may be chance. */
  is_close: boolean;
  /** The chance to win after the best play; None without a play. */
  play_win: Measured | null;
  /** The chance to win after waiting; None if the player must lay or can go out. */
  wait_win: Measured | null;
  /** The tiles that the best play lays, at levels `tiles` and `steps`. */
  tiles: Tile[];
  /** The best play with its steps, at level `steps`. */
  play: Suggestion | null;
}
