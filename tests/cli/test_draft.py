import re
from collections.abc import Callable

import pytest

from tests.games import an_edition
from tilewise.cli.prompt import draft as drafts
from tilewise.cli.prompt.draft import Draft
from tilewise.core import notation
from tilewise.core.notation import print_rack, print_table
from tilewise.core.position import Position, broken_in


def a_draft(rack: str, table: str, *, melded: bool = True, edition: str = "classic-en") -> Draft:
    return drafts.new_draft(Position(an_edition(edition), notation.table(table), notation.rack(rack), melded))


def lies(draft: Draft) -> tuple[str, str, str]:
    """Return the table, the rack and the hand."""
    return print_table(draft.table), print_rack(draft.rack), print_rack(draft.in_hand)


def test_new_meld_takes_its_tiles_from_the_rack() -> None:
    draft = drafts.lay(a_draft("r3 r4 r5 k1", "-"), notation.table("r3 r4 r5"))

    assert lies(draft) == ("[r3 r4 r5]", "k1", "-")


def test_new_meld_is_sorted() -> None:
    draft = drafts.lay(a_draft("r3 r4 r5", "-"), notation.table("r5 r3 r4"))

    assert lies(draft) == ("[r3 r4 r5]", "-", "-")


def test_unfinished_meld_keeps_the_typed_order() -> None:
    draft = drafts.lay(a_draft("r3 k9", "-"), notation.table("k9 r3"))

    assert lies(draft) == ("[k9 r3]", "-", "-")


@pytest.mark.parametrize(
    ("table", "tile", "after"),
    [
        ("[b4 b5 b6]", "b7", "[b4 b5 b6 b7]"),
        ("[b4 b5 b6]", "b3", "[b3 b4 b5 b6]"),
        ("[r8 y8 k8]", "b8", "[r8 y8 k8 b8]"),
        ("[b4 J b6]", "b5", "[b4 b5 b6 J]"),
        ("[b4 b5 J]", "b3", "[b3 b4 b5 J]"),
        ("[b4 b5 b6]", "k1", "[b4 b5 b6 k1]"),
    ],
)
def test_added_tile_goes_where_it_fits(table: str, tile: str, after: str) -> None:
    draft = drafts.add(a_draft(tile, table), notation.rack(tile), 1)

    assert lies(draft) == (after, "-", "-")


def test_tile_taken_from_the_table_stays_in_hand_until_laid() -> None:
    taken = drafts.take(a_draft("b3 b5 b6", "[r4 b4 y4 k4]"), notation.rack("b4"), 1)
    assert lies(taken) == ("[r4 y4 k4]", "b3 b5 b6", "b4")

    laid = drafts.lay(taken, notation.table("b3 b4 b5 b6"))
    assert lies(laid) == ("[r4 y4 k4] [b3 b4 b5 b6]", "-", "-")


def test_tile_laid_in_this_turn_goes_back_to_the_rack() -> None:
    laid = drafts.add(a_draft("b7", "[b4 b5 b6]"), notation.rack("b7"), 1)

    assert lies(drafts.take(laid, notation.rack("b7"), 1)) == ("[b4 b5 b6]", "b7", "-")


def test_meld_without_tiles_disappears() -> None:
    draft = drafts.take(a_draft("k1", "[b4 b5 b6] [r1 r2 r3]"), notation.rack("b4 b5 b6"), 1)

    assert lies(draft) == ("[r1 r2 r3]", "k1", "b4 b5 b6")


def test_split_and_one_tile_make_two_runs() -> None:
    """Example E4 of the booklets."""
    draft = drafts.split(a_draft("r6", "[r4 r5 r6 r7 r8]"), 1, 2)
    draft = drafts.add(draft, notation.rack("r6"), 1)

    assert lies(draft) == ("[r4 r5 r6] [r6 r7 r8]", "-", "-")
    assert broken_in(draft.position, draft.table) == ()


def test_joined_melds_are_sorted() -> None:
    draft = drafts.join(a_draft("k1", "[b7 b8 b9] [r1 r2 r3] [b4 b5 b6]"), 1, 3)

    assert lies(draft) == ("[b4 b5 b6 b7 b8 b9] [r1 r2 r3]", "k1", "-")


def test_whole_table_is_taken_as_typed() -> None:
    draft = drafts.set_table(a_draft("b11 k8 y8", "[b8 b9 b10]"), notation.table("[b9 b10 b11] [b8 k8 y8]"))

    assert lies(draft) == ("[b9 b10 b11] [b8 k8 y8]", "-", "-")


def test_undo_reverts_one_step_at_a_time() -> None:
    start = a_draft("r3 r4 r5 b7", "[b4 b5 b6]")
    once = drafts.lay(start, notation.table("r3 r4 r5"))
    twice = drafts.add(once, notation.rack("b7"), 1)

    assert drafts.redo(drafts.undo(twice)) == twice
    assert (drafts.undo(twice).table, drafts.undo(twice).earlier) == (once.table, once.earlier)
    assert drafts.undo(drafts.undo(twice)).table == start.table


def test_reset_can_be_undone() -> None:
    laid = drafts.lay(a_draft("r3 r4 r5", "[b4 b5 b6]"), notation.table("r3 r4 r5"))

    assert drafts.reset(laid).table == laid.position.table
    assert drafts.undo(drafts.reset(laid)).table == laid.table


def test_points_count_only_melds_from_the_rack() -> None:
    draft = drafts.lay(a_draft("r9 r10 J b7", "[b4 b5 b6]", melded=False), notation.table("r9 r10 J"))

    assert draft.points == 30


def test_twist_jokers_are_placed_correctly() -> None:
    draft = drafts.lay(a_draft("y2 D y5", "-", edition="twist"), notation.table("D y5 y2"))

    assert lies(draft) == ("[y2 D y5]", "-", "-")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda draft: drafts.lay(draft, notation.table("r9 r9")), "not on your rack: r9"),
        (lambda draft: drafts.lay(draft, notation.table("b4 b5 b6")), "not on your rack: b4 b5 b6"),
        (lambda draft: drafts.add(draft, notation.rack("r9"), 3), "no meld 3; melds are numbered 1 to 2"),
        (lambda draft: drafts.add(draft, notation.rack("r9"), 0), "no meld 0; melds are numbered 1 to 2"),
        (lambda draft: drafts.take(draft, notation.rack("k1"), 1), "meld 1 is [b4 b5 b6]; it has no k1"),
        (lambda draft: drafts.split(draft, 1, 3), "meld 1 can be split after 1 to 2 tiles, not after 3"),
        (lambda draft: drafts.join(draft, 1, 1), "choose two different melds to join, not 1 and 1"),
        (lambda draft: drafts.set_table(draft, notation.table("r9 r9")), "not on the table or your rack: r9"),
        (drafts.undo, "nothing to undo"),
    ],
)
def test_impossible_edit_is_an_error(change: Callable[[Draft], Draft], message: str) -> None:
    draft = a_draft("r9", "[b4 b5 b6] [r1 r2 r3]")

    with pytest.raises(ValueError, match=re.escape(message)):
        change(draft)


def test_naming_a_meld_of_an_empty_table_is_an_error() -> None:
    with pytest.raises(ValueError, match="no meld 1; the table is empty"):
        drafts.take(a_draft("r9", "-"), notation.rack("r9"), 1)
