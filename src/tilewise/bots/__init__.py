"""Bots: the protocol they keep to, one file for each, and a way to find one by its name."""

import re
from collections.abc import Callable
from functools import partial

from tilewise.bots.budget import USUAL, Budget, read_budget
from tilewise.bots.casual import Casual, Steady
from tilewise.bots.greedy import Greedy
from tilewise.bots.holdout import Holdout, Late
from tilewise.bots.keeper import Keeper, Threshold
from tilewise.bots.master import Master, Style
from tilewise.bots.novice import Novice
from tilewise.bots.protocol import Bot, HouseBot
from tilewise.core.errors import UnknownNameError

__all__ = ["BOTS", "USUAL", "Bot", "Budget", "HouseBot", "by_name", "read_budget"]

BOTS: dict[str, HouseBot] = {
    bot.name: bot
    for bot in (
        Novice(),
        Casual(),
        Steady(),
        Greedy(),
        Master(style=Style.SOCIABLE),
        Keeper(),
        Holdout(),
        Master(),
    )
}
"""The bots one can play against, the weakest first."""

_SEEDED: dict[str, Callable[[str], HouseBot]] = {
    "casual": Casual,
    "steady": Steady,
    "master-sociable": partial(Master, style=Style.SOCIABLE),
    "master": Master,
}
_THRESHOLD = re.compile(r"threshold-([1-9][0-9]?)")


def by_name(name: str, *, seed: str = "") -> HouseBot:
    """The bot of this name; ValueError lists the names there are.

    Besides those of `BOTS` there are yardsticks, which are no company: `threshold-N` draws unless N tiles can go, and
    `late` keeps even its initial meld back. A bot that leaves something to chance follows the seed.
    """
    if seed and name in _SEEDED:
        return _SEEDED[name](seed)
    if name in BOTS:
        return BOTS[name]
    if name == Late.name:
        return Late()
    if threshold := _THRESHOLD.fullmatch(name):
        return Threshold(int(threshold[1]))
    raise UnknownNameError("bot", name, (*BOTS, "late", "or threshold-N for N from 1 to 99"))
