"""The only entry to a game: start it, check an action, apply it, evolve the state by events."""

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import assert_never

from msgspec.structs import replace

from tilewise.core.actions import AN_ACTION, Action, Concede, Draw, Pass, Play, RunOutOfTime
from tilewise.core.errors import expect
from tilewise.core.events import (
    Conceded,
    Drew,
    Event,
    GameEnded,
    GameStarted,
    Passed,
    Played,
    TimedOut,
    TookBack,
    WhyDrawn,
    no_event,
)
from tilewise.core.rules import drawing, ending, scoring, time, turns
from tilewise.core.rules.table import Change
from tilewise.core.state import Player, State
from tilewise.core.tiles import in_order
from tilewise.core.value import Value
from tilewise.core.violations import RefusedError, Violation


def start(begun: GameStarted) -> State:
    """Return the state of a game that has just been dealt."""
    expect(begun, GameStarted, "a GameStarted, which `set_up` returns,")
    return State(
        edition=begun.edition,
        players=tuple(Player(rack) for rack in begun.racks),
        table=(),
        pool=begun.pool,
        to_move=begun.starter,
        starter=begun.starter,
    )


class Step(Value):
    """The state after an action, and the events that led to it."""

    state: State
    events: tuple[Event, ...]


def check(state: State, action: Action) -> tuple[Violation, ...]:
    """Return every rule that an action would break; empty if it is legal."""
    _expect(state, action)
    return _violations(state, action, _change(state, action))


def step(state: State, action: Action) -> Step:
    """Apply an action; raise RefusedError with everything that `check` finds when it breaks a rule."""
    _expect(state, action)
    change = _change(state, action)
    violations = _violations(state, action, change)
    if violations:
        raise RefusedError(violations)
    events = tuple(_events(state, action, change))
    after = evolve_all(state, events)
    ended = ending.ending_of(after)
    if ended is None:
        return Step(after, events)
    over = GameEnded(scoring.result_of(after, ended), tuple(player.rack for player in after.players))
    return Step(evolve(after, over), (*events, over))


def apply(state: State, action: Action) -> tuple[Event, ...]:
    """Apply an action and return its events; raise RefusedError when it breaks a rule."""
    return step(state, action).events


def act(state: State, action: Action) -> State:
    """Apply an action and return the state after it; raise RefusedError when it breaks a rule."""
    return step(state, action).state


def evolve_all(state: State, events: Iterable[Event]) -> State:
    """Return the state after several events."""
    return reduce(evolve, events, state)


def evolve(state: State, event: Event) -> State:
    """Return the state after an event. Events are facts, so no rule is checked."""
    expect(state, State, "a State")
    match event:
        case GameStarted():
            return start(event)
        case Played():
            return _end_turn(_after_play(state, event), event.seat, laid=True)
        case Drew():
            return _end_turn(_after_draw(state, event), event.seat, passed=event.count == 0)
        case Passed():
            return _end_turn(_after_pass(state, event.seat), event.seat, passed=True)
        case TimedOut() | TookBack():
            return state
        case Conceded():
            return _after_concession(state, event.seat)
        case GameEnded():
            return replace(state, result=event.result)
        case _:
            raise no_event(event)


def replay(begun: GameStarted, actions: Iterable[Action]) -> Iterator[State]:
    """Yield every state of a game, from the deal on."""
    state = start(begun)
    yield state
    for action in actions:
        state = act(state, action)
        yield state


def _expect(state: State, action: Action) -> None:
    expect(state, State, "a State")
    expect(action, (Play, Draw, Pass, RunOutOfTime, Concede), AN_ACTION)
    expect(action.seat, int, "the number of a seat")


def _change(state: State, action: Action) -> Change:
    """Return the change of the table by an action; only a play makes one."""
    return turns.change_by(state, action.table if isinstance(action, Play) else state.table)


def _violations(state: State, action: Action, change: Change) -> tuple[Violation, ...]:
    early = tuple(turns.it_is_the_seats_turn(state, action))
    return early or tuple(_broken(state, action, change))


def _broken(state: State, action: Action, change: Change) -> Iterator[Violation]:
    match action:
        case Play():
            yield from turns.play_is_made_of_real_tiles(state.player, change)
            if not state.edition.strict_confirm:
                yield from turns.play_follows_the_rules(state.player, change)
        case Draw():
            yield from drawing.drawing_needs_a_pool(state)
            yield from drawing.drawing_is_a_choice(state)
        case Pass():
            yield from drawing.passing_needs_an_empty_pool(state)
            yield from drawing.passing_is_a_choice(state)
        case RunOutOfTime() | Concede():
            return
        case _:
            assert_never(action)


def _events(state: State, action: Action, change: Change) -> Iterator[Event]:
    match action:
        case Play():
            yield from _play(state, action, change)
        case Draw():
            yield time.drawn(state, 1, WhyDrawn.TURN)
        case Pass():
            yield Passed(action.seat)
        case RunOutOfTime():
            yield from time.time_is_up(state, action)
        case Concede():
            yield Conceded(action.seat)
        case _:
            assert_never(action)


def _play(state: State, play: Play, change: Change) -> Iterator[Event]:
    """A-20: in a strict game a play that breaks rules is an unfinished move."""
    broken = tuple(turns.play_follows_the_rules(state.player, change)) if state.edition.strict_confirm else ()
    if broken:
        yield from time.unfinished(state, broken)
        return
    yield Played(play.seat, play.table, in_order(change.laid.elements()))


def _after_play(state: State, event: Played) -> State:
    player = state.players[event.seat]
    rack = list(player.rack)
    for tile in event.laid:
        rack.remove(tile)
    melded = replace(player, rack=tuple(rack), has_melded=True, laid=player.laid + len(event.laid), drew=0)
    return replace(state, table=event.table, players=_with(state, event.seat, melded))


def _after_draw(state: State, event: Drew) -> State:
    player = state.players[event.seat]
    tiles = event.tiles if event.tiles is not None else state.pool[: event.count]
    richer = replace(player, rack=in_order(player.rack + tiles), drew=event.count)
    drawn = replace(state, pool=state.pool[event.count :], players=_with(state, event.seat, richer))
    if state.pool and not drawn.pool:
        return replace(drawn, last_turns=ending.last_turns_from(drawn, event.seat))
    return drawn


def _after_pass(state: State, seat: int) -> State:
    return replace(state, players=_with(state, seat, replace(state.players[seat], drew=0)))


def _after_concession(state: State, seat: int) -> State:
    out = replace(state.players[seat], has_conceded=True)
    left = replace(
        state,
        players=_with(state, seat, out),
        last_turns=None if state.last_turns is None else tuple(other for other in state.last_turns if other != seat),
    )
    return replace(left, to_move=turns.seat_after(left, seat)) if seat == state.to_move else left


def _end_turn(state: State, seat: int, *, laid: bool = False, passed: bool = False) -> State:
    """Hand the turn to the left, and keep count of quiet turns, passes and last turns (A-09)."""
    last = state.last_turns
    player = state.players[seat]
    return replace(
        state,
        players=_with(state, seat, replace(player, quiet=0 if laid else player.quiet + 1)),
        to_move=turns.seat_after(state, seat),
        turn=state.turn + 1,
        passed=(*state.passed, seat) if passed and not state.pool else (),
        last_turns=last[1:] if last and last[0] == seat else last,
    )


def _with(state: State, seat: int, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])
