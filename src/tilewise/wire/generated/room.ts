// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

import type {
  Conceded,
  Drew,
  Edition,
  GameEnded,
  GameStarted,
  Passed,
  Played,
  Result,
  SeatView,
  Standing,
  Tile,
  TimedOut,
  TookBack,
} from "./game";

import type {
  HintLevel,
} from "./help";

/** Host only: put a bot on a free seat. */
export interface AddBot {
  type: "add-bot";
  bot: string;
  chair?: number | null;
}

/** Host only: set the strongest hint allowed; null forbids hints. Rated matches have none. */
export interface AllowHints {
  type: "allow-hints";
  level: HintLevel | null;
  /** Whether hints may also say what wins. */
  wins?: boolean;
  /** Whether spectators, and players who have given up, may see the win chances of the running game. */
  live_curve?: boolean;
}

/** Host only: begin with the players present. Free seats are removed. */
export interface Begin {
  type: "begin";
}

/** A bot took a seat. */
export interface BotSatDown {
  type: "bot-sat-down";
  chair: number;
  bot: string;
  name: string;
}

/** In a match without a clock, let a bot play for a person who has kept the others waiting for too long. */
export interface CallStandIn {
  type: "call-stand-in";
  chair: number;
}

/** A person took over from the stand-in bot. */
export interface CameBack {
  type: "came-back";
  seat: number;
}

/** A seat as everyone sees it. */
export interface ChairView {
  name: string;
  /** The public id of the person who owns the seat. */
  person: string | null;
  /** The bot that plays here now. */
  bot: string | null;
  is_ready: boolean;
  has_stand_in: boolean;
  /** Whether the person is a program with an access token. */
  is_program: boolean;
}

/** The clock of the room. Times are the server's, in seconds since 1970. */
export interface ClockView {
  /** When the current turn or phase began. */
  since: number;
  /** When it ends; null without a time limit. */
  due: number | null;
  /** The seconds each seat had left when the turn began; empty unless time is counted per game. */
  banks: number[];
}

/** Commit to a contribution to the next deal, by its SHA-256. The sender is then ready for the game. */
export interface Commit {
  type: "commit";
  hash: string;
}

/** Every contribution to the next deal is fixed. The players now reveal them. */
export interface CommitmentsClosed {
  type: "commitments-closed";
}

/** The server committed itself to a secret for the next game. Clients receive only the commitment. */
export interface Committed {
  type: "committed";
  game: number;
  commitment: string;
  secret: string | null;
}

/** Give up this game. The other players continue. */
export interface Concede {
  type: "concede";
}

/** Reveal the contribution. Without `commit` first, the server keeps the text until all seats have committed. */
export interface Contribute {
  type: "contribute";
  text?: string;
}

/** A player revealed a contribution to the next deal. */
export interface Contributed {
  type: "contributed";
  seat: number;
  text: string;
}

/** Hours or days for each turn. Players need not stay connected. */
export interface Correspondence {
  type: "correspondence";
  hours: number;
}

/** The data needed to check a deal. The secret is revealed when the game is over. */
export interface DealView {
  game: number;
  commitment: string;
  /** Null for a seat that has not revealed its contribution yet. */
  contributions: (string | null)[];
  secret: string | null;
  /** The hash of each seat; null for none. Empty in deals of early versions, which had no hashes. */
  hashes: (string | null)[];
  /** Whether all hashes are in, so that the seats may reveal their contributions. */
  is_closed: boolean;
}

/** Draw a tile from the pool and end the turn. */
export interface Draw {
  type: "draw";
}

/** The room is over. Only a rematch can follow. */
export interface Ended {
  type: "ended";
  why: WhyOver;
}

/** A game as one seat sees it; `seat` is null for a spectator. Its edition is in the config of the room. */
export interface GameView {
  seat: number | null;
  seats: SeatView[];
  table: Tile[][];
  /** Tiles left to draw. */
  pool: number;
  to_move: number;
  starter: number;
  turn: number;
  passed: number[];
  last_turns: number[] | null;
  result: Result | null;
  /** R-WIN-03: the results of the earlier games of the match. */
  earlier: Result[];
}

