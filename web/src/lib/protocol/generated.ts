// Joined by `npm run types` from what tilewise.wire generates; do not edit.

/** R-CONT-01, R-CONT-02, R-CONT-03, R-JOK-01: what is in the box. */
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

/** One printed edition, or a house's own: give only what differs from the defaults. */
export interface Edition {
  name: string;
  source: string;
  /** Grows when a ruling changes, so that old records are replayed as they were played. */
  revision: number;
  box: Box;
  /** what 2 to 4 players use of a box made for more. */
  small_box: Box | null;
  min_players: number;
  max_players: number;
  /** R-CONT-06: one for each player that the box is made for. */
  racks: number;
  fourth_colour: "orange" | "yellow";
  turn_seconds_adjustable: boolean;
  unrestorable_tiles: UnrestorableTiles;
  /** R-SETUP-05, TA-17: tiles each player takes */
  hand_size: 14 | 21;
  /** R-SETUP-09: games in a round; 0: as many as there are players */
  games_per_round: number;
  /** R-SETUP-10: rounds in a match */
  rounds: number;
  /** who starts later games: a new draw, the last winner, or the next seat */
  next_starter: NextStarter;
  /** R-MELD-01: points of the initial meld */
  initial_meld_min: number;
  /** R-MELD-05: jokers may be part of the initial meld */
  joker_in_initial_meld: boolean;
  /** after the initial meld the same turn may go on with manipulation */
  manipulate_in_initial_turn: boolean;
  /** who has melded and can play may not draw instead */
  must_play_if_able: boolean;
  /** confirming an illegal table is an unfinished move and costs the penalty */
  strict_confirm: boolean;
  /** R-TIME-01, A-24: seconds a turn; 0: no limit */
  turn_seconds: number;
  /** R-TIME-02: tiles drawn when time runs out and nothing was laid */
  timeout_no_play_draw: number;
  /** R-TIME-03: tiles drawn when time runs out in an unfinished move */
  incomplete_penalty_draw: number;
  /** a finished play at time-out counts, or is taken back and one drawn */
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
  /** who can play may not pass when the pool is empty */
  forced_play_on_empty_pool: boolean;
  /** equally low racks: shared, fewest tiles, or nobody */
  empty_pool_tie: EmptyPoolTie;
  /** R-SCORE-06: the fine for never making the initial meld */
  never_melded_fine: NeverMeldedFine;
  /** R-JOK-12: what a joker left on a rack counts */
  joker_rack_penalty: 25 | 30 | 50 | 100;
}

/** how a game goes on when the pool is empty. */
export type EmptyPool = "one-more-turn-each" | "until-no-play";

/** who wins when the pool is empty and two racks are equally low. */
export type EmptyPoolTie = "fewest-tiles" | "no-winner" | "shared";

/** How a game ended. */
export type Ending = "empty-pool" | "last-player" | "rack-out";

/** Why a position cannot be: more of a tile than the box holds, or a row on the table that is no meld. */
export interface Finding {
  /** The tile, or the row as it lies. */
  tiles: Tile[];
  /** How many there are of the tile. */
  have: number;
  /** How many the box holds. */
  most: number;
  /** Why the row is not a meld. */
  why: MeldFault | null;
}

/** The game is over; the racks are shown and counted. */
export interface GameEnded {
  type: "game-ended";
  result: Result;
  racks: Tile[][];
}

/** The tiles were mixed, the start drawn for, and the racks filled. Others see no rack and no pool. */
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

/** where a joker that was retrieved must go. */
export type JokerReuse = "any-set" | "new-set";

/** A house rule: its name, what it may be, and what it does. */
export interface Knob {
  name: string;
  choices: string;
  description: string;
  default: unknown;
}

/** Why a row of tiles is not a meld. */
export type MeldFault =
  "beyond-the-ends" | "colour-change-at-start" | "colour-change-in-group" | "colour-does-not-change"
  | "mirror-side-too-short" | "mirror-sides-differ" | "mixed-colours" | "not-consecutive" | "out-of-order"
  | "repeated-colour" | "too-few-numbers" | "too-few-tiles" | "too-many-in-group" | "two-mirrors";

