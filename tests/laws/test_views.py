"""Laws of secrecy: views and redacted events do not depend on hidden tiles."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from tests.laws.law import law
from tests.random_play import Game, Turn, played
from tilewise.core.actions import Play, RunOutOfTime
from tilewise.core.engine import apply, check
from tilewise.core.state import State
from tilewise.core.tiles import Tile, in_order, tiles_of
from tilewise.core.view import redact, view_of


def with_hidden_tiles_changed(
    state: State, seat: int | None, dice: Random, kept: Counter[Tile] | None = None, top: int = 0
) -> State:
    """Return the same game as far as a seat can see, with all hidden tiles dealt anew.

    The player whose turn it is keeps some tiles, those of the next action, and the pool keeps some at the top.
    """
    hidden = [other for other in range(len(state.players)) if other != seat and not state.is_over]
    staying = {other: in_order((kept or Counter()).elements()) if other == state.to_move else () for other in hidden}
    loose = Counter(tile for other in hidden for tile in state.players[other].rack) + Counter(state.pool[top:])
    loose -= Counter(tile for tiles in staying.values() for tile in tiles)
    mixed = list(loose.elements())
    dice.shuffle(mixed)
    players = list(state.players)
    for other in hidden:
        missing = len(players[other].rack) - len(staying[other])
        new = (*staying[other], *mixed[:missing])
        players[other], mixed = replace(players[other], rack=in_order(new)), mixed[missing:]
    return replace(state, players=tuple(players), pool=(*state.pool[:top], *mixed))


def laid(turn: Turn) -> Counter[Tile]:
    """Return the tiles that an action, or its draft, lays."""
    match turn.action:
        case Play(table=table) | RunOutOfTime(draft=tuple(table)):
            return tiles_of(table) - tiles_of(turn.before.table)
        case _:
            return Counter()


def observers(state: State) -> Iterator[int | None]:
    yield from range(len(state.players))
    yield None


@law()
def test_a_view_does_not_change_when_hidden_tiles_do(game: Game) -> None:
    for number, turn in enumerate(played(game)):
        for seat in observers(turn.after):
            other = with_hidden_tiles_changed(turn.after, seat, game.dice(f"{number} hidden"))

            assert view_of(other, seat) == view_of(turn.after, seat)


@law()
def test_redacted_events_do_not_change_when_hidden_tiles_do(game: Game) -> None:
    for number, turn in enumerate(played(game)):
        if turn.after.is_over or not laid(turn) <= Counter(turn.before.player.rack):
            continue  # then the racks are shown; or a draft holds tiles from nowhere, which may be on another rack
        for seat in observers(turn.before):
            acts = seat == turn.action.seat
            other = with_hidden_tiles_changed(
                turn.before,
                seat,
                game.dice(f"{number} hidden"),
                kept=laid(turn),
                top=3 if acts else 0,  # a seat may see the tiles it draws
            )
            if check(other, turn.action):
                continue  # with the other tiles there is a play, and the house obliges to make it
            told = [redact(event, seat) for event in apply(other, turn.action)]

            assert told == [redact(event, seat) for event in turn.events]


@law(tries=9)
def test_redacted_deal_does_not_change_when_hidden_tiles_do(game: Game) -> None:
    for seat in observers(game.start):
        other = with_hidden_tiles_changed(game.start, seat, game.dice("hidden"))
        dealt = replace(game.begun, racks=tuple(player.rack for player in other.players), pool=other.pool)

        assert redact(dealt, seat) == redact(game.begun, seat)
