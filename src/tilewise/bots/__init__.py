"""Bots: the protocol, one file for each bot, and `by_name` to find one."""

import re
from collections.abc import Callable
from functools import partial

from tilewise.analysis.budget import USUAL, Budget, read_budget
from tilewise.bots.casual import Casual, Steady
from tilewise.bots.greedy import Greedy
from tilewise.bots.holdout import Holdout, Late
from tilewise.bots.keeper import Keeper, Threshold
from tilewise.bots.master import Master, Style
from tilewise.bots.novice import Novice
from tilewise.bots.protocol import Bot, HouseBot
from tilewise.core.errors import UnknownNameError, expect

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
"""The bots to play against, from the weakest to the strongest."""

_SEEDED: dict[str, Callable[[str], HouseBot]] = {
    "casual": Casual,
    "steady": Steady,
    "master-sociable": partial(Master, style=Style.SOCIABLE),
    "master": Master,
}
_THRESHOLD = re.compile(r"threshold-([1-9][0-9]?)")


def by_name(name: str, *, seed: str = "") -> HouseBot:
    """Return the bot of this name; raise UnknownNameError if there is none.

    Two names outside `BOTS` serve for measurements only: `threshold-N` draws unless it can lay N tiles, and `late`
    holds back even its initial meld. The seed decides what a bot leaves to chance.
    """
    expect(name, str, "the name of a bot")
    expect(seed, str, "a seed in text")
    if seed and name in _SEEDED:
        return _SEEDED[name](seed)
    if name in BOTS:
        return BOTS[name]
    if name == Late.name:
        return Late()
    if threshold := _THRESHOLD.fullmatch(name):
        return Threshold(int(threshold[1]))
    raise UnknownNameError("bot", name, (*BOTS, "late", "or threshold-N for N from 1 to 99"))
