"""Take the luck of the draw out of results, without bias for any bot.

The luck of a draw is the win chance after it, less the win chance just before. Both come from rollouts in which all
racks are known. Every tile of the pool is equally likely to come, so the luck of a draw averages zero, whatever the
bots do and however well the rollouts model them; a good model only makes it explain more. Two rules keep this exact:

- A seat plays in the same style before and after the draw.
- Its style is fitted to games on other deals. A style fitted to the same game would know of draws to come.

The luck of a review also holds what the other players did, and averages zero only if their styles are known.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from msgspec.structs import replace

from tilewise.analysis.budget import MOST_NODES, Budget
from tilewise.analysis.budgeted_solver import BudgetedSolver
from tilewise.analysis.review.fit import SeenTurn, fitted
from tilewise.analysis.review.judge import tasks_of
from tilewise.analysis.rollouts import Arm, Rollouts
from tilewise.analysis.situation import situation_of
from tilewise.analysis.styles import Style, only
from tilewise.core.actions import Draw
from tilewise.core.record.text import parse_record
from tilewise.core.value import Value
from tilewise.core.view import View
from tilewise.lab.stats import by_deal, share
from tilewise.lab.store import StoredGame

DEALS = 32
"""Rollouts for one win chance."""

Shares = tuple[float, ...]
"""A share of the win for each seat."""


class LuckTask(Value):
    """A recorded game."""

    key: str
    record: str
    result: Shares
    styles: tuple[Style, ...] = ()
    """How each seat plays."""


Turns = list[tuple[int, SeenTurn]]
"""The turns of a game, each with its seat."""

Runner = Callable[[Callable[[LuckTask], Any], Iterable[LuckTask]], Iterator[tuple[LuckTask, Any]]]
"""Runs a function on many games and yields each game with its answer, in any order."""


def luck_tasks(games: Sequence[StoredGame], records: Mapping[str, str], run: Runner) -> list[LuckTask]:
    """Return the games with the style of each bot, fitted to the half of the deals without the game's own."""
    halves = {deal: number % 2 for number, deal in enumerate(sorted({game.deal for game in games}))}
    known = {game.key: game for game in games}
    tasks = [
        LuckTask(key, records[key], tuple(share(game, seat) for seat in range(len(game.lineup))))
        for key, game in known.items()
    ]
    turns: dict[tuple[str, int], list[SeenTurn]] = defaultdict(list)
    for task, seen in run(turns_of, tasks):
        game = known[task.key]
        for seat, turn in seen:
            turns[game.lineup[seat], halves[game.deal]].append(turn)
    styles = {bot: {half: _style(turns[bot, 1 - half]) for half in (0, 1)} for bot, _ in list(turns)}
    return [
        replace(task, styles=tuple(styles[bot][halves[game.deal]] for bot in game.lineup))
        for task, game in zip(tasks, known.values(), strict=True)
    ]


def _style(turns: Sequence[SeenTurn]) -> Style:
    return max(fitted(turns), key=lambda each: each.weight).style


def turns_of(task: LuckTask) -> Turns:
    """Return the turns of a game, to fit styles to."""
    return [(each.view.to_move, each.seen) for each in tasks_of(parse_record(task.record))]


def luck_of(task: LuckTask) -> Shares:
    """Return the share of the win that the draws of a game brought to each seat."""
    turns = list(tasks_of(parse_record(task.record)))
    total = [0.0] * len(task.result)
    for turn, following in zip(turns, [*turns[1:], None], strict=True):
        if not isinstance(turn.made, Draw) or turn.view.pool == 0:
            continue
        before = _chances(turn.revealed, task.styles, Arm(None, task.styles[turn.view.to_move]))
        after = task.result if following is None else _chances(following.revealed, task.styles, None)
        total = [so_far + new - old for so_far, new, old in zip(total, after, before, strict=True)]
    return tuple(total)


def _chances(revealed: View, styles: Sequence[Style], arm: Arm | None) -> Shares:
    """Return the win chances of all seats. Equal pools are shuffled alike, so turns that follow a style cancel out."""
    situation = situation_of(revealed, [only(style) for style in styles])
    rollouts = Rollouts(BudgetedSolver(revealed, Budget(nodes=MOST_NODES)), situation, seed=0)
    (outcomes,) = rollouts.play([arm], first=0, deals=DEALS)
    return tuple(fmean(column) for column in zip(*(each.shares for each in outcomes), strict=True))


def adjusted_shares(games: Sequence[StoredGame], bot: str, luck: Mapping[str, Shares]) -> list[float]:
    """Return a bot's share of wins without the luck of the draw, for each deal."""
    lucks = by_deal(games, bot, lambda game, seat: luck[game.key][seat])
    return without_luck(by_deal(games, bot, share), lucks)


def without_luck(results: Sequence[float], lucks: Sequence[float]) -> list[float]:
    """Take the luck out of the results of independent deals.

    The rollouts do not know how the bots play exactly, so less than the whole luck may count. How much is the slope of
    results over luck on all the other deals, so that it knows nothing of its own deal.
    """
    found = []
    for at, (result, own) in enumerate(zip(results, lucks, strict=True)):
        others = [*lucks[:at], *lucks[at + 1 :]]
        rest = [*results[:at], *results[at + 1 :]]
        spread = sum(each**2 for each in others)
        mean = fmean(rest) if rest else 0.0
        slope = sum(each * (one - mean) for each, one in zip(others, rest, strict=True)) / spread if spread else 1.0
        found.append(result - min(1.0, max(0.0, slope)) * own)
    return found
