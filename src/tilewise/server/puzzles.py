"""The puzzle service: choose puzzles, judge answers, track ratings, streaks and timed runs."""

from datetime import UTC, date, datetime, timedelta
from hashlib import sha256

from msgspec.structs import replace

from tilewise.core.tiles import Table
from tilewise.puzzles.effort import touched
from tilewise.puzzles.judge import Judgement, judge
from tilewise.puzzles.library import Entry, Library, library
from tilewise.puzzles.puzzle import Puzzle
from tilewise.rooms.ports import Clock, Dice
from tilewise.server.http.problems import ProblemError
from tilewise.server.puzzle_rating import HELPED, LOST, WON, after_puzzle
from tilewise.solver.problem import Problem
from tilewise.solver.suggest import Move, moves
from tilewise.storage.puzzles import PuzzleStore, Run, Solver, Try
from tilewise.wire.puzzles import (
    PuzzleAsked,
    PuzzleHint,
    PuzzleOverview,
    PuzzlePile,
    PuzzleProgress,
    PuzzleRun,
    PuzzleSolution,
    PuzzleVerdict,
)

NEAR = 24
"""The number of puzzles closest to a person's rating from which the next one is drawn."""
RUN_SECONDS = 300.0
GRACE_SECONDS = 2.0
"""How late an answer may arrive after the time is up."""
SKIPS = 3
RUN_BEGINS, RUN_RISES = 325, 70
"""The difficulty of the first puzzle of a run, and the increase for each further one."""


