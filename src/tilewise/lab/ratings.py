"""Ratings of bots from their games, by the Plackett-Luce model of openskill."""

from collections import defaultdict
from collections.abc import Iterable

from openskill.models import PlackettLuce, PlackettLuceRating

from tilewise.core.value import Value
from tilewise.lab.stats import Z95, Played


class Rating(Value):
    """A bot on the ladder: its skill, and half the width of the 95 % interval."""

    bot: str
    skill: float
    margin: float
    games: int


def ladder(games: Iterable[Played]) -> tuple[Rating, ...]:
    """All bots that played, the strongest first."""
    model = PlackettLuce()
    ratings: dict[str, PlackettLuceRating] = defaultdict(model.rating)
    played: dict[str, int] = defaultdict(int)
    for game in games:
        names = sorted(set(game.lineup))
        if len(names) > 1:
            _rate(model, ratings, game, names)
        for name in names:
            played[name] += 1
    rows = (Rating(name, rating.mu, Z95 * rating.sigma, played[name]) for name, rating in ratings.items())
    return tuple(sorted(rows, key=lambda row: -row.skill))


def _rate(model: PlackettLuce, ratings: dict[str, PlackettLuceRating], game: Played, names: list[str]) -> None:
    """A bot is ranked by its best seat: who won, then by points."""
    best = {name: max(_rank(game, seat) for seat, other in enumerate(game.lineup) if other == name) for name in names}
    order = sorted(set(best.values()), reverse=True)
    teams = [[ratings[name]] for name in names]
    after = model.rate(teams, ranks=[float(order.index(best[name])) for name in names])
    ratings.update({name: team[0] for name, team in zip(names, after, strict=True)})


def _rank(game: Played, seat: int) -> tuple[bool, int]:
    return seat in game.result.winners, game.result.scores[seat]
