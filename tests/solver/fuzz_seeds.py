"""Seeds for the fuzzer of the kernel: positions of spec/solver as kernel/tests/fuzz.cpp reads them (`make fuzz`)."""

import sys
from pathlib import Path

from tests.solver.kernel_calls import question
from tests.solver.positions import Position, specified
from tilewise.core.edition import JokerRetrieval, JokerReuse

MOST_ON_RACK = 21
BUDGET = 0
"""The fuzz target adds its own least budget to this."""


def seed_of(position: Position) -> bytes:
    """Encode the rules as bits and bytes, then the rack, then the table."""
    edition = position.edition
    table, rack = question(position)
    flags = (
        position.has_melded,
        edition.joker_reuse is JokerReuse.ANY_SET,
        edition.joker_retrieval is JokerRetrieval.EXACT_TILE,
        edition.group3_both_colours,
        edition.joker_swap_by_joker,
        edition.colour_change_at_start,
        False,  # least disruption, which is slow under sanitizers; the fuzzer flips it soon enough
    )
    rules = (
        sum(flag << bit for bit, flag in enumerate(flags)),
        edition.min_number_tiles_per_set + 4 * edition.mirror_min_side,
        edition.initial_meld_min,
        BUDGET,
    )
    held = rack[:MOST_ON_RACK]
    return bytes((*rules, len(held))) + held + table


def main(folder: Path) -> None:
    """Write one file for each position."""
    folder.mkdir(parents=True, exist_ok=True)
    for position in specified():
        (folder / position.id).write_bytes(seed_of(position))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
