// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

/** One game of the asker. */
export interface GameFigures {
  room: string;
  game: number;
  edition: string;
  /** When it ended, in seconds since 1970. */
  at: number;
  /** The names of the other people. */
  opponents: string[];
  /** The bots among the others, by the names they are known by. */
  bots: string[];
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
