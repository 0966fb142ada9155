"""The biggest play of a turn, for the `hint` and `best` commands."""

from tilewise.core.position import Position
from tilewise.core.tiles import Table
from tilewise.core.value import Value
from tilewise.core.words import counted, tile_names
from tilewise.solver import Objective, Problem, solve
from tilewise.solver.steps import in_words, steps

TIME_LIMIT_US = 2_000_000
"""Time limit of the solver, in microseconds."""

NOTHING = "You have no play."


class BestPlay(Value):
    """The biggest play of a turn and its steps in words."""

    table: Table
    """The table after the play; the table as it is if there is no play."""
    title: str
    steps: tuple[str, ...]
    """Moves that a person can follow, one sentence each."""

    @property
    def is_play(self) -> bool:
        """Whether any tile can be played."""
        return bool(self.steps)

    @property
    def hint(self) -> str:
        """The number of tiles to play and the first step."""
        if not self.is_play:
            return self.title
        more = len(self.steps) - 1
        return (
            f"{self.title.partition(':')[0]}. {self.steps[0]} Then {counted(more, 'more step')}."
            if more
            else (f"{self.title.partition(':')[0]}. {self.steps[0]}")
        )


def find_best_play(position: Position) -> BestPlay:
    """Find the play with the most tiles, then the most points, that changes the table least."""
    found = solve(
        Problem(
            position.edition,
            position.rack,
            position.table,
            position.has_melded,
            Objective.TILES_THEN_POINTS,
            time_budget_us=TIME_LIMIT_US,
        )
    )
    if not found.is_play:
        return BestPlay(position.table, NOTHING, ())
    biggest = "The biggest play" if found.is_proven else "The biggest play found in time"
    title = f"{biggest} lays {counted(len(found.laid), 'tile')}: {tile_names(found.laid, position.edition)}."
    sentences = tuple(in_words(step, position.edition) for step in steps(position.table, found.table, position.edition))
    return BestPlay(found.table, title, sentences)
