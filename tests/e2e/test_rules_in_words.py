"""Messages about a play: invalid melds, refusals, timeouts and jokers, in positions from a fake server."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Mouse, expect_soon, on_rack, trays, wait_for, wait_until_still
from tests.e2e.scenes import FakeServer, a_room

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MOUSE = Mouse()


def open_table(page: "Page", room: dict[str, object]) -> FakeServer:
    fake_server = FakeServer(page, room)
    page.goto("/r/scene")
    page.wait_for_selector(".game [data-rack] [data-tile]")
    return fake_server


def table_tile(page: "Page", tile: str) -> "Locator":
    return page.locator(f'[data-felt] [data-tile="{tile}"]').first


def test_run_with_a_gap_names_the_missing_tile(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, a_room("k11 y11", "[b9 b10 b11 b12 b13]"))

    MOUSE.drag(page, table_tile(page, "b11"), page.locator("[data-new]"))

    page.get_by_text("Blue run skips 11").first.wait_for()
    # The lone 11 is an unfinished meld, not an invalid one.
    expect_soon(page, lambda: page.locator(".end").inner_text().split("\n")[-1], "1 invalid meld")


def test_initial_meld_shows_its_points_and_the_shortfall(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, a_room("k6 k7 k8 r1", "[r1 r2 r3]", melded=False))

    MOUSE.lay_new(page, ("k6", "k7", "k8"))

    page.get_by_text("21 of 30 points").first.wait_for()
    expect_soon(page, lambda: page.locator(".end small").inner_text(), "9 points short")


def test_refused_play_names_the_rule_and_shakes_the_meld(new_page: NewPage) -> None:
    page = new_page()
    fake_server = open_table(page, a_room("r4 k1", "[r1 r2 r3]"))
    MOUSE.lay_into(page, "r4", next(iter(trays(page))))
    MOUSE.end(page)
    ask = fake_server.wait_for_command(type="play", table=[["r1", "r2", "r3", "r4"]])

    violation = {"rule": "joker-not-in-new-meld", "tiles": ["J"], "meld": ["r1", "r2", "r3", "r4"]}
    fake_server.send(type="refused", id=ask["id"], reason="rules-broken", violations=[violation])

    page.get_by_text("A freed joker must go into a new meld in the same turn.").first.wait_for()
    expect_soon(page, page.locator(".meld.shakes").count, 1)


@pytest.mark.parametrize("key", ["d", "Control+Enter"])
def test_ending_an_opponents_turn_names_the_player_to_move(new_page: NewPage, key: str) -> None:
    page = new_page()
    fake_server = open_table(page, a_room("r4 k1", "[r1 r2 r3]", to_move=1))

    page.keyboard.press(key)

    page.get_by_role("alert").filter(has_text="Olena is playing").first.wait_for()
    assert not any(message["type"] == "do" for message in fake_server.received)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            {"type": "drew", "seat": 0, "count": 1, "tiles": ["r9"], "why": "overrun"},
            "Time ran out. You drew a tile.",
        ),
        ({"type": "drew", "seat": 0, "count": 3, "tiles": ["r9"] * 3, "why": "unfinished"}, "and you drew 3 tiles."),
    ],
)
def test_timeout_states_the_tiles_drawn(new_page: NewPage, event: dict[str, object], words: str) -> None:
    page = new_page()
    fake_server = open_table(page, a_room("r4 k1", "[r1 r2 r3]"))

    fake_server.show(a_room("r4 k1 r9", "[r1 r2 r3]", to_move=1), [{"type": "timed-out", "seat": 0}, event])

    page.get_by_text(words).first.wait_for()


def test_planned_play_survives_a_table_change_and_marks_the_lost_tile(new_page: NewPage) -> None:
    page = new_page()
    fake_server = open_table(page, a_room("r4 k6 k7 k8", "[r1 r2 r3]", to_move=1))
    MOUSE.lay_into(page, "r4", next(iter(trays(page))))
    MOUSE.lay_new(page, ("k6", "k7", "k8"))
    expect_soon(page, page.locator(".tile.plan").count, 4)

    later = a_room("r4 k6 k7 k8", "[r1 r2 r3 r4 r5]", to_move=0)
    later["game"]["turn"] = 1
    fake_server.show(later, [{"type": "played", "seat": 3, "table": [], "laid": ["r4", "r5"]}])

    page.wait_for_selector(".tile.lost")
    expect_soon(page, lambda: set(trays(page).values()), {("r1", "r2", "r3", "r4", "r5"), ("k6", "k7", "k8")})


@pytest.mark.parametrize(
    ("rack", "table", "tile", "meld"),
    [
        ("D r1", "[y2 y5 y6]", "D", ("y2", "D", "y5", "y6")),
        ("C r1", "[y2 y3 y4]", "C", ("y2", "y3", "y4", "C")),
        ("M r1", "[b3 b3]", "M", ("b3", "M", "b3")),
        ("J r1", "[r6 r7 r9]", "J", ("r6", "r7", "J", "r9")),
    ],
    ids=["double", "colour-change", "mirror", "classic"],
)
def test_each_joker_can_be_laid_in_its_place(
    new_page: NewPage, rack: str, table: str, tile: str, meld: tuple[str, ...]
) -> None:
    page = new_page()
    room = a_room(rack, "[r1 r2 r3]", edition="twist")
    room["game"]["table"] = [table.strip("[]").split()]
    open_table(page, room)

    on_rack(page, tile).click()
    page.locator("[data-bay]").last.click()

    wait_for(page, lambda: meld in trays(page).values())


def test_joker_is_freed_by_the_tile_it_stands_for(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, a_room("r8 k1", "[r6 r7 J r9]"))

    on_rack(page, "r8").click()
    table_tile(page, "J").click()

    expect_soon(page, lambda: set(trays(page).values()), {("r6", "r7", "r8", "r9"), ("J",)})
    expect_soon(page, page.locator('[data-tile="J"][aria-selected="true"]').count, 1)


@pytest.mark.parametrize(
    ("locale", "direction", "words"), [("he-IL", "rtl", "לסיים תור"), ("uk-UA", "ltr", "Завершити хід")]
)
def test_page_direction_follows_the_language_and_tile_order_does_not(
    new_page: NewPage, locale: str, direction: str, words: str
) -> None:
    page = new_page(locale=locale)
    open_table(page, a_room("r4 k1", "[r1 r2 r3]"))

    assert page.locator("html").get_attribute("dir") == direction
    page.get_by_text(words).first.wait_for()
    wait_until_still(page)
    left = [page.locator(f'[data-felt] [data-tile="{tile}"]').bounding_box()["x"] for tile in ("r1", "r2", "r3")]
    assert left == sorted(left)


def test_returning_player_can_take_over_from_the_bot(new_page: NewPage) -> None:
    page = new_page()
    room = a_room("r4 k1", "[r1 r2 r3]", to_move=1)
    room["chairs"][0] |= {"bot": "novice", "has_stand_in": True}
    fake_server = open_table(page, room)

    page.get_by_role("button", name="Take over").click()

    fake_server.wait_for_command(type="return")
