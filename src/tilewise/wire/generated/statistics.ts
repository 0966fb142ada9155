// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`.

/** One game of the caller. */
export interface GameFigures {
  room: string;
  game: number;
  edition: string;
  /** The end of the game, in seconds since 1970. */
  at: number;
  /** The names of the human opponents. */
  opponents: string[];
  /** The kinds of the bot opponents. */
  bots: string[];
  score: number;
  is_won: boolean;
  /** Tiles laid in each turn. */
  laid: number[];
  /** Time used in each turn. */
  seconds: number[];
  /** The most tiles that could have been laid in each turn; null until the solver has analysed the game. */
  possible: number[] | null;
}

/** The caller's games, latest first. */
export interface Statistics {
  games: GameFigures[];
  /** The number of matches still to be analysed. Ask again later. */
  waiting: number;
}
