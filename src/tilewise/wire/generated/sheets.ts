// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

/** The code under which others find a sheet, and the key for updating it. */
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
  /** The timer, for the phones that follow; null if it was never started. */
  timer: SheetTimer | null;
}

/** One game on a score sheet. The points are computed from it. */
export interface SheetGame {
  ending: "empty-pool" | "rack-out";
  /** The player who emptied the rack; null if the pool ran out. */
  winner: number | null;
  seats: SheetSeat[];
}

/** The rack of a player at the end of a game. */
export interface SheetSeat {
  tiles: number[];
  has_melded: boolean;
  /** Whether a player without an initial meld could have made it with this rack. */
  could_meld: boolean;
}

/** The state of the turn timer. */
export interface SheetTimer {
  seat: number;
  /** The length of a turn. */
  seconds: number;
  /** Seconds left in this turn; negative once the time is up. */
  left: number;
  is_running: boolean;
}

/** An update of a shared sheet, from the phone that owns it. */
export interface SheetUpdate {
  key: string;
  sheet: Sheet;
}