/** The host changed the strongest hint allowed; null means none. */
export interface HintsAllowed {
  type: "hints-allowed";
  level: HintLevel | null;
  /** Whether hints may also say what wins. */
  wins: boolean;
}

/** The room has a new host. */
export interface HostChanged {
  type: "host-changed";
  person: string;
}

/** Host only: free a seat before the match begins, and optionally ban the person. */
export interface Kick {
  type: "kick";
  chair: number;
  ban?: boolean;
}

/** Leave a running match. A bot stands in. */
export interface Leave {
  type: "leave";
}

/** The host changed whether spectators, and players who have given up, may see win chances. */
export interface LiveCurveAllowed {
  type: "live-curve-allowed";
  is_allowed: boolean;
}

/** The match began, with the players in this order. Free seats were removed. */
export interface MatchBegan {
  type: "match-began";
  names: string[];
}

/** Host only: mute or unmute a person in the chat, spectators included. */
export interface Mute {
  type: "mute";
  /** The public id of the person. */
  person: string;
  is_muted?: boolean;
}

/** The host muted or unmuted a person. */
export interface Muted {
  type: "muted";
  person: string;
  is_muted: boolean;
}

/** No time limit. */
export interface NoClock {
  type: "none";
}

/** A room was opened. */
export interface Opened {
  type: "opened";
  room: string;
  config: RoomConfig;
  host: Person;
}

/** The position of another match from which this one continues. */
export interface Origin {
  /** None for a record that a visitor opened. */
  room: string | null;
  game: number;
  turn: number;
}

/** End the turn without a play when the pool is empty. */
export interface Pass {
  type: "pass";
}

/** A time bank for a whole game, with an increment per turn. With an empty bank a turn lasts a few seconds. */
export interface PerGame {
  type: "per-game";
  seconds: number;
  increment: number;
}

/** R-TIME-01: a time limit for each turn. */
export interface PerTurn {
  type: "per-turn";
  seconds: number;
}

/** A guest, an account, or a program with an access token. */
export interface Person {
  id: string;
  name: string;
  /** Whether this is a program that plays over the public API. */
  is_bot: boolean;
}

/** The phase of a room, from the first player who sits down to the end of the match. */
export type Phase = "dealing" | "gathering" | "over" | "playing";

/** Lay tiles. `table` is the whole table after the turn. */
export interface Play {
  type: "play";
  table: Tile[][];
}

/** Declare oneself ready, or not. The match begins when every seat is taken and ready. */
export interface Ready {
  type: "ready";
  is_ready?: boolean;
}

/** The reason for a rejection. */
export type Reason =
  "already-contributed" | "already-seated" | "away" | "banned" | "chair-is-taken" | "match-is-over" | "muted"
  | "no-such-chair" | "not-a-draft" | "not-all-ready" | "not-as-committed" | "not-away" | "not-seated"
  | "not-the-host" | "not-understood" | "not-while-dealing" | "not-while-gathering" | "not-while-playing"
  | "out-of-date" | "rated" | "request-id-used" | "room-is-full" | "rules-broken" | "text-too-long"
  | "too-early" | "too-fast" | "too-few-players" | "too-late" | "unknown-bot" | "unknown-person";

/** A guest signed in: the seat now belongs to the account. */
export interface Recognised {
  type: "recognised";
  chair: number;
  person: Person;
}

/** Play again with the same people and rules. The rematch begins when everyone has asked for it. */
export interface Rematch {
  type: "rematch";
}

/** A rematch was opened in another room. */
export interface RematchOpened {
  type: "rematch-opened";
  room: string;
}

/** Take over from the stand-in bot. */
export interface Return {
  type: "return";
}

/** The secret of a finished game was revealed, so that anyone can check the deal. */
export interface Revealed {
  type: "revealed";
  game: number;
  secret: string;
}

