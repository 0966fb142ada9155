"""Laws of the end: every game ends, and the scores sum to zero."""

from tests.laws.law import law
from tests.random_play import Game, Turn, played_lazily
from tilewise.core.edition import EmptyPoolTie
from tilewise.core.state import State

ENOUGH = 5_000
"""No game takes more turns than this, even where house rules let some turns change nothing."""


def changes_nothing(turn: Turn) -> bool:
    """Whether a turn changed nothing: a house may draw 0 tiles after a timeout or an unfinished move."""
    before, after = turn.before, turn.after
    return bool(before.pool) and (before.pool, before.table, before.active) == (after.pool, after.table, after.active)


def most_turns(start: State) -> int:
    """Return an upper bound on the turns of a game, without those that change nothing.

    - Each tile is laid once, and each tile of the pool is drawn once.
    - Players pass only when the pool is empty. The game ends when all seats pass in a row, so there are fewer passes
      than seats between two plays, and at most one round of passes at the end.
    - Each seat can concede once.
    """
    tiles, seats = len(start.edition.box_for(len(start.players)).tiles), len(start.players)
    return tiles + len(start.pool) + seats * (tiles + 1) + seats


@law(turns=ENOUGH)
def test_every_game_ends(game: Game) -> None:
    turns = played_lazily(game)

    assert turns[-1].after.is_over
    assert sum(not changes_nothing(turn) for turn in turns) <= most_turns(game.start)


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
