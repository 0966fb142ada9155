"""Every line of spec/melds.txt and every block of spec/turns.txt, in every edition it names."""

from collections import Counter

import pytest

from tests import games, spec
from tests.spec import Block, MeldLine
from tilewise.core import engine, notation
from tilewise.core.edition import Edition
from tilewise.core.rules.melds import fault_of, readings, value_of
from tilewise.core.state import State
from tilewise.core.tiles import in_order, tiles_of

MELDS = [
    pytest.param(line, edition, id=f"{line.id}-{edition.name}")
    for line in spec.melds()
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


@pytest.mark.parametrize("name", ["melds.txt", "turns.txt", "flows.txt", "scores.txt"])
def test_ids_are_all_different(name: str) -> None:
    ids = [line.id for line in spec.melds()] if name == "melds.txt" else [block["id"] for block in spec.blocks(name)]

    assert len(set(ids)) == len(ids) > 20
