// Scores a game with real tiles without a server. This is the only copy of core/rules/scoring.py: tests
// compare it with the rules on every line of spec/scores.txt and on random games.

/** The tiles left on a rack. Only the numbers matter; a joker is 0. */
export interface Left {
  readonly tiles: readonly number[];
  readonly has_melded: boolean;
  /** For a player without an initial meld: whether the rack would have allowed one. */
  readonly could_meld: boolean;
  readonly has_conceded?: boolean;
}

/** The knobs of an edition that affect the score. */
export interface ScoreRules {
  readonly joker_rack_penalty: number;
  readonly never_melded_fine: string;
  readonly empty_pool_tie: string;
}

export interface Scored {
  readonly winners: readonly number[];
  readonly scores: readonly number[];
}

const FINE = 100;
const HIGH_FINE = 200;

/** R-SET-05, R-SCORE-02: return the sum of the numbers plus the penalty for jokers. */
function rackTotal(tiles: readonly number[], rules: ScoreRules): number {
  return tiles.reduce((sum, tile) => sum + (tile || rules.joker_rack_penalty), 0);
}

/** R-SCORE-06, A-11: return the points of a rack: its total, or the fine for never having melded. */
export function countsAs(left: Left, rules: ScoreRules): number {
  const total = rackTotal(left.tiles, rules);
  if (!left.tiles.length) return 0;
  if (left.has_melded || rules.never_melded_fine === 'none') return total;
  if (!left.could_meld) return FINE;
  return rules.never_melded_fine === '100-or-rack' ? total : HIGH_FINE;
}

/** R-SCORE-01: losers score minus their racks, the winner plus the sum. */
export function rackOut(racks: readonly Left[], winner: number, rules: ScoreRules): Scored {
  const scores = racks.map((left, seat) => (seat === winner ? 0 : -countsAs(left, rules)));
  return { winners: [winner], scores: balanced(scores, [winner]) };
}

/** R-WIN-02, R-SCORE-04, A-36, A-37: the lowest rack wins; the others score minus the difference. */
export function emptyPool(racks: readonly Left[], rules: ScoreRules): Scored {
  const totals = racks.map((left) => countsAs(left, rules));
  const active = racks.map((_, seat) => seat).filter((seat) => !racks[seat]!.has_conceded);
  const lowest = Math.min(...active.map((seat) => totals[seat]!));
  const winners = untied(
    active.filter((seat) => totals[seat] === lowest),
    racks,
    rules,
  );
  if (!winners.length) return { winners, scores: racks.map(() => 0) };
  const scores = racks.map((left, seat) => {
    if (winners.includes(seat)) return 0;
    const isPlain = left.has_melded || rules.never_melded_fine === 'none';
    return isPlain ? Math.min(0, lowest - totals[seat]!) : -totals[seat]!;
  });
  return { winners, scores: balanced(scores, winners) };
}

/** a tie is shared, is won by the fewest tiles, or has no winner. */
function untied(tied: number[], racks: readonly Left[], rules: ScoreRules): number[] {
  if (tied.length === 1 || rules.empty_pool_tie === 'shared') return tied;
  if (rules.empty_pool_tie === 'no-winner') return [];
  const fewest = Math.min(...tied.map((seat) => racks[seat]!.tiles.length));
  return tied.filter((seat) => racks[seat]!.tiles.length === fewest);
}

/** R-SCORE-03: the winners share the points of the others; odd points go in seat order. */
function balanced(scores: readonly number[], winners: readonly number[]): number[] {
  const lost = -scores.reduce((sum, score) => sum + score, 0);
  const share = Math.floor(lost / winners.length);
  const odd = lost - share * winners.length;
  return scores.map((score, seat) => {
    const place = winners.indexOf(seat);
    return (place < 0 ? score : score + share + Number(place < odd)) + 0;
  });
}

export interface Standing {
  readonly seat: number;
  readonly won: number;
  readonly score: number;
  readonly rank: number;
}

/** R-WIN-03, R-WIN-04: return the ranks by seat: most games won, then the higher score. Ties share a rank. */
export function standings(games: readonly Scored[], seats: number): Standing[] {
  const lines = Array.from({ length: seats }, (_, seat) => ({
    seat,
    won: games.filter((game) => game.winners.includes(seat)).length,
    score: games.reduce((sum, game) => sum + game.scores[seat]!, 0),
  }));
  return lines.map((line) => ({
    ...line,
    rank:
      1 +
      lines.filter((other) => other.won > line.won || (other.won === line.won && other.score > line.score))
        .length,
  }));
}