/** The settings of a room. Only hints and live curve may change, until the match begins. */
export interface RoomConfig {
  edition: Edition;
  chairs: number;
  time: NoClock | PerTurn | PerGame | Correspondence;
  is_rated: boolean;
  is_public: boolean;
  watching: Watching;
  /** Whether hints are allowed; never in a rated match. */
  hints: boolean;
  /** The strongest hint allowed. */
  hint_ceiling: HintLevel;
  /** Whether hints may also say what wins. */
  win_hints: boolean;
  /** Whether spectators, and players who have given up, may see the win chances of the running game; never in a rated match. */
  live_curve: boolean;
  /** Quick play: how many seconds a single person waits for others. With two or more, the match begins on its own. */
  fill_after: number | null;
  /** The bot that stands in for absent people. */
  bot: string;
  /** The position this match continues from. It has only that one game and is never rated. */
  origin: Origin | null;
}

/** One room in a list of rooms. */
export interface RoomSummary {
  id: string;
  edition: string;
  /** The number of rules that differ from the printed edition. */
  house_rules: number;
  phase: Phase;
  names: string[];
  chairs: number;
  time: NoClock | PerTurn | PerGame | Correspondence;
  is_rated: boolean;
  is_public: boolean;
  /** Whether this is quick play, which begins on its own once two people are seated. */
  is_quick: boolean;
  opened_at: number;
  games_over: number;
  /** The names of the winners when the match is over. */
  winners: string[];
  /** The names that belong to bots; empty in summaries of early versions. */
  bots: string[];
}

/** A room as one player or spectator sees it. */
export interface RoomView {
  id: string;
  version: number;
  config: RoomConfig;
  phase: Phase;
  host: string;
  chairs: ChairView[];
  /** The public ids of the people whom the host has muted. */
  muted: string[];
  /** The viewer's own seat; null for a spectator. */
  seat: number | null;
  clock: ClockView;
  /** The game being played, or the last one. */
  game: GameView | null;
  game_number: number;
  /** The number of games in the match; 0 before it begins. */
  games: number;
  deals: DealView[];
  results: Result[];
  standings: Standing[];
  rematch: string | null;
  why_over: WhyOver | null;
}

/** A player is ready, or no longer ready. */
export interface SaidReady {
  type: "said-ready";
  chair: number;
  is_ready: boolean;
}

/** A person took a seat. */
export interface SatDown {
  type: "sat-down";
  chair: number;
  person: Person;
  name: string;
}

/** A player committed to a contribution. Clients receive only the hash. */
export interface SeatCommitted {
  type: "seat-committed";
  seat: number;
  hash: string;
  /** The contribution, if the player entrusted it to the server. */
  text: string | null;
}

/** Take a seat: the given one, or the first free one. */
export interface Sit {
  type: "sit";
  chair?: number | null;
  /** Whether to be ready at once. */
  is_ready?: boolean;
}

/** Give up the seat before the match begins. */
export interface Stand {
  type: "stand";
}

/** A bot now plays for an absent person. */
export interface StoodIn {
  type: "stood-in";
  seat: number;
  bot: string;
  why: WhyAway;
}

/** A seat became free. */
export interface StoodUp {
  type: "stood-up";
  chair: number;
  is_banned: boolean;
  /** Whether the host kicked the occupant. */
  is_sent_away: boolean;
}

/** The server was down for `seconds`; the clocks were moved forward by that time. */
export interface TimeGivenBack {
  type: "time-given-back";
  seconds: number;
  /** When the server was back; 0 in logs of early versions. */
  until: number;
}

/** Whether spectators may watch, and whether they see the game with a delay. */
export type Watching = "allowed" | "delayed" | "forbidden";

/** Why a bot stands in. */
export type WhyAway = "called" | "late" | "left";

/** Why a room is over. */
export type WhyOver = "abandoned" | "closed" | "finished";

/** A command to a room. */
export type Ask =
  Sit | Stand | AddBot | Kick | AllowHints | Ready | Begin | Commit | Contribute | Play | Draw | Pass
  | Concede | Leave | Return | CallStandIn | Mute | Rematch;

/** An event of a room. */
export type RoomEvent =
  Opened | SatDown | BotSatDown | StoodUp | HostChanged | HintsAllowed | LiveCurveAllowed | SaidReady
  | MatchBegan | CommitmentsClosed | Contributed | Revealed | StoodIn | CameBack | Muted | Recognised
  | TimeGivenBack | RematchOpened | Ended | Committed | SeatCommitted | GameStarted | Played | Drew | Passed
  | TimedOut | TookBack | Conceded | GameEnded;
