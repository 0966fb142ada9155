"""Random games for the laws: any house rules, players who obey the rules, and players who do not.

A seed determines everything, and each turn has its own random generator: a game of ten turns is the beginning of the
game of eleven. So a failing law shrinks to few players, few house rules, and its first bad turn.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from random import Random
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st
from msgspec import Meta

from tests.random_tables import legal_table, wrong_table
from tilewise.core import engine
from tilewise.core.actions import Action, Concede, Draw, Pass, Play, RunOutOfTime
from tilewise.core.deal import deal_from
from tilewise.core.edition import SHORTEST_TURN_SECONDS, Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.events import Event, GameStarted
from tilewise.core.house_rules import knobs_of
from tilewise.core.match import Match, begin_game, with_game
from tilewise.core.position import position_of
from tilewise.core.record import GameRecord, Record, record_of
from tilewise.core.rules.setup import set_up
from tilewise.core.search.any_play import a_play
from tilewise.core.state import State
from tilewise.core.tiles import Table
from tilewise.core.violations import RefusedError

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


@dataclass(frozen=True)
class Game:
    """Everything that determines a random game."""

    edition_name: str
    rules: dict[str, object]
    players: int
    seed: int
    turns: int

    def __hash__(self) -> int:
        return hash((self.edition_name, self.players, self.seed))

    @cached_property
    def edition(self) -> Edition:
        """The edition with the house rules."""
        return EDITIONS[self.edition_name].with_rules(**self.rules)

    @cached_property
    def begun(self) -> GameStarted:
        """The deal."""
        return set_up(self.edition, deal_from(str(self.seed), self.players))

    @cached_property
    def start(self) -> State:
        """The state after the deal."""
        return engine.start(self.begun)

    def dice(self, turn: object) -> Random:
        """Return the random generator of a turn, or of anything else with a name."""
        return Random(f"{self.seed} {turn}")  # noqa: S311  # play, not secrets


class Turn(NamedTuple):
    """An attempted action and its outcome; no events if it was refused."""

    before: State
    action: Action
    events: tuple[Event, ...]
    after: State


def house_rules() -> st.SearchStrategy[dict[str, object]]:
    """Any of the knobs, each at any of its settings."""
    hints = get_type_hints(Edition, include_extras=True)
    return st.fixed_dictionaries({}, optional={knob.name: _settings(hints[knob.name]) for knob in knobs_of(Edition)})


def _settings(hint: Any) -> st.SearchStrategy[Any]:  # noqa: ANN401  # a type hint can be anything
    bare, meta = get_args(hint)[:2]
    assert isinstance(meta, Meta)
    if bare is bool:
        return st.booleans()
    if get_origin(bare) is Literal or issubclass(bare, StrEnum):
        return st.sampled_from(get_args(bare) or tuple(bare))
    assert isinstance(meta.ge, int)
    assert isinstance(meta.le, int)
    numbers = st.integers(meta.ge, meta.le)
    short = range(1, SHORTEST_TURN_SECONDS if meta.extra else 1)
    return numbers.filter(lambda number: number not in short)


def games(edition_name: str, *, turns: int) -> st.SearchStrategy[Game]:
    """Games of an edition, with any number of players and any house rules."""
    edition = EDITIONS[edition_name]
    return st.builds(
        Game,
        st.just(edition_name),
        house_rules(),
        st.integers(edition.min_players, edition.max_players),
        st.integers(0, 9_999),
        st.just(turns),
    )


def played(game: Game) -> tuple[Turn, ...]:
    """Return the turns of a game between players who obey the rules."""
    return _walk(game, legal_action)


def played_lazily(game: Game) -> tuple[Turn, ...]:
    """Return the turns of a game whose players mostly draw, so that the pool runs out."""
    return _walk(game, lazy_action)


def played_wildly(game: Game) -> tuple[Turn, ...]:
    """Return the turns of a game in which half of the actions are wrong, some of them after the end."""
    return _walk(game, wild_action)


@lru_cache(maxsize=512)
def _walk(game: Game, choose: Callable[[State, Random], Action]) -> tuple[Turn, ...]:
    """Play a game; cached, because all laws are tried on the same games."""
    return tuple(_turns(game, choose, game.start))


def _turns(game: Game, choose: Callable[[State, Random], Action], state: State) -> Iterator[Turn]:
    for number in range(game.turns):
        if state.is_over and choose is not wild_action:
            return
        action = choose(state, game.dice(number))
        try:
            events = engine.apply(state, action)
        except RefusedError:
            events = ()
        after = engine.evolve_all(state, events)
        yield Turn(state, action, events, after)
        state = after


def legal_action(state: State, dice: Random) -> Action:
    """Return a legal action of the player to move."""
    seat, mood = state.to_move, dice.random()
    if mood < 0.002:
        return Concede(dice.choice(state.active))
    if mood < 0.1:
        return RunOutOfTime(seat, draft(state, dice))
    table = legal_table(state, dice) if mood < 0.9 else None
    if table is not None:
        return Play(seat, table)
    idle = Draw(seat) if state.pool else Pass(seat)
    if not engine.check(state, idle):
        return idle
    return Play(seat, a_play(position_of(state)) or state.table)  # a play exists, or idling would be legal


def lazy_action(state: State, dice: Random) -> Action:
    """Return mostly a draw, and sometimes a play."""
    idle = Draw(state.to_move) if state.pool else Pass(state.to_move)
    return idle if dice.random() < 0.6 and not engine.check(state, idle) else legal_action(state, dice)


def wild_action(state: State, dice: Random) -> Action:
    """Return any action, legal or not, of any seat."""
    if dice.random() < 0.5:
        return legal_action(state, dice)
    strangers = (-1, len(state.players), -len(state.players), 1 << 40)
    seat = dice.choice((state.to_move,) * 6 + strangers + tuple(range(len(state.players))))
    match dice.randrange(8):
        case 0:
            return Draw(seat)
        case 1:
            return Pass(seat)
        case 2:
            return RunOutOfTime(seat, draft(state, dice))
        case 3 if seat not in state.active:
            return Concede(seat)
        case 4:
            return Play(seat, legal_table(state, dice) or state.table)
        case _:
            return Play(seat, wrong_table(state, dice))


def draft(state: State, dice: Random) -> Table | None:
    """Return the table when time runs out: untouched, legal, or wrong."""
    return dice.choice((lambda _state, _dice: None, legal_table, wrong_table))(state, dice)


@lru_cache(maxsize=512)
def recorded(game: Game) -> tuple[Record, list[State]]:
    """Return the record of the first two games of a wild match, and all its states; refused actions leave no trace."""
    match = Match(game.edition, NAMES[: game.players])
    record, states = record_of(match), list[State]()
    for number in range(1, min(match.games, 2) + 1):
        deal = deal_from(str(game.seed), game.players, number)
        match, begun = begin_game(match, deal)
        turns = [turn for turn in _turns(game, wild_action, engine.start(begun)) if turn.events]
        states += [engine.start(begun), *(turn.after for turn in turns)]
        actions = tuple(turn.action for turn in turns)
        games = (*record.games, GameRecord(deal.commitment, deal, actions, states[-1].result))
        record, match = msgspec.structs.replace(record, games=games), with_game(match, states[-1])
        if not states[-1].is_over:
            break
    return record, states
