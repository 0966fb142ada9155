"""The thinking budget of a bot for one turn: solver states, milliseconds, or both."""

import re
from math import isfinite

from tilewise.core.errors import InputError, shown
from tilewise.core.value import Value

MOST_NODES = 1_000_000_000
MOST_MILLISECONDS = 600_000


class Budget(Value):
    """The limits for one turn; with two limits, the first one reached counts.

    A limit in nodes gives the same answer on every machine; a limit in milliseconds does not.
    """

    nodes: int | None = None
    """States that the solver may search."""
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        if self.nodes is None and self.milliseconds is None:
            msg = "a budget has nodes, milliseconds, or both"
            raise InputError(msg)
        if self.nodes is not None and not 1 <= self.nodes <= MOST_NODES:
            msg = f"a budget has 1 to {MOST_NODES} nodes, not {self.nodes}"
            raise InputError(msg)
        time = self.milliseconds
        if time is not None and not (isfinite(time) and 0 < time <= MOST_MILLISECONDS):
            msg = f"a budget has more than 0 and at most {MOST_MILLISECONDS} milliseconds, not {time}"
            raise InputError(msg)

    def part(self, share: float) -> "Budget":
        """Return this share of the budget."""
        nodes = None if self.nodes is None else max(1, int(self.nodes * share))
        return Budget(nodes, None if self.milliseconds is None else self.milliseconds * share)

    def __str__(self) -> str:
        """Return the text that `read_budget` reads."""
        nodes = () if self.nodes is None else (f"{self.nodes}nodes",)
        time = () if self.milliseconds is None else (f"{self.milliseconds:g}ms",)
        return " ".join((*nodes, *time))


USUAL = Budget(nodes=300_000)
"""The default: about 300 ms for a bot that spends all of it."""


def read_budget(text: str) -> Budget:
    """Read a budget: `20000nodes`, `500ms`, `3s`, or nodes and a time."""
    found: dict[str, float] = {}
    for word in text.split():
        match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(nodes|ms|s)", word)
        if match is None:
            msg = f"a budget is written 20000nodes, 500ms or 3s, not {shown(word)}"
            raise InputError(msg)
        number, unit = float(match[1]), match[2]
        if unit == "nodes":
            found["nodes"] = number
        else:
            found["milliseconds"] = number * (1000 if unit == "s" else 1)
    nodes = found.get("nodes")
    if nodes is not None and nodes != int(nodes):
        msg = f"nodes are counted in whole numbers, not {nodes:g}"
        raise InputError(msg)
    return Budget(None if nodes is None else int(nodes), found.get("milliseconds"))
