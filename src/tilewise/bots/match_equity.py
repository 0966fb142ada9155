"""What the end of a game is worth to a seat: a win, a little for points, and in a match whatever wins the match."""

from collections.abc import Sequence
from functools import cache
from itertools import product

from tilewise.core.rules.scoring import standings
from tilewise.core.view import View

A_POINT = 1 / 4000
"""R-WIN-03: a match goes to who wins most games, and points decide between equals; so a point is worth little."""
MOST_FUTURES = 1000
"""Ways in which the rest of a match may go that are looked at; with more of them a win is a win."""


class Stakes:
    """What is at stake for the seat that is to move: this game, or by the earlier ones the match."""

    def __init__(self, view: View) -> None:
        seats = len(view.seats)
        self._me = view.to_move
        self._left = view.edition.games_in_a_match(seats) - len(view.earlier) - 1
        self._is_match = bool(view.earlier) and self._left >= 0 and seats**self._left <= MOST_FUTURES
        table = sorted(standings(view.earlier, seats), key=lambda each: each.seat)
        self._won = [each.games_won for each in table]
        self._score = [each.score for each in table]
        self._scale = self._scaled() if self._is_match else 1.0

    @property
    def is_last_game(self) -> bool:
        """Whether this is the last game of a match: what it gives is exactly what the match needs."""
        return self._is_match and self._left == 0

    @property
    def a_win_is_enough(self) -> bool:
        """Whether to win this game is to win the match, or all one can do for it; not so where points decide."""
        others = [won for seat, won in enumerate(self._won) if seat != self._me]
        return not self.is_last_game or self._won[self._me] + 1 > max(others)

    def worth(self, shares: Sequence[float], points: Sequence[float]) -> float:
        """What it is worth that the game ends so, seat by seat."""
        mine = points[self._me] * A_POINT
        if not self._is_match:
            return shares[self._me] + mine
        return self._chance(shares, points) * self._scale + mine

    def _chance(self, shares: Sequence[float], points: Sequence[float]) -> float:
        """To win the match, or a part of it."""
        won = tuple(before + (share > 0) for before, share in zip(self._won, shares, strict=True))
        if self._left:
            return _hope(won, self._me, self._left)
        final = [(games, before + now) for games, before, now in zip(won, self._score, points, strict=True)]
        return final.count(max(final)) ** -1 if final[self._me] == max(final) else 0.0

    def _scaled(self) -> float:
        """By what chances are stretched: the best and the worst winner of this game are a win apart."""
        if not self._left:
            return 1.0
        seats = range(len(self._won))
        after = [tuple(won + (seat == winner) for seat, won in enumerate(self._won)) for winner in seats]
        chances = [_hope(won, self._me, self._left) for won in after]
        spread = max(chances) - min(chances)
        return 1 / spread if spread else 0.0


@cache
def _hope(won: tuple[int, ...], me: int, left: int) -> float:
    """The share of a match when every seat wins each of the games that are left as likely as any other."""
    total = 0.0
    futures = list(product(range(len(won)), repeat=left))
    for winners in futures:
        final = [games + winners.count(seat) for seat, games in enumerate(won)]
        total += final[me] == max(final) and 1 / final.count(max(final))
    return total / len(futures)
