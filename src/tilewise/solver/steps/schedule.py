"""Put the steps of a plan into the order a person would choose: complete melds early, and keep the hand empty."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from tilewise.core.edition import Edition
from tilewise.core.errors import InputError
from tilewise.core.notation import print_rack
from tilewise.core.rules.table import Change
from tilewise.core.tiles import Table
from tilewise.solver.steps.pieces import Piece, Rearrangement
from tilewise.solver.steps.plan import JokerMove, Plan, Way
from tilewise.solver.steps.search import best_plan
from tilewise.solver.steps.table_in_motion import TableInMotion
from tilewise.solver.steps.values import Step


def steps(before: Table, after: Table, edition: Edition) -> tuple[Step, ...]:
    """Return the steps from one table to another; `replay_steps` executes them.

    Both tables hold melds only, and no tile leaves the table. The order of tiles in a group is ignored (A-34).
    """
    change = Change(before, after, edition)
    if change.taken:
        msg = f"tiles stay on the table in a turn, but these have left it: {print_rack(change.taken.elements())}"
        raise InputError(msg)
    plan = best_plan(Rearrangement(change.gone, change.arrived, edition))
    return tuple(task.do() for task in _in_order(_Schedule(plan, TableInMotion(plan, before, _numbers(change))).all))


def _numbers(change: Change) -> list[int]:
    """Return the indexes of the melds that change; of equal melds, any will do."""
    free = list(range(len(change.before)))
    numbers = []
    for meld in change.gone:
        number = next(number for number in free if change.before[number] == meld)
        free.remove(number)
        numbers.append(number)
    return numbers


class _Task:
    """A step to make, and the steps that must come before it."""

    def __init__(self, do: Callable[[], Step], needs: Iterable["_Task"] = (), *, completes: bool = False) -> None:
        self.do = do
        self.needs = tuple(needs)
        self.completes = completes
        """Whether it lays or completes a new meld."""

    def with_needs(self) -> Iterator["_Task"]:
        """Yield everything that must come before, in order, then the task itself."""
        for need in self.needs:
            yield from need.with_needs()
        yield self


def _in_order(tasks: Sequence[_Task]) -> Iterator[_Task]:
    """Order the tasks: always complete next the meld that needs the fewest further steps."""
    paths = {task: tuple(dict.fromkeys(task.with_needs())) for task in tasks}
    done: set[_Task] = set()
    for goals in ([task for task in tasks if task.completes], list(tasks)):
        while goals := [task for task in goals if task not in done]:
            goal = min(goals, key=lambda goal: sum(task not in done for task in paths[goal]))
            todo = [task for task in paths[goal] if task not in done]
            done.update(todo)
            yield from todo


class _Schedule:
    """The tasks of a plan and their dependencies."""

    def __init__(self, plan: Plan, table: TableInMotion) -> None:
        self.plan = plan
        self.table = table
        self.all: list[_Task] = []
        self.takes: dict[int, _Task] = {}
        self.frees: dict[tuple[int, int], _Task] = {}
        self.ready: dict[Piece, list[_Task]] = {}
        self.clean: dict[Piece, list[_Task]] = {}
        olds, news = range(len(plan.rearrangement.gone)), range(len(plan.rearrangement.arrived))
        for old in olds:
            if plan.taken(old):
                self.takes[old] = self._add(partial(table.take, old))
        for old in olds:
            self._take_apart(old)
        for new in news:
            self._complete(new)

    def _add(self, do: Callable[[], Step], needs: Iterable[_Task] = (), *, completes: bool = False) -> _Task:
        task = _Task(do, needs, completes=completes)
        self.all.append(task)
        return task

    def _take_apart(self, old: int) -> None:
        """Take an old meld apart: take tiles into the hand, free jokers, then split off pieces from the right."""
        pieces, joker_moves = self.plan.of_old[old], [move for move in self.plan.joker_moves if move.old == old]
        clear = [self.takes[old]] if old in self.takes else []
        clear += [self._free(move, clear[:1]) for move in joker_moves if move.way is not Way.BETWEEN]
        between = {move.right: move for move in joker_moves}
        splits: list[_Task] = []
        for piece in reversed(pieces[1:]):
            splits.append(self._split(piece, between.get(piece), (*clear, *splits)))
        for piece in pieces:
            self.clean[piece] = [*clear, *splits]
            self.ready[piece] = [] if len(pieces) == 1 and self.table.can_grow_first(piece) else self.clean[piece]
            if piece.is_reversed:
                reverse = self._add(partial(self.table.reverse, piece), self.clean[piece], completes=True)
                self.ready[piece] = self.clean[piece] = [reverse]

    def _free(self, move: JokerMove, take: Sequence[_Task]) -> _Task:
        if move.way is Way.REPLACED:
            task = self._add(partial(self.table.replace_joker, move), self._needs_of(move.new, move.slots))
        else:
            task = self._add(partial(self.table.take_joker, move), take)
        self.frees[move.old, move.place] = task
        return task

    def _split(self, piece: Piece, move: JokerMove | None, needs: Iterable[_Task]) -> _Task:
        if move is None:
            return self._add(partial(self.table.split, piece), needs)
        task = self._add(partial(self.table.split_at, piece, move), needs)
        self.frees[move.old, move.place] = task
        return task

    def _complete(self, new: int) -> None:
        """Complete a new meld: lay it, or join its pieces and add the missing tiles, before the joins if possible."""
        pieces, slots = self.plan.of_new[new], self.plan.open(new)
        exits = self._needs_of(new, slots)
        if not pieces:
            self._add(partial(self.table.lay, new), exits, completes=True)
            return
        alone = self._only_piece_to_fill(pieces, slots)
        if alone is not None:
            put = self._add(partial(self.table.put, alone), (*exits, *self.ready[alone]), completes=True)
            self._join(pieces, [put])
        elif slots:
            joins = self._join(pieces, [])
            self._add(partial(self.table.put, pieces[0]), (*exits, *joins), completes=True)
        else:
            self._join(pieces, [])

    def _join(self, pieces: Sequence[Piece], needs: list[_Task]) -> list[_Task]:
        """Join pieces from left to right."""
        for piece in pieces[1:]:
            waits = [*needs, *self.clean[pieces[0]], *self.clean[piece]]
            needs = [self._add(partial(self.table.join, pieces[0], piece), waits, completes=True)]
        return needs

    def _only_piece_to_fill(self, pieces: Sequence[Piece], slots: Sequence[int]) -> Piece | None:
        """Return the piece next to all unfilled places, if there is one."""
        if not slots:
            return None
        for index, piece in enumerate(pieces):
            low = pieces[index - 1].slots[-1] if index else -1
            high = pieces[index + 1].slots[0] if index + 1 < len(pieces) else slots[-1] + 1
            if self.plan.rearrangement.is_unordered[piece.new] or (low < slots[0] and slots[-1] < high):
                return piece
        return None

    def _needs_of(self, new: int, slots: Iterable[int]) -> list[_Task]:
        """Return the tasks that bring the tiles for these places into the hand."""
        origins = [self.table.sources[new, slot] for slot in slots]
        freed = [self.frees[origin] for origin in origins if origin in self.frees]
        taken = [self.takes[origin[0]] for origin in origins if origin is not None and origin not in self.frees]
        return list(dict.fromkeys((*taken, *freed)))
