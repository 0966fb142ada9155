"""The kernel is exact: it agrees with the specification, and with the model on random positions."""

import pytest

from tests.solver import kernel_calls
from tests.solver.brute import plays
from tests.solver.chance import a_tiny_position, an_edition, dice
from tests.solver.compare import BY_POINTS, BY_TILES, differences, faults_of
from tests.solver.model import Model
from tests.solver.positions import Position, specified
from tests.solver.prove import position_number
from tests.solver.questions import calmest_play_differs, opening_differs, questions_differ
from tests.solver.selfplay import a_game
from tilewise import _kernel
from tilewise.core.actions import Play
from tilewise.core.editions import EDITIONS
from tilewise.core.engine import check
from tilewise.core.rules.jokers import jokers_are_retrieved_by_the_book, jokers_do_not_replace_jokers
from tilewise.core.rules.melds import readings
from tilewise.core.rules.table import Change
from tilewise.core.tiles import Table, tiles_of

SPECIFIED = [position for position in specified() if not position.goes_on]
PARTS = 20


def part(number: int) -> list[Position]:
    return SPECIFIED[number::PARTS]


def found_by_kernel(position: Position) -> dict[str, int]:
    """Return the kernel's answers to a line of the specification. Each of its plays must be legal."""
    by_tiles = kernel_calls.solve(position, kernel_calls.options_of(position, BY_TILES))
    by_points = kernel_calls.solve(position, kernel_calls.options_of(position, BY_POINTS))
    assert list(faults_of(position, by_tiles, BY_TILES)) == [], position
    assert list(faults_of(position, by_points, BY_POINTS)) == [], position
    if not by_tiles.laid:
        return {}
    found = {"tiles": by_tiles.primary, "points": by_points.primary}
    if "kept" in position.best:
        options = kernel_calls.options_of(position)
        options.least_disruption = True
        calm = kernel_calls.solve(position, options)
        found |= {"kept": calm.kept, "moved": calm.moved}
    if position.has_melded:
        return found
    options = kernel_calls.options_of(position)
    options.initial_mode = kernel_calls.MOST_POINTS
    most = kernel_calls.solve(position, options)
    options.initial_mode = kernel_calls.FEWEST_TILES
    fewest = kernel_calls.solve(position, options)
    assert [*faults_of(position, most, BY_TILES), *faults_of(position, fewest, BY_TILES)] == [], position
    return found | {"worth": most.points, "fewest": len(fewest.laid)}


def test_at_least_five_hundred_positions_are_specified() -> None:
    assert len(SPECIFIED) >= 500


@pytest.mark.parametrize("number", range(PARTS))
def test_the_kernel_gives_the_specified_answers(number: int) -> None:
    wrong = {str(position): found for position in part(number) if (found := found_by_kernel(position)) != position.best}

    assert wrong == {}


@pytest.mark.parametrize("number", [number for number in range(32) if number % 10])  # every tenth is of a long game
def test_the_kernel_agrees_with_the_model(number: int) -> None:
    position, _ = position_number(2, number)

    assert list(differences(position, number)) == [], position


@pytest.mark.parametrize("seed", range(16))
def test_the_other_questions_agree_with_the_model(seed: int) -> None:
    rng = dice(seed)
    position = a_tiny_position(rng, an_edition(rng, house_rules=True), has_melded=rng.random() < 0.8)

    assert list(questions_differ(position)) == [], position


@pytest.mark.parametrize(
    "position", [each for each in SPECIFIED if each.id.startswith(("mirror-", "changes-"))], ids=lambda each: each.id
)
def test_the_other_questions_agree_about_mirrors_and_changes(position: Position) -> None:
    assert list(questions_differ(position)) == [], position


@pytest.mark.parametrize("seed", range(40))
def test_the_calmest_play_agrees_with_the_model(seed: int) -> None:
    rng = dice(seed)
    position = a_tiny_position(rng, an_edition(rng, house_rules=True), most=8)

    assert list(calmest_play_differs(position)) == [], position


@pytest.mark.parametrize("seed", range(40))
def test_the_calmest_play_moves_fewest_tiles(seed: int) -> None:
    rng = dice("calm", seed)
    position = a_tiny_position(rng, EDITIONS[rng.choice(("classic-en", "xp"))], most=11)

    assert list(calmest_play_differs(position)) == [], position


@pytest.mark.parametrize("seed", range(30))
def test_the_calmest_play_moves_fewest_tiles_in_twist(seed: int) -> None:
    rng = dice("calm twist", seed)
    position = a_tiny_position(rng, EDITIONS["twist"], most=11)

    assert list(calmest_play_differs(position)) == [], position


