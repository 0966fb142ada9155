"""Advice from the booklets. No rule depends on it."""

from tilewise.core.edition import Edition
from tilewise.core.value import Value


class Hint(Value):
    """A piece of advice and its clause."""

    clause: str
    text: str
    needs_mirrors: bool = False
    """Whether it helps only where the box holds mirror jokers."""


HINTS = (
    Hint("R-STR-01", "The beginning is slow: with every tile that comes to the table, more becomes possible."),
    Hint("R-STR-02", "Early on it can pay to keep melds back and let the others open the table."),
    Hint("R-STR-03", "Keep the fourth tile of a meld: it is a play for the next turn, and spares you a draw."),
    Hint("R-STR-04", "A joker on the rack is strong, and expensive if another player goes out first."),
    Hint("R-STR-05", "A mirror joker takes pairs of equal tiles off the rack.", needs_mirrors=True),
)
"""R-STR-01, R-STR-02, R-STR-03, R-STR-04, R-STR-05; R-TW-19 repeats the last one."""


def hints_for(edition: Edition) -> tuple[Hint, ...]:
    """Return the advice that helps in an edition."""
    return tuple(hint for hint in HINTS if edition.box.mirror or not hint.needs_mirrors)
