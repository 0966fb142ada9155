"""Judge the decisions of a match by win chance.

1. `tasks_of` lists the turns, with the styles fitted from the game. A task is small enough to send to a worker.
2. `judge` analyses one turn with what its seat could know.
3. `decision_review` adds up errors and luck: for each player, start − error + luck = result.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from math import sqrt

from msgspec.structs import replace

from tilewise.analysis.budget import Budget
from tilewise.analysis.curve import chances_of
from tilewise.analysis.engine import LEAST_DEALS, analyse_made
from tilewise.analysis.review.decision import (
    CurvePoint,
    Decision,
    DecisionReview,
    GameDecisions,
    Grade,
    Lapse,
    PlayerSummary,
)
from tilewise.analysis.review.fit import SeenTurn, by_seat, seen_turn
from tilewise.analysis.review.reasons import reasons_for
from tilewise.analysis.styles import SeatStyles
from tilewise.analysis.values import Candidate, CandidateKind, Measured, SeatBelief
from tilewise.core.actions import Action, Concede, Draw, Play
from tilewise.core.events import Played, Result
from tilewise.core.record import Record, Step, replay
from tilewise.core.state import State
from tilewise.core.value import Value
from tilewise.core.view import View, view_of
from tilewise.solver import Problem
from tilewise.solver.suggest import Move, moves

REVIEW_BUDGET = Budget(nodes=400_000)
"""The default for one decision."""
CURVE_DEALS = 60
"""Deals for one point of the curve."""
CURVE_NODES = 60_000
SIGNIFICANT = 2.0
"""Standard errors by which an action must be worse to be an error."""
GRADES = {Grade.BLUNDER: 0.15, Grade.MISTAKE: 0.10, Grade.INACCURACY: 0.05}
"""The least win chance that each grade gives up."""
LEAST_SWING, MOST_TURNING_POINTS = 0.15, 5


class DecisionTask(Value):
    """A turn to judge."""

    game: int
    turn: int
    view: View
    made: Action
    revealed: View
    """The same position with all racks known, for the curve."""
    styles: tuple[SeatStyles, ...]
    seen: SeenTurn


def tasks_of(record: Record) -> Iterator[DecisionTask]:
    """Yield every turn of a match except concessions."""
    earlier: tuple[Result, ...] = ()
    for _, steps in groupby(replay(record), key=lambda step: step.game):
        played = list(steps)
        yield from _tasks_of_game(played, earlier)
        if (result := played[-1].state.result) is not None:
            earlier += (result,)


def _tasks_of_game(steps: Sequence[Step], earlier: tuple[Result, ...]) -> Iterator[DecisionTask]:
    found = []
    for before, step in pairwise(steps):
        if step.action is None or isinstance(step.action, Concede):
            continue
        seat = step.action.seat
        view = view_of(before.state, seat, earlier)
        laid = next((event.laid for event in step.events if isinstance(event, Played)), ())
        made = Play(seat, step.state.table) if laid else Draw(seat)
        found.append((step, view, made, before.state, seen_turn(view, len(laid))))
    styles = by_seat([(view.to_move, seen) for _, view, _, _, seen in found], len(steps[0].state.players))
    for step, view, made, state, seen in found:
        yield DecisionTask(step.game, step.turn, view, made, revealed(state), styles, seen)


def revealed(state: State) -> View:
    """Return a view with all racks, which no seat has before the game is over."""
    view = view_of(state, None)
    racks = (player.rack for player in state.players)
    return replace(view, seats=tuple(replace(seen, rack=rack) for seen, rack in zip(view.seats, racks, strict=True)))


def judge(task: DecisionTask, budget: Budget = REVIEW_BUDGET, *, seed: str = "", has_curve: bool = True) -> Decision:
    """Judge one turn. Its fortune depends on the next turn, so `decision_review` adds it."""
    decision = Decision(
        game=task.game,
        turn=task.turn,
        seat=task.view.to_move,
        has_choice=task.seen.most > 0,
        chances=_chances(task) if has_curve else (),
        laid=task.seen.laid,
        possible=task.seen.most,
    )
    if not decision.has_choice:
        return decision
    found, plans = analyse_made(task.view, budget, made=task.made, styles=task.styles, seed=seed)
    made = found.made
    if made is None or len(found.candidates) == 1:
        return replace(decision, has_choice=False)
    choice = _significant(made.loss_in_kind, made.deals)
    error = max(_significant(made.loss, made.deals), choice)
    judged = replace(
        decision,
        best=found.best.win,
        done=made.win,
        error=_lapse(error, made.loss),
        timing=_lapse(error - choice, made.loss),
        choice=_lapse(choice, made.loss_in_kind),
        plan=plans.chosen,
        planned=plans.wins,
        candidates=found.candidates,
    )
    best_play = next((each for each in found.candidates if each.table is not None), made)
    return replace(
        judged,
        moves=_moves(best_play, task.view) if error else (),
        reasons=reasons_for(found.best, made, task.view, found.candidates) if error else (),
        choice_reasons=reasons_for(best_play, made, task.view, found.candidates) if choice else (),
    )


def _moves(play: Candidate, view: View) -> tuple[Move, ...]:
    if play.table is None or CandidateKind.MADE in play.kinds:
        return ()
    return tuple(moves(Problem.of(view), play.table, play.laid))


def _chances(task: DecisionTask) -> tuple[float, ...]:
    """Return the win chance of every seat before the turn, with all racks known."""
    budget = Budget(nodes=CURVE_NODES)
    found = chances_of(task.revealed, task.styles, budget, deals=CURVE_DEALS)
    seats = len(task.revealed.seats)
    return found or (1 / seats,) * seats


def _significant(loss: Measured, deals: int) -> float:
    return loss.mean if deals >= LEAST_DEALS and loss.mean > SIGNIFICANT * loss.error else 0.0


def _lapse(win: float, measured: Measured) -> Lapse:
    grade = next((grade for grade, least in GRADES.items() if win >= least), Grade.BEST)
    return Lapse(win, measured.error, grade)


def review_decisions(record: Record, budget: Budget = REVIEW_BUDGET, *, seed: str = "") -> DecisionReview:
    """Judge a whole match."""
    tasks = list(tasks_of(record))
    return decision_review(record, tasks, [judge(task, budget, seed=seed) for task in tasks])


def decision_review(record: Record, tasks: Sequence[DecisionTask], decisions: Iterable[Decision]) -> DecisionReview:
    """Add up the decisions of a match, given in the order of play. With the first ones alone, review those turns."""
    styles = {task.game: task.styles for task in tasks}
    turns = Counter(task.game for task in tasks)
    seats, games = len(record.seats), list[GameDecisions]()
    for number, decided in groupby(decisions, key=lambda each: each.game):
        played = list(decided)
        result = record.games[number - 1].result if len(played) == turns[number] else None
        games.append(_game(played, result, styles[number], seats))
    errors = [each for game in games for each in game.decisions if each.error.win]
    worst = max(errors, key=lambda each: each.error.win, default=None)
    return DecisionReview(
        games=tuple(games),
        players=tuple(_sum_of([game.players[seat] for game in games]) for seat in range(seats)) if games else (),
        worst=None if worst is None else (worst.game, worst.turn),
    )


def _game(decisions: list[Decision], result: Result | None, styles: Sequence[SeatStyles], seats: int) -> GameDecisions:
    shares = _shares(result, seats)
    judged = _with_fortune(decisions, shares)
    curve = [CurvePoint(each.turn - 1, each.chances) for each in judged if each.chances]
    if shares is not None:
        curve.append(CurvePoint(judged[-1].turn, shares))
    return GameDecisions(
        game=judged[0].game,
        decisions=tuple(judged),
        players=tuple(_player(seat, judged, shares) for seat in range(seats)),
        curve=tuple(curve),
        turning_points=_turning_points(curve),
        beliefs=tuple(SeatBelief(seat, each) for seat, each in enumerate(styles)),
    )


def _shares(result: Result | None, seats: int) -> tuple[float, ...] | None:
    """Return each seat's share of the win; None before the game is over."""
    if result is None:
        return None
    return tuple((seat in result.winners) / max(1, len(result.winners)) for seat in range(seats))