/** what a player writes who never made the initial meld. */
export type NeverMeldedFine = "100-or-200" | "100-or-rack" | "none";

/** who starts the second and later games of a match. */
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

/** How a game ended, who won it, and what every seat writes down. */
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

/** What everybody may know of a seat. */
export interface SeatView {
  /** How many tiles are on its rack. */
  tiles: number;
  has_melded: boolean;
  has_conceded: boolean;
  /** How many tiles it has laid in this game. */
  laid: number;
  /** Its turns in succession in which it laid nothing. */
  quiet: number;
  /** Shown to all when the game is over, and to the seat itself always. */
  rack: Tile[] | null;
}

/** A place in a meld: its number, and the colours it can have; a colour-change joker has none of its own. */
export interface Slot {
  number: number;
  colours: Colour[];
}

/** A seat in the table of a match. */
export interface Standing {
  seat: number;
  games_won: number;
  score: number;
  /** 1 for the leader; A-10: seats that are equal in games and points share a rank. */
  rank: number;
}

/** A tile, written as in the notation: `r7` is red seven, `J` the classic joker. Alike tiles are equal: there are no serial numbers, so count tiles, never look one up with `in`. Members are made by a loop: `Tile("r7")`. */
export type Tile =
  "C" | "D" | "J" | "M" | "b1" | "b10" | "b11" | "b12" | "b13" | "b2" | "b3" | "b4" | "b5" | "b6" | "b7"
  | "b8" | "b9" | "k1" | "k10" | "k11" | "k12" | "k13" | "k2" | "k3" | "k4" | "k5" | "k6" | "k7" | "k8" | "k9"
  | "r1" | "r10" | "r11" | "r12" | "r13" | "r2" | "r3" | "r4" | "r5" | "r6" | "r7" | "r8" | "r9" | "y1"
  | "y10" | "y11" | "y12" | "y13" | "y2" | "y3" | "y4" | "y5" | "y6" | "y7" | "y8" | "y9";

/** A seat's time was up. What follows from it comes next. */
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

/** at a real table, tiles whose former place nobody can recall. */
export type UnrestorableTiles = "to-pool" | "unspecified";

/** A game as one seat sees it; `seat` is None for a spectator. */
export interface View {
  edition: Edition;
  seat: number | null;
  seats: SeatView[];
  table: Tile[][];
  /** How many tiles are left to draw. */
  pool: number;
  to_move: number;
  starter: number;
  turn: number;
  passed: number[];
  last_turns: number[] | null;
  result: Result | null;
}

/** A broken rule: what is, and what is needed. */
export interface Violation {
  rule: Rule;
  /** The tiles concerned; for a row that is not a meld, the row as it lies. */
  tiles: Tile[];
  /** Why a row is not a meld. */
  why: MeldFault | null;
  have: number | null;
  need: number | null;
  /** The meld on the table that is concerned, where the tiles alone do not tell. */
  meld: Tile[];
}

/** Why a seat took tiles from the pool. */
export type WhyDrawn = "overrun" | "turn" | "unfinished";
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

/** How a turn compares with the best there was, by tiles laid. */
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

/** How somebody played: the share of the tiles that could go down and did. */
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

/** One turn, and what was possible in it. */
export interface TurnReview {
  game: number;
  /** As in the record, from 1. */
  turn: number;
  seat: number;
  /** Tiles on the rack before the turn. */
  rack: number;
  /** Tiles that left it. */
  laid: number;
  /** Tiles that could have left it. */
  possible: number;
  points: number;
  possible_points: number;
  quality: Quality;
  /** What is on each rack after the turn. */
  tiles: number[];
  /** The best play, with its steps, when the turn was not the best. */
  best: Suggestion | null;
  turning_point: TurningPoint | null;
}

