"""Use the terminal client as a person does: press keys, read the screen."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace
from textual.actions import parse
from textual.binding import Binding
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import RichLog, Static
from textual.widgets._footer import FooterKey

from tilewise.cli.input.match_options import MatchOptions
from tilewise.cli.tui.app import Client
from tilewise.cli.tui.dialogs import AskScreen
from tilewise.cli.tui.ending import EndScreen
from tilewise.cli.tui.start import StartScreen
from tilewise.cli.tui.table import TableScreen
from tilewise.core.actions import Draw
from tilewise.core.notation import print_table
from tilewise.core.record import verify

MOON = MatchOptions("classic-en", "games_per_round=1", 2, ("novice",), "You", "moon", has_clock=True)
"""The rack is r3 b12 y3 y5 y10 y11 k1 k2 k3 k5 k8 k10 k11 J; Ada starts and lays a meld."""

Session = Callable[[Pilot[None], Client], Awaitable[None]]


def run_client(
    session: Session,
    options: MatchOptions = MOON,
    *,
    ask_first: bool = False,
    now: Callable[[], float] = lambda: 0,
    columns: int = 100,
) -> None:
    """Run the client in a terminal of the usual size, or of another width."""

    async def sit() -> None:
        client = Client(options, ask_first=ask_first, now=now)
        async with client.run_test(size=(columns, 30)) as pilot:
            await settled(pilot)
            await session(pilot, client)

    asyncio.run(sit())


async def settled(pilot: Pilot[None]) -> None:
    """Wait until the bots have played."""
    await pilot.pause()
    for worker in [each for each in pilot.app.workers if each.group == "bots"]:
        await worker.wait()
    await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await settled(pilot)


def table_of(client: Client) -> TableScreen:
    assert isinstance(client.screen, TableScreen)
    return client.screen


def messages_of(client: Client) -> str:
    return "\n".join(line.text.rstrip() for line in table_of(client).query_one("#messages", RichLog).lines)


def shown(client: Client, what: str) -> str:
    return str(table_of(client).query_one(what, Static).content)


def drafted(client: Client) -> str:
    return print_table(table_of(client).turn.draft.table)


def test_turn_can_be_played_with_the_keyboard() -> None:
    async def session(pilot: Pilot[None], client: Client) -> None:
        await press(pilot, *["right"] * 4, "space", "space", *["left"] * 6, *["right"] * 13, "space", "n")
        drawn = drafted(client)
        await press(pilot, "e")

        assert drawn == "[r13 b13 k13] [y10 y11 J]"
        assert "You played 3 tiles: orange 10, orange 11, joker." in messages_of(client)
        assert table_of(client).turn.view.is_my_turn

    run_client(session)


def test_refused_play_is_explained_and_its_tiles_marked() -> None:
    async def session(pilot: Pilot[None], client: Client) -> None:
        await press(pilot, "space", "n", "e")

        assert "Red 3: 1 tile; a meld needs at least 3. (R-MAN-03)" in messages_of(client)
        assert "Your opening melds are worth 0; you need 30. (R-MELD-01)" in messages_of(client)
        assert "!r3" in shown(client, "#melds")
        assert drafted(client) == "[r13 b13 k13] [r3]"

    run_client(session)


def test_undo_and_redo_move_step_by_step_within_the_turn() -> None:
    async def session(pilot: Pilot[None], client: Client) -> None:
        await press(pilot, "space", "n", "space", "enter", "tab", "right", "x")
        steps = [drafted(client)]
        for _ in range(4):
            await press(pilot, "u")
            steps.append(drafted(client))
        messages = messages_of(client)
        for _ in range(3):
            await press(pilot, "r")
        again = drafted(client)
        await press(pilot, "z")

        assert len(set(steps)) == 4
        assert steps[3] == steps[4] == "[r13 b13 k13]"
        assert "Nothing to undo." in messages
        assert again == steps[0]
        assert drafted(client) == "[r13 b13 k13]"
        assert len(table_of(client).turn.draft.rack) == 14

    run_client(session)


def test_hint_shows_the_first_step_and_changes_nothing() -> None:
    async def session(pilot: Pilot[None], client: Client) -> None:
        before = len(messages_of(client))
        await press(pilot, "h")
        hint = messages_of(client)[before:].replace("\n", " ")

        assert "The biggest play lays 7 tiles. Play " in hint
        assert "1. " not in hint  # the steps belong to `b`
        assert drafted(client) == "[r13 b13 k13]"
        assert table_of(client).turn.view.is_my_turn

    run_client(session)


def test_best_play_becomes_the_draft_and_its_steps_are_listed() -> None:
    async def session(pilot: Pilot[None], client: Client) -> None:
        await press(pilot, "b")
        drawn, messages = table_of(client).turn.draft.table, messages_of(client)
        await press(pilot, "u")
        undone = drafted(client)
        await press(pilot, "r", "e")
        local_match = client.local_match
        assert local_match is not None

        assert sum(map(len, drawn)) == 3 + 7
        assert "1. Play" in messages
        assert undone == "[r13 b13 k13]"
        assert "You played 7 tiles" in messages_of(client)
        assert any(getattr(action, "table", None) == drawn for action in local_match.record.games[-1].actions)

    run_client(session)


def test_hints_are_only_for_the_player_to_move() -> None:
    """Hints, biggest plays and edits are rejected while a bot is thinking."""

    async def session(pilot: Pilot[None], client: Client) -> None:
        table = table_of(client)
        table.turn.view = replace(table.turn.view, to_move=1)
        await press(pilot, "h", "b", "space", "n")

        assert "The biggest play" not in messages_of(client)
        assert drafted(client) == "[r13 b13 k13]"

    run_client(session)


def test_finished_game_shows_scores_and_offers_another_match() -> None:
    async def session(pilot: Pilot[None], client: Client) -> None:
        while not isinstance(client.screen, EndScreen):
            await press(pilot, "b", "e", "z", "d")
        local_match = client.local_match
        assert local_match is not None
        assert local_match.match.is_over
        assert verify(local_match.record) == ()
        assert "Enter: another match" in client.export_screenshot().replace("&#160;", " ")
        await press(pilot, "enter")
        assert isinstance(client.screen, StartScreen)

    run_client(session)


def test_next_game_of_the_match_follows() -> None:
    async def session(pilot: Pilot[None], client: Client) -> None:
        await press(pilot, "c")
        await press(pilot, "y")
        assert isinstance(client.screen, EndScreen)
        await press(pilot, "enter")

        assert "Game 2 of 2" in messages_of(client)

    run_client(session, MatchOptions("classic-en", "", 2, ("novice",), "You", "moon", has_clock=True))


def test_timeout_is_handled_by_the_rules() -> None:
    time = 0.0

    async def session(pilot: Pilot[None], client: Client) -> None:
        nonlocal time
        assert "1:00" in shown(client, "#top")
        time = 55.0
        table_of(client).tick()
        assert "0:05" in shown(client, "#top")
        time = 60.0
        table_of(client).tick()
        await settled(pilot)

        assert "Time ran out for You." in messages_of(client)
        assert "You drew 1 penalty tile" in messages_of(client)

    run_client(session, now=lambda: time)


def test_time_does_not_matter_without_a_clock() -> None:
    hours = count(step=3600)

    async def session(pilot: Pilot[None], client: Client) -> None:
        table_of(client).tick()
        await settled(pilot)

        assert "Time ran out" not in messages_of(client)

    run_client(
        session,
        MatchOptions("classic-en", "", 2, ("novice",), "You", "moon", has_clock=False),
        now=lambda: float(next(hours)),
    )


def test_cursor_moves_between_rack_and_table() -> None:
    async def session(pilot: Pilot[None], client: Client) -> None:
        await press(pilot, "up")
        up = table_of(client).turn.spot.area.value
        await press(pilot, "down")
        down = table_of(client).turn.spot.area.value
        await press(pilot, "tab", "right")

        assert (up, down, table_of(client).turn.spot.place) == ("table", "rack", 1)

    run_client(session)


def test_rack_can_be_sorted_by_runs_or_by_groups() -> None:
    async def session(pilot: Pilot[None], client: Client) -> None:
        by_runs = [" ".join(row) for row in table_of(client).turn.rack_sections]
        drawn_by_runs = shown(client, "#rack")
        await press(pilot, "s")
        by_groups = [" ".join(row) for row in table_of(client).turn.rack_sections]
        drawn_by_groups = shown(client, "#rack")
        await press(pilot, "s")

        assert by_runs == ["r3", "b12", "y3 y5 y10 y11", "k1 k2 k3 k5 k8 k10 k11", "J"]
        assert by_groups == ["k1", "k2", "r3 y3 k3", "y5 k5", "k8", "y10 k10", "y11 k11", "b12", "J"]
        assert drawn_by_runs != drawn_by_groups
        assert shown(client, "#rack") == drawn_by_runs

    run_client(session)


def test_sorting_puts_picked_rack_tiles_down() -> None:
    async def session(pilot: Pilot[None], client: Client) -> None:
        await press(pilot, "space", "space", "s", "n")

        assert "Pick tiles up first, with the space bar." in messages_of(client)
        assert drafted(client) == "[r13 b13 k13]"

    run_client(session)


def test_start_screen_chooses_edition_players_and_bots() -> None:
    async def session(pilot: Pilot[None], client: Client) -> None:
        await press(pilot, "left")  # quick-21, the last edition
        await press(pilot, "down", "right", "down", "right", "down", "right", "right", "down", "right", "enter")
        local_match = client.local_match

        assert local_match is not None
        assert local_match.match.edition.name == client.match_options.edition != "classic-en"
        assert len(local_match.match.seats) == 3
        assert [bot.name for bot in local_match.bots.values()] == list(client.match_options.bots)
        assert len(set(client.match_options.bots)) == 2
        assert not table_of(client).has_clock

    run_client(session, MatchOptions("classic-en", "", 2, ("novice",), "You", "moon", has_clock=True), ask_first=True)


def test_start_screen_explains_invalid_options() -> None:
    async def session(pilot: Pilot[None], client: Client) -> None:
        await press(pilot, "enter")

        assert isinstance(client.screen, StartScreen)
        assert "unknown house rule 'speed'" in client.screen.problem

    run_client(
        session, MatchOptions("classic-en", "speed=9", 2, ("novice",), "You", None, has_clock=True), ask_first=True
    )


async def leave(pilot: Pilot[None], answer: str) -> None:
    await pilot.press("q")
    await pilot.pause()
    assert isinstance(pilot.app.screen, AskScreen)
    await pilot.press(answer)
    await pilot.pause()


def test_declining_to_leave_keeps_the_turn() -> None:
    async def session(pilot: Pilot[None], client: Client) -> None:
        await press(pilot, "space", "n")
        await leave(pilot, "n")

        assert isinstance(client.screen, TableScreen)
        assert drafted(client) == "[r13 b13 k13] [r3]"
        await press(pilot, "u", "d")
        assert "You drew 1 tile" in messages_of(client)

    run_client(session)


def test_leaving_ends_the_client_and_keeps_the_record() -> None:
    async def session(pilot: Pilot[None], client: Client) -> None:
        await press(pilot, "d")
        await leave(pilot, "y")
        local_match = client.local_match
        assert local_match is not None

        assert not client.is_running
        assert not local_match.match.is_over
        assert Draw(0) in local_match.record.games[-1].actions
        assert verify(local_match.record) == ()

    run_client(session)


def test_help_lists_the_keys() -> None:
    async def session(pilot: Pilot[None], client: Client) -> None:
        await press(pilot, "question_mark")
        helped = client.export_screenshot().replace("&#160;", " ")
        await press(pilot, "escape")

        assert "Split before the cursor" in helped
        assert isinstance(client.screen, TableScreen)

    run_client(session)


@pytest.mark.parametrize("screen", [TableScreen, StartScreen])
def test_every_key_has_an_action(screen: type[Screen[Any]]) -> None:
    actions = {parse(each.action)[1] for each in screen.BINDINGS if isinstance(each, Binding)}

    assert [action for action in actions if not hasattr(screen, f"action_{action}")] == []


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_all_keys_fit_into_the_terminal(columns: int) -> None:
    async def session(_pilot: Pilot[None], client: Client) -> None:
        keys = table_of(client).query(FooterKey)

        assert (len(keys), [key.description for key in keys if key.region.right > columns]) == (8, [])

    run_client(session, columns=columns)
