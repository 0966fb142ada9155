"""Counsel for the person at the terminal: a hint, or the best play with its steps in words."""

from tilewise.core.position import Position
from tilewise.core.tiles import Table
from tilewise.core.value import Value
from tilewise.core.words import counted, tile_names
from tilewise.solver import Objective, Problem, solve
from tilewise.solver.steps import in_words, steps

LONGEST_US = 2_000_000
"""A person waits no longer; what was found by then is the counsel."""

NOTHING = "You have no play."


class Counsel(Value):
    """The best play of a turn."""

    table: Table
    """As it was, when there is no play."""
    title: str
    steps: tuple[str, ...]
    """What to do with the hands, sentence by sentence."""

    @property
    def is_play(self) -> bool:
        """Whether there is anything to lay."""
        return bool(self.steps)

    @property
    def hint(self) -> str:
        """How much there is to lay, and the first step to it."""
        if not self.is_play:
            return self.title
        more = len(self.steps) - 1
        return (
            f"{self.title.partition(':')[0]}. {self.steps[0]} Then {counted(more, 'more step')}."
            if more
            else (f"{self.title.partition(':')[0]}. {self.steps[0]}")
        )


def counsel(position: Position) -> Counsel:
    """The play that lays the most tiles, then the most points, moving as little of the table as it can."""
    found = solve(
        Problem(
            position.edition,
            position.rack,
            position.table,
            position.has_melded,
            Objective.TILES_THEN_POINTS,
            time_budget_us=LONGEST_US,
        )
    )
    if not found.is_play:
        return Counsel(position.table, NOTHING, ())
    best = "The best play" if found.is_proven else "The best play found"
    title = f"{best} uses {counted(len(found.laid), 'tile')}: {tile_names(found.laid, position.edition)}."
    told = tuple(in_words(step, position.edition) for step in steps(position.table, found.table, position.edition))
    return Counsel(found.table, title, told)