/** Why a turn decided much. */
export type TurningPoint = "biggest-miss" | "could-go-out" | "took-the-lead";
/** How much help one wants in one's own turn. */
export interface AskHint {
  level: HintLevel;
}

/** A name and a password. */
export interface Credentials {
  name: string;
  password: string;
}

/** A printed edition, and how its knobs are set. */
export interface EditionInfo {
  name: string;
  source: string;
  min_players: number;
  max_players: number;
  knobs: Record<string, number | string | boolean>;
}

/** The help, and the position it is for. */
export interface HintGiven {
  /** Of the room; when it has moved on, the hint is of no use. */
  version: number;
  hint: Hint;
}

/** The best of a family of editions. */
export interface Leaderboard {
  family: string;
  lines: RatingLine[];
}

/** A match that is over, looked at by the solver. */
export interface MatchReview {
  room: string;
  review: Review;
}

/** Who is asking: a guest, or an account. */
export interface Me {
  id: string;
  name: string;
  has_account: boolean;
  is_bot: boolean;
}

/** What one wants to be called. */
export interface NewName {
  name: string;
}

/** A room to be opened. Everything but the edition may be left out. */
export interface OpenRoom {
  edition?: string;
  /** House rules by name; see docs/rules/house-rules.md. */
  rules?: Record<string, number | string | boolean>;
  chairs?: number;
  /** Left out: the time that the edition prints. */
  time?: NoClock | PerTurn | PerGame | Correspondence | null;
  is_rated?: boolean;
  is_public?: boolean;
  watching?: Watching;
  hints?: boolean;
  /** Which bot stands in for who leaves. */
  bot?: string;
  /** Bots that sit down at once. */
  bots?: string[];
  /** Begin at once, when all chairs are taken by bots but the own one. */
  start?: boolean;
}

/** A position of a match that is over, to be played on against bots. */
export interface PlayOn {
  game: number;
  /** After this turn; 0 is the deal. */
  turn: number;
  /** Whose rack one takes over. */
  seat: number;
  /** Who plays the others. */
  bot?: string;
}

/** Why a request was not granted. */
export interface Problem {
  /** A word for programs. */
  reason: string;
  /** A sentence for people who write programs. */
  detail: string;
}

/** What everybody may know of somebody. */
export interface Profile {
  id: string;
  name: string;
  is_bot: boolean;
  has_account: boolean;
  ratings: RatingLine[];
  history: RatingChange[];
}

/** Play at once: join a room that waits, or open one that bots fill after a few seconds. */
export interface QuickPlay {
  edition?: string;
  chairs?: number;
  wait?: number;
}

/** One rated match of somebody. */
export interface RatingChange {
  room: string;
  family: string;
  rank: number;
  rating: number;
  at: number;
}

/** Somebody's rating in one family of editions. */
export interface RatingLine {
  person: string;
  name: string;
  is_bot: boolean;
  family: string;
  rating: number;
  games: number;
}

/** How to find a room: its name, which nobody can guess, and a short code to read out. */
export interface RoomLinks {
  room: string;
  code: string;
  /** Of the page to send to friends. */
  path: string;
}

/** A list of rooms. */
export interface Rooms {
  rooms: RoomSummary[];
}

/** Everything that can be chosen when a room is opened. */
export interface Rulebook {
  editions: EditionInfo[];
  house_rules: Knob[];
  /** The bots one can play against, the weakest first; a style is part of the name: `master-sociable`. */
  bots: string[];
  /** What each of them is like to play against, in a sentence. */
  about_bots: Record<string, string>;
}

/** A token for one chair of one room; who has it plays there. For the own phone, not for friends. */
export interface SeatToken {
  token: string;
}

/** A token for a program. It is shown once: only its digest is kept. */
export interface Token {
  person: string;
  name: string;
  token: string;
}

