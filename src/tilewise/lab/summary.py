"""What a tournament has shown: the ladder, who beat whom, how seats fared, how games ended."""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from tilewise.core.value import Value
from tilewise.lab.ratings import Rating, ladder
from tilewise.lab.stats import Estimate, Tested, estimate, estimate_share, points, win_shares, win_shares_of_seat
from tilewise.lab.store import Kept


class Row(Value):
    """A bot in the summary."""

    bot: str
    rating: Rating
    share: Estimate
    """Of the games it played, the share it won."""
    points: Estimate
    fair: float
    """The share that a bot would win if all were equal."""
    thinking_ms: float
    """A turn, on average."""
    faults: int


class Duel(Value):
    """How a bot fared where it met another."""

    bot: str
    other: str
    share: Estimate


class Summary(Value):
    """All that a report shows."""

    edition: str
    games: int
    rows: tuple[Row, ...]
    crosstable: tuple[Duel, ...]
    share_by_seat: tuple[Estimate, ...]
    endings: dict[str, int]
    turns: tuple[int, ...]
    """How long each game was, sorted."""
    problems: dict[str, int]
    """What bots did wrong, and how often; each time the turn was a draw."""
    played_again: int = 0
    """Games whose process had died before their end."""
    test: Tested | None = None
    """What a sequential test found, where one was asked for."""


def summary_of(games: Sequence[Kept], *, played_again: int = 0, test: Tested | None = None) -> Summary:
    """Sum a tournament up."""
    order = ladder(games)
    return Summary(
        edition=", ".join(sorted({game.edition for game in games})),
        games=len(games),
        rows=tuple(_row(rating, [game for game in games if rating.bot in game.lineup]) for rating in order),
        crosstable=tuple(
            Duel(one.bot, other.bot, _share_against(games, one.bot, other.bot))
            for one in order
            for other in order
            if one.bot != other.bot
        ),
        share_by_seat=_share_by_seat(games),
        endings=dict(Counter(game.result.ending.value for game in games)),
        turns=tuple(sorted(game.turns for game in games)),
        problems=dict(
            Counter(f"{game.lineup[fault.seat]}: {fault.problem}" for game in games for fault in game.faults)
        ),
        played_again=played_again,
        test=test,
    )


def _row(rating: Rating, games: Sequence[Kept]) -> Row:
    bot = rating.bot
    seats = [(game, seat) for game in games for seat, name in enumerate(game.lineup) if name == bot]
    turns = sum(game.turns / len(game.lineup) for game, _ in seats)
    return Row(
        bot=bot,
        rating=rating,
        share=estimate_share(win_shares(games, bot)),
        points=estimate(points(games, bot)),
        fair=fmean(1 / len(game.lineup) for game in games),
        thinking_ms=sum(game.thinking_ms[seat] for game, seat in seats) / max(1.0, turns),
        faults=sum(fault.seat == seat for game, seat in seats for fault in game.faults),
    )


def _share_against(games: Sequence[Kept], bot: str, other: str) -> Estimate:
    return estimate_share(win_shares([game for game in games if {bot, other} <= set(game.lineup)], bot))


def _share_by_seat(games: Sequence[Kept]) -> tuple[Estimate, ...]:
    seats = max((len(game.lineup) for game in games), default=0)
    return tuple(estimate_share(win_shares_of_seat(games, seat)) for seat in range(seats))
