"""Violations: the broken rule, the tiles, and the numbers. The wording lives elsewhere."""

from enum import StrEnum
from typing import Self

from tilewise.core.errors import TilewiseError
from tilewise.core.rules.melds import MeldFault
from tilewise.core.tiles import Meld, Tile
from tilewise.core.value import Value


class Rule(StrEnum):
    """A rule that a player can break; `clause` gives its id in the rulebook."""

    clause: str

    def __new__(cls, code: str, clause: str = "") -> Self:
        """Keep the clause beside the code."""
        rule = str.__new__(cls, code)
        rule._value_ = code
        rule.clause = clause
        return rule

    # acting in turn
    UNKNOWN_SEAT = "unknown-seat", "R-TURN-01"
    GAME_IS_OVER = "game-is-over", "R-END-01"
    NOT_YOUR_TURN = "not-your-turn", "R-TURN-01"
    ALREADY_CONCEDED = "already-conceded", "A-28"

    # the table
    TILE_NOT_ON_RACK = "tile-not-on-rack", "R-MELD-03"
    TABLE_TO_RACK = "table-to-rack", "R-TURN-05"
    NO_RACK_TILE = "no-rack-tile", "R-TURN-02"
    NOT_A_MELD = "not-a-meld", "R-MAN-03"

    # the initial meld
    INITIAL_MELD_POINTS = "initial-meld-points", "R-MELD-01"
    INITIAL_MELD_TOUCHES_TABLE = "initial-meld-touches-table", "R-MELD-06"
    JOKER_IN_INITIAL_MELD = "joker-in-initial-meld", "R-MELD-05"

    # jokers
    JOKER_NOT_IN_NEW_MELD = "joker-not-in-new-meld", "R-JOK-06"
    JOKER_PLACE_NOT_FILLED = "joker-place-not-filled", "R-JOK-04"
    JOKER_NEEDS_BOTH_COLOURS = "joker-needs-both-colours", "R-JOK-05"
    JOKER_SWAPPED = "joker-swapped", "R-TW-01"

    # drawing and passing
    POOL_IS_EMPTY = "pool-is-empty", "R-END-03"
    POOL_IS_NOT_EMPTY = "pool-is-not-empty", "R-TURN-03"
    MUST_PLAY = "must-play", "R-TURN-04"


class Violation(Value):
    """A broken rule, with the tiles and numbers concerned."""

    rule: Rule
    tiles: tuple[Tile, ...] = ()
    """The tiles concerned; for a row that is not a meld, the row as it lies."""
    why: MeldFault | None = None
    """The reason why a row is not a meld."""
    have: int | None = None
    need: int | None = None
    meld: Meld = ()
    """The meld concerned, where the tiles alone do not identify it."""

    def __repr__(self) -> str:
        numbers = {"have": self.have, "need": self.need}
        details = (" ".join(self.tiles), self.why, *(f"{name} {number}" for name, number in numbers.items() if number))
        return f"<Violation {', '.join(filter(None, (f'{self.rule} ({self.rule.clause})', *details)))}>"


class RefusedError(TilewiseError, ValueError):
    """An action that breaks rules. Nothing has changed; `violations` lists every rule it breaks."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        broken = dict.fromkeys(f"{violation.rule} ({violation.rule.clause})" for violation in violations)
        super().__init__("; ".join(broken))
        self.violations = violations
