// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

import type {
  TryTurn,
} from "./analysis";

import type {
  Edition,
  FindingKind,
  Knob,
  Result,
  Tile,
  Violation,
} from "./game";

import type {
  Hint,
  HintLevel,
  WinHint,
} from "./help";

import type {
  Correspondence,
  NoClock,
  PerGame,
  PerTurn,
  RoomSummary,
  Watching,
} from "./room";

/** A request for a hint for the caller's turn. */
export interface AskHint {
  level: HintLevel;
}

/** A name and a password. */
export interface Credentials {
  name: string;
  password: string;
}

/** The current password, for a step that cannot be undone. */
export interface CurrentPassword {
  password: string;
}

/** A printed edition and its rule settings. */
export interface EditionInfo {
  name: string;
  source: string;
  min_players: number;
  max_players: number;
  knobs: Record<string, number | string | boolean>;
}

/** Whether one game was dealt as committed and played by the rules. */
export interface GameVerdict {
  game: number;
  turns: number;
  is_proven: boolean;
  findings: string[];
}

/** A hint, and the position it applies to. */
export interface HintGiven {
  /** The version of the room. The hint is outdated once the room has changed. */
  version: number;
  hint: Hint;
}

/** The highest-rated players in a family of editions. */
export interface Leaderboard {
  family: string;
  lines: RatingLine[];
}

/** A match that is over, with the position after every turn. */
export interface MatchReplay {
  edition: Edition;
  seats: string[];
  /** The names in `seats` that belong to bots. */
  bots: string[];
  turns: ReplayTurn[];
  /** One per game; None for a game that was not finished. */
  results: (Result | null)[];
}

/** The signed-in guest or account. */
export interface Me {
  id: string;
  name: string;
  has_account: boolean;
  is_bot: boolean;
}

/** A new display name. */
export interface NewName {
  name: string;
}

/** A new password, and the current one. */
export interface NewPassword {
  old: string;
  new: string;
}

/** The settings of a new room. All fields are optional. */
export interface OpenRoom {
  edition?: string;
  /** House rules by name; see docs/rules/house-rules.md. */
  rules?: Record<string, number | string | boolean>;
  chairs?: number;
  /** The default is the time limit printed in the edition. */
  time?: NoClock | PerTurn | PerGame | Correspondence | null;
  is_rated?: boolean;
  is_public?: boolean;
  watching?: Watching;
  hints?: boolean;
  /** The strongest hint allowed. */
  hint_ceiling?: HintLevel;
  /** Whether hints may also say what wins. */
  win_hints?: boolean;
  /** Whether spectators, and players who have given up, may see the win chances of the running game. */
  live_curve?: boolean;
  /** The bot that stands in for absent people. */
  bot?: string;
  /** Bots to seat at once. */
  bots?: string[];
  /** Whether to begin at once. All other seats must be taken by bots. */
  start?: boolean;
}

/** The replay of an opened record, and the claims in it that are not true. */
export interface OpenedRecord {
  replay: MatchReplay;
  findings: RecordFinding[];
}

/** A position of a finished match, to be continued against bots. */
export interface PlayOn {
  game: number;
  /** The number of turns played before the position; 0 is the deal. */
  turn: number;
  /** The seat that the caller takes over. */
  seat: number;
  /** The bot that plays for the other people. Bots of the match keep their own seats. */
  bot?: string;
}

/** A position of a written record, to be continued against bots. */
export interface PlayOnRecord {
  /** The record. The whole request is at most as large as one that opens a record. */
  text: string;
  position: PlayOn;
}

/** An error response. */
export interface Problem {
  /** A machine-readable error code. */
  reason: string;
  /** A description for developers. */
  detail: string;
}

/** The public profile of a person. */
export interface Profile {
  id: string;
  name: string;
  is_bot: boolean;
  has_account: boolean;
  ratings: RatingLine[];
  history: RatingChange[];
}