/** Whether a match was played by the rules and dealt as promised. */
export interface Verdict {
  is_proven: boolean;
  findings: string[];
}
/** Ask the room for something. The answer is `done` or `refused`, with the same id. */
export interface Do {
  type: "do";
  /** The client's own name for the ask. Sent again after a lost connection, it is done once. */
  id: string;
  ask: Sit | Stand | AddBot | Kick | Ready | Begin | Contribute | Play | Draw | Pass | Concede | Leave | Return | CallStandIn | Mute | Rematch;
  /** The version of the last update; a turn asked for in an older position is refused as out of date. */
  seen?: number | null;
}

/** The ask was granted and is kept; nothing can undo it. */
export interface Done {
  type: "done";
  id: string;
  version: number;
}

/** My move in the making: the table as it lies now, with the tiles that I laid. Shown to the others. */
export interface Draft {
  type: "draft";
  table: Tile[][];
}

/** Somebody's move in the making. */
export interface DraftShown {
  type: "draft-shown";
  seat: number;
  table: Tile[][];
}

/** What can be said with one tap. */
export type Emote = "goodbye" | "hello" | "hurry" | "oops" | "sorry" | "thanks" | "well-played" | "wow";

/** The server hangs up. */
export interface Goodbye {
  type: "goodbye";
  why: WhyGoodbye;
  /** Whether connecting again makes sense. */
  come_back: boolean;
}

/** The first message: which versions of the protocol the client speaks. */
export interface Hello {
  type: "hello";
  protocols: number[];
  /** A seat token, to go on playing on another device; see `POST /api/rooms/{room}/seat-token`. */
  seat?: string | null;
}

/** Ask for a sign of life, and the time. */
export interface Ping {
  type: "ping";
  id: string;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  id: string;
  now: number;
}

/** Who is connected: one entry for each chair, and how many watch. */
export interface Presence {
  type: "presence";
  chairs: boolean[];
  watching: number;
}

/** The ask was not granted, and nothing has changed. */
export interface Refused {
  type: "refused";
  /** The ask; null when the message could not be read that far. */
  id: string | null;
  reason: Reason;
  /** Every rule that was broken, when the reason is `rules-broken`. */
  violations: Violation[];
  /** For programmers: what could not be understood. */
  detail: string;
  /** How things are now, when the reason is `out-of-date`. */
  view: RoomView | null;
}

/** Somebody said something; the seat is null for a spectator. */
export interface Said {
  type: "said";
  seat: number | null;
  name: string;
  /** The public id of who said it. */
  person: string;
  text: string;
  emote: Emote | null;
}

/** Chat. */
export interface Say {
  type: "say";
  text: string;
}

/** Chat, with one tap. */
export interface SendEmote {
  type: "emote";
  emote: Emote;
}

/** Something happened. The view is the truth; the events are what to animate, and may be missing. */
export interface Update {
  type: "update";
  now: number;
  events: (Opened | SatDown | BotSatDown | StoodUp | HostChanged | SaidReady | MatchBegan | Contributed | Revealed | StoodIn | CameBack | Muted | Recognised | TimeGivenBack | RematchOpened | Ended | Committed | GameStarted | Played | Drew | Passed | TimedOut | TookBack | Conceded | GameEnded)[];
  view: RoomView;
}

/** The answer to `hello`; an `update` with the whole view follows. */
export interface Welcome {
  type: "welcome";
  /** The newest version that both speak. */
  protocol: number;
  you: Person;
  /** The server's time, in seconds since 1970. All times are given by this clock. */
  now: number;
}

/** Why the server hangs up. */
export type WhyGoodbye =
  "no-common-protocol" | "not-for-you" | "restarting" | "signed-out" | "too-many-mistakes" | "trouble";

export const PROTOCOL = 1;

/** Messages to the server. */
export type FromClient = Hello | Do | Draft | Say | SendEmote | Ping;

/** Messages from the server. */
export type FromServer = Welcome | Update | Done | Refused | DraftShown | Said | Presence | Pong | Goodbye;
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
/** The host puts a bot on a free chair. */
export interface AddBot {
  type: "add-bot";
  bot: string;
  chair?: number | null;
}

