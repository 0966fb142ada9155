"""The referee and solver page: entering, judging, solving and sharing a position."""

from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Keys, Mouse, Player, expect_soon, trays, wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

E6 = "/solve?e=classic-en&t=r5.r6.r7_y5.y6.y7_k5.k6.k7.k8.k9&r=k10.b5"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def enter_tiles(page: "Page", tiles: str) -> None:
    for tile in tiles.split():
        page.locator(f'[data-palette="{tile}"]').click()


def test_entered_position_is_solved_and_shown_step_by_step(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/solve")
    page.locator("[data-palette]").first.wait_for()
    enter_tiles(page, "b3 b5 b6")
    page.get_by_role("button", name="New meld").click()
    enter_tiles(page, "r4 b4 y4 k4")
    page.wait_for_url(lambda url: ">b3+b5+b6+/+14;+[r4+b4+y4+k4]" in unquote(url))

    page.get_by_role("button", name="Find biggest play").click()
    page.get_by_text("Take blue 4 from").wait_for()
    expect_soon(page, lambda: set(trays(page).values()), {("r4", "y4", "k4"), ("b3", "b4", "b5", "b6")})
    page.get_by_role("button", name="Previous step").click()

    wait_for(page, lambda: ("b4",) in trays(page).values())


def test_solver_offers_alternatives_and_plays_the_steps_automatically(new_page: NewPage) -> None:
    page = new_page()
    page.clock.install()
    page.goto(E6)
    page.get_by_role("button", name="Find biggest play").click()
    plays = page.locator(".plays button")
    plays.nth(1).click()
    page.locator(".plays button").nth(0).click()
    page.get_by_role("button", name="Play the steps").click()
    page.clock.run_for(20_000)

    wait_for(page, lambda: ("k8", "k9", "k10") in trays(page).values())
    assert plays.count() >= 2


def test_referee_rejects_an_illegal_play_and_accepts_a_legal_one(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/solve?r=b6.r1.k12.y12&t=b5.J.b7")
    page.locator("[data-rack] [data-tile]").first.wait_for()
    Keys().replace_joker(page, "b6")
    page.keyboard.press("Escape")
    page.locator(".end").click()
    page.locator(".bubble.bad").wait_for()

    page.goto("/solve?r=b8.r1&t=b5.J.b7")
    page.locator("[data-felt] [data-tile]").first.wait_for()
    Mouse().lay_into(page, "b8", next(iter(trays(page))))
    page.locator(".end").click()
    page.get_by_text("Legal. Plays 1 tile from the rack.").wait_for()


@pytest.mark.parametrize(
    ("position", "laid"),
    [
        ("r=D.r1&t=y5.y6.y7", ("D",)),
        ("r=C.r1&t=y2.y3.y4", ("C",)),
        ("r=b2.b3.M.b3.b2.r1", ("b2", "b3", "M", "b3", "b2")),
        ("r=J.r1&t=r6.r7.r8", ("J",)),
    ],
    ids=["double", "colour-change", "mirror", "classic"],
)
def test_referee_accepts_each_twist_joker(new_page: NewPage, position: str, laid: tuple[str, ...]) -> None:
    page = new_page()
    page.goto(f"/solve?e=twist&{position}")
    page.locator("[data-rack] [data-tile]").first.wait_for()
    if "&t=" in position:
        wait_for(page, lambda: trays(page))
        Mouse().lay_into(page, laid[0], next(iter(trays(page))))
    else:
        Mouse().lay_new(page, laid)

    page.locator(".end").click()

    page.get_by_text("Legal.").first.wait_for()
    assert page.locator(".bubble.bad").count() == 0


def test_surplus_tiles_cannot_be_entered_and_are_named_when_pasted(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/solve")
    page.locator("[data-palette]").first.wait_for()
    enter_tiles(page, "r7 r7")
    wait_for(page, page.locator('[data-palette="r7"]').is_disabled)

    page.get_by_label("Rack as text").fill("r7 r7 r7")
    page.get_by_label("Table as text").fill("[r1 r2 b3]")
    page.get_by_role("button", name="Load").click()
    page.get_by_role("button", name="Find biggest play").click()

    page.get_by_text("red 7: 3 here, but the box only has 2.").wait_for()
    page.get_by_text("r1 r2 b3: ").wait_for()
    expect_soon(page, page.locator("[data-laid]").count, 6)


def test_invalid_tile_in_pasted_text_is_named_and_the_position_is_kept(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/solve")
    page.locator("[data-palette]").first.wait_for()
    enter_tiles(page, "r7")
    page.get_by_label("Rack as text").fill("r7 r99")
    page.get_by_role("button", name="Load").click()

    page.get_by_text("“r99” isn’t a tile.").wait_for()
    expect_soon(page, page.locator("[data-laid]").count, 1)


def test_broken_link_names_the_unreadable_parts_and_keeps_the_rest(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/solve?e=clasic&t=r5.r66.r7&r=k10")

    page.get_by_text("couldn’t read clasic, r66").wait_for()
    wait_for(page, lambda: trays(page) or page.locator("[data-laid]").count() == 3)


def test_position_can_be_saved_as_svg_and_png(new_page: NewPage) -> None:
    page = new_page()
    page.goto(E6)
    for name, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        assert download.value.path().read_bytes().startswith(start)


def test_picture_without_a_server_shows_why(new_page: NewPage) -> None:
    page = new_page()
    page.goto(E6)
    page.route("**/api/picture", lambda route: route.abort())
    page.get_by_role("button", name="PNG").click()

    page.get_by_text("The server isn’t responding.").wait_for()


def test_copied_link_restores_the_position(new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(E6)
    page.locator("[data-felt] [data-tile]").first.wait_for()
    before = (list(trays(page).values()), page.locator("[data-rack] [data-tile]").count())
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")

    page.goto("/")
    page.goto(link)
    expect_soon(page, lambda: (list(trays(page).values()), page.locator("[data-rack] [data-tile]").count()), before)


def test_position_can_be_copied_as_text_and_pasted_on_another_board(new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(E6)
    page.get_by_role("button", name="Copy text").click()
    page.get_by_role("button", name="Copied").wait_for()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text == "classic-en; >k10 b5 / 14; [r5 r6 r7] [y5 y6 y7] [k5 k6 k7 k8 k9]"

    page.goto("/solve")
    page.get_by_label("Position as text").fill(text)
    page.keyboard.press("Enter")

    expect_soon(page, lambda: len(trays(page)), 3)
    expect_soon(page, page.locator("[data-rack] [data-tile]").count, 2)


def test_unreadable_text_of_a_position_changes_nothing(new_page: NewPage) -> None:
    page = new_page()
    page.goto(E6)
    page.get_by_label("Position as text").fill("classic-en; >r99 / 14; -")
    page.keyboard.press("Enter")

    page.get_by_text("We couldn’t read r99, so nothing has changed.").wait_for()
    expect_soon(page, lambda: len(trays(page)), 3)


def test_house_rules_change_the_verdict(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/solve?r=r5.b5.k5&m=0&h=initial_meld_min:10")
    page.locator("[data-rack] [data-tile]").first.wait_for()

    Mouse().lay_new(page, ("r5", "b5", "k5"))
    page.locator(".end").click()

    page.get_by_text("The new melds are worth 15 points.").wait_for()


def test_solving_offline_shows_an_error_and_keeps_the_position(new_page: NewPage) -> None:
    page = new_page()
    page.goto(E6)
    page.locator("[data-rack] [data-tile]").first.wait_for()
    page.context.set_offline(True)
    page.get_by_role("button", name="Find biggest play").click()

    page.get_by_text("The server isn’t responding.").wait_for()
    expect_soon(page, lambda: len(trays(page)), 3)


def test_solver_fits_a_phone_in_ukrainian(new_page: NewPage) -> None:
    page = new_page(locale="uk-UA", **PHONE)
    page.goto(E6)
    page.get_by_role("button", name="Знайти найбільший хід").tap()

    page.locator(".plays button").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


WAIT_OR_LAY = "/solve?e=classic-en&t=r5.r6.r7_y5.y6.y7&r=r8.k1.k13.b9&o=6"


def settle(page: "Page") -> None:
    """Ask what wins, and wait until the figures are settled."""
    page.get_by_role("button", name="Find what wins").click()
    page.locator(".wins[aria-busy=false]").wait_for()


def test_win_chances_of_waiting_and_laying_are_compared_and_shown_on_the_table(new_page: NewPage) -> None:
    page = new_page()
    page.goto(WAIT_OR_LAY)
    settle(page)
    candidates = page.locator(".wins .plays button")

    candidates.filter(has_text="Wait").click()
    expect_soon(page, lambda: set(trays(page).values()), {("r5", "r6", "r7"), ("y5", "y6", "y7")})
    candidates.filter(has_text="most points").click()

    expect_soon(page, lambda: set(trays(page).values()), {("r5", "r6", "r7", "r8"), ("y5", "y6", "y7")})
    assert all("±" in text for text in candidates.all_inner_texts())


def test_later_question_replaces_an_unanswered_one(new_page: NewPage) -> None:
    page = new_page()
    held: list[Route] = []
    page.route("**/api/analyse", lambda route: held.append(route))  # noqa: PLW0108  # playwright sets an attribute on it
    page.goto(WAIT_OR_LAY)
    page.get_by_role("button", name="Find what wins").click()
    wait_for(page, lambda: held)

    page.get_by_role("button", name="Find biggest play").click()
    page.locator(".answers .plays button").first.wait_for()
    held[0].fulfill(status=503, json={"error": "busy"})
    page.get_by_role("button", name="Check if it’s legal").click()

    page.get_by_text("Legal. Plays 1 tile from the rack.").wait_for()
    assert page.locator(".bubble.bad, .wins").count() == 0


def test_changed_position_drops_the_answer_to_the_earlier_one(new_page: NewPage) -> None:
    page = new_page()
    held: list[Route] = []
    page.route("**/api/solve", lambda route: held.append(route))  # noqa: PLW0108  # playwright sets an attribute on it
    page.goto(WAIT_OR_LAY)
    page.get_by_role("button", name="Find biggest play").click()
    wait_for(page, lambda: held)
    page.get_by_role("button", name="Edit position").click()
    enter_tiles(page, "r9")
    with page.expect_response("**/api/solve"):
        held[0].continue_()
    page.get_by_role("button", name="Try it yourself").click()
    page.locator(".end[aria-busy=false]").wait_for()

    assert page.locator(".answers").count() == 0


def test_figures_refine_and_can_be_stopped(new_page: NewPage) -> None:
    page = new_page()
    asked: list[int] = []

    def hold_back_the_second(route: "Route") -> None:
        asked.append((route.request.post_data_json or {})["nodes"])
        if len(asked) == 1:
            route.continue_()

    page.route("**/api/analyse", hold_back_the_second)
    page.goto(WAIT_OR_LAY)
    page.get_by_role("button", name="Find what wins").click()
    page.get_by_role("button", name="Stop here").click()

    page.locator(".wins[aria-busy=false]").wait_for()
    wait_for(page, lambda: len(asked) == 2)
    assert asked == sorted(asked)


def test_other_players_are_part_of_the_link(new_page: NewPage) -> None:
    page = new_page()
    page.goto(WAIT_OR_LAY)
    page.get_by_role("button", name="Add a player").click()
    second = page.get_by_role("group", name="Player 3")
    second.get_by_label("Tiles").fill("11")
    second.get_by_label("Tiles").blur()
    second.get_by_label("Has opened").click()
    second.get_by_label("Way of playing").select_option("holds")
    page.wait_for_url(lambda url: "/+6+/+11!;" in url and url.endswith("&s=uh"))
    page.reload()

    expect_soon(page, second.get_by_label("Tiles").input_value, "11")
    page.get_by_text("Pool: 79 tiles").wait_for()


def test_too_many_tiles_on_the_other_racks_are_reported_in_words(new_page: NewPage) -> None:
    page = new_page()
    page.goto(WAIT_OR_LAY)
    page.get_by_label("Tiles", exact=True).fill("99")
    page.get_by_label("Tiles", exact=True).blur()
    page.get_by_role("button", name="Find what wins").click()

    page.locator(".bubble.bad").get_by_text("The box has 3 tiles fewer than that.").wait_for()


def test_analysis_without_a_rack_asks_for_tiles(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/solve")
    page.get_by_role("button", name="Find what wins").click()

    page.get_by_text("Put your tiles on the rack first.").wait_for()


def test_analysis_fits_a_phone_in_hebrew(new_page: NewPage) -> None:
    page = new_page(locale="he-IL", **PHONE)
    page.goto(WAIT_OR_LAY)
    page.get_by_role("button", name="מה מנצח?").tap()
    page.locator(".wins[aria-busy=false]").wait_for()

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_replayed_turn_opens_on_the_board_and_back_returns_to_it(new_page: NewPage) -> None:
    page = new_page()
    player = Player(page, Keys())
    one_game = {"games_per_round": 1}
    path = player.open_room(bots=["novice"], start=True, chairs=2, time={"type": "none"}, rules=one_game)
    player.wait_for_turn()
    player.draw()
    player.wait_for_turn()
    player.concede_and_wait()
    page.goto(f"/replay/{path.rsplit('/', 1)[-1]}?turn=1")
    page.get_by_role("button", name="Next turn").click()
    page.locator('.turn[data-at="2"][aria-current]').wait_for()

    page.get_by_role("link", name="Open on the analysis board").click()
    expect_soon(page, page.locator("[data-rack] [data-tile]").count, 14)
    page.get_by_role("button", name="Back to where you were").click()

    page.locator('.turn[data-at="2"][aria-current]').wait_for()


def test_puzzle_opens_on_the_board_and_back_returns_to_it(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/puzzles/play?edition=classic-en")
    page.locator("[data-felt] [data-tile]").first.wait_for()
    before = sorted(trays(page).values())

    page.get_by_role("link", name="Open on the analysis board").click()
    page.get_by_role("button", name="Find what wins").wait_for()
    expect_soon(page, lambda: sorted(trays(page).values()), before)
    page.get_by_role("button", name="Back to where you were").click()

    page.get_by_role("button", name="Check", exact=True).wait_for()
    expect_soon(page, lambda: sorted(trays(page).values()), before)
