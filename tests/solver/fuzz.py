"""Call the kernel with random bytes: it answers or raises ValueError, never crashes. `python -m tests.solver.fuzz`."""

import argparse

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from tilewise import _kernel

ANY = st.binary(max_size=60)
RUN = st.builds(
    lambda colour, first, length: bytes(range(13 * colour + first, 13 * colour + min(first + length, 13))),
    st.integers(0, 3),
    st.integers(0, 10),
    st.integers(3, 6),
)
GROUP = st.builds(
    lambda number, colours: bytes(13 * colour + number for colour in sorted(colours)),
    st.integers(0, 12),
    st.sets(st.integers(0, 3), min_size=3),
)
WILD = st.lists(st.integers(0, 55), min_size=3, max_size=7).map(bytes)
MELDS = st.lists(st.one_of(RUN, GROUP, WILD), max_size=5).map(lambda melds: b"".join(each + b"\xff" for each in melds))
RACK = st.lists(st.integers(0, 55), max_size=16).map(bytes)


@st.composite
def some_options(draw: st.DrawFn) -> _kernel.Options:
    """Return random options, some of them out of range."""
    options = _kernel.Options()
    for name in (
        "has_melded",
        "joker_in_initial_meld",
        "joker_reuse_any_set",
        "exact_tile_retrieval",
        "group3_both_colours",
        "joker_swap_by_joker",
        "colour_change_at_start",
        "least_disruption",
    ):
        setattr(options, name, draw(st.booleans()))
    options.threshold = draw(st.sampled_from((0, 1, 30, 255, 300)))
    options.initial_mode = draw(st.sampled_from((0, 1, 2)))
    options.min_number_tiles = draw(st.sampled_from((0, 1, 2, 5)))
    options.mirror_min_side = draw(st.sampled_from((1, 2, 3, 9)))
    options.time_budget_us = 2_000  # the whole box on one rack would take too long
    weights = st.lists(st.integers(-1_000_000, 1_000_000), min_size=56, max_size=56)
    if draw(st.booleans()):
        options.set_weights(draw(weights), draw(weights))
    return options


def ask_everything(table: bytes, rack: bytes, options: _kernel.Options) -> None:
    """Ask the kernel every question. A ValueError is an answer too."""
    questions = (
        lambda: _kernel.solve(table, rack, options),
        lambda: _kernel.solve_many([(table, rack)] * 3, options, 2),
        lambda: _kernel.k_best(table, rack, options, 3),
        lambda: _kernel.maximal_plays(table, rack, options, 5),
        lambda: _kernel.can_play(table, rack, options),
        lambda: _kernel.can_play_all(table, rack, options),
        lambda: _kernel.meld_value(rack, options),
        lambda: _kernel.joker_rules_hold(table, rack, options),
    )
    for question in questions:
        try:
            question()
        except ValueError as error:
            if not str(error):
                raise


def main() -> None:
    """Run the fuzzer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--examples", type=int, default=10_000)
    arguments = parser.parse_args()
    wanted = settings(
        max_examples=arguments.examples, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    for tables in (ANY, MELDS):
        test = given(tables, st.one_of(RACK, ANY), some_options())(ask_everything)
        wanted(seed(arguments.seed)(test))()


if __name__ == "__main__":
    main()
