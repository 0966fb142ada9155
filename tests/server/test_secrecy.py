"""The secrecy law: nothing sent to a client depends on what the client may not know."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from tests.rooms.kit import ANN, BOB, World
from tests.server.kit import Player, Running, is_my_turn, my_game, turn_of
from tilewise.bots import BOTS, USUAL
from tilewise.core.actions import Action, Draw, Pass, Play, RunOutOfTime
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.events import Drew, GameStarted, TimedOut, TookBack
from tilewise.core.state import State
from tilewise.core.tiles import Tile, in_order, tiles_of
from tilewise.core.view import view_of
from tilewise.core.violations import RefusedError
from tilewise.rooms import commands
from tilewise.rooms.config import PerTurn, RoomConfig
from tilewise.rooms.events import Acted, Entry, RoomEvent
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person
from tilewise.server.live.connection import recent
from tilewise.server.live.hub import Broadcast
from tilewise.wire.messages import DraftShown, Update, decode_answer, encode

pytestmark = pytest.mark.anyio

CLEO = Person("p-cleo", "Cleo")
OBSERVERS = (0, 1, 2, None)
LATE = 0.15
"""How often a player times out."""


def dealt_otherwise(game: State, seat: int | None, dice: Random) -> State:
    """Return another game that looks the same to a seat."""
    hidden = [tile for other, player in enumerate(game.players) if other != seat for tile in player.rack]
    tiles = [*hidden, *game.pool]
    dice.shuffle(tiles)
    pile = iter(tiles)
    players = tuple(
        player if other == seat else replace(player, rack=in_order(_take(pile, len(player.rack))))
        for other, player in enumerate(game.players)
    )
    return replace(game, players=players, pool=tuple(pile))


def _take(pile: Iterator[Tile], count: int) -> list[Tile]:
    return [next(pile) for _ in range(count)]


def told_otherwise(event: RoomEvent, seat: int | None, twin: Room) -> RoomEvent:
    """Return the event of the other game."""
    match event:
        case GameStarted():
            racks = tuple(player.rack for player in twin.current_game.players)
            return replace(event, racks=racks, pool=twin.current_game.pool)
        case Drew() if event.seat != seat and event.tiles is not None:
            return replace(event, tiles=twin.current_game.players[event.seat].rack[: event.count])
        case Acted(action=RunOutOfTime() as action) if action.seat != seat:
            return Acted(replace(action, draft=None))
        case _:
            return event


def frames(room: Room, entry: Entry, seat: int | None, dice: Random) -> tuple[bytes, bytes]:
    """Return the frame that is sent, and the frame for other hidden tiles."""
    assert room.match is not None
    game = dealt_otherwise(room.current_game, seat, dice)
    twin = replace(room, match=replace(room.match, game=game))
    events = tuple(told_otherwise(event, seat, twin) for event in entry.events)
    return (
        Broadcast(room, entry).frame_for(seat, 0.0),
        Broadcast(twin, replace(entry, events=events)).frame_for(seat, 0.0),
    )


def dice_for(edition: Edition) -> Random:
    return Random(edition.name)  # noqa: S311  # the same game every time


async def played(world: World, edition: Edition, dice: Random) -> None:
    """Play a whole game of three people with legal plays, illegal plays and timeouts."""
    rules = edition.with_rules(games_per_round=1, strict_confirm=dice.random() < 0.5)
    room = await world.service.open(RoomConfig(rules, chairs=3, time=PerTurn(60)), ANN)
    for person in (BOB, CLEO):
        await world.service.submit(room.id, person, commands.Sit())
    for person in (ANN, BOB, CLEO):
        await world.service.submit(room.id, person, commands.Ready())
    for person in (ANN, BOB, CLEO):
        room = (await world.service.submit(room.id, person, commands.Contribute(person.name))).room
    while room.phase is Phase.PLAYING:
        room = await one_turn(world, room, dice)


async def one_turn(world: World, room: Room, dice: Random) -> Room:
    """Play legally or illegally, or time out without a draft, with an illegal draft or with a legal one."""
    person = room.seats[room.current_game.to_move].person
    assert person is not None
    view = view_of(room.current_game, room.current_game.to_move)
    if room.seats[room.current_game.to_move].missed_turns == 0 and dice.random() < LATE:
        return await late(world, room, person, dice)
    wanted: list[Action] = [BOTS["novice"].choose(view, USUAL), Draw(0), Pass(0)]
    if dice.random() < 0.1:
        wanted.insert(0, Play(view.to_move, (view.rack[:2], *view.table)))
    for action in wanted:
        try:
            return (await world.service.submit(room.id, person, turn_of(action))).room
        except RefusedError:
            continue
    raise AssertionError(view)


async def late(world: World, room: Room, person: Person, dice: Random) -> Room:
    rack, table = room.current_game.player.rack, room.current_game.table
    if dice.random() < 0.8:
        await world.service.draft(room.id, person, ((rack[0],), *table))
    wanted = BOTS["novice"].choose(view_of(room.current_game, room.current_game.to_move), USUAL)
    if isinstance(wanted, Play) and dice.random() < 0.5:
        await world.service.draft(room.id, person, wanted.table)
    await world.advance(60)
    return await world.service.get(room.id)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.name)
async def test_updates_do_not_depend_on_hidden_tiles(edition: Edition) -> None:
    world, dice = World(), dice_for(edition)
    await played(world, edition, dice)

    games = [(room, entry) for room, entry in world.hub.received if room.phase is Phase.PLAYING]
    assert len(games) > 20
    assert {TimedOut, TookBack} <= {type(event) for _, entry in games for event in entry.events}
    for room, entry in games:
        for seat in OBSERVERS:
            sent, other = frames(room, entry, seat, dice)
            assert sent == other


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.name)
async def test_recent_log_does_not_depend_on_hidden_tiles(edition: Edition) -> None:
    world, dice = World(), dice_for(edition)
    await played(world, edition, dice)

    games = [(room, entry) for room, entry in world.hub.received if room.phase is Phase.PLAYING]
    for seat in OBSERVERS:
        twins = [_entry_otherwise(room, entry, seat, dice) for room, entry in games]
        sent, other = recent([entry for _, entry in games], (), seat, ()), recent(twins, (), seat, ())
        assert encode(sent) == encode(other)


def _entry_otherwise(room: Room, entry: Entry, seat: int | None, dice: Random) -> Entry:
    assert room.match is not None
    twin = replace(room, match=replace(room.match, game=dealt_otherwise(room.current_game, seat, dice)))
    return replace(entry, events=tuple(told_otherwise(event, seat, twin) for event in entry.events))


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.name)
async def test_recent_log_hides_the_secret_before_the_end(edition: Edition) -> None:
    world = World()
    await played(world, edition, dice_for(edition))

    entries = [entry for room, entry in world.hub.received if room.phase is not Phase.OVER]
    secrets = [deal.secret for room, _ in world.hub.received for deal in room.deals]
    frame = encode(recent(entries, (), 0, ())).decode()
    assert secrets
    assert not any(secret in frame for secret in secrets)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.name)
async def test_updates_hide_the_secret_before_the_end(edition: Edition) -> None:
    world = World()
    await played(world, edition, dice_for(edition))

    for room, entry in world.hub.received:
        if room.phase in (Phase.DEALING, Phase.PLAYING):
            pending = [room.next_deal.secret] if room.next_deal else []
            secrets = [*pending, *(deal.secret for deal in room.deals[room.games_over :])]
            for seat in OBSERVERS:
                frame = Broadcast(room, entry).frame_for(seat if seat != 2 else None, 0.0).decode()
                assert not any(secret in frame for secret in secrets)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.name)
async def test_draft_shows_only_the_table_and_the_laid_tiles(edition: Edition) -> None:
    world, dice = World(), dice_for(edition)
    await played(world, edition, dice)

    positions = {room.game_version: room for room, _ in world.hub.received if room.phase is Phase.PLAYING}
    assert len(world.hub.drafts) > 3
    for draft in world.hub.drafts:
        game = positions[draft.game_version].current_game
        laid = tiles_of(draft.table) - tiles_of(game.table)
        frame = encode(DraftShown(draft.seat, draft.table))
        assert decode_answer(frame) == DraftShown(draft.seat, draft.table)
        assert laid <= Counter(game.players[draft.seat].rack)
        assert tiles_of(draft.table) - laid <= tiles_of(game.table)


async def test_sockets_never_send_another_players_rack(server: Running) -> None:
    ann, bob, eve = [await server.guest(name) for name in ("Ann", "Bob", "Eve")]
    room = await ann.open(time={"type": "none"}, rules={"games_per_round": 1})
    async with ann.joined(room) as one, bob.joined(room) as two, eve.joined(room) as watcher:
        await two.do(commands.Sit())
        for player in (one, two):
            await player.do(commands.Ready())
        for player in (one, two):
            await player.do(commands.Contribute("x"))
        await until_over(one, two)
        await watcher.until(lambda view: view.phase == "over")

    for player, seat in ((one, 0), (two, 1), (watcher, None)):
        for view in (message.view for message in player.received if isinstance(message, Update)):
            if view.phase == "playing":
                assert [number for number, shown in enumerate(my_game(view).seats) if shown.rack is not None] == (
                    [] if seat is None else [seat]
                )
                assert all(deal.secret is None for deal in view.deals)


async def until_over(one: Player, two: Player) -> None:
    while one.view.phase != "over":
        for player in (one, two):
            await player.until(lambda view: view.version >= max(one.view.version, two.view.version))
            if is_my_turn(player.view):
                await player.do(turn_of(BOTS["novice"].choose(my_game(player.view), USUAL)))
