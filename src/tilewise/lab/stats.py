"""Numbers from games: shares, points and their intervals, and a test that stops as soon as it knows."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from math import inf, log, sqrt
from statistics import fmean, pvariance

from tilewise.core.events import Result
from tilewise.core.value import Value

MOST_UNCERTAIN = 16
"""Deals that a sequential test plays in any case: before that the variance is a guess."""

Z95 = 1.959964
"""How many standard errors hold 95 % of a normal distribution."""


CONFIDENCE = 0.95
LEAST = 2
"""Samples without which nothing is known about a margin."""


class Estimate(Value):
    """A mean, and half the width of its 95 % interval."""

    mean: float
    margin: float
    count: int

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.margin


def estimate(samples: Sequence[float]) -> Estimate:
    """The mean of independent samples; with fewer than two nothing is known about its margin."""
    if not samples:
        return Estimate(0.0, inf, 0)
    if len(samples) < LEAST:
        return Estimate(samples[0], inf, 1)
    variance = pvariance(samples) * len(samples) / (len(samples) - 1)
    return Estimate(fmean(samples), Z95 * sqrt(variance / len(samples)), len(samples))


def estimate_share(samples: Sequence[float]) -> Estimate:
    """The mean of shares. Where all are alike the spread says nothing; then so many samples bound what is rarer."""
    found = estimate(samples)
    if len(samples) < LEAST or found.margin:
        return found
    return Estimate(found.mean, 1 - (1 - CONFIDENCE) ** (1 / len(samples)), found.count)


class Played(Value):
    """What the numbers need to know of a game."""

    lineup: tuple[str, ...]
    deal: str
    result: Result
    turns: int


Measure = Callable[[Played, int], float]


def win_shares(games: Iterable[Played], bot: str) -> list[float]:
    """The share of wins of a bot for each deal: the games of one deal mirror each other, so they are one sample.

    A shared win counts its part, and a bot that sits twice at a table counts for both seats.
    """
    return _by_deal(games, lambda game: _seats_of(game, bot), _share)


def win_shares_of_seat(games: Iterable[Played], seat: int) -> list[float]:
    """The share of wins of whoever sat on a seat, for each deal."""
    return _by_deal(games, lambda game: [seat] if seat < len(game.lineup) else [], _share)


def points(games: Iterable[Played], bot: str) -> list[float]:
    """The points of a bot for each deal, on average."""
    return _by_deal(games, lambda game: _seats_of(game, bot), lambda game, seat: game.result.scores[seat])


def _share(game: Played, seat: int) -> float:
    return (seat in game.result.winners) / max(1, len(game.result.winners))


def _seats_of(game: Played, bot: str) -> list[int]:
    return [seat for seat, name in enumerate(game.lineup) if name == bot]


def _by_deal(games: Iterable[Played], seats: Callable[[Played], list[int]], value: Measure) -> list[float]:
    deals: dict[tuple[str, tuple[str, ...]], list[float]] = defaultdict(list)
    for game in games:
        deals[_table_of(game)].extend(value(game, seat) for seat in seats(game))
    return [fmean(values) for values in deals.values() if values]


def _table_of(game: Played) -> tuple[str, tuple[str, ...]]:
    """What the games that mirror each other have in common: the deal, and who sits there."""
    return game.deal, tuple(sorted(game.lineup))


class Verdict(StrEnum):
    """What a sequential test has found so far."""

    OPEN = "open"
    BETTER = "better"
    NOT_BETTER = "not-better"


class Sprt(Value):
    """A sequential probability ratio test: is the share nearer to `worse` or to `better`? As engine testers do it."""

    worse: float
    better: float
    alpha: float = 0.05
    beta: float = 0.05

    def log_ratio(self, shares: Sequence[float]) -> float:
        """How much likelier `better` is, in the normal approximation with the variance seen."""
        if len(shares) < MOST_UNCERTAIN:
            return 0.0
        variance = max(pvariance(shares), 1e-6)
        middle = (self.worse + self.better) / 2
        return len(shares) * (self.better - self.worse) * (fmean(shares) - middle) / variance

    def verdict(self, shares: Sequence[float]) -> Verdict:
        """Whether it is time to stop."""
        ratio = self.log_ratio(shares)
        if ratio >= log((1 - self.beta) / self.alpha):
            return Verdict.BETTER
        return Verdict.NOT_BETTER if ratio <= log(self.beta / (1 - self.alpha)) else Verdict.OPEN


class Tested(Value):
    """What a sequential test of a bot has found."""

    bot: str
    sprt: Sprt
    deals: int
    verdict: Verdict

    def __str__(self) -> str:
        """A sentence."""
        found = {
            Verdict.OPEN: "not yet clear",
            Verdict.BETTER: f"nearer to {self.sprt.better:.0%} than to {self.sprt.worse:.0%}",
            Verdict.NOT_BETTER: f"nearer to {self.sprt.worse:.0%} than to {self.sprt.better:.0%}",
        }[self.verdict]
        errors = f"wrong at most {self.sprt.alpha:.0%} of the time either way"
        return f"Sequential test after {self.deals} whole deals: the share of {self.bot} is {found} ({errors})"


def tested(sprt: Sprt, games: Sequence[Played], bot: str) -> Tested:
    """Look at the deals that were played from every seat; half a deal would favour whoever had the better half."""
    played = Counter(_table_of(game) for game in games)
    shares = win_shares([game for game in games if played[_table_of(game)] == len(game.lineup)], bot)
    return Tested(bot, sprt, len(shares), sprt.verdict(shares))
