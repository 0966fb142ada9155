"""Games as tests arrange them: what matters in notation, and everything else as harmless as can be."""

from collections.abc import Sequence

from tilewise.core import engine, notation
from tilewise.core.actions import Action, Play
from tilewise.core.edition import Edition
from tilewise.core.editions import edition as edition_named
from tilewise.core.state import Player, State
from tilewise.core.tiles import in_order
from tilewise.core.violations import Rule, Violation


def a_game(  # noqa: PLR0913  # each is one thing that lies somewhere
    rack: str = "r1 b5 k9",
    *,
    table: str = "-",
    melded: bool = True,
    edition: str | Edition = "classic-en",
    pool: str = "y13 k13 y12 k12",
    others: Sequence[str] = ("r13 b13",),
    **house_rules: object,
) -> State:
    """It is seat 0's turn, with this rack and this table; the others have melded and sit to the left."""
    return State(
        edition=an_edition(edition, **house_rules),
        players=(a_player(rack, melded=melded), *(a_player(other) for other in others)),
        table=notation.table(table),
        pool=notation.rack(pool),
        to_move=0,
        starter=0,
    )


def an_edition(edition: str | Edition = "classic-en", **house_rules: object) -> Edition:
    """A printed edition by its name, with house rules."""
    chosen = edition_named(edition) if isinstance(edition, str) else edition
    return chosen.with_rules(**house_rules)


def a_player(rack: str, *, melded: bool = True, conceded: bool = False) -> Player:
    return Player(in_order(notation.rack(rack)), has_melded=melded, has_conceded=conceded)


def play(table: str, seat: int = 0) -> Play:
    """Lay the table like this."""
    return Play(seat, notation.table(table))


def check(state: State, table: str) -> tuple[Violation, ...]:
    """What is wrong if the seat whose turn it is lays the table like this."""
    return engine.check(state, play(table, state.to_move))


def broken(state: State, action: Action | str) -> set[Rule]:
    """The rules that an action, or laying the table like this, would break."""
    asked = play(action, state.to_move) if isinstance(action, str) else action
    return {violation.rule for violation in engine.check(state, asked)}


def after(state: State, *actions: Action) -> State:
    """The state when these have been done, one after the other."""
    for action in actions:
        state = engine.act(state, action)
    return state
