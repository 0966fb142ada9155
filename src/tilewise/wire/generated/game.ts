// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

/** R-CONT-01, R-CONT-02, R-CONT-03, R-JOK-01: the contents of the box. */
export interface Box {
  copies: number;
  classic: number;
  double: number;
  colour_change: number;
  mirror: number;
}

/** R-CONT-04: red, blue, black and a fourth colour, called yellow or orange by the edition. */
export type Colour = "b" | "k" | "r" | "y";

/** A seat gave up; it takes no more turns in this game. */
export interface Conceded {
  type: "conceded";
  seat: number;
}

/** A seat took tiles from the pool and its turn ended. Others learn only how many. */
export interface Drew {
  type: "drew";
  seat: number;
  count: number;
  tiles: Tile[] | null;
  why: WhyDrawn;
}

/** A printed edition or a house's own. List only what differs from the defaults. */
export interface Edition {
  name: string;
  source: string;
  /** Increases when a ruling changes, so that old records replay under their own rules. */
  revision: number;
  box: Box;
  /** the part that 2 to 4 players use of a box made for more. */
  small_box: Box | null;
  min_players: number;
  max_players: number;
  /** R-CONT-06: one for each player the box is made for. */
  racks: number;
  fourth_colour: "orange" | "yellow";
  turn_seconds_adjustable: boolean;
  unrestorable_tiles: UnrestorableTiles;
  /** R-SETUP-05, TA-17: tiles each player takes */
  hand_size: 14 | 21;
  /** R-SETUP-09: games in a round; 0: as many as players */
  games_per_round: number;
  /** R-SETUP-10: rounds in a match */
  rounds: number;
  /** who starts later games: a new draw, the last winner, or the next seat */
  next_starter: NextStarter;
  /** R-MELD-01: points of the initial meld */
  initial_meld_min: number;
  /** R-MELD-05: jokers may be part of the initial meld */
  joker_in_initial_meld: boolean;
  /** after the initial meld, the same turn may rearrange the table */
  manipulate_in_initial_turn: boolean;
  /** a player who has melded and can play may not draw */
  must_play_if_able: boolean;
  /** confirming an illegal table is an unfinished move and costs the penalty */
  strict_confirm: boolean;
  /** R-TIME-01, A-24: seconds a turn; 0: no limit */
  turn_seconds: number;
  /** R-TIME-02: tiles drawn when time runs out and nothing was laid */
  timeout_no_play_draw: number;
  /** R-TIME-03: tiles drawn when time runs out in an unfinished move */
  incomplete_penalty_draw: number;
  /** a legal play at time-out counts, or is taken back and one tile drawn */
  on_timeout_legal: OnTimeoutLegal;
  /** a retrieved joker goes into a new meld, or anywhere */
  joker_reuse: JokerReuse;
  /** a joker leaves by any legal table, or only for the exact tile */
  joker_retrieval: JokerRetrieval;
  /** a joker in a group of three is replaced by both missing colours, not one */
  group3_both_colours: boolean;
  /** number tiles that every meld must hold */
  min_number_tiles_per_set: 0 | 1 | 2;
  /** TA-01: tiles on each side of a mirror joker, at least */
  mirror_min_side: 1 | 2 | 3;
  /** TA-03: a colour-change joker may stand at the low end of a run */
  colour_change_at_start: boolean;
  /** TA-11: a joker may be exchanged for a joker of another kind */
  joker_swap_by_joker: boolean;
  /** when the pool is empty: one more turn each, or until all pass */
  empty_pool: EmptyPool;
  /** when the pool is empty, a player who can play may not pass */
  forced_play_on_empty_pool: boolean;
  /** equally low racks: shared, fewest tiles, or no winner */
  empty_pool_tie: EmptyPoolTie;
  /** R-SCORE-06: the fine for never making the initial meld */
  never_melded_fine: NeverMeldedFine;
  /** R-JOK-12: what a joker left on a rack counts */
  joker_rack_penalty: 25 | 30 | 50 | 100;
}

/** how a game goes on when the pool is empty. */
export type EmptyPool = "one-more-turn-each" | "until-no-play";

/** the winner when the pool is empty and two racks are equally low. */
export type EmptyPoolTie = "fewest-tiles" | "no-winner" | "shared";

/** How a game ended. */
export type Ending = "empty-pool" | "last-player" | "rack-out";

/** Why a position is impossible: more of a tile than the box holds, or a row that is not a meld. */
export interface Finding {
  /** The tile, or the row as it lies. */
  tiles: Tile[];
  /** The number of these tiles in the position. */
  have: number;
  /** The number of these tiles in the box. */
  most: number;
  /** Why the row is not a meld. */
  why: MeldFault | null;
}

/** The part of a record that is wrong. */
export type FindingKind = "deal" | "remark" | "result" | "secret" | "turn" | "unreached";

/** The game is over; the racks are shown and counted. */
export interface GameEnded {
  type: "game-ended";
  result: Result;
  racks: Tile[][];
}