def _with_fortune(decisions: list[Decision], shares: tuple[float, ...] | None) -> list[Decision]:
    """Add to each decision what happened until the next decision of the same seat, or the end of the game."""
    following: dict[int, Decision] = {}
    latest_first = []
    for decision in reversed(decisions):
        seat, after = decision.seat, following.get(decision.seat)
        if decision.done is None:
            latest_first.append(decision)
            continue
        ended = decision.done.mean if shares is None else shares[seat]
        value = ended if after is None else after.planned[decision.plan].mean
        latest_first.append(replace(decision, fortune=value - decision.done.mean))
        following[seat] = decision
    return latest_first[::-1]


def _given_up(own: Sequence[Decision]) -> Iterator[Measured]:
    """Yield the win chance that each decision of a player gave up.

    The first decision is compared with the best action, later ones with the plan after the previous decision.
    """
    yield from (Measured(each.error.win, each.error.error) for each in own[:1])
    for before, decision in pairwise(own):
        done = 0.0 if decision.done is None else decision.done.mean
        planned = decision.planned[before.plan]
        yield Measured(planned.mean - done, planned.error)


def _player(seat: int, decisions: Sequence[Decision], shares: tuple[float, ...] | None) -> PlayerSummary:
    turns = [each for each in decisions if each.seat == seat]
    own = [each for each in turns if each.has_choice]
    laying = [each for each in turns if each.laid]
    grades = Counter(each.error.grade for each in own)
    given_up, values = list(_given_up(own)), [each.value for each in own if each.value is not None]
    result = shares[seat] if shares is not None else 0.0
    return PlayerSummary(
        seat=seat,
        turns=len(turns),
        decisions=len(own),
        error=sum(each.mean for each in given_up),
        error_error=sqrt(sum(each.error**2 for each in given_up)),
        timing=sum(each.timing.win for each in own),
        choice=sum(each.choice.win for each in own),
        best=grades[Grade.BEST],
        inaccuracies=grades[Grade.INACCURACY],
        mistakes=grades[Grade.MISTAKE],
        blunders=grades[Grade.BLUNDER],
        laid=sum(each.laid for each in laying),
        possible=sum(each.possible for each in laying),
        start=values[0] if values else result,
        luck=sum(each.fortune for each in own),
        result=result,
    )


def _sum_of(games: Sequence[PlayerSummary]) -> PlayerSummary:
    """Add up the games of one player."""
    sums = {name: sum(getattr(game, name) for game in games) for name in PlayerSummary.__struct_fields__}
    errors = sqrt(sum(game.error_error**2 for game in games))
    return PlayerSummary(**(sums | {"seat": games[0].seat, "error_error": errors}))


def _turning_points(curve: Sequence[CurvePoint]) -> tuple[int, ...]:
    """Return the turns after which the curve of a seat had moved most."""
    swings = [
        (max(abs(new - old) for new, old in zip(after.chances, before.chances, strict=True)), after.turn)
        for before, after in pairwise(curve)
    ]
    largest = sorted(swing for swing in swings if swing[0] >= LEAST_SWING)[-MOST_TURNING_POINTS:]
    return tuple(sorted(turn for _, turn in largest))
