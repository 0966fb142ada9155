"""Rate bots by their games, with openskill's Plackett-Luce model."""

from collections import defaultdict
from collections.abc import Iterable

from openskill.models import PlackettLuce, PlackettLuceRating

from tilewise.core.value import Value
from tilewise.lab.stats import Z95, PlayedGame


class Rating(Value):
    """The skill of a bot and half the width of its 95 % interval."""

    bot: str
    skill: float
    margin: float
    games: int


def ladder(games: Iterable[PlayedGame]) -> tuple[Rating, ...]:
    """Rate all bots, strongest first."""
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


def _rate(model: PlackettLuce, ratings: dict[str, PlackettLuceRating], game: PlayedGame, names: list[str]) -> None:
    """Update the ratings by one game. A bot ranks by its best seat: wins first, then points."""
    best = {name: max(_rank(game, seat) for seat, other in enumerate(game.lineup) if other == name) for name in names}
    order = sorted(set(best.values()), reverse=True)
    teams = [[ratings[name]] for name in names]
    after = model.rate(teams, ranks=[float(order.index(best[name])) for name in names])
    ratings.update({name: team[0] for name, team in zip(names, after, strict=True)})


def _rank(game: PlayedGame, seat: int) -> tuple[bool, int]:
    return seat in game.result.winners, game.result.scores[seat]