/** Find opponents: join a room where someone waits, or open one that others can join. */
export interface QuickPlay {
  /** The preferred edition. Rooms with similar editions are preferred to opening a new room. */
  edition?: string;
  chairs?: number;
  /** How many seconds to wait. The room is closed if no opponent comes. */
  wait?: number;
  /** The room where the caller waits already. It is left only for a room that has waited longer. */
  room?: string | null;
}

/** The rating of a person after one rated match. */
export interface RatingChange {
  /** The room, if the match was public and is still stored. */
  room: string | null;
  family: string;
  rank: number;
  rating: number;
  at: number;
}

/** The rating of a person in one family of editions. */
export interface RatingLine {
  person: string;
  name: string;
  is_bot: boolean;
  family: string;
  rating: number;
  games: number;
}

/** Why a record cannot be opened. */
export type RecordFault = "broken-record" | "empty-record" | "too-large" | "unreadable-record";

/** A claim of a record that is not true, although the record can be replayed. */
export interface RecordFinding {
  kind: FindingKind;
  game: number;
  turn: number;
}

/** Why and where a record cannot be opened. */
export interface RecordProblem {
  reason: RecordFault;
  /** A sentence in English for the person who wrote the record. */
  detail: string;
  /** The place in an unreadable record. Lines and columns are counted from 1. */
  line: number;
  column: number;
  /** The place in a record that breaks the rules. Games are counted from 1. */
  game: number;
  /** Counted from 1; 0 if the game cannot start. */
  turn: number;
  violations: Violation[];
}

/** A record to open. */
export interface RecordText {
  text: string;
}

/** The action of a player in a turn. */
export type ReplayAction = "concede" | "draw" | "pass" | "play" | "run-out-of-time";

/** One turn of a replay and the position after it. */
export interface ReplayTurn {
  game: number;
  /** Counted from 1 in each game; 0 is the deal. */
  turn: number;
  /** The player who acted; None for the deal. */
  seat: number | null;
  action: ReplayAction | null;
  laid: Tile[];
  drawn: Tile[];
  /** The broken rules for which the player took the tiles back; None: nothing was taken back. */
  took_back: Violation[] | null;
  table: Tile[][];
  racks: Tile[][];
  pool: number;
}

/** The addresses of a room: its unguessable id, and a short code to read aloud. */
export interface RoomLinks {
  room: string;
  code: string;
  /** The path of the invitation page. */
  path: string;
}

/** A list of rooms. */
export interface Rooms {
  rooms: RoomSummary[];
}

/** The choices for opening a room. */
export interface Rulebook {
  editions: EditionInfo[];
  house_rules: Knob[];
  /** The available bots, weakest first. The name includes the style: `master-sociable`. */
  bots: string[];
  /** A one-sentence description of each bot. */
  about_bots: Record<string, string>;
}

/** A running match of the caller. */
export interface RunningGame {
  room: RoomSummary;
  /** The name of the player to move; null while no game is being played. */
  to_move: string | null;
  is_my_turn: boolean;
  /** Whether a bot plays for the caller. */
  has_stand_in: boolean;
}

/** The caller's running matches. */
export interface RunningGames {
  games: RunningGame[];
}

/** A token for one seat of one room. Anyone who has it can play there, so do not share it. */
export interface SeatToken {
  token: string;
}

/** An access token for a program. It is shown only once; the server stores its digest. */
export interface Token {
  person: string;
  name: string;
  token: string;
}

/** Another action in place of one in a written record. */
export interface TryRecordTurn {
  /** The record. The whole request is at most as large as one that opens a record. */
  text: string;
  turn: TryTurn;
}

/** Whether a match was dealt as committed and played by the rules, game by game. */
export interface Verdict {
  is_proven: boolean;
  findings: string[];
  games: GameVerdict[];
}

/** A hint on what wins, and the position it applies to. */
export interface WinHintGiven {
  version: number;
  hint: WinHint;
}
