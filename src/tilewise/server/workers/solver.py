"""Run the referee, the solver and the analysis in worker processes, for the solver page."""

from collections.abc import Callable

import msgspec

from tilewise.analysis import Budget, analyse
from tilewise.analysis.board import Board, OtherSeat, view_of_board
from tilewise.analysis.styles import GREEDY, HOLDOUT, SeatStyles, beliefs_of, only
from tilewise.core.edition import Edition
from tilewise.core.editions import edition
from tilewise.core.errors import InputError
from tilewise.core.position import Finding, Position, broken_in, findings_in
from tilewise.core.rules.initial_meld import points_laid
from tilewise.core.rules.table import Change
from tilewise.core.tiles import in_order
from tilewise.core.view import View
from tilewise.server.settings import Settings
from tilewise.server.workers.fair_queue import Lane
from tilewise.server.workers.pool import QUESTIONS_WAITING, Workers
from tilewise.solver import Problem, best_plays
from tilewise.solver.suggest import suggestion_of
from tilewise.wire.analysis import AnalyseAnswer, AnalyseAsk, AskedStyle
from tilewise.wire.solver import AskedPosition, RefereeAnswer, RefereeAsk, SolveAnswer, SolveAsk

SLACK_SECONDS = 5.0
"""The time for the work after the search: steps and communication."""
LEAST_SECONDS = 0.2
"""The time of a search when many questions wait."""
PATIENCE_SECONDS = 10.0
"""How long a question waits for a free worker."""

_read_referee_ask = msgspec.json.Decoder(RefereeAsk).decode
_read_referee_answer = msgspec.json.Decoder(RefereeAnswer).decode
_read_solve_ask = msgspec.json.Decoder(SolveAsk).decode
_read_solve_answer = msgspec.json.Decoder(SolveAnswer).decode
_read_analyse_ask = msgspec.json.Decoder(AnalyseAsk).decode
_read_analyse_answer = msgspec.json.Decoder(AnalyseAnswer).decode

STYLES: dict[AskedStyle, SeatStyles] = {AskedStyle.LAYS: only(GREEDY), AskedStyle.HOLDS: only(HOLDOUT)}


class SolverWorkers:
    """Runs the referee, the solver and the analysis. The referee is quick, so it does not queue behind searches."""

    def __init__(self, settings: Settings) -> None:
        self._seconds = settings.solver_seconds
        self._workers = Workers(settings.solver_workers, most_waiting=QUESTIONS_WAITING)
        self._referee = Workers(min(1, settings.solver_workers), most_waiting=QUESTIONS_WAITING)

    async def judge(self, ask: RefereeAsk, lane: Lane) -> RefereeAnswer:
        """Judge a play; raise BusyError if too many others wait."""
        asked, patience = msgspec.json.encode(ask), PATIENCE_SECONDS
        answer = await self._referee.run(judge_bytes, asked, seconds=SLACK_SECONDS, lane=lane, patience=patience)
        return _read_referee_answer(answer)

    async def solve(self, ask: SolveAsk, lane: Lane) -> SolveAnswer:
        """Return the best plays; raise BusyError if too many others wait. The more wait, the shorter the search is."""
        return _read_solve_answer(await self._search(solve_bytes, msgspec.json.encode(ask), lane))

    async def analyse(self, ask: AnalyseAsk, lane: Lane) -> AnalyseAnswer:
        """Return win chances; raise BusyError if too many others wait. The more wait, the rougher they are."""
        return _read_analyse_answer(await self._search(analyse_bytes, msgspec.json.encode(ask), lane))

    def close(self) -> None:
        """Kill the worker processes."""
        self._workers.close()
        self._referee.close()

    async def _search(self, job: Callable[[bytes, str], bytes], ask: bytes, lane: Lane) -> bytes:
        """Run a search with a time limit of its own."""
        async with self._workers.turn(lane, patience=PATIENCE_SECONDS) as turn:
            seconds = min(self._seconds, max(LEAST_SECONDS, self._seconds / turn.crowd))
            return await turn.run(job, ask, str(seconds), seconds=seconds + SLACK_SECONDS)


def rules_of(asked: AskedPosition) -> Edition:
    """Return the edition with the house rules applied; raise ValueError for an invalid one."""
    return edition(asked.edition).with_rules(**asked.rules)


def judge_bytes(ask: bytes) -> bytes:
    """Judge a play. Runs in a worker, so argument and result are bytes."""
    return msgspec.json.encode(judged(_read_referee_ask(ask)))


def solve_bytes(ask: bytes, seconds: str) -> bytes:
    """Find the best plays. Runs in a worker, so arguments and result are bytes."""
    return msgspec.json.encode(solved(_read_solve_ask(ask), float(seconds)))


def analyse_bytes(ask: bytes, seconds: str) -> bytes:
    """Find win chances. Runs in a worker, so arguments and result are bytes."""
    return msgspec.json.encode(analysed(_read_analyse_ask(ask), float(seconds)))


def judged(ask: RefereeAsk) -> RefereeAnswer:
    """Judge a play by the rules."""
    position = _position(ask.position)
    violations = broken_in(position, ask.after)
    change = Change(position.table, ask.after, position.edition)
    findings = findings_in(position, position.edition.max_players)
    return RefereeAnswer(
        findings=findings,
        is_legal=not violations and not findings,
        laid=in_order(change.laid.elements()),
        points=0 if violations else points_laid(change),
        violations=() if findings else violations,
    )


def solved(ask: SolveAsk, seconds: float) -> SolveAnswer:
    """Return the best plays of a possible position, with the steps of each."""
    position = _position(ask.position)
    findings: tuple[Finding, ...] = findings_in(position, position.edition.max_players)
    if findings:
        return SolveAnswer(findings, ())
    problem = Problem(
        position.edition,
        position.rack,
        position.table,
        position.has_melded,
        ask.objective,
        time_budget_us=round(seconds * 1_000_000),
    )
    plays = (play for play in best_plays(problem, ask.count) if play.is_play)
    return SolveAnswer((), tuple(suggestion_of(problem, play) for play in plays))


def analysed(ask: AnalyseAsk, seconds: float) -> AnalyseAnswer:
    """Return the win chances of a possible position."""
    findings = _findings_in(ask)
    if findings:
        return AnalyseAnswer(findings, None)
    view = view_asked(ask)
    own, *others = beliefs_of(view)
    styles = [own, *(STYLES.get(seat.style, seen) for seat, seen in zip(ask.others, others, strict=True))]
    budget = Budget(ask.nodes, seconds * 1000)
    return AnalyseAnswer((), analyse(view, budget, styles=styles))


def expect_seats(ask: AnalyseAsk) -> None:
    """Raise InputError if the rack is empty, or the seats or their tiles do not fit the edition."""
    if not ask.position.rack:
        msg = "the player to move has no tiles"
        raise InputError(msg)
    if not _findings_in(ask):
        view_asked(ask)


def view_asked(ask: AnalyseAsk) -> View:
    """Return what the player to move sees; raise InputError for an impossible position."""
    position = _position(ask.position)
    others = tuple(OtherSeat(seat.tiles, seat.has_melded) for seat in ask.others)
    return view_of_board(Board(position.edition, position.rack, others, position.table, position.has_melded))


def _findings_in(ask: AnalyseAsk) -> tuple[Finding, ...]:
    return findings_in(_position(ask.position), 1 + len(ask.others))


def _position(asked: AskedPosition) -> Position:
    return Position(rules_of(asked), asked.table, in_order(asked.rack), asked.has_melded)
