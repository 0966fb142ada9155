"""The values of an analysis: win chances and points of a position and of its candidate actions."""

from enum import StrEnum

from tilewise.analysis.styles import WeightedStyle
from tilewise.core.notation import print_rack
from tilewise.core.tiles import Table, Tile
from tilewise.core.value import Value


class Measured(Value):
    """A mean over rollouts and its standard error."""

    mean: float
    error: float = 0.0


class CandidateKind(StrEnum):
    """Why an action is a candidate."""

    WAIT = "wait"
    """Draw, or pass."""
    GOES_OUT = "goes-out"
    MOST_POINTS = "most-points"
    MOST_TILES = "most-tiles"
    WITHOUT_JOKERS = "without-jokers"
    """The most points without a joker from the rack."""
    FEWEST_TILES = "fewest-tiles"
    """The initial meld with the fewest tiles."""
    FEW_TILES = "few-tiles"
    """A small play that gives little away: the highest tile, and as few others as possible."""
    REARRANGED = "rearranged"
    """The same tiles with the jokers in other places."""
    MADE = "made"
    """The action that was taken."""


class Outlook(Value):
    """How the rollouts after an action ended, as shares of the games."""

    next_out: float
    """The next player went out in its next turn."""
    outs: tuple[float, ...]
    """Each seat went out."""
    dry: float
    """The pool ran dry and no seat went out."""
    first_dry: tuple[float, ...]
    """Each seat was the first to lay tiles after the pool had run dry."""
    turns: float
    """Mean number of turns after this one."""


class Candidate(Value):
    """An action for this turn, and its results if the seat continues in the best style found."""

    kinds: tuple[CandidateKind, ...]
    table: Table | None
    """The table after the play; None to wait."""
    laid: tuple[Tile, ...]
    win: Measured
    """The chance to win the game. A shared win counts as a part."""
    points: Measured
    """Points on the score sheet."""
    loss: Measured
    """Win chance given up against the best candidate, on the same deals. Below 0 only by chance."""
    loss_in_kind: Measured
    """The same against the best candidate of its kind: of all plays for a play, 0 for waiting."""
    chances: tuple[float, ...]
    """The win chance of every seat."""
    outlook: Outlook
    deals: int
    """Deals that were played to judge it."""

    def __repr__(self) -> str:
        action = "wait" if self.is_wait else f"lay {print_rack(self.laid)}"
        return f"<Candidate {action}: wins {self.win.mean:.0%}>"

    @property
    def is_wait(self) -> bool:
        """Whether the action is to draw or to pass."""
        return self.table is None


class SeatBelief(Value):
    """The styles that a seat probably has, with weights that add up to 1."""

    seat: int
    styles: tuple[WeightedStyle, ...]


class Analysis(Value):
    """The win chances of a position, as the seat to move can know them."""

    seat: int
    win: Measured
    """The chance to win with the best action."""
    points: Measured
    chances: tuple[float, ...]
    """The win chance of every seat, as this seat sees it."""
    candidates: tuple[Candidate, ...]
    """Best first. The first was chosen on other deals than those that judge it."""
    beliefs: tuple[SeatBelief, ...]
    """How the other seats probably play."""
    deals: int
    nodes: int
    progress: float
    """The spent part of the budget, 0 to 1; 1 for the last result."""

    def __repr__(self) -> str:
        return f"<Analysis of seat {self.seat}: {', '.join(map(repr, self.candidates))}>"

    @property
    def best(self) -> Candidate:
        """The best action."""
        return self.candidates[0]

    @property
    def made(self) -> Candidate | None:
        """The action that was taken, if it was given."""
        return next((each for each in self.candidates if CandidateKind.MADE in each.kinds), None)