/** The host begins with those who are there; free chairs are put away. */
export interface Begin {
  type: "begin";
}

/** A bot took a chair. */
export interface BotSatDown {
  type: "bot-sat-down";
  chair: number;
  bot: string;
  name: string;
}

/** Let a bot play for somebody who has kept the others waiting for long at a table without a clock. */
export interface CallStandIn {
  type: "call-stand-in";
  chair: number;
}

/** Somebody plays again, and the bot is gone. */
export interface CameBack {
  type: "came-back";
  seat: number;
}

/** A chair as everybody sees it. */
export interface ChairView {
  name: string;
  /** The public id of the person it belongs to. */
  person: string | null;
  /** The bot that plays here now. */
  bot: string | null;
  is_ready: boolean;
  has_stand_in: boolean;
  /** Whether the person is a program that came with a token. */
  is_program: boolean;
}

/** The clock, by the server's time in seconds since 1970. */
export interface ClockView {
  /** When this turn, or this wait, began. */
  since: number;
  /** When it ends by itself. */
  due: number | null;
  /** Seconds that each seat had left in the game when the turn began; empty unless time is counted per game. */
  banks: number[];
}

/** The server bound itself to a secret for the next game. Others learn only the commitment. */
export interface Committed {
  type: "committed";
  game: number;
  commitment: string;
  secret: string | null;
}

/** Give up this game; the others go on. */
export interface Concede {
  type: "concede";
}

/** Add to the deal: any text, best a random one. It also says: ready for this game. */
export interface Contribute {
  type: "contribute";
  text?: string;
}

/** A seat added to the deal. */
export interface Contributed {
  type: "contributed";
  seat: number;
  text: string;
}

/** Hours or days for each turn; nobody has to stay. */
export interface Correspondence {
  type: "correspondence";
  hours: number;
}

/** What anybody needs to check a deal; the secret comes when the game is over. */
export interface DealView {
  game: number;
  commitment: string;
  contributions: (string | null)[];
  secret: string | null;
}

/** Take a tile from the pool and end the turn. */
export interface Draw {
  type: "draw";
}

/** The room is closed; nothing happens here any more but a rematch. */
export interface Ended {
  type: "ended";
  why: WhyOver;
}

/** Somebody else looks after the room now. */
export interface HostChanged {
  type: "host-changed";
  person: string;
}

/** The host frees a chair before the match begins, and may keep the person out. */
export interface Kick {
  type: "kick";
  chair: number;
  ban?: boolean;
}

/** Go away in the middle of a match: a bot stands in. */
export interface Leave {
  type: "leave";
}

/** The chairs that were taken are now the seats of a match, in this order. */
export interface MatchBegan {
  type: "match-began";
  names: string[];
}

/** The host lets somebody talk no more, or again; who only watches can be muted too. */
export interface Mute {
  type: "mute";
  /** The public id of the person. */
  person: string;
  is_muted?: boolean;
}

/** The host lets somebody talk no more, or again. */
export interface Muted {
  type: "muted";
  person: string;
  is_muted: boolean;
}

/** Take all the time you want. */
export interface NoClock {
  type: "none";
}

/** A room was opened; its host has the first chair. */
export interface Opened {
  type: "opened";
  room: string;
  config: RoomConfig;
  host: Person;
}

/** The position of another match from which this one plays on. */
export interface Origin {
  room: string;
  game: number;
  turn: number;
}

/** End the turn without a play when the pool is empty. */
export interface Pass {
  type: "pass";
}

/** A bank of seconds for a whole game; every turn adds a few. With an empty bank a turn is very short. */
export interface PerGame {
  type: "per-game";
  seconds: number;
  increment: number;
}

/** R-TIME-01: so many seconds for each turn. */
export interface PerTurn {
  type: "per-turn";
  seconds: number;
}

/** Somebody known to the server, a guest or an account; also a program that came with a token. */
export interface Person {
  id: string;
  name: string;
  /** A program that plays through the same door as everybody else. */
  is_bot: boolean;
}

