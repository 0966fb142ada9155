"""Match equity: the value of a game's end to a seat, by the game alone or by the chance to win the match."""

from collections.abc import Sequence
from functools import cache
from itertools import product

from tilewise.core.rules.scoring import standings
from tilewise.core.view import View

POINT_VALUE = 1 / 4000
"""R-WIN-03: most games win a match and points only break ties, so a point counts little."""
MOST_FUTURES = 1000
"""Sequences of winners to enumerate for the rest of a match. With more of them, only this game counts."""


class MatchEquity:
    """Values the end of a game for the seat to move, by the game alone or by the match it belongs to."""

    def __init__(self, view: View) -> None:
        seats = len(view.seats)
        self._me = view.to_move
        self._left = view.edition.games_in_a_match(seats) - len(view.earlier) - 1
        self._is_match = bool(view.earlier) and self._left >= 0 and seats**self._left <= MOST_FUTURES
        table = sorted(standings(view.earlier, seats), key=lambda each: each.seat)
        self._won = [each.games_won for each in table]
        self._score = [each.score for each in table]
        self._scale = self._scale_factor() if self._is_match else 1.0

    @property
    def is_last_game(self) -> bool:
        """Whether this is the last game of a match, so that its result decides the match."""
        return self._is_match and self._left == 0

    @property
    def win_is_enough(self) -> bool:
        """Whether winning is all that counts; False where points decide the match."""
        others = [won for seat, won in enumerate(self._won) if seat != self._me]
        return not self.is_last_game or self._won[self._me] + 1 > max(others)

    def value(self, shares: Sequence[float], points: Sequence[float]) -> float:
        """Return the value of a game in which the seats get these shares of the win and these points."""
        mine = points[self._me] * POINT_VALUE
        if not self._is_match:
            return shares[self._me] + mine
        return self._chance(shares, points) * self._scale + mine

    def _chance(self, shares: Sequence[float], points: Sequence[float]) -> float:
        """Return the chance to win the match; a shared win counts as a part."""
        won = tuple(before + (share > 0) for before, share in zip(self._won, shares, strict=True))
        if self._left:
            return _match_chance(won, self._me, self._left)
        final = [(games, before + now) for games, before, now in zip(won, self._score, points, strict=True)]
        return final.count(max(final)) ** -1 if final[self._me] == max(final) else 0.0

    def _scale_factor(self) -> float:
        """Return the factor by which the values of the best and the worst winner of this game differ by 1."""
        if not self._left:
            return 1.0
        seats = range(len(self._won))
        after = [tuple(won + (seat == winner) for seat, won in enumerate(self._won)) for winner in seats]
        chances = [_match_chance(won, self._me, self._left) for won in after]
        spread = max(chances) - min(chances)
        return 1 / spread if spread else 0.0


@cache
def _match_chance(won: tuple[int, ...], me: int, left: int) -> float:
    """Return the chance to win the match if every seat wins each remaining game with the same probability."""
    total = 0.0
    futures = list(product(range(len(won)), repeat=left))
    for winners in futures:
        final = [games + winners.count(seat) for seat, games in enumerate(won)]
        total += final[me] == max(final) and 1 / final.count(max(final))
    return total / len(futures)
