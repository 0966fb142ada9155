"""Clocks per turn, per game and by correspondence; timeouts with a draft (A-05); players who leave, and stand-ins."""

import pytest

from tests.rooms.kit import ANN, BOB, NOON, World, a_table, mover, waiter
from tilewise.core.events import Drew, TimedOut, TookBack, WhyDrawn
from tilewise.core.notation import table
from tilewise.rooms import commands
from tilewise.rooms.config import Correspondence, NoClock, PerGame, PerTurn, TimeControl
from tilewise.rooms.events import TimeGivenBack
from tilewise.rooms.inputs import GiveTimeBack
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.rejections import DeclinedError, Reason, StaleError
from tilewise.rooms.view import view_room

pytestmark = pytest.mark.anyio


async def after_time_out(world: World, room: Room, seconds: float) -> Room:
    await world.advance(seconds)
    return await world.service.get(room.id)


@pytest.mark.parametrize(
    ("time", "seconds"),
    [(PerTurn(15), 15), (PerTurn(300), 300), (PerGame(60, 5), 60), (Correspondence(48), 48 * 3600)],
)
async def test_turn_ends_when_time_runs_out(world: World, time: TimeControl, seconds: float) -> None:
    room = await world.begun(ANN, BOB, time=time)

    assert (await after_time_out(world, room, seconds - 0.1)).to_move == room.to_move
    assert (await after_time_out(world, room, 0.2)).to_move != room.to_move


async def test_turn_has_no_limit_without_a_clock(world: World) -> None:
    room = await world.begun(ANN, BOB, time=NoClock())

    assert await after_time_out(world, room, 1e6) == room


async def test_node_leaves_the_alarm_to_the_node_that_has_acted_last(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(60))
    here, elsewhere = world.restarted(is_shared=True), World(world.store).restarted(is_shared=True)
    room = (await here.submit(room.id, mover(room), commands.Draw())).room
    assert room.id in world.alarms.times
    room = (await elsewhere.submit(room.id, mover(room), commands.Draw())).room

    here.update_cache(room)

    assert room.id not in world.alarms.times


async def test_timeout_without_a_draft_draws_one_tile(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(60))

    await world.advance(60)

    assert [type(event) for event in world.events_of(room.id)[-2:]] == [TimedOut, Drew]


async def test_legal_draft_is_played_when_time_runs_out(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(60))
    await world.service.draft(room.id, mover(room), a_table(room))

    assert (await after_time_out(world, room, 60)).current_game.table == a_table(room)


async def test_illegal_draft_costs_three_tiles_when_time_runs_out(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(60))
    await world.service.draft(room.id, mover(room), ((room.current_game.player.rack[0],),))

    await world.advance(60)

    *_, took_back, drew = world.events_of(room.id)
    assert isinstance(took_back, TookBack)
    assert isinstance(drew, Drew)
    assert (drew.count, drew.why) == (3, WhyDrawn.UNFINISHED)


async def test_draft_of_an_earlier_turn_is_ignored(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(60))
    await world.service.draft(room.id, mover(room), a_table(room))
    room = (await world.service.submit(room.id, mover(room), commands.Draw())).room

    assert (await after_time_out(world, room, 60)).current_game.table == ()


async def test_draft_survives_a_restart(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(60))
    await world.service.draft(room.id, mover(room), a_table(room))
    world.restarted()

    assert (await after_time_out(world, room, 60)).current_game.table == a_table(room)


async def test_draft_with_foreign_tiles_is_declined(world: World) -> None:
    room = await world.begun(ANN, BOB)
    missing = next(tile for tile in room.config.edition.box.tiles if tile not in room.current_game.player.rack)

    for phantom in (((missing,),), ((),), table("[J J J]")):
        with pytest.raises(DeclinedError, match=Reason.NOT_A_DRAFT):
            await world.service.draft(room.id, mover(room), phantom)
    with pytest.raises(DeclinedError, match=Reason.NOT_A_DRAFT):
        await world.service.draft(room.id, waiter(room), ())
    assert world.hub.drafts == []


async def test_play_after_the_deadline_is_stale(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(60))
    world.clock.time += 60.1

    with pytest.raises(StaleError):
        await world.service.submit(room.id, mover(room), commands.Play(a_table(room)), seen=room.version)


async def test_game_clock_subtracts_time_used_and_adds_the_increment(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerGame(100, 5))
    await world.advance(30)

    after = (await world.service.submit(room.id, mover(room), commands.Draw())).room

    assert after.banks[room.current_game.to_move] == 75
    assert view_room(after, None).clock.due == world.clock.time + 100


async def test_turn_is_very_short_with_an_empty_time_bank(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerGame(60, 0))
    room = await after_time_out(world, room, 60)
    room = (await world.service.submit(room.id, mover(room), commands.Draw())).room
    moving = room.to_move

    assert (await after_time_out(world, room, 5.1)).to_move != moving


async def test_server_downtime_is_credited_to_the_clock(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(60))
    world.clock.time += 600

    await world.service.execute(room.id, GiveTimeBack(590, until=NOON + 600))

    assert world.events_of(room.id)[-1] == TimeGivenBack(590, NOON + 600)
    assert (await after_time_out(world, room, 49)).to_move == room.to_move
    assert (await after_time_out(world, room, 2)).to_move != room.to_move


