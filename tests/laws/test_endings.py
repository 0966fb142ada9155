"""Laws of the end: every game has one, and what one seat wins the others lose."""

from dataclasses import replace
from random import Random

from tests.laws.law import law
from tests.random_play import Game, Turn, legal_action, played
from tilewise.core.actions import Action, Draw, Pass
from tilewise.core.edition import EmptyPoolTie
from tilewise.core.engine import check
from tilewise.core.state import State


def lazy_action(state: State, dice: Random) -> Action:
    """Play now and then, and mostly draw, so that the pool runs out."""
    idle = Draw(state.to_move) if state.pool else Pass(state.to_move)
    return idle if dice.random() < 0.6 and not check(state, idle) else legal_action(state, dice)


def goes_nowhere(turn: Turn) -> bool:
    """A house may set the tiles drawn after a time-out or an unfinished move to 0; then a turn can change nothing."""
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


@law()
def test_every_game_ends(game: Game) -> None:
    start = game.start
    bound = most_turns(start)
    endless = replace(game, turns=10 * bound)
    turns = list(played(endless, lazy_action))

    assert turns[-1].after.is_over
    assert sum(not goes_nowhere(turn) for turn in turns) <= bound


@law()
def test_what_the_winners_win_the_others_lose(game: Game) -> None:
    *_, last = played(replace(game, turns=10_000), lazy_action)
    result, active = last.after.result, last.after.active

    assert result is not None
    assert sum(result.scores) == 0
    assert set(result.winners) <= set(active)
    assert result.winners or game.edition.empty_pool_tie is EmptyPoolTie.NO_WINNER
    assert all(result.scores[seat] >= 0 for seat in result.winners)
    assert all(score <= 0 for seat, score in enumerate(result.scores) if seat not in result.winners)
