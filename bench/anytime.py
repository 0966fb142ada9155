"""Measure what longer thinking is worth to the master bot.

    python bench/anytime.py                     a few positions
    python bench/anytime.py --positions 60      more of them
    python bench/anytime.py --json              JSON output

The positions come from games against three holdout bots in which master had plays to compare. Where two budgets
choose differently, both choices are played on the same new sampled deals. The figure is the share of wins that a
choice loses against the best one, with the 95 % interval over positions.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count, islice
from statistics import fmean

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tilewise import _kernel
from tilewise.analysis.budgeted_solver import BudgetedSolver
from tilewise.analysis.candidates import plays_worth_trying
from tilewise.analysis.match_equity import MatchEquity
from tilewise.analysis.situation import situation_of
from tilewise.analysis.styles import GREEDY, HOLDOUT, LATE
from tilewise.bots import Budget, by_name
from tilewise.core import engine
from tilewise.core.actions import Action, Play
from tilewise.core.deal import deal_from
from tilewise.core.editions import edition
from tilewise.core.rules.setup import set_up
from tilewise.core.view import View, view_of
from tilewise.lab.stats import estimate
from tilewise.solver import kernel

BUDGETS = (50_000, 500_000, 3_000_000)
LINEUP = ("master", "holdout", "holdout", "holdout")
WHILE_PLAYING = Budget(nodes=20_000)
"""Master's budget in the games that supply the positions."""
A_TRIAL = Budget(nodes=50_000)
SEED = 0x5EED
"""Seed of the deals that judge the choices. Master's own seeds come from the position."""


@dataclass(frozen=True)
class Measured:
    """A budget and the losses of its choices."""

    nodes: int
    positions: int
    plays: int
    """How often it laid tiles; in the other positions it drew."""
    given_away: float
    margin: float


def positions() -> Iterator[View]:
    """Yield master's views with a choice to make: a low pool and at least one play."""
    classic, bots = edition("classic-en"), [by_name(name) for name in LINEUP]
    for number in count():
        state = engine.start(set_up(classic, deal_from(f"anytime positions {number}", len(bots))))
        while not state.is_over:
            view, bot = view_of(state, state.to_move), bots[state.to_move]
            action = bot.choose(view, WHILE_PLAYING)
            if bot is bots[0] and view.has_melded and 0 < view.pool <= 16 and is_open(view, action):
                yield view
            state = engine.act(state, action)


def is_open(view: View, action: Action) -> bool:
    """Whether the player can lay tiles without going out."""
    out = isinstance(action, Play) and sum(map(len, action.table)) == sum(map(len, view.table)) + len(view.rack)
    return not out and bool(plays_worth_trying(BudgetedSolver(view, A_TRIAL)))


def worth_of(view: View, actions: Sequence[Action], deals: int) -> list[float]:
    """Return the result of each choice on the same deals, followed by the best continuation."""
    styles = (HOLDOUT, GREEDY, LATE)
    tables = [kernel.packed(action.table) if isinstance(action, Play) else b"" for action in actions]
    choices = [(table, style.for_kernel) for table in tables for style in styles]
    found = _kernel.play_out(situation_of(view), choices, SEED, deals)
    equity, seats = MatchEquity(view), len(view.seats)
    ends = [
        equity.value(found.shares[at : at + seats], found.points[at : at + seats])
        for at in range(0, len(found.shares), seats)
    ]
    means = [fmean(ends[place :: len(choices)]) for place in range(len(choices))]
    return [max(means[at : at + len(styles)]) for at in range(0, len(means), len(styles))]


def given_away(view: View, choices: Sequence[Action], deals: int) -> list[float]:
    """Return how much less than the best each choice gives."""
    different = list(dict.fromkeys(choices))
    if len(different) == 1:
        return [0.0] * len(choices)
    worth = dict(zip(different, worth_of(view, different, deals), strict=True))
    return [max(worth.values()) - worth[choice] for choice in choices]


def measured(number: int, deals: int) -> list[Measured]:
    """Measure all budgets on the same positions."""
    master, losses, plays = by_name("master"), list[list[float]](), [0] * len(BUDGETS)
    for view in track(islice(positions(), number), total=number, console=Console(stderr=True)):
        choices = [master.choose(view, Budget(nodes=nodes)) for nodes in BUDGETS]
        plays = [count + isinstance(choice, Play) for count, choice in zip(plays, choices, strict=True)]
        losses.append(given_away(view, choices, deals))
    columns = [estimate(column) for column in zip(*losses, strict=True)]
    return [
        Measured(nodes, number, laid, column.mean, column.margin)
        for nodes, laid, column in zip(BUDGETS, plays, columns, strict=True)
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=8, help="number of positions, at least 2")
    parser.add_argument("--deals", type=int, default=1000, help="deals to judge a choice on")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measured(options.positions, options.deals)
    if options.json:
        print(json.dumps([asdict(each) for each in found], indent=2))
        return
    grid = Table("nodes a turn", "positions", "plays", "given away (win share)", box=None)
    for each in found:
        loss = f"{each.given_away:.2%} ± {each.margin:.2%}"
        grid.add_row(f"{each.nodes:,}", str(each.positions), str(each.plays), loss)
    Console().print(grid)


if __name__ == "__main__":
    main()
