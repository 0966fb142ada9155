"""A whole match as a value that can be kept, sent, replayed and checked by anybody."""

from collections.abc import Iterator
from itertools import chain, count

from tilewise.core import engine
from tilewise.core.actions import Action
from tilewise.core.deal import Deal, is_revealed
from tilewise.core.edition import Edition
from tilewise.core.errors import InputError
from tilewise.core.events import Event, GameStarted, Result
from tilewise.core.match import Match, begin_game, with_game
from tilewise.core.state import State
from tilewise.core.value import Value
from tilewise.core.violations import RefusedError


class GameRecord(Value):
    """One game: what was promised, what it was dealt from, what was done, and how it ended."""

    commitment: str
    deal: Deal
    actions: tuple[Action, ...] = ()
    result: Result | None = None


class Record(Value):
    """A match: config, deals and actions. Everything else follows from them."""

    edition: Edition
    seats: tuple[str, ...]
    games: tuple[GameRecord, ...] = ()
    bots: tuple[str, ...] = ()
    """The seats that belong to bots, by name, as far as the record tells: a person may be called like one."""


class Step(Value):
    """One step of a replay: what was done, what came of it, and the state after it."""

    game: int
    turn: int
    action: Action | None
    """None for the deal."""
    events: tuple[Event, ...]
    state: State


class BrokenRecordError(InputError):
    """A record that cannot be replayed: says in which game and turn, and why."""

    def __init__(self, problem: str, *, game: int, turn: int, cause: RefusedError | None = None) -> None:
        where = f"game {game}, turn {turn}" if turn else f"game {game}"
        super().__init__(f"{where}: {problem}")
        self.problem = problem
        self.game = game
        self.turn = turn
        self.violations = cause.violations if cause is not None else ()


def record_of(match: Match) -> Record:
    """A record of a match in which nothing has been played yet."""
    return Record(match.edition, match.seats)


def replay(record: Record) -> Iterator[Step]:
    """Play a record again, step by step; raises BrokenRecordError at the first step that the rules refuse."""
    try:
        match = Match(record.edition, record.seats)
    except ValueError as error:
        raise BrokenRecordError(str(error), game=1, turn=0) from error
    for number, game in zip(count(1), record.games, strict=False):
        try:
            match, begun = begin_game(match, game.deal)
        except ValueError as error:
            raise BrokenRecordError(str(error), game=number, turn=0) from error
        for step in _replay_game(number, begun, game.actions):
            yield step
            state = step.state
        match = with_game(match, state)


def _replay_game(game: int, begun: GameStarted, actions: tuple[Action, ...]) -> Iterator[Step]:
    state = engine.start(begun)
    yield Step(game, 0, None, (begun,), state)
    for turn, action in enumerate(actions, start=1):
        try:
            step = engine.step(state, action)
        except RefusedError as error:
            raise BrokenRecordError(str(error), game=game, turn=turn, cause=error) from error
        state = step.state
        yield Step(game, turn, action, step.events, state)


class Finding(Value):
    """Something in a record that does not hold."""

    game: int
    turn: int
    problem: str


def verify(record: Record) -> tuple[Finding, ...]:
    """Everything in a record that does not hold: deals, turns, results. Nothing found: the record is proven."""
    stop, results = _played_again(record)
    if stop is not None and not record.games:
        return (Finding(stop.game, stop.turn, stop.problem),)
    return tuple(chain.from_iterable(_findings(number, record, stop, results) for number in _numbers(record)))


def verify_games(record: Record) -> tuple[tuple[Finding, ...], ...]:
    """The same game by game: what does not hold in each of them. Those with nothing are proven."""
    stop, results = _played_again(record)
    return tuple(
        (*_findings(number, record, stop, results), *_out_of_reach(number, stop)) for number in _numbers(record)
    )


def _numbers(record: Record) -> range:
    return range(1, len(record.games) + 1)


def _played_again(record: Record) -> tuple[BrokenRecordError | None, dict[int, Result | None]]:
    """Where the rules say no, and what the games before that led to."""
    results: dict[int, Result | None] = {}
    try:
        for step in replay(record):
            results[step.game] = step.state.result
    except BrokenRecordError as error:
        return error, results
    return None, results


def _findings(
    number: int, record: Record, stop: BrokenRecordError | None, results: dict[int, Result | None]
) -> Iterator[Finding]:
    """What does not hold in one game, as far as it could be played again."""
    game = record.games[number - 1]
    if not is_revealed(game.commitment, game.deal):
        yield Finding(number, 0, "the secret is not the one that was committed to")
    if game.deal.game != number:
        yield Finding(number, 0, f"the deal is made for game {game.deal.game}")
    if stop is not None and number == stop.game:
        yield Finding(number, stop.turn, stop.problem)
    elif number in results and results[number] != game.result:
        yield Finding(number, len(game.actions), "the result written down is not what the turns lead to")


def _out_of_reach(number: int, stop: BrokenRecordError | None) -> Iterator[Finding]:
    """A game follows from those before it, so after a broken one none is proven."""
    if stop is not None and number > stop.game:
        yield Finding(number, 0, f"it cannot be proven after game {stop.game}, which cannot be played again")
