"""One game between bots."""

from collections.abc import Sequence

from tilewise.analysis.budget import USUAL, Budget
from tilewise.bots.protocol import Bot
from tilewise.core.deal import Deal
from tilewise.core.edition import Edition
from tilewise.core.match import Match
from tilewise.core.record import Record
from tilewise.core.value import Value
from tilewise.local.match import Fault, LocalMatch

BOT_SECONDS = 30.0
"""A bot that takes longer than this for one turn counts as hanging."""


class BotGame(Value):
    """A finished game between bots."""

    record: Record
    faults: tuple[Fault, ...]
    turns: int
    thinking_ms: tuple[float, ...]
    """For each seat, the total time its bot has taken."""


def play(
    edition: Edition,
    bots: Sequence[Bot],
    deal: Deal,
    *,
    budget: Budget = USUAL,
    bot_seconds: float = BOT_SECONDS,
) -> BotGame:
    """Play one game to its end. A bot that fails draws a tile, and the game goes on."""
    match = LocalMatch(
        Match(edition, _names(bots)), dict(enumerate(bots)), lambda _: deal, budget, bot_seconds=bot_seconds
    )
    match.begin_game()
    while match.game is not None:
        match.play_bot_turn()
    record = match.record
    return BotGame(record, tuple(match.faults), len(record.games[0].actions), tuple(match.thinking_ms))


def _names(bots: Sequence[Bot]) -> tuple[str, ...]:
    """Name the seats after their bots; number the seats of a bot that sits more than once."""
    names = [bot.name for bot in bots]
    return tuple(
        f"{name} {names[:seat].count(name) + 1}" if names.count(name) > 1 else name for seat, name in enumerate(names)
    )
