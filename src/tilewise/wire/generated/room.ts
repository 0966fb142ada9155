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
  Standing,
  Tile,
  TimedOut,
  TookBack,
  View,
} from "./game";

import type {
  HintLevel,
} from "./help";

/** The host puts a bot on a free chair. */
export interface AddBot {
  type: "add-bot";
  bot: string;
  chair?: number | null;
}

/** The host decides how much the solver may tell at this table; null means nothing. Not at a rated table. */
export interface AllowHints {
  type: "allow-hints";
  level: HintLevel | null;
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

/** The host changed how much the solver may tell; null means nothing. */
export interface HintsAllowed {
  type: "hints-allowed";
  level: HintLevel | null;
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
  | "rated" | "room-is-full" | "rules-broken" | "text-too-long" | "too-early" | "too-fast" | "too-few-players"
  | "unknown-bot" | "unknown-room";

/** Who sits here as a guest turned out to have an account: the chair belongs to the account now. */
export interface Recognised {
  type: "recognised";
  chair: number;
  person: Person;
}

/** Once more, with the same people, under the same rules; who asks is ready, and it begins when all have asked. */
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

/** Everything that is agreed. Only the hints may change, until the match begins. */
export interface RoomConfig {
  edition: Edition;
  chairs: number;
  time: NoClock | PerTurn | PerGame | Correspondence;
  is_rated: boolean;
  is_public: boolean;
  watching: Watching;
  /** Whether the solver may help; never in a rated match. */
  hints: boolean;
  /** How much it tells at most, where it may help. */
  hint_ceiling: HintLevel;
  /** Quick play: a person alone waits so many seconds for others; with company the match begins by itself. */
  fill_after: number | null;
  /** Which bot stands in for a person who leaves. */
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
  /** Whether it begins by itself as soon as two people are there. */
  is_quick: boolean;
  opened_at: number;
  games_over: number;
  /** Who leads when the match is over. */
  winners: string[];
  /** Which of the names are of bots; lines that were kept by earlier versions do not tell. */
  bots: string[];
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
  /** Whether to say at once: ready. */
  is_ready?: boolean;
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
  /** Whether the host freed the chair. */
  is_sent_away: boolean;
}

/** The server was away for so long; no clock ran meanwhile. */
export interface TimeGivenBack {
  type: "time-given-back";
  seconds: number;
  /** When it was there again; logs of earlier versions do not tell. */
  until: number;
}

/** Who may watch without a seat. */
export type Watching = "allowed" | "delayed" | "forbidden";

/** Why a bot stands in. */
export type WhyAway = "called" | "late" | "left";

/** Why a room is closed. */
export type WhyOver = "abandoned" | "closed" | "finished";

/** What somebody in a room can ask for. */
export type Ask =
  Sit | Stand | AddBot | Kick | AllowHints | Ready | Begin | Contribute | Play | Draw | Pass | Concede | Leave
  | Return | CallStandIn | Mute | Rematch;

/** What happens in a room. */
export type RoomEvent =
  Opened | SatDown | BotSatDown | StoodUp | HostChanged | HintsAllowed | SaidReady | MatchBegan | Contributed
  | Revealed | StoodIn | CameBack | Muted | Recognised | TimeGivenBack | RematchOpened | Ended | Committed
  | GameStarted | Played | Drew | Passed | TimedOut | TookBack | Conceded | GameEnded;