class PuzzleService:
    """Serves puzzles. The library is loaded with the first request."""

    def __init__(self, store: PuzzleStore, clock: Clock, dice: Dice) -> None:
        self._store = store
        self._clock = clock
        self._dice = dice

    @property
    def _library(self) -> Library:
        return library()

    @property
    def today(self) -> date:
        """Today's date in UTC."""
        return datetime.fromtimestamp(self._clock.now(), UTC).date()

    async def overview(self, person: str) -> PuzzleOverview:
        """Return the number of puzzles of each kind, and the progress of a person."""
        solved = await self._store.solved(person)
        piles: dict[tuple[str, str, int], PuzzlePile] = {}
        for entry in self._library.entries:
            key = entry.edition, entry.kind, entry.level
            pile = piles.get(key) or PuzzlePile(entry.edition, entry.kind, entry.level, 0, 0)
            piles[key] = replace(pile, puzzles=pile.puzzles + 1, solved=pile.solved + (entry.id in solved))
        return PuzzleOverview(tuple(piles.values()), self._progress(await self._store.solver(person)))

    async def read(self, person: str, name: str) -> PuzzleAsked:
        """Return a puzzle without its solution."""
        return await self._asked(person, self._puzzle(name))

    async def daily(self, person: str) -> PuzzleAsked:
        """Return today's puzzle."""
        return await self._asked(person, self._puzzle(self._library.daily(self.today).id), day=self.today.isoformat())

    async def following(self, person: str, *, edition: str, kind: str, level: int) -> PuzzleAsked:
        """Return an unsolved puzzle of the wanted level, or with a difficulty near the person's rating."""
        try:
            choice = self._library.find(edition=edition, kind=kind, level=level)
        except ValueError as error:
            raise ProblemError(400, "no-such-puzzles", str(error)) from error
        if not choice:
            raise ProblemError(404, "no-such-puzzles", "no puzzles match this edition, kind and level")
        solver, solved = await self._store.solver(person), await self._store.solved(person)
        fresh = [entry for entry in choice if entry.id not in solved] or list(choice)
        near = fresh if level else sorted(fresh, key=lambda entry: abs(entry.difficulty - solver.rating))[:NEAR]
        return await self.read(person, _drawn(near, self._dice.name()).id)

    async def answer(self, person: str, name: str, table: Table) -> PuzzleVerdict:
        """Judge an answer. The first solution counts for the rating, and on its day the daily puzzle for the streak."""
        puzzle = self._puzzle(name)
        judged = judge(puzzle, table)
        solver, tried = await self._store.solver(person), await self._store.tried(person, name)
        if not judged.is_solved:
            return _verdict(judged, 0, self._progress(solver))
        after = self._with_streak(solver, name)
        change = 0.0
        if not tried.is_decided:
            rated = after_puzzle(after, puzzle.difficulty, HELPED if tried.hints else WON)
            change, after = rated.rating - after.rating, rated
        after = after if tried.is_solved else replace(after, solved=after.solved + 1)
        await self._store.keep(self._decided(tried, is_solved=True), after)
        return _verdict(judged, round(change), self._progress(after))

    async def hint(self, person: str, name: str) -> PuzzleHint:
        """Return a hint with one step more than the last one."""
        puzzle, tried = self._puzzle(name), await self._store.tried(person, name)
        way = _moves(puzzle)
        shown = min(tried.hints, len(way))
        await self._store.keep(replace(tried, hints=shown + 1, at=self._clock.now()))
        melds = tuple(puzzle.table[place] for place in touched(puzzle.table, puzzle.solution))
        return PuzzleHint(melds, tuple(way[:shown]), shown >= len(way))

    async def solution(self, person: str, name: str) -> PuzzleSolution:
        """Return the solution. An unsolved puzzle counts as lost."""
        puzzle = self._puzzle(name)
        solver, tried = await self._store.solver(person), await self._store.tried(person, name)
        after = solver if tried.is_decided else after_puzzle(solver, puzzle.difficulty, LOST)
        await self._store.keep(self._decided(tried, is_solved=tried.is_solved), after)
        change = round(after.rating - solver.rating)
        return PuzzleSolution(puzzle.solution, tuple(_moves(puzzle)), change, self._progress(after))

    async def begin_run(self, person: str, edition: str) -> PuzzleRun:
        """Begin a timed run, which ends any previous one."""
        try:
            self._library.find(edition=edition or "-")
        except ValueError as error:
            raise ProblemError(400, "no-such-puzzles", str(error)) from error
        run = Run(self._dice.name(), person, edition, self._clock.now() + RUN_SECONDS)
        await self._store.begin_run(run)
        return await self._run(run, await self._store.solver(person), None)

    async def answer_in_run(self, person: str, name: str, puzzle: str, table: Table | None) -> PuzzleRun:
        """Judge an answer in a run, or skip the puzzle. The server's clock decides whether it was in time."""
        run, solver = await self._store.run(name), await self._store.solver(person)
        if run is None or run.person != person:
            raise ProblemError(404, "unknown-run", "this run is over, or not yours")
        entry = self._of_run(run)
        if self._is_over(run, GRACE_SECONDS) or entry.id != puzzle:
            return await self._run(run, solver, None)
        judged = judge(self._puzzle(entry.id), table) if table is not None else None
        verdict = _verdict(judged, 0, self._progress(solver)) if judged is not None else None
        if judged is not None and not judged.is_solved:
            return await self._run(run, solver, verdict)
        after = replace(run, number=run.number + 1, solved=run.solved + (judged is not None))
        after = replace(after, skipped=run.skipped + (judged is None))
        better = replace(solver, best_run=max(solver.best_run, after.solved))
        if not await self._store.update_run(run, after, better):
            raise ProblemError(409, "run-went-on", "this run was continued elsewhere")
        return await self._run(after, better, verdict)

    async def _run(self, run: Run, solver: Solver, verdict: PuzzleVerdict | None) -> PuzzleRun:
        is_over = self._is_over(run)
        return PuzzleRun(
            id=run.id,
            solved=run.solved,
            skips_left=SKIPS - run.skipped,
            seconds_left=max(0.0, run.ends_at - self._clock.now()),
            is_over=is_over,
            best=max(solver.best_run, run.solved),
            puzzle=None if is_over else await self.read(run.person, self._of_run(run).id),
            verdict=verdict,
        )

    def _is_over(self, run: Run, grace: float = 0.0) -> bool:
        return run.skipped >= SKIPS or self._clock.now() > run.ends_at + grace

    def _of_run(self, run: Run) -> Entry:
        """Return the current puzzle of a run. Puzzles get harder as the run goes on."""
        wanted = RUN_BEGINS + RUN_RISES * run.number
        choice = sorted(self._library.find(edition=run.edition), key=lambda entry: abs(entry.difficulty - wanted))
        return _drawn(choice[:NEAR], f"{run.id} {run.number}")

    def _puzzle(self, name: str) -> Puzzle:
        try:
            return self._library.puzzle(name)
        except ValueError as error:
            raise ProblemError(404, "unknown-puzzle", str(error)) from error

    async def _asked(self, person: str, puzzle: Puzzle, *, day: str = "") -> PuzzleAsked:
        tried = await self._store.tried(person, puzzle.id)
        edition = puzzle.position.edition
        figures = (puzzle.kind, puzzle.level, puzzle.difficulty)
        return PuzzleAsked(puzzle.id, edition, *figures, puzzle.rack, puzzle.table, tried.is_solved, day)

    def _decided(self, tried: Try, *, is_solved: bool) -> Try:
        return replace(tried, is_solved=is_solved, is_decided=True, at=self._clock.now())

    def _with_streak(self, solver: Solver, name: str) -> Solver:
        """Extend the streak if this is today's puzzle and today has not counted yet."""
        today = self.today.isoformat()
        if name != self._library.daily(self.today).id or solver.last_daily == today:
            return solver
        streak = self._streak(solver) + 1
        return replace(solver, streak=streak, best_streak=max(streak, solver.best_streak), last_daily=today)

    def _streak(self, solver: Solver) -> int:
        """Return the current streak, which is 0 after a missed day."""
        yesterday = (self.today - timedelta(days=1)).isoformat()
        return solver.streak if solver.last_daily >= yesterday else 0

    def _progress(self, solver: Solver) -> PuzzleProgress:
        return PuzzleProgress(
            rating=round(solver.rating),
            solved=solver.solved,
            tried=solver.tried,
            streak=self._streak(solver),
            best_streak=solver.best_streak,
            best_run=solver.best_run,
            day=self.today.isoformat(),
            is_daily_solved=solver.last_daily == self.today.isoformat(),
        )


def _drawn(entries: list[Entry], seed: str) -> Entry:
    return entries[int.from_bytes(sha256(seed.encode()).digest()[:8], "big") % len(entries)]


def _moves(puzzle: Puzzle) -> list[Move]:
    position = puzzle.position
    laid = judge(puzzle, puzzle.solution).laid
    return moves(Problem(position.edition, position.rack, position.table), puzzle.solution, laid)


def _verdict(judged: Judgement, change: int, progress: PuzzleProgress) -> PuzzleVerdict:
    return PuzzleVerdict(judged.is_solved, judged.violations, judged.left, change, progress)
