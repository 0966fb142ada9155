"""Statistics of games: shares, points, confidence intervals and a sequential test."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from math import inf, isinf, log, sqrt
from statistics import fmean, pvariance
from typing import TypeVar

from tilewise.core.events import Result
from tilewise.core.value import Value

MIN_DEALS = 16
"""The sequential test plays at least this many deals: with fewer, the variance is a guess."""

Z95 = 1.959964
"""Standard errors in half a 95 % interval of a normal distribution."""


MIN_SAMPLES = 2
"""Fewer samples give no margin."""


class Estimate(Value):
    """A mean and half the width of its 95 % interval."""

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

    def __format__(self, spec: str) -> str:
        """Return the mean and its margin, if there is one: `f"{points:+.1f}"` is `+17.0 ± 3.2`."""
        without_sign = spec.removeprefix("+")
        return f"{self.mean:{spec}}" + ("" if isinf(self.margin) else f" ± {self.margin:{without_sign}}")


def estimate(samples: Sequence[float]) -> Estimate:
    """Estimate the mean of independent samples. With fewer than two the margin is infinite."""
    if not samples:
        return Estimate(0.0, inf, 0)
    if len(samples) < MIN_SAMPLES:
        return Estimate(samples[0], inf, 1)
    variance = pvariance(samples) * len(samples) / (len(samples) - 1)
    return Estimate(fmean(samples), Z95 * sqrt(variance / len(samples)), len(samples))


class Share(Value):
    """A share of games and its 95 % interval, which lies within 0 and 1."""

    mean: float
    low: float
    high: float
    count: int

    def __str__(self) -> str:
        """Return the share and its interval: `62.5% (48.6–74.8%)`."""
        return f"{self.mean:.1%} ({100 * self.low:.1f}–{self.high:.1%})"


def estimate_share(samples: Sequence[float]) -> Share:
    """Estimate the mean of shares, with Wilson's interval.

    A sample is the mean of the mirrored games of a deal, so it varies less than a single game. The interval is that of
    as many single games as would vary as little. Samples that are all equal count as one game each.
    """
    if not samples:
        return Share(0.0, 0.0, 1.0, 0)
    count, mean = len(samples), fmean(samples)
    variance = pvariance(samples)
    games = count * mean * (1 - mean) / variance if variance else count
    weight = Z95**2 / games
    middle = (mean + weight / 2) / (1 + weight)
    half = sqrt(weight * mean * (1 - mean) + weight**2 / 4) / (1 + weight)
    return Share(mean, max(0.0, middle - half), min(1.0, middle + half), count)


class PlayedGame(Value):
    """The part of a game that the statistics need."""

    lineup: tuple[str, ...]
    deal: str
    result: Result
    turns: int


Game = TypeVar("Game", bound=PlayedGame)


def win_shares(games: Iterable[PlayedGame], bot: str) -> list[float]:
    """Return a bot's share of wins for each deal."""
    return by_deal(games, bot, share)


def win_shares_of_seat(games: Iterable[PlayedGame], seat: int) -> list[float]:
    """Return the share of wins of a seat for each deal."""
    return _by_deal(games, lambda game: [seat] if seat < len(game.lineup) else [], share)


def points(games: Iterable[PlayedGame], bot: str) -> list[float]:
    """Return a bot's mean points for each deal."""
    return by_deal(games, bot, lambda game, seat: game.result.scores[seat])


def share(game: PlayedGame, seat: int) -> float:
    """Return a seat's share of the win; a shared win counts as a fraction."""
    return (seat in game.result.winners) / max(1, len(game.result.winners))


def by_deal(games: Iterable[Game], bot: str, value: Callable[[Game, int], float]) -> list[float]:
    """Return a bot's mean value for each deal. The mirrored games of a deal form one sample.

    A bot on two seats of a game counts for both.
    """
    return _by_deal(games, lambda game: [seat for seat, name in enumerate(game.lineup) if name == bot], value)


def _by_deal(
    games: Iterable[Game], seats: Callable[[Game], list[int]], value: Callable[[Game, int], float]
) -> list[float]:
    deals: dict[tuple[str, tuple[str, ...]], list[float]] = defaultdict(list)
    for game in games:
        deals[_table_of(game)].extend(value(game, seat) for seat in seats(game))
    return [fmean(values) for values in deals.values() if values]


def _table_of(game: PlayedGame) -> tuple[str, tuple[str, ...]]:
    """Return what mirrored games have in common: the deal and the set of players."""
    return game.deal, tuple(sorted(game.lineup))


class Verdict(StrEnum):
    """The state of a sequential test."""

    OPEN = "open"
    BETTER = "better"
    NOT_BETTER = "not-better"


class Sprt(Value):
    """A sequential probability ratio test, as used for chess engines: a share is nearer to `worse` or to `better`."""

    worse: float
    better: float
    alpha: float = 0.05
    beta: float = 0.05

    def log_ratio(self, shares: Sequence[float]) -> float:
        """Return the log-likelihood ratio of `better` to `worse`, in the normal approximation."""
        if len(shares) < MIN_DEALS:
            return 0.0
        variance = max(pvariance(shares), 1e-6)
        middle = (self.worse + self.better) / 2
        return len(shares) * (self.better - self.worse) * (fmean(shares) - middle) / variance

    def verdict(self, shares: Sequence[float]) -> Verdict:
        """Return whether the test can stop, and with which result."""
        ratio = self.log_ratio(shares)
        if ratio >= log((1 - self.beta) / self.alpha):
            return Verdict.BETTER
        return Verdict.NOT_BETTER if ratio <= log(self.beta / (1 - self.alpha)) else Verdict.OPEN


class SprtResult(Value):
    """The result of a sequential test of a bot."""

    bot: str
    sprt: Sprt
    deals: int
    verdict: Verdict

    def __str__(self) -> str:
        """Return the result as a sentence."""
        found = {
            Verdict.OPEN: "not yet clear",
            Verdict.BETTER: f"nearer to {self.sprt.better:.0%} than to {self.sprt.worse:.0%}",
            Verdict.NOT_BETTER: f"nearer to {self.sprt.worse:.0%} than to {self.sprt.better:.0%}",
        }[self.verdict]
        errors = f"wrong at most {self.sprt.alpha:.0%} of the time either way"
        return f"Sequential test after {self.deals} whole deals: the share of {self.bot} is {found} ({errors})"


def run_sprt(sprt: Sprt, games: Sequence[PlayedGame], bot: str) -> SprtResult:
    """Test the deals that were played from every seat. A partly played deal would favour one of the bots."""
    played = Counter(_table_of(game) for game in games)
    shares = win_shares([game for game in games if played[_table_of(game)] == len(game.lineup)], bot)
    return SprtResult(bot, sprt, len(shares), sprt.verdict(shares))
