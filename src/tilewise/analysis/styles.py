"""Styles: how a player in a rollout plays, and the styles that a seat may have, judged by its play so far."""

from bisect import bisect

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


KINDS = (NOVICE, CASUAL, STEADY, GREEDY, KEEPER, HOLDOUT, LATE)
"""The kinds of players. Nothing is known about a player before the game, so all are equally likely then."""
LEAST_WEIGHT = 2
"""Kinds that are less likely than this are left out, so that rollouts need no deals that fit them."""
RACKS_BEFORE_MELDING = (15, 16, 18, 20, 22, 24)
NOT_MELDED = (
    (14, 14, 15, 16, 16, 13, 13),
    (12, 12, 14, 15, 13, 13, 22),
    (11, 12, 13, 14, 13, 12, 26),
    (10, 11, 11, 12, 12, 10, 34),
    (9, 9, 9, 10, 9, 8, 46),
    (6, 7, 6, 7, 6, 6, 62),
    (1, 1, 1, 1, 1, 1, 93),
)
"""How likely each kind is before the initial meld, in percent, by the size of the rack: below 15 tiles, 15, 16–17 …

`python bench/styles.py` counted this and the next table in 2,000 games of bots drawn at random."""
QUIET_TURNS, RACKS = (1, 3, 6), (5, 10, 15, 20)
MELDED = (
    (  # none: it laid tiles in its last turn
        (9, 19, 27, 36, 8, 1, 1),
        (25, 24, 23, 23, 4, 1, 0),
        (28, 19, 17, 16, 11, 8, 0),
        (25, 14, 13, 14, 16, 13, 4),
        (3, 1, 1, 1, 4, 4, 85),
    ),
    (  # one or two
        (6, 20, 29, 38, 7, 0, 0),
        (21, 25, 23, 25, 6, 1, 0),
        (27, 17, 16, 14, 15, 10, 0),
        (25, 11, 10, 10, 23, 20, 0),
        (14, 5, 5, 3, 26, 41, 6),
    ),
    (  # three to five
        (3, 30, 38, 20, 8, 0, 0),
        (14, 26, 22, 20, 18, 0, 0),
        (21, 17, 14, 12, 24, 12, 0),
        (10, 5, 5, 5, 42, 34, 0),
        (5, 2, 1, 1, 34, 55, 2),
    ),
    (  # six or more
        (3, 30, 38, 20, 8, 0, 0),  # never seen, so copied from above
        (0, 11, 15, 11, 63, 0, 0),
        (12, 11, 9, 9, 51, 7, 0),
        (3, 3, 2, 2, 53, 37, 0),
        (0, 0, 0, 0, 22, 77, 0),
    ),
    (  # unknown: a position set up by hand
        (8, 19, 28, 36, 7, 1, 0),
        (22, 25, 23, 23, 6, 1, 0),
        (26, 18, 16, 14, 17, 10, 0),
        (12, 6, 6, 6, 39, 30, 0),
        (1, 0, 0, 0, 22, 69, 7),
    ),
)
"""The same after the initial meld, by turns in a row without a play and then by the rack: below 5 tiles, 5–9 …"""


def beliefs_of(view: View) -> tuple[SeatStyles, ...]:
    """Return the styles that each seat may have, by what the view shows."""
    return tuple(_belief(seen) for seen in view.seats)


def _belief(seen: SeatView) -> SeatStyles:
    kinds = zip(KINDS, _percents(seen), strict=True)
    return tuple(WeightedStyle(style, percent) for style, percent in kinds if percent >= LEAST_WEIGHT)


def _percents(seen: SeatView) -> tuple[int, ...]:
    if not seen.has_melded:
        return NOT_MELDED[bisect(RACKS_BEFORE_MELDING, seen.tiles)]
    is_set_up = not seen.laid and not seen.quiet
    row = MELDED[-1] if is_set_up else MELDED[bisect(QUIET_TURNS, seen.quiet)]
    return row[bisect(RACKS, seen.tiles)]


def is_holder(view: View, seat: int) -> bool:
    """Whether a seat seems to hold back plays."""
    seen = view.seats[seat]
    return is_late(seen) or (seen.has_melded and seen.quiet >= HOLDER_QUIET_TURNS and seen.tiles >= FULL_RACK)


def is_late(seen: SeatView) -> bool:
    """Whether a seat seems to hold back even its initial meld."""
    return not seen.has_melded and seen.quiet >= LATE_QUIET_TURNS and seen.tiles >= LATE_RACK
