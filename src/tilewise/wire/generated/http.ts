// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

import type {
  Knob,
} from "./game";

import type {
  Hint,
  HintLevel,
  Review,
} from "./help";

import type {
  Correspondence,
  NoClock,
  PerGame,
  PerTurn,
  RoomSummary,
  Watching,
} from "./room";

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

/** Whether one game was dealt as promised and played by the rules; if not, why. */
export interface GameVerdict {
  game: number;
  turns: number;
  is_proven: boolean;
  findings: string[];
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

/** A new password, and the one that it replaces. */
export interface NewPassword {
  old: string;
  new: string;
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
  /** How much a hint tells at most. */
  hint_ceiling?: HintLevel;
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

/** Find company: join a room in which somebody waits, or open one in which others find the asker. */
export interface QuickPlay {
  /** The edition one likes best; company under one that feels alike comes first. */
  edition?: string;
  chairs?: number;
  /** How many seconds to wait for company; the room is closed when nobody comes. */
  wait?: number;
  /** Where the asker waits already; left only for company that began to wait earlier. */
  room?: string | null;
}

/** One rated match of somebody. */
export interface RatingChange {
  /** Of a public match; None for a private one, and for one that is not kept any more. */
  room: string | null;
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

/** A match of the asker that is not over, and whose turn it is. */
export interface RunningGame {
  room: RoomSummary;
  /** The name of the player to move; None while no game is being played. */
  to_move: string | null;
  is_my_turn: boolean;
  /** Whether a bot plays for the asker. */
  has_stand_in: boolean;
}

/** The matches of the asker that are not over. */
export interface RunningGames {
  games: RunningGame[];
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

/** Whether a match was played by the rules and dealt as promised, game by game. */
export interface Verdict {
  is_proven: boolean;
  findings: string[];
  games: GameVerdict[];
}