/** What a room is doing. */
export type Phase = "dealing" | "gathering" | "over" | "playing";

/** Lay tiles: the whole table as it shall lie after the turn. */
export interface Play {
  type: "play";
  table: Tile[][];
}

/** Ready to begin, or not; when all chairs are taken and all are ready the match begins. */
export interface Ready {
  type: "ready";
  is_ready?: boolean;
}

/** What stands in the way. */
export type Reason =
  "already-contributed" | "already-seated" | "away" | "banned" | "chair-is-taken" | "match-is-over" | "muted"
  | "no-such-chair" | "not-a-draft" | "not-all-ready" | "not-away" | "not-seated" | "not-the-host"
  | "not-understood" | "not-while-dealing" | "not-while-gathering" | "not-while-playing" | "out-of-date"
  | "room-is-full" | "rules-broken" | "text-too-long" | "too-early" | "too-fast" | "too-few-players"
  | "unknown-bot" | "unknown-room";

/** Who sits here as a guest turned out to have an account: the chair belongs to the account now. */
export interface Recognised {
  type: "recognised";
  chair: number;
  person: Person;
}

/** Once more, with the same people, under the same rules. */
export interface Rematch {
  type: "rematch";
}

/** It goes on in another room. */
export interface RematchOpened {
  type: "rematch-opened";
  room: string;
}

/** Come back and play on oneself. */
export interface Return {
  type: "return";
}

/** The game is over and its secret is shown: everybody can check the deal. */
export interface Revealed {
  type: "revealed";
  game: number;
  secret: string;
}

/** Everything that is agreed; it does not change while the room lasts. */
export interface RoomConfig {
  edition: Edition;
  chairs: number;
  time: NoClock | PerTurn | PerGame | Correspondence;
  is_rated: boolean;
  is_public: boolean;
  watching: Watching;
  /** Whether the solver may help; never in a rated match. */
  hints: boolean;
  /** Quick play: after so many seconds bots take the free chairs and the match begins. */
  fill_after: number | null;
  /** Which bot fills free chairs, and stands in for who leaves. */
  bot: string;
  /** Where it was taken up: one game is played to its end, never rated. */
  origin: Origin | null;
}

/** What a list says about a room. */
export interface RoomSummary {
  id: string;
  edition: string;
  /** How many house rules differ from the printed edition; 0 for the game by the book. */
  house_rules: number;
  phase: Phase;
  names: string[];
  chairs: number;
  time: NoClock | PerTurn | PerGame | Correspondence;
  is_rated: boolean;
  is_public: boolean;
  /** Whether bots take the free chairs before long. */
  is_quick: boolean;
  opened_at: number;
  games_over: number;
  /** Who leads when the match is over. */
  winners: string[];
}

/** A room as one person sees it. */
export interface RoomView {
  id: string;
  version: number;
  config: RoomConfig;
  phase: Phase;
  host: string;
  chairs: ChairView[];
  /** The public ids of those whom the host does not let talk. */
  muted: string[];
  /** The own chair; None for a spectator. */
  seat: number | null;
  clock: ClockView;
  /** The game being played, or the last one. */
  game: View | null;
  game_number: number;
  /** How many games the match has; 0 before it begins. */
  games: number;
  deals: DealView[];
  results: Result[];
  standings: Standing[];
  rematch: string | null;
  why_over: WhyOver | null;
}

/** Somebody is ready, or no longer. */
export interface SaidReady {
  type: "said-ready";
  chair: number;
  is_ready: boolean;
}

/** Somebody took a chair. */
export interface SatDown {
  type: "sat-down";
  chair: number;
  person: Person;
  name: string;
}

/** Take a chair, or the first that is free. */
export interface Sit {
  type: "sit";
  chair?: number | null;
}

/** Give the chair back before the match begins. */
export interface Stand {
  type: "stand";
}

/** A bot plays for somebody who is away. */
export interface StoodIn {
  type: "stood-in";
  seat: number;
  bot: string;
  why: WhyAway;
}

