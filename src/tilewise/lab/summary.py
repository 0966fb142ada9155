"""Summarize a tournament: ratings, results between bots, seats, endings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean

from tilewise.core.value import Value
from tilewise.lab.luck import Shares, adjusted_shares
from tilewise.lab.ratings import Rating, ladder
from tilewise.lab.stats import (
    Estimate,
    Share,
    SprtResult,
    estimate,
    estimate_share,
    points,
    win_shares,
    win_shares_of_seat,
)
from tilewise.lab.store import StoredGame


class Row(Value):
    """A bot in the summary."""

    bot: str
    rating: Rating
    share: Share
    """The share of its games that it won."""
    points: Estimate
    fair: float
    """The share of wins it would have if all bots were equal."""
    thinking_ms: float
    """Mean time per turn."""
    faults: int
    adjusted: Estimate | None = None
    """The share of wins without the luck of the draw, if it was asked for."""

    def cells(self) -> tuple[str, ...]:
        """Return the row as text, for the columns of `LADDER`."""
        return (
            self.bot,
            f"{self.rating.skill:.1f} ± {self.rating.margin:.1f}",
            str(self.share),
            f"{self.fair:.0%}",
            f"{self.points:+.1f}",
            f"{self.thinking_ms:.1f}",
            str(self.faults),
        )


LADDER = ("bot", "rating", "wins", "fair share", "points per game", "ms per turn", "faults")


class Duel(Value):
    """The result of a bot against another one."""

    bot: str
    other: str
    share: Share


class Summary(Value):
    """The contents of a report."""

    edition: str
    games: int
    rows: tuple[Row, ...]
    crosstable: tuple[Duel, ...]
    share_by_seat: tuple[Share, ...]
    endings: dict[str, int]
    turns: tuple[int, ...]
    """The number of turns of each game, sorted."""
    problems: dict[str, int]
    """The faults of bots and their counts. After each fault the bot drew."""
    played_again: int = 0
    """Games that were played again because their process died."""
    test: SprtResult | None = None
    """The result of the sequential test, if there was one."""


def summary_of(
    games: Sequence[StoredGame],
    *,
    played_again: int = 0,
    test: SprtResult | None = None,
    luck: Mapping[str, Shares] | None = None,
) -> Summary:
    """Summarize a tournament. With the luck of each game, it is taken out of the results too."""
    order = ladder(games)
    return Summary(
        edition=", ".join(sorted({game.edition for game in games})),
        games=len(games),
        rows=tuple(_row(rating, [game for game in games if rating.bot in game.lineup], luck) for rating in order),
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


def _row(rating: Rating, games: Sequence[StoredGame], luck: Mapping[str, Shares] | None) -> Row:
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
        adjusted=None if luck is None else estimate(adjusted_shares(games, bot, luck)),
    )


def _share_against(games: Sequence[StoredGame], bot: str, other: str) -> Share:
    return estimate_share(win_shares([game for game in games if {bot, other} <= set(game.lineup)], bot))


def _share_by_seat(games: Sequence[StoredGame]) -> tuple[Share, ...]:
    seats = max((len(game.lineup) for game in games), default=0)
    return tuple(estimate_share(win_shares_of_seat(games, seat)) for seat in range(seats))
