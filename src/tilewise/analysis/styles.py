"""Styles: how a player in a rollout plays, and the styles that a seat may have, judged by its play so far."""

from tilewise.core.value import Value
from tilewise.core.view import SeatView, View

ALL = 255
"""More tiles than a rack holds: a player who waits for this number lays its whole rack at once."""
HOLDER_QUIET_TURNS = 3
"""Turns in a row without a play, after melding and with a full rack, that mark a seat as holding back."""
FULL_RACK = 10
LATE_QUIET_TURNS, LATE_RACK = 6, 22
"""A rack this large nearly always contains an initial meld, so a seat without one holds it back."""


KernelStyle = tuple[int, bool, bool, int, int, bool]


class Style(Value):
    """How a player plays. With an empty pool every style lays the most points it sees."""

    enough: int = 1
    """The fewest tiles it lays at once, unless it goes out."""
    holds_initial_meld: bool = False
    """Whether it holds back its initial meld until it could go out a turn later."""
    keeps_jokers: bool = False
    """Whether it lays jokers only to go out, or where there is no other initial meld."""
    melds_at_once: int = 0
    """Melds of the table that it rearranges at a time; 0 for all of them."""
    looks: int = 0
    """Choices of such melds that it tries in a turn."""
    sidesteps: bool = False
    """Whether it lays a single tile when it would be the first player who cannot draw.

    Among players who hold back, the first one to lay on an empty pool usually loses."""

    @property
    def for_kernel(self) -> KernelStyle:
        """The style as `play_out` takes it."""
        sight = self.melds_at_once, self.looks
        return self.enough, self.holds_initial_meld, self.keeps_jokers, *sight, self.sidesteps


GREEDY = Style()
HOLDOUT = Style(ALL)
LATE = Style(ALL, holds_initial_meld=True)
PATIENT = Style(ALL, sidesteps=True)
PATIENT_LATE = Style(ALL, holds_initial_meld=True, sidesteps=True)
KEEPER = Style(14, keeps_jokers=True)
SAVES_JOKERS = Style(keeps_jokers=True)
STEADY = Style(melds_at_once=3, looks=4)
CASUAL = Style(melds_at_once=2, looks=3)
NOVICE = Style(melds_at_once=1, looks=6)


class WeightedStyle(Value):
    """A style that a seat may have, and how likely it is."""

    style: Style
    weight: float = 1.0


SeatStyles = tuple[WeightedStyle, ...]
"""The styles that a seat may have. Weights need not add up to 1."""


def only(style: Style) -> SeatStyles:
    """Return the belief that a seat certainly has this style."""
    return (WeightedStyle(style),)


def beliefs_of(view: View) -> tuple[SeatStyles, ...]:
    """Return the styles that each seat may have, by what the view shows."""
    return tuple(_belief(view, seat) for seat in range(len(view.seats)))


def _belief(view: View, seat: int) -> SeatStyles:
    if is_holder(view, seat):
        return only(LATE if is_late(view.seats[seat]) else HOLDOUT)
    if view.seats[seat].has_melded:
        return only(GREEDY)
    return WeightedStyle(GREEDY), WeightedStyle(HOLDOUT)


def is_holder(view: View, seat: int) -> bool:
    """Whether a seat seems to hold back plays."""
    seen = view.seats[seat]
    return is_late(seen) or (seen.has_melded and seen.quiet >= HOLDER_QUIET_TURNS and seen.tiles >= FULL_RACK)


def is_late(seen: SeatView) -> bool:
    """Whether a seat seems to hold back even its initial meld."""
    return not seen.has_melded and seen.quiet >= LATE_QUIET_TURNS and seen.tiles >= LATE_RACK
