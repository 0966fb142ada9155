// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

import type {
  Conceded,
  Drew,
  GameEnded,
  GameStarted,
  Passed,
  Played,
  Tile,
  TimedOut,
  TookBack,
  Violation,
} from "./game";

import type {
  AddBot,
  AllowHints,
  Begin,
  BotSatDown,
  CallStandIn,
  CameBack,
  Committed,
  Concede,
  Contribute,
  Contributed,
  Draw,
  Ended,
  HintsAllowed,
  HostChanged,
  Kick,
  Leave,
  MatchBegan,
  Mute,
  Muted,
  Opened,
  Pass,
  Person,
  Play,
  Ready,
  Reason,
  Recognised,
  Rematch,
  RematchOpened,
  Return,
  Revealed,
  RoomView,
  SaidReady,
  SatDown,
  Sit,
  Stand,
  StoodIn,
  StoodUp,
  TimeGivenBack,
} from "./room";

/** Ask the room for something. The answer is `done` or `refused`, with the same id. */
export interface Do {
  type: "do";
  /** The client's own name for the ask. Sent again after a lost connection, it is done once. */
  id: string;
  ask: Sit | Stand | AddBot | Kick | AllowHints | Ready | Begin | Contribute | Play | Draw | Pass | Concede | Leave | Return | CallStandIn | Mute | Rematch;
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

/** What one ask, or the clock, led to. */
export interface Happened {
  /** When, by the server's clock. */
  at: number;
  events: (Opened | SatDown | BotSatDown | StoodUp | HostChanged | HintsAllowed | SaidReady | MatchBegan | Contributed | Revealed | StoodIn | CameBack | Muted | Recognised | TimeGivenBack | RematchOpened | Ended | Committed | GameStarted | Played | Drew | Passed | TimedOut | TookBack | Conceded | GameEnded)[];
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

/** The latest events and words, oldest first. Sent once, after the first `update` of a connection. */
export interface Recent {
  type: "recent";
  log: Happened[];
  said: Said[];
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
  /** When, by the server's clock. */
  at: number;
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
  events: (Opened | SatDown | BotSatDown | StoodUp | HostChanged | HintsAllowed | SaidReady | MatchBegan | Contributed | Revealed | StoodIn | CameBack | Muted | Recognised | TimeGivenBack | RematchOpened | Ended | Committed | GameStarted | Played | Drew | Passed | TimedOut | TookBack | Conceded | GameEnded)[];
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
  /** How many seconds a client waits between two pings; after three of these without a word the line is dead. */
  heartbeat: number;
}

/** Why the server hangs up. */
export type WhyGoodbye =
  "no-common-protocol" | "not-for-you" | "restarting" | "signed-out" | "too-many-mistakes" | "trouble";

export const PROTOCOL = 1;

/** Messages to the server. */
export type FromClient = Hello | Do | Draft | Say | SendEmote | Ping;

/** Messages from the server. */
export type FromServer =
  Welcome | Update | Done | Refused | DraftShown | Said | Recent | Presence | Pong | Goodbye;
