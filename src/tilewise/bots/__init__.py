"""Bots: the protocol they keep to, one file for each, and a way to find one by its name."""

from tilewise.bots.casual import Casual, Steady
from tilewise.bots.greedy import Greedy
from tilewise.bots.holdout import Holdout
from tilewise.bots.keeper import Keeper
from tilewise.bots.master import Master
from tilewise.bots.novice import Novice
from tilewise.bots.protocol import Bot

__all__ = ["BOTS", "Bot", "by_name"]

BOTS: dict[str, Bot] = {
    bot.name: bot for bot in (Novice(), Casual(), Steady(), Greedy(), Keeper(), Holdout(), Master())
}


def by_name(name: str) -> Bot:
    """The bot of this name; ValueError lists the names there are."""
    try:
        return BOTS[name]
    except KeyError:
        msg = f"no bot {name!r}; there are: {', '.join(BOTS)}"
        raise ValueError(msg) from None
