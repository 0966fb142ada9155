"""Every line of spec/melds.txt and spec/faults.txt and every block of spec/turns.txt, in every edition it names."""

from collections import Counter
from collections.abc import Iterable

import pytest

from tests import games, spec
from tests.spec import Block, FaultLine, MeldLine
from tilewise.core import engine, notation
from tilewise.core.edition import Edition
from tilewise.core.rules.melds import MeldFault, fault_of, nearest_meld, readings, value_of
from tilewise.core.state import State
from tilewise.core.tiles import in_order, tiles_of

MELDS = [
    pytest.param(line, edition, id=f"{line.id}-{edition.name}")
    for line in spec.melds()
    for edition in spec.editions(line.editions)
]
FAULTS = [
    pytest.param(line, edition, id=f"{line.id}-{edition.name}")
    for line in spec.faults()
    for edition in spec.editions(line.editions)
]
TURNS = [
    pytest.param(block, edition, id=f"{block['id']}-{edition.name}")
    for block in spec.blocks("turns.txt")
    for edition in spec.editions(block["editions"])
]


@pytest.mark.parametrize(("line", "edition"), MELDS)
def test_meld(line: MeldLine, edition: Edition) -> None:
    meld = notation.meld(line.tiles)
    verdict, _, value = line.verdict.partition(" ")

    assert bool(readings(meld, edition)) == (verdict == "legal")
    assert (fault_of(meld, edition) is None) == (verdict == "legal")
    if value:
        assert value_of(meld, edition) == int(value)


@pytest.mark.parametrize(("line", "edition"), FAULTS)
def test_a_row_is_refused_for_the_fault_a_player_would_name(line: FaultLine, edition: Edition) -> None:
    """R-SET-01, R-SET-02, R-SET-03, R-SET-04, R-MAN-03."""
    assert fault_of(notation.meld(line.tiles), edition) == line.fault


@pytest.mark.parametrize("line", [line for line in spec.faults() if line.strays != "-"], ids=lambda line: line.id)
def test_the_tiles_that_do_not_belong_are_known(line: FaultLine) -> None:
    """R-SET-02, R-SET-03."""
    near = nearest_meld(notation.meld(line.tiles))

    assert near is not None
    assert near.strays == notation.rack(line.strays)


def test_every_fault_has_a_line() -> None:
    assert {line.fault for line in spec.faults()} == set(MeldFault)


def state_of(block: Block, edition: Edition) -> State:
    return games.a_game(block["rack"], table=block["before"], melded=block["melded"] == "yes", edition=edition)


@pytest.mark.parametrize(("block", "edition"), TURNS)
def test_turn(block: Block, edition: Edition) -> None:
    state, play = state_of(block, edition), games.play(block["after"])

    violations = engine.check(state, play)

    if block["verdict"] == "accepted":
        assert violations == ()
        after = engine.act(state, play)
        assert after.table == notation.table(block["after"])
        assert after.players[0].rack == in_order(notation.rack(block["left"]))
    else:
        _, code, *points = block["verdict"].split()
        (found,) = [violation for violation in violations if violation.rule == code]
        assert points in ([], [f"{found.have}/{found.need}"])


@pytest.mark.parametrize("block", tuple(spec.blocks("turns.txt")), ids=lambda block: block["id"])
def test_a_turn_of_the_specification_loses_no_tile(block: Block) -> None:
    before = tiles_of(notation.table(block["before"])) + Counter(notation.rack(block["rack"]))
    after = tiles_of(notation.table(block["after"])) + Counter(notation.rack(block["left"]))

    assert before == after


@pytest.mark.parametrize("name", ["melds.txt", "faults.txt", "turns.txt", "flows.txt", "scores.txt"])
def test_ids_are_all_different(name: str) -> None:
    lines: dict[str, Iterable[MeldLine | FaultLine]] = {"melds.txt": spec.melds(), "faults.txt": spec.faults()}
    ids = [line.id for line in lines[name]] if name in lines else [block["id"] for block in spec.blocks(name)]

    assert len(set(ids)) == len(ids) > 20
