// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

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
  /** For those who follow; the timer was not started when there is none. */
  timer: SheetTimer | null;
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

/** The turn timer at the table, as of now. */
export interface SheetTimer {
  seat: number;
  /** How long a turn lasts. */
  seconds: number;
  /** Seconds left in this turn; below zero: how long the time has been up. */
  left: number;
  is_running: boolean;
}