@pytest.mark.parametrize("seed", range(30))
def test_an_initial_meld_that_may_go_on_agrees_with_the_model(seed: int) -> None:
    rng = dice("opening", seed)
    position = a_tiny_position(rng, an_edition(rng, house_rules=True), has_melded=False)

    assert list(opening_differs(position)) == [], position


@pytest.mark.parametrize("seed", range(10))
def test_the_kernel_reads_rows_as_the_rules_do(seed: int) -> None:
    rng = dice(seed)
    for _ in range(60):
        edition = an_edition(rng, house_rules=True)
        position = a_tiny_position(rng, edition)
        tiles = [*position.rack, *tiles_of(position.table).elements()]
        row = tuple(rng.sample(tiles, rng.randint(1, len(tiles))))
        found = readings(row, edition)

        value = _kernel.meld_value(kernel_calls.coded(row), kernel_calls.options_for(edition))

        assert value == (found[0].value if found else -1), (row, edition)


def is_by_the_book(position: Position, table: Table) -> bool:
    change = Change(position.table, table, position.edition)
    return not any((*jokers_are_retrieved_by_the_book(change), *jokers_do_not_replace_jokers(change)))


@pytest.mark.parametrize("seed", range(10))
def test_the_kernel_judges_jokers_as_the_rules_do(seed: int) -> None:
    rng = dice(seed)
    for _ in range(5):
        loose = a_tiny_position(rng, an_edition(rng, house_rules=False), most=7)
        free = loose.edition.with_rules(joker_reuse="any-set", joker_swap_by_joker=True)
        tables = [table for _, table in plays(Position(free, loose.table, loose.rack))]
        strict = an_edition(rng, house_rules=True)
        rules = {name: getattr(strict, name) for name in ("joker_reuse", "joker_retrieval", "group3_both_colours")}
        position = Position(loose.edition.with_rules(**rules), loose.table, loose.rack)
        options = kernel_calls.options_of(position)
        for table in rng.sample(tables, min(40, len(tables))):
            before, after = kernel_calls.coded_table(position.table), kernel_calls.coded_table(table)

            assert _kernel.joker_rules_hold(before, after, options) == is_by_the_book(position, table), (
                position,
                table,
            )


def test_the_answers_do_not_depend_on_the_number_of_threads() -> None:
    positions = [each for each in SPECIFIED if each.has_melded and each.edition == EDITIONS["classic-en"]]
    plain = kernel_calls.options_for(EDITIONS["classic-en"])
    asked = [kernel_calls.question(position) for position in positions]

    alone, together = _kernel.solve_many(asked, plain, 1), _kernel.solve_many(asked, plain, 4)

    assert [(each.laid, each.table) for each in alone] == [(each.laid, each.table) for each in together]


@pytest.mark.parametrize("budget", [1, 5, 50, 1000])
def test_an_answer_within_a_budget_is_marked_proven_only_if_it_is(budget: int) -> None:
    for position in SPECIFIED[::7]:
        options = kernel_calls.options_of(position)
        options.node_budget = budget

        found = kernel_calls.solve(position, options)

        best = position.best.get("tiles", 0)
        assert list(faults_of(position, found, BY_TILES)) == [], position
        assert found.primary == best if found.proven else found.primary <= best, position


@pytest.mark.parametrize("budget", [10, 200])
def test_a_list_cut_short_by_the_budget_is_marked_incomplete(budget: int) -> None:
    for position in SPECIFIED[::9]:
        options = kernel_calls.options_of(position)
        whole = _kernel.k_best(*kernel_calls.question(position), options, 4)
        options.node_budget = budget

        found = _kernel.k_best(*kernel_calls.question(position), options, 4)

        assert [fault for each in found for fault in faults_of(position, each, BY_TILES)] == [], position
        if found and found[-1].proven:
            assert [each.primary for each in found] == [each.primary for each in whole], position


def test_a_time_budget_ends_in_time() -> None:
    for position in SPECIFIED[::25]:
        options = kernel_calls.options_of(position)
        options.time_budget_us = 50

        found = kernel_calls.solve(position, options)

        assert found.primary == position.best.get("tiles", 0) or not found.proven, position


def test_every_play_of_a_game_is_legal() -> None:
    rng = dice("a game")
    for position in a_game(rng, EDITIONS["classic-en"], 3):
        found = kernel_calls.solve(position)

        if found.laid:
            assert check(position.state, Play(0, kernel_calls.table_of_code(found.table))) == ()


def test_the_model_is_asked_about_every_kind_of_position() -> None:
    drawn = [position_number(1, number) for number in range(8)]

    assert {source for _, source in drawn} == {"game", "chance", "tiny"}
    assert Model(drawn[1][0]).melds
