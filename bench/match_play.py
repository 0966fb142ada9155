"""Measure what it is worth to know the score: master against a master that plays every game as a single one.

    python bench/match_play.py                    a few matches
    python bench/match_play.py --matches 60       more of them
    python bench/match_play.py --json             JSON output

A match has two seats and two games; after one win each, points decide (R-WIN-03). Every match is played from both
seats on the same deals. The score matters only in the second game. The interval is the 95 % interval over deals.
"""

import argparse
import json
from dataclasses import asdict, dataclass

from rich.console import Console
from rich.progress import track

from tilewise.bots import Budget, by_name
from tilewise.core import engine
from tilewise.core.deal import deal_from
from tilewise.core.editions import edition
from tilewise.core.match import Match, begin_game, winners, with_game
from tilewise.core.view import view_of
from tilewise.lab.stats import estimate

SEATS = 2


@dataclass(frozen=True)
class Measured:
    """The share of matches won by the master that knows the score."""

    matches: int
    nodes: int
    share: float
    margin: float
    different: int
    """Matches whose result differs from that between two masters that do not know the score."""


def with_next_game(match: Match, seed: str, aware: int | None, budget: Budget) -> Match:
    """Play a game. Only the aware seat sees the results of earlier games."""
    master = by_name("master")
    match, _ = begin_game(match, deal_from(seed, SEATS))
    game = match.game
    while game is not None and not game.is_over:
        seat = game.to_move
        view = view_of(game, seat, match.earlier if seat == aware else ())
        game = engine.act(game, master.choose(view, budget))
        match = with_game(match, game)
    return match


def share_of(match: Match, seat: int) -> float:
    """Return 1 for the winner of the match, 0.5 for a tie."""
    ahead = winners(match.standings)
    return (seat in ahead) / len(ahead)


def measured(matches: int, nodes: int) -> Measured:
    """Play this many matches, each from both seats."""
    classic, budget = edition("classic-en"), Budget(nodes=nodes)
    shares, different = list[float](), 0
    for number in track(range(matches), console=Console(stderr=True)):
        begun = with_next_game(Match(classic, ("one", "other")), f"match {number} first", None, budget)
        second = f"match {number} second"
        plain = with_next_game(begun, second, None, budget)
        ends = [with_next_game(begun, second, seat, budget) for seat in range(SEATS)]
        different += sum(share_of(end, 0) != share_of(plain, 0) for end in ends)
        shares.append(sum(share_of(end, seat) for seat, end in enumerate(ends)) / SEATS)
    found = estimate(shares)
    return Measured(matches * SEATS, nodes, found.mean, found.margin, different)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=4, help="at least 2; each is played from both seats")
    parser.add_argument("--nodes", type=int, default=50_000, help="node budget of a turn")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measured(options.matches, options.nodes)
    if options.json:
        print(json.dumps(asdict(found), indent=2))
        return
    share = f"{found.share:.1%} ± {found.margin:.1%}"
    Console().print(f"Knowing the score won {share} of {found.matches} matches ({found.different} ended differently).")


if __name__ == "__main__":
    main()