/** A chair became free. */
export interface StoodUp {
  type: "stood-up";
  chair: number;
  is_banned: boolean;
}

/** The server was away for so long; no clock ran meanwhile. */
export interface TimeGivenBack {
  type: "time-given-back";
  seconds: number;
}

/** Who may watch without a seat. */
export type Watching = "allowed" | "delayed" | "forbidden";

/** Why a bot stands in. */
export type WhyAway = "called" | "late" | "left";

/** Why a room is closed. */
export type WhyOver = "abandoned" | "closed" | "finished";

/** What somebody in a room can ask for. */
export type Ask =
  Sit | Stand | AddBot | Kick | Ready | Begin | Contribute | Play | Draw | Pass | Concede | Leave | Return
  | CallStandIn | Mute | Rematch;

/** What happens in a room. */
export type RoomEvent =
  Opened | SatDown | BotSatDown | StoodUp | HostChanged | SaidReady | MatchBegan | Contributed | Revealed
  | StoodIn | CameBack | Muted | Recognised | TimeGivenBack | RematchOpened | Ended | Committed | GameStarted
  | Played | Drew | Passed | TimedOut | TookBack | Conceded | GameEnded;
/** A sheet as it is now, from the phone that keeps it. */
export interface PassedSheet {
  key: string;
  sheet: Sheet;
}

/** Under which code others find a sheet, and the key with which it is kept up to date. */
export interface SharedSheet {
  code: string;
  key: string;
}

/** A score sheet. */
export interface Sheet {
  players: string[];
  edition: string;
  rules: Record<string, number | string | boolean>;
  games: SheetGame[];
}

/** One game on a sheet; the points follow from it. */
export interface SheetGame {
  ending: "empty-pool" | "rack-out";
  /** Who laid the last tile; nobody when the pool ran out. */
  winner: number | null;
  seats: SheetSeat[];
}

/** What a player had left at the end of a game. */
export interface SheetSeat {
  tiles: number[];
  has_melded: boolean;
  /** For who never made the initial meld: whether the rack would have allowed it. */
  could_meld: boolean;
}
/** What lies there when the turn begins, and by which rules it is played. */
export interface AskedPosition {
  edition?: string;
  /** House rules by name; see docs/rules/house-rules.md. */
  rules?: Record<string, number | string | boolean>;
  table?: Tile[][];
  rack?: Tile[];
  has_melded?: boolean;
}

/** What the referee says. */
export interface RefereeAnswer {
  /** Why the position, or the table after it, cannot be; with any of these nothing else is said. */
  findings: Finding[];
  is_legal: boolean;
  laid: Tile[];
  /** What the melds are worth that come wholly from the rack. */
  points: number;
  violations: Violation[];
}

/** Asks whether this may be played. */
export interface RefereeAsk {
  position: AskedPosition;
  /** The whole table as it shall lie after the turn. */
  after: Tile[][];
}

/** What the solver says. */
export interface SolveAnswer {
  /** Why the position cannot be; with any of these nothing else is said. */
  findings: Finding[];
  /** The best first; none when there is no play. */
  plays: Suggestion[];
}

/** Asks for the best play, and what else could be played. */
export interface SolveAsk {
  position: AskedPosition;
  objective?: Objective;
  /** How many plays at most, the best first. */
  count?: number;
}
/** One game of the asker. */
export interface GameFigures {
  room: string;
  game: number;
  edition: string;
  /** When it ended, in seconds since 1970. */
  at: number;
  /** The names of the others; bots by the names they are known by. */
  opponents: string[];
  score: number;
  is_won: boolean;
  /** Tiles laid, turn by turn. */
  laid: number[];
  /** Time used, turn by turn. */
  seconds: number[];
  /** Tiles that could have been laid, turn by turn; None while the solver has not looked at it. */
  possible: number[] | null;
}

/** The asker's games, the latest first. */
export interface Statistics {
  games: GameFigures[];
  /** Matches that the solver has yet to look at; ask again later. */
  waiting: number;
}
