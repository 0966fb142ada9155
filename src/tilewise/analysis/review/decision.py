"""The values of a review by win chance: decisions, players, and the curve of a game.

For each player, start − error + luck = result, exactly.
"""

from enum import StrEnum

from tilewise.analysis.values import Candidate, Measured, SeatBelief
from tilewise.core.value import Value
from tilewise.solver.suggest import Move


class Grade(StrEnum):
    """The quality of a decision, by the win chance it gave up."""

    BEST = "best"
    """Nothing that matters, or nothing that the rollouts could prove."""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Lapse(Value):
    """Win chance given up. It is 0 unless the difference is significant."""

    win: float = 0.0
    error: float = 0.0
    """The standard error of the difference."""
    grade: Grade = Grade.BEST


class ExplanationKind(StrEnum):
    """An observation in the rollouts that makes one action better than another."""

    COULD_GO_OUT = "could-go-out"
    """The whole rack could be laid at once."""
    NEXT_GOES_OUT = "next-goes-out"
    """How often the next player went out in its next turn. `tiles` is the number of tiles on its rack."""
    OPPONENT_GOES_OUT = "opponent-goes-out"
    """How often `seat` went out."""
    GOES_OUT = "goes-out"
    """How often the player itself went out."""
    JOKER_KEPT = "joker-kept"
    """The win chance of the largest play that keeps the joker (`best`) and of the play with it (`made`)."""
    POOL_RUNS_DRY = "pool-runs-dry"
    """How often the pool ran dry and `seat` had to lay first."""


class Explanation(Value):
    """Why the best action is better than the one that was taken: a share of the rollouts after each."""

    kind: ExplanationKind
    best: float
    made: float
    seat: int | None = None
    tiles: int = 0


class Decision(Value):
    """One turn of a player, judged with what its seat could know."""

    game: int
    turn: int
    """Counted from 1, as in the record."""
    seat: int
    has_choice: bool
    """Without a choice there is no error, no grade, and no candidate."""
    chances: tuple[float, ...]
    """The win chance of every seat before the turn, with all racks known; empty if it was not asked for."""
    laid: int
    possible: int
    """Tiles that could have been laid."""
    best: Measured | None = None
    """The win chance of the best action."""
    done: Measured | None = None
    """The win chance of the action that was taken."""
    error: Lapse = Lapse()
    """Timing and choice together."""
    timing: Lapse = Lapse()
    """Lay or wait."""
    choice: Lapse = Lapse()
    """Which play, given that the player laid."""
    fortune: float = 0.0
    """The change of the win chance until the next decision of this seat, for a player who follows the plan of the
    rollouts. Draws and the other players cause it, so it averages zero against players whose styles are known."""
    plan: int = 0
    """How the rollouts continue after the turn, as an index of the engine's `PLANS` and of `planned`."""
    planned: tuple[Measured, ...] = ()
    """The win chance before the turn if the player follows each plan. The standard error is that of the difference to
    `done`."""
    candidates: tuple[Candidate, ...] = ()
    """Best first."""
    moves: tuple[Move, ...] = ()
    """The steps of the best play; empty without an error."""
    reasons: tuple[Explanation, ...] = ()
    """Why the best action is better, the most telling first; empty without an error."""
    choice_reasons: tuple[Explanation, ...] = ()
    """Why the best play is better than the play that was made; empty without an error of choice."""

    @property
    def value(self) -> float | None:
        """The win chance before the turn: that of the action that was taken, plus what it gave up."""
        return None if self.done is None else self.done.mean + self.error.win


class PlayerSummary(Value):
    """The decisions, the attention and the luck of one player in a game or a match."""

    seat: int
    turns: int
    decisions: int
    """Turns with a choice."""
    error: float
    """The win chance given up, in games, compared with the plan of the rollouts. It includes losses too small to prove
    in a single turn. A turn that was better than the plan counts as negative."""
    error_error: float
    """Its standard error."""
    timing: float
    """The proven errors in whether to lay or to wait."""
    choice: float
    """The proven errors in which play to make."""
    best: int
    inaccuracies: int
    mistakes: int
    blunders: int
    laid: int
    """Tiles laid, in the turns in which the player laid any."""
    possible: int
    """Tiles that could have been laid in the same turns."""
    start: float
    """The win chance at the first decision; the sum over the games of a match."""
    luck: float
    result: float
    """Games won; a shared win counts as a part."""

    @property
    def average_error(self) -> float:
        """The win chance given up per decision, as far as it is proven."""
        return (self.timing + self.choice) / self.decisions if self.decisions else 0.0

    @property
    def good(self) -> float:
        """The share of decisions without an error; 1 without decisions."""
        return self.best / self.decisions if self.decisions else 1.0

    @property
    def attention(self) -> float:
        """The share of the tiles laid, when the player laid any; 1 if it never did."""
        return self.laid / self.possible if self.possible else 1.0

    @property
    def adjusted(self) -> float:
        """The result without luck."""
        return self.result - self.luck


class CurvePoint(Value):
    """The win chance of every seat after a turn. Turn 0 is the deal."""

    turn: int
    chances: tuple[float, ...]


class GameDecisions(Value):
    """One game, judged by win chance."""

    game: int
    decisions: tuple[Decision, ...]
    players: tuple[PlayerSummary, ...]
    curve: tuple[CurvePoint, ...]
    """With all racks known."""
    turning_points: tuple[int, ...]
    """The turns with the largest swings of the curve, in the order of play."""
    beliefs: tuple[SeatBelief, ...]
    """How each seat has played, fitted from the game."""


class DecisionReview(Value):
    """A match, judged by win chance."""

    games: tuple[GameDecisions, ...]
    players: tuple[PlayerSummary, ...]
    """Over all games of the match."""
    worst: tuple[int, int] | None
    """The game and turn of the largest error, if there is any."""
