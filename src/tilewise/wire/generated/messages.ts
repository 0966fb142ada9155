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
  Commit,
  CommitmentsClosed,
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
  LiveCurveAllowed,
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
  SeatCommitted,
  Sit,
  Stand,
  StoodIn,
  StoodUp,
  TimeGivenBack,
} from "./room";

/** Send a command to the room. The answer is `done` or `refused`, with the same id. */
export interface Do {
  type: "do";
  /** An id chosen by the client. A repeated command runs only once; another command with the same id is refused. */
  id: string;
  /** The command. */
  ask: Sit | Stand | AddBot | Kick | AllowHints | Ready | Begin | Commit | Contribute | Play | Draw | Pass | Concede | Leave | Return | CallStandIn | Mute | Rematch;
  /** The version of the last update received. A turn based on an older position is refused as out of date. */
  seen?: number | null;
}

/** The command succeeded and its result is stored. */
export interface Done {
  type: "done";
  id: string;
  version: number;
}

/** The sender's unfinished move: the table as it lies now. It is shown to the others. */
export interface Draft {
  type: "draft";
  table: Tile[][];
}

/** Another player's unfinished move. */
export interface DraftShown {
  type: "draft-shown";
  seat: number;
  table: Tile[][];
}

/** A chat message that is sent with one tap. */
export type Emote = "goodbye" | "hello" | "hurry" | "oops" | "sorry" | "thanks" | "well-played" | "wow";

/** The server closes the connection. */
export interface Goodbye {
  type: "goodbye";
  why: WhyGoodbye;
  /** Whether the client should reconnect. */
  come_back: boolean;
}

/** The events of one command, or of the clock. */
export interface Happened {
  /** The server's time. */
  at: number;
  events: (Opened | SatDown | BotSatDown | StoodUp | HostChanged | HintsAllowed | LiveCurveAllowed | SaidReady | MatchBegan | CommitmentsClosed | Contributed | Revealed | StoodIn | CameBack | Muted | Recognised | TimeGivenBack | RematchOpened | Ended | Committed | SeatCommitted | GameStarted | Played | Drew | Passed | TimedOut | TookBack | Conceded | GameEnded)[];
}

/** The first message of a connection: the protocol versions the client supports. */
export interface Hello {
  type: "hello";
  protocols: number[];
  /** A seat token, to continue playing on another device; see `POST /api/rooms/{room}/seat-token`. */
  seat?: string | null;
}

/** Check the connection and ask for the server's time. */
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

/** Who is connected: one entry for each seat, and the number of spectators. */
export interface Presence {
  type: "presence";
  chairs: boolean[];
  watching: number;
}

/** The latest events and chat messages, oldest first. Sent once, after the first `update` of a connection. */
export interface Recent {
  type: "recent";
  log: Happened[];
  said: Said[];
}

/** The command was rejected, and nothing has changed. */
export interface Refused {
  type: "refused";
  /** The id of the command; null if the message could not be decoded. */
  id: string | null;
  reason: Reason;
  /** Every broken rule, if the reason is `rules-broken`. */
  violations: Violation[];
  /** For developers: why the message could not be decoded. */
  detail: string;
  /** The current view, if the reason is `out-of-date`. */
  view: RoomView | null;
}

/** A chat message. The seat is null for a spectator. */
export interface Said {
  type: "said";
  seat: number | null;
  name: string;
  /** The public id of the sender. */
  person: string;
  text: string;
  emote: Emote | null;
  /** The server's time. */
  at: number;
}

/** Send a chat message. */
export interface Say {
  type: "say";
  text: string;
}

/** Send an emote to the chat. */
export interface SendEmote {
  type: "emote";
  emote: Emote;
}

/** The room changed. Show the view; the events are for animation and may be missing. */
export interface Update {
  type: "update";
  now: number;
  events: (Opened | SatDown | BotSatDown | StoodUp | HostChanged | HintsAllowed | LiveCurveAllowed | SaidReady | MatchBegan | CommitmentsClosed | Contributed | Revealed | StoodIn | CameBack | Muted | Recognised | TimeGivenBack | RematchOpened | Ended | Committed | SeatCommitted | GameStarted | Played | Drew | Passed | TimedOut | TookBack | Conceded | GameEnded)[];
  view: RoomView;
}

/** The answer to `hello`. An `update` with the whole view follows. */
export interface Welcome {
  type: "welcome";
  /** The newest version that both sides support. */
  protocol: number;
  you: Person;
  /** The server's time in seconds since 1970. All times refer to this clock. */
  now: number;
  /** Seconds between two pings of the client. After three intervals without a message the connection is dead. */
  heartbeat: number;
}

/** Why the server closes the connection. */
export type WhyGoodbye =
  "no-common-protocol" | "not-for-you" | "restarting" | "signed-out" | "too-many-mistakes" | "trouble";

export const PROTOCOL = 1;

/** Messages to the server. */
export type FromClient = Hello | Do | Draft | Say | SendEmote | Ping;

/** Messages from the server. */
export type FromServer =
  Welcome | Update | Done | Refused | DraftShown | Said | Recent | Presence | Pong | Goodbye;
