"""The steps of a plan in the order a person would do them: what can be completed at once first, and an empty hand."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from tilewise.core.edition import Edition
from tilewise.core.errors import InputError
from tilewise.core.notation import print_rack
from tilewise.core.rules.table import Change
from tilewise.core.tiles import Table
from tilewise.solver.steps.pieces import Piece, Rebuilding
from tilewise.solver.steps.plan import Fate, Plan, Way
from tilewise.solver.steps.search import best_plan
from tilewise.solver.steps.table_in_motion import Hands
from tilewise.solver.steps.values import Step


def steps(before: Table, after: Table, edition: Edition) -> tuple[Step, ...]:
    """What a person would do to get from one table to another; `replay_steps` does it.

    Both tables hold melds only, and no tile leaves the table; the order of a group counts for nothing (A-34).
    """
    change = Change(before, after, edition)
    if change.taken:
        msg = f"tiles stay on the table in a turn, but these have left it: {print_rack(change.taken.elements())}"
        raise InputError(msg)
    plan = best_plan(Rebuilding(change.gone, change.arrived, edition))
    return tuple(task.do() for task in _in_order(_Tasks(plan, Hands(plan, before, _numbers(change))).all))


def _numbers(change: Change) -> list[int]:
    """Where the melds that change lie on the table; alike melds are equal, so any of them will do."""
    free = list(range(len(change.before)))
    numbers = []
    for meld in change.gone:
        number = next(number for number in free if change.before[number] == meld)
        free.remove(number)
        numbers.append(number)
    return numbers


class _Task:
    """A step to come: what must be done before it, and how it is done."""

    def __init__(self, do: Callable[[], Step], needs: Iterable["_Task"] = (), *, completes: bool = False) -> None:
        self.do = do
        self.needs = tuple(needs)
        self.completes = completes
        """Whether it lays or completes a new meld: what the other steps are there for."""

    def with_needs(self) -> Iterator["_Task"]:
        """All that must be done before, in order, then the task itself."""
        for need in self.needs:
            yield from need.with_needs()
        yield self


def _in_order(tasks: Sequence[_Task]) -> Iterator[_Task]:
    """What can be completed at once comes first, then always what needs the fewest steps: the hand is soon empty."""
    paths = {task: tuple(dict.fromkeys(task.with_needs())) for task in tasks}
    done: set[_Task] = set()
    for goals in ([task for task in tasks if task.completes], list(tasks)):
        while goals := [task for task in goals if task not in done]:
            goal = min(goals, key=lambda goal: sum(task not in done for task in paths[goal]))
            todo = [task for task in paths[goal] if task not in done]
            done.update(todo)
            yield from todo


class _Tasks:
    """The tasks of a plan and what each must wait for."""

    def __init__(self, plan: Plan, hands: Hands) -> None:
        self.plan = plan
        self.hands = hands
        self.all: list[_Task] = []
        self.takes: dict[int, _Task] = {}
        self.frees: dict[tuple[int, int], _Task] = {}
        self.ready: dict[Piece, list[_Task]] = {}
        self.clean: dict[Piece, list[_Task]] = {}
        olds, news = range(len(plan.rebuilding.gone)), range(len(plan.rebuilding.arrived))
        for old in olds:
            if plan.taken(old):
                self.takes[old] = self._add(partial(hands.take, old))
        for old in olds:
            self._part(old)
        for new in news:
            self._complete(new)

    def _add(self, do: Callable[[], Step], needs: Iterable[_Task] = (), *, completes: bool = False) -> _Task:
        task = _Task(do, needs, completes=completes)
        self.all.append(task)
        return task

    def _part(self, old: int) -> None:
        """An old meld: take what leaves it, free its jokers, then draw its pieces apart, from the right."""
        pieces, fates = self.plan.of_old[old], [fate for fate in self.plan.fates if fate.old == old]
        clear = [self.takes[old]] if old in self.takes else []
        clear += [self._free(fate, clear[:1]) for fate in fates if fate.way is not Way.BETWEEN]
        between = {fate.right: fate for fate in fates}
        splits: list[_Task] = []
        for piece in reversed(pieces[1:]):
            splits.append(self._split(piece, between.get(piece), (*clear, *splits)))
        for piece in pieces:
            self.clean[piece] = [*clear, *splits]
            self.ready[piece] = [] if len(pieces) == 1 and self.hands.grows_as_it_lies(piece) else self.clean[piece]
            if piece.is_reversed:
                reverse = self._add(partial(self.hands.reverse, piece), self.clean[piece], completes=True)
                self.ready[piece] = self.clean[piece] = [reverse]

    def _free(self, fate: Fate, take: Sequence[_Task]) -> _Task:
        if fate.way is Way.REPLACED:
            task = self._add(partial(self.hands.replace_joker, fate), self._exits(fate.new, fate.slots))
        else:
            task = self._add(partial(self.hands.take_joker, fate), take)
        self.frees[fate.old, fate.place] = task
        return task

    def _split(self, piece: Piece, fate: Fate | None, needs: Iterable[_Task]) -> _Task:
        if fate is None:
            return self._add(partial(self.hands.split, piece), needs)
        task = self._add(partial(self.hands.split_at, piece, fate), needs)
        self.frees[fate.old, fate.place] = task
        return task

    def _complete(self, new: int) -> None:
        """A new meld: lay it, or join its pieces and put to it what it lacks, where possible before the joins."""
        pieces, slots = self.plan.of_new[new], self.plan.open(new)
        exits = self._exits(new, slots)
        if not pieces:
            self._add(partial(self.hands.lay, new), exits, completes=True)
            return
        alone = self._only_one_to_fill(pieces, slots)
        if alone is not None:
            put = self._add(partial(self.hands.put, alone), (*exits, *self.ready[alone]), completes=True)
            self._join(pieces, [put])
        elif slots:
            joins = self._join(pieces, [])
            self._add(partial(self.hands.put, pieces[0]), (*exits, *joins), completes=True)
        else:
            self._join(pieces, [])

    def _join(self, pieces: Sequence[Piece], needs: list[_Task]) -> list[_Task]:
        """Join pieces from left to right."""
        for piece in pieces[1:]:
            waits = [*needs, *self.clean[pieces[0]], *self.clean[piece]]
            needs = [self._add(partial(self.hands.join, pieces[0], piece), waits, completes=True)]
        return needs

    def _only_one_to_fill(self, pieces: Sequence[Piece], slots: Sequence[int]) -> Piece | None:
        """The piece beside which all places to be filled lie."""
        if not slots:
            return None
        for index, piece in enumerate(pieces):
            low = pieces[index - 1].slots[-1] if index else -1
            high = pieces[index + 1].slots[0] if index + 1 < len(pieces) else slots[-1] + 1
            if self.plan.rebuilding.is_loose[piece.new] or (low < slots[0] and slots[-1] < high):
                return piece
        return None

    def _exits(self, new: int, slots: Iterable[int]) -> list[_Task]:
        """What must be done so that the tiles for these places are in the hand."""
        origins = [self.hands.sources[new, slot] for slot in slots]
        freed = [self.frees[origin] for origin in origins if origin in self.frees]
        taken = [self.takes[origin[0]] for origin in origins if origin is not None and origin not in self.frees]
        return list(dict.fromkeys((*taken, *freed)))