async def test_server_downtime_is_credited_once(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(60))
    lost = GiveTimeBack(590, until=NOON + 600)

    once = await world.service.execute(room.id, lost)
    again = await world.service.execute(room.id, lost)
    later = await world.service.execute(room.id, GiveTimeBack(30, until=NOON + 700))

    assert [seen.since - room.since for seen in (once, again, later)] == [590, 590, 620]


async def after_missed_turns(world: World, room: Room, turns: int) -> Room:
    """Let the player to move time out this many turns in a row, while the other player draws."""
    present = waiter(room)
    for _ in range(turns):
        room = await after_time_out(world, room, 30)
        room = (await world.service.submit(room.id, present, commands.Draw())).room
    return room


async def test_bot_stands_in_after_two_turns_of_a_disconnected_player(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(30))
    absent = mover(room)
    world.hub.absent = {absent.id}

    room = await after_missed_turns(world, room, 2)

    assert room.seats[room.seat_of(absent.id) or 0].has_stand_in
    with pytest.raises(DeclinedError, match=Reason.AWAY):
        await world.service.submit(room.id, absent, commands.Draw())


async def test_connected_slow_player_is_not_replaced(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(30))

    room = await after_missed_turns(world, room, 3)

    assert not any(seat.has_stand_in for seat in room.seats)


async def test_bot_stands_in_after_four_idle_turns_of_a_connected_player(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(30))
    idle = mover(room)

    room = await after_missed_turns(world, room, 4)

    assert room.seats[room.seat_of(idle.id) or 0].has_stand_in


async def test_player_who_sends_drafts_is_never_replaced(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(30))
    slow, present = mover(room), waiter(room)
    world.hub.absent = {slow.id}  # the player may have been disconnected after the last draft
    for _ in range(5):
        await world.service.draft(room.id, slow, (*room.current_game.table, (room.current_game.player.rack[0],)))
        room = await after_time_out(world, room, 30)
        room = (await world.service.submit(room.id, present, commands.Draw())).room

    assert not any(seat.has_stand_in for seat in room.seats)


async def test_bot_does_not_stand_in_if_no_other_person_waits(world: World) -> None:
    room = await world.begun(ANN, bots=1, time=PerTurn(30))
    world.hub.absent = {ANN.id}

    room = await after_time_out(world, room, 10 * 32)

    assert (room.phase, room.seats[0].is_attended) == (Phase.PLAYING, True)


async def test_playing_in_time_resets_the_missed_turns(world: World) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(30))
    slow, present = mover(room), waiter(room)
    for _ in range(3):
        room = await after_time_out(world, room, 30)
        for person in (present, slow, present):
            room = (await world.service.submit(room.id, person, commands.Draw())).room

    assert not any(seat.has_stand_in for seat in room.seats)


async def test_player_who_leaves_is_replaced_and_can_return(world: World) -> None:
    room = await world.begun(ANN, BOB)
    left = (await world.service.submit(room.id, ANN, commands.Leave())).room
    assert left.seats[0].has_stand_in
    assert left.phase is Phase.PLAYING

    back = (await world.service.submit(room.id, ANN, commands.Return())).room

    assert back.seats[0].is_attended


async def test_stand_in_takes_the_current_turn(world: World) -> None:
    room = await world.begun(ANN, BOB)
    leaver = mover(room)
    await world.service.submit(room.id, leaver, commands.Leave())

    assert (await after_time_out(world, room, 3)).to_move != room.to_move


async def test_return_without_leaving_is_declined(world: World) -> None:
    room = await world.begun(ANN, BOB)

    with pytest.raises(DeclinedError, match=Reason.NOT_AWAY):
        await world.service.submit(room.id, ANN, commands.Return())


async def test_match_ends_when_only_bots_are_left(world: World) -> None:
    room = await world.begun(ANN, BOB, bots=1)
    await world.service.submit(room.id, ANN, commands.Leave())

    over = (await world.service.submit(room.id, BOB, commands.Leave())).room

    assert over.phase is Phase.OVER
    assert view_room(over, None).deals[0].secret is not None


async def test_stand_in_can_be_called_after_a_while_without_a_clock(world: World) -> None:
    room = await world.begun(ANN, BOB)
    call = commands.CallStandIn(room.current_game.to_move)
    with pytest.raises(DeclinedError, match=Reason.TOO_EARLY):
        await world.service.submit(room.id, waiter(room), call)

    await world.advance(121)

    called = (await world.service.submit(room.id, waiter(room), call)).room
    assert called.seats[room.current_game.to_move].has_stand_in


async def test_stand_in_can_only_be_called_for_the_player_to_move(world: World) -> None:
    room = await world.begun(ANN, BOB)
    await world.advance(121)

    with pytest.raises(DeclinedError, match=Reason.NO_SUCH_CHAIR):
        await world.service.submit(room.id, mover(room), commands.CallStandIn(1 - room.current_game.to_move))
