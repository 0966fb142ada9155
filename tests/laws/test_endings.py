"""Laws of the end: every game ends, and the scores sum to zero."""

from tests.laws.law import law
from tests.random_play import Game, Turn, played_lazily
from tilewise.core.edition import EmptyPoolTie
from tilewise.core.state import State

ENOUGH = 5_000
"""Turns in which a game ends, also where a house lets some of them go nowhere."""


def goes_nowhere(turn: Turn) -> bool:
    """Whether a turn can change nothing: a house may draw 0 tiles after a timeout or an unfinished move."""
    before, after = turn.before, turn.after
    return bool(before.pool) and (before.pool, before.table, before.active) == (after.pool, after.table, after.active)


def most_turns(start: State) -> int:
    """How long a game can take, turns that go nowhere aside.

    A turn lays a tile, and there are so many of them; or draws one, and the pool has so many; or is a pass. Passes
    come when the pool is empty. When all seats pass in succession the game is over, so there are fewer of them
    between two turns in which something is laid, and once that many at the end. Everybody may concede once.
    """
    tiles, seats = len(start.edition.box_for(len(start.players)).tiles), len(start.players)
    return tiles + len(start.pool) + seats * (tiles + 1) + seats


@law(turns=ENOUGH)
def test_every_game_ends(game: Game) -> None:
    turns = played_lazily(game)

    assert turns[-1].after.is_over
    assert sum(not goes_nowhere(turn) for turn in turns) <= most_turns(game.start)


@law(turns=ENOUGH)
def test_winners_win_what_the_others_lose(game: Game) -> None:
    last = played_lazily(game)[-1].after
    result = last.result

    assert result is not None
    assert sum(result.scores) == 0
    assert set(result.winners) <= set(last.active)
    assert result.winners or game.edition.empty_pool_tie is EmptyPoolTie.NO_WINNER
    assert all(result.scores[seat] >= 0 for seat in result.winners)
    assert all(score <= 0 for seat, score in enumerate(result.scores) if seat not in result.winners)
