"""A whole match as a value that can be stored, sent, replayed and verified."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import chain, count
from types import NoneType

from tilewise.core import engine
from tilewise.core.actions import AN_ACTION, Action
from tilewise.core.deal import A_DEAL, Deal, is_as_committed, is_revealed
from tilewise.core.drawing import to_svg
from tilewise.core.edition import AN_EDITION, Edition
from tilewise.core.errors import InputError, expect, expect_each
from tilewise.core.events import Event, GameStarted, Result
from tilewise.core.match import Match, begin_game, with_game
from tilewise.core.state import State
from tilewise.core.value import Value
from tilewise.core.violations import RefusedError

A_RECORD = "a Record, such as `parse_record` returns,"


class GameRecord(Value):
    """One game: the commitment, the deal, the actions, and the result."""

    commitment: str
    deal: Deal
    actions: tuple[Action, ...] = ()
    result: Result | None = None

    def __post_init__(self) -> None:
        expect(self.commitment, str, "a commitment in text")
        expect(self.deal, Deal, A_DEAL)
        expect_each(self.actions, Action, AN_ACTION)
        expect(self.result, (Result, NoneType), "a Result, or None for a game that is not over,")


class Record(Value):
    """A match: edition, seats, deals and actions. Everything else follows from them."""

    edition: Edition
    seats: tuple[str, ...]
    games: tuple[GameRecord, ...] = ()
    bots: tuple[str, ...] = ()
    """The names of the seats played by bots, where known; a person may have the same name as a bot."""

    def __post_init__(self) -> None:
        expect(self.edition, Edition, AN_EDITION)
        expect_each(self.seats, str, "the name of a seat")
        expect_each(self.games, GameRecord, "a GameRecord")
        expect_each(self.bots, str, "the name of a seat")

    def __repr__(self) -> str:
        turns = " + ".join(str(len(game.actions)) for game in self.games) or "no"
        return f"<Record {self.edition.name}, {', '.join(self.seats)}: {turns} turns>"

    def _repr_svg_(self) -> str | None:
        """Return a picture of the last position, which a notebook shows; None if there is none."""
        try:
            *_, last = replay(self)
        except ValueError:
            return None
        return to_svg(last.state.scene())


class Step(Value):
    """One step of a replay: the action, its events, and the state after it."""

    game: int
    turn: int
    action: Action | None
    """None for the deal."""
    events: tuple[Event, ...]
    state: State


class BrokenRecordError(InputError):
    """A record that cannot be replayed, with the game, the turn and the reason."""

    def __init__(self, problem: str, *, game: int, turn: int, cause: RefusedError | None = None) -> None:
        where = f"game {game}, turn {turn}" if turn else f"game {game}"
        super().__init__(f"{where}: {problem}")
        self.problem = problem
        self.game = game
        self.turn = turn
        self.violations = cause.violations if cause is not None else ()


def record_of(match: Match) -> Record:
    """Return the record of a match before its first game."""
    return Record(match.edition, match.seats)


def replay(record: Record) -> Iterator[Step]:
    """Replay a record step by step; raise BrokenRecordError at the first step that the rules refuse."""
    expect(record, Record, A_RECORD)
    return _replay(record)


def _replay(record: Record) -> Iterator[Step]:
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


class FindingKind(StrEnum):
    """The part of a record that is wrong."""

    SECRET = "secret"  # noqa: S105  # the name of a part
    DEAL = "deal"
    TURN = "turn"
    RESULT = "result"
    REMARK = "remark"
    UNREACHED = "unreached"


class Finding(Value):
    """Something wrong in a record."""

    kind: FindingKind
    game: int
    turn: int
    problem: str


def verify(record: Record) -> tuple[Finding, ...]:
    """Return everything wrong in a record: deals, turns, results. An empty answer proves the record."""
    expect(record, Record, A_RECORD)
    stop, results = _replay_all(record)
    if stop is not None and not record.games:
        return (Finding(FindingKind.TURN, stop.game, stop.turn, stop.problem),)
    return tuple(chain.from_iterable(_findings(number, record, stop, results) for number in _numbers(record)))


def verify_games(record: Record) -> tuple[tuple[Finding, ...], ...]:
    """Return everything wrong in each game of a record. An empty entry proves its game."""
    stop, results = _replay_all(record)
    return tuple((*_findings(number, record, stop, results), *_unprovable(number, stop)) for number in _numbers(record))


def _numbers(record: Record) -> range:
    return range(1, len(record.games) + 1)


def _replay_all(record: Record) -> tuple[BrokenRecordError | None, dict[int, Result | None]]:
    """Replay a record; return the error that stopped it, if any, and the results before that."""
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
    """Yield everything wrong in one game, as far as it could be replayed."""
    game = record.games[number - 1]
    if not is_revealed(game.commitment, game.deal):
        yield Finding(FindingKind.SECRET, number, 0, "the secret is not the one that was committed to")
    if game.deal.game != number:
        yield Finding(FindingKind.DEAL, number, 0, f"the deal is made for game {game.deal.game}")
    yield from _wrong_contributions(number, game.deal, record.seats)
    if stop is not None and number == stop.game:
        yield Finding(FindingKind.TURN, number, stop.turn, stop.problem)
    elif number in results and results[number] != game.result:
        problem = "the result written down is not what the turns lead to"
        yield Finding(FindingKind.RESULT, number, len(game.actions), problem)


def _wrong_contributions(number: int, deal: Deal, names: tuple[str, ...]) -> Iterator[Finding]:
    """Compare the contributions with the hashes. Records of early versions have no hashes."""
    if deal.hashes and len(deal.hashes) != len(deal.contributions):
        problem = f"{len(deal.hashes)} hashes for {len(deal.contributions)} contributions"
        yield Finding(FindingKind.DEAL, number, 0, problem)
        return
    for name, committed, text in zip(names, deal.hashes, deal.contributions, strict=False):
        if not is_as_committed(committed, text):
            problem = f"the contribution of {name} is not the one that was committed to"
            yield Finding(FindingKind.DEAL, number, 0, problem)


def _unprovable(number: int, stop: BrokenRecordError | None) -> Iterator[Finding]:
    """Each game follows from the ones before it, so no game after a broken one is proven."""
    if stop is not None and number > stop.game:
        problem = f"it cannot be proven after game {stop.game}, which cannot be played again"
        yield Finding(FindingKind.UNREACHED, number, 0, problem)