/** The tiles were mixed, the starter drawn, and the racks filled. A seat sees only its own rack. */
export interface GameStarted {
  type: "game-started";
  edition: Edition;
  starting_draws: (([number, Tile])[])[];
  starter: number;
  racks: Tile[][];
  /** The tile that is drawn next comes first. */
  pool: Tile[];
}

/** how a joker on the table may be taken. */
export type JokerRetrieval = "exact-tile" | "legal-table";

/** where a retrieved joker must go. */
export type JokerReuse = "any-set" | "new-set";

/** A house rule: its name, its choices, and a description. */
export interface Knob {
  name: string;
  choices: string;
  description: string;
  default: unknown;
}

/** Why a row of tiles is not a meld. */
export type MeldFault =
  "beyond-the-ends" | "colour-change-at-start" | "colour-change-in-group" | "colour-does-not-change"
  | "mirror-side-too-short" | "mirror-sides-differ" | "mixed-colours" | "not-consecutive"
  | "nothing-in-common" | "out-of-order" | "repeated-colour" | "repeated-number" | "stray-in-group"
  | "too-few-numbers" | "too-few-tiles" | "too-many-in-group" | "two-mirrors";

/** the fine for a player who never made the initial meld. */
export type NeverMeldedFine = "100-or-200" | "100-or-rack" | "none";

/** the starter of the second and later games of a match. */
export type NextStarter = "draw" | "rotate" | "winner";

/** what happens to a finished but unconfirmed play when time runs out. */
export type OnTimeoutLegal = "commit" | "revert-draw-1";

/** A seat ended its turn without a play; the pool is empty. */
export interface Passed {
  type: "passed";
  seat: number;
}

/** A seat laid tiles; the table now lies like this. */
export interface Played {
  type: "played";
  seat: number;
  table: Tile[][];
  laid: Tile[];
}

/** How a game ended, the winners, and the points that each seat writes down. */
export interface Result {
  ending: Ending;
  winners: number[];
  scores: number[];
}

/** A rule that a player can break; `clause` gives its id in the rulebook. */
export type Rule =
  "already-conceded" | "game-is-over" | "initial-meld-points" | "initial-meld-touches-table"
  | "joker-in-initial-meld" | "joker-needs-both-colours" | "joker-not-in-new-meld" | "joker-place-not-filled"
  | "joker-swapped" | "must-play" | "no-rack-tile" | "not-a-meld" | "not-your-turn" | "pool-is-empty"
  | "pool-is-not-empty" | "table-to-rack" | "tile-not-on-rack" | "unknown-seat";

/** The public part of a seat. */
export interface SeatView {
  /** Tiles on its rack. */
  tiles: number;
  has_melded: boolean;
  has_conceded: boolean;
  /** Tiles laid in this game. */
  laid: number;
  /** Turns in a row without a play. */
  quiet: number;
  /** Tiles drawn in the last turn: one, more as a penalty, none after a play or a pass. */
  drew: number;
  /** Visible to the seat itself, and to all when the game is over. */
  rack: Tile[] | null;
}

/** A place in a meld: its number, and the colours it can have; a colour-change joker has none of its own. */
export interface Slot {
  number: number;
  colours: Colour[];
}

/** A line in the standings of a match. */
export interface Standing {
  seat: number;
  games_won: number;
  score: number;
  /** 1 for the leader; A-10: seats with equal games and points share a rank. */
  rank: number;
}

/** A tile, written as in the notation: `r7` is red seven, `J` the classic joker. Tiles have no serial numbers: two red sevens are equal. So count tiles, and never look one up with `in`. A loop makes the members: `Tile("r7")`. */
export type Tile =
  "C" | "D" | "J" | "M" | "b1" | "b10" | "b11" | "b12" | "b13" | "b2" | "b3" | "b4" | "b5" | "b6" | "b7"
  | "b8" | "b9" | "k1" | "k10" | "k11" | "k12" | "k13" | "k2" | "k3" | "k4" | "k5" | "k6" | "k7" | "k8" | "k9"
  | "r1" | "r10" | "r11" | "r12" | "r13" | "r2" | "r3" | "r4" | "r5" | "r6" | "r7" | "r8" | "r9" | "y1"
  | "y10" | "y11" | "y12" | "y13" | "y2" | "y3" | "y4" | "y5" | "y6" | "y7" | "y8" | "y9";

/** A seat's time was up. The events after it show the consequence. */
export interface TimedOut {
  type: "timed-out";
  seat: number;
}

/** An unfinished move was taken back: the table lies as before the turn. */
export interface TookBack {
  type: "took-back";
  seat: number;
  violations: Violation[];
}

/** at a real table, the fate of tiles whose former place is forgotten. */
export type UnrestorableTiles = "to-pool" | "unspecified";

/** A broken rule, with the tiles and numbers concerned. */
export interface Violation {
  rule: Rule;
  /** The tiles concerned; for a row that is not a meld, the row as it lies. */
  tiles: Tile[];
  /** The reason why a row is not a meld. */
  why: MeldFault | null;
  have: number | null;
  need: number | null;
  /** The meld concerned, where the tiles alone do not identify it. */
  meld: Tile[];
}

/** Why a seat took tiles from the pool. */
export type WhyDrawn = "overrun" | "turn" | "unfinished";
