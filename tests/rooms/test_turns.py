"""Turns: accepted, refused, repeated, stale and concurrent; bots and rematches."""

import asyncio

import pytest

from tests.rooms.kit import ANN, BOB, CLEO, World, a_table, mover, waiter
from tilewise.core.actions import Action, Draw
from tilewise.core.events import Played
from tilewise.core.notation import table
from tilewise.core.view import View
from tilewise.core.violations import RefusedError, Rule
from tilewise.rooms import commands
from tilewise.rooms.config import PerTurn
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.ports import UnknownRoomError
from tilewise.rooms.rejections import DeclinedError, Reason, StaleError

pytestmark = pytest.mark.anyio


async def test_legal_play_is_accepted_and_broadcast(world: World) -> None:
    room = await world.begun(ANN, BOB)
    laid = a_table(room)

    done = await world.service.submit(room.id, mover(room), commands.Play(laid), seen=room.version)

    assert done.room.current_game.table == laid
    assert isinstance(world.events_of(room.id)[-1], Played)


async def test_refused_play_lists_every_broken_rule_and_changes_nothing(world: World) -> None:
    room = await world.begun(ANN, BOB)

    with pytest.raises(RefusedError) as refusal:
        await world.service.submit(
            room.id, mover(room), commands.Play(table("[r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 J J]"))
        )

    assert Rule.TILE_NOT_ON_RACK in {violation.rule for violation in refusal.value.violations}
    assert await world.service.get(room.id) == room


async def test_player_cannot_act_out_of_turn(world: World) -> None:
    room = await world.begun(ANN, BOB)

    with pytest.raises(RefusedError, match=Rule.NOT_YOUR_TURN):
        await world.service.submit(room.id, waiter(room), commands.Draw())


async def test_spectator_cannot_act(world: World) -> None:
    room = await world.begun(ANN, BOB)

    with pytest.raises(DeclinedError, match=Reason.NOT_SEATED):
        await world.service.submit(room.id, CLEO, commands.Draw())


async def test_repeated_request_runs_once(world: World) -> None:
    room = await world.begun(ANN, BOB)
    first = await world.service.submit(room.id, mover(room), commands.Draw(), request="x1")

    again = await world.service.submit(room.id, mover(room), commands.Draw(), request="x1")

    assert (again.version, again.room) == (first.version, first.room)


async def test_repeated_request_is_recognised_after_a_restart(world: World) -> None:
    room = await world.begun(ANN, BOB)
    first = await world.service.submit(room.id, mover(room), commands.Draw(), request="x1")

    again = await world.restarted().submit(room.id, mover(room), commands.Draw(), request="x1")

    assert again == first


async def test_different_people_can_use_the_same_request_id(world: World) -> None:
    room = await world.begun(ANN, BOB)
    first = await world.service.submit(room.id, mover(room), commands.Draw(), request="1")

    second = await world.service.submit(room.id, mover(first.room), commands.Draw(), request="1")

    assert second.version == first.version + 1


async def test_stale_command_of_a_spectator_does_not_return_the_room(world: World) -> None:
    room = await world.begun(ANN, BOB)

    with pytest.raises(DeclinedError, match=Reason.NOT_SEATED):
        await world.service.submit(room.id, CLEO, commands.Draw(), seen=0)


async def test_stale_turn_returns_the_current_room(world: World) -> None:
    room = await world.begun(ANN, BOB)
    after = (await world.service.submit(room.id, mover(room), commands.Draw())).room

    with pytest.raises(StaleError) as stale:
        await world.service.submit(room.id, mover(after), commands.Draw(), seen=room.version)

    assert stale.value.room == after


async def test_only_one_of_two_concurrent_turns_is_accepted(world: World) -> None:
    room = await world.begun(ANN, BOB)
    ask = world.service.submit

    answers = await asyncio.gather(
        ask(room.id, mover(room), commands.Draw(), seen=room.version),
        ask(room.id, mover(room), commands.Draw(), seen=room.version),
        return_exceptions=True,
    )

    assert sum(isinstance(answer, StaleError) for answer in answers) == 1
    assert (await world.service.get(room.id)).version == room.version + 1


async def test_service_retries_after_a_conflict_with_another_node(world: World) -> None:
    room = await world.begun(ANN, BOB)
    here, there = world.service, world.restarted()
    await here.get(room.id)
    await there.submit(room.id, mover(room), commands.Draw())

    with pytest.raises(RefusedError, match=Rule.NOT_YOUR_TURN):
        await here.submit(room.id, mover(room), commands.Draw())

    assert (await here.get(room.id)).version == room.version + 1


async def test_unknown_room_is_reported(world: World) -> None:
    with pytest.raises(UnknownRoomError):
        await world.service.submit("nowhere", ANN, commands.Sit())


async def test_bot_acts_after_its_delay(world: World) -> None:
    room = await world.begun(ANN, bots=1)
    if room.bot_to_move is None:
        room = (await world.service.submit(room.id, ANN, commands.Draw())).room

    await world.advance(1.9)
    assert (await world.service.get(room.id)).to_move == 1
    await world.advance(0.2)

    assert (await world.service.get(room.id)).to_move == 0


@pytest.mark.parametrize("answer", [Draw(0), None])
async def test_bot_that_fails_or_cheats_draws_instead(world: World, answer: Action | None) -> None:
    async def misbehave(_: View) -> Action:
        if answer is None:
            msg = "out of ideas"
            raise RuntimeError(msg)
        return answer

    world.thinker.on_think = misbehave
    room = await world.begun(ANN, bots=1)
    if room.bot_to_move is None:
        room = (await world.service.submit(room.id, ANN, commands.Draw())).room

    await world.advance(3)

    after = await world.service.get(room.id)
    assert after.to_move == 0
    assert len(after.current_game.players[1].rack) == 15


async def test_room_accepts_commands_while_a_bot_thinks(world: World) -> None:
    thinking, thought = asyncio.Event(), asyncio.Event()

    async def ponder(view: View) -> Action:
        thinking.set()
        await thought.wait()
        return Draw(view.to_move)

    world.thinker.on_think = ponder
    room = await world.begun(ANN, BOB, bots=1)
    while room.bot_to_move is None:
        room = (await world.service.submit(room.id, mover(room), commands.Draw())).room
    world.clock.time += 2
    waking = asyncio.create_task(world.service.wake(room.id))
    await thinking.wait()

    await world.service.submit(room.id, ANN, commands.Concede())
    await world.service.submit(room.id, BOB, commands.Concede())
    thought.set()
    await waking

    assert (await world.service.get(room.id)).phase is Phase.DEALING


async def test_overdue_room_asks_its_bot_only_once(world: World) -> None:
    asked, thought = asyncio.Queue[int](), asyncio.Event()

    async def ponder(view: View) -> Action:
        asked.put_nowait(view.turn)
        await thought.wait()
        return Draw(view.to_move)

    world.thinker.on_think = ponder
    room = await on_bots_turn(world)
    waking = asyncio.create_task(world.service.wake(room.id))
    await asked.get()

    again = asyncio.create_task(world.service.wake(room.id))
    await asyncio.sleep(0)
    thought.set()
    await asyncio.gather(waking, again)

    assert asked.empty()


async def test_bot_turn_is_not_wanted_once_the_game_has_moved_on(world: World) -> None:
    wanted = []

    async def ponder(view: View) -> Action:
        wanted.append(world.thinker.is_wanted())
        await world.service.submit(room.id, ANN, commands.Concede())
        wanted.append(world.thinker.is_wanted())
        return Draw(view.to_move)

    world.thinker.on_think = ponder
    room = await on_bots_turn(world)
    await world.service.wake(room.id)

    assert wanted == [True, False]


async def on_bots_turn(world: World) -> Room:
    """Return a room whose bot has waited long enough."""
    room = await world.begun(ANN, bots=1)
    while room.bot_to_move is None:
        room = (await world.service.submit(room.id, mover(room), commands.Draw())).room
    world.clock.time += 2
    return room


async def test_rematch_keeps_everyone_on_the_same_seat(world: World) -> None:
    room = await world.begun(ANN, BOB, bots=1, rules={"games_per_round": 1})
    await world.service.submit(room.id, ANN, commands.Concede())
    await world.service.submit(room.id, BOB, commands.Concede())

    first = await world.service.submit(room.id, BOB, commands.Rematch())
    second = await world.service.submit(room.id, ANN, commands.Rematch())

    again = await world.service.get(first.room.rematch or "")
    assert second.room.rematch == again.id
    assert [seat.name for seat in again.seats] == ["Ann", "Bob", "novice"]
    assert again.host == BOB.id


async def test_rematch_begins_when_everyone_has_asked_for_it(world: World) -> None:
    room = await world.begun(ANN, BOB, bots=1, rules={"games_per_round": 1})
    await world.service.submit(room.id, ANN, commands.Concede())
    await world.service.submit(room.id, BOB, commands.Concede())

    first = await world.service.submit(room.id, BOB, commands.Rematch())
    waiting = await world.service.get(first.room.rematch or "")
    await world.service.submit(room.id, ANN, commands.Rematch())
    begun = await world.service.get(waiting.id)

    assert (waiting.phase, [seat.is_ready for seat in waiting.seats]) == (Phase.GATHERING, [False, True, True])
    assert begun.phase is Phase.DEALING


async def test_repeated_rematch_request_returns_the_same_room(world: World) -> None:
    room = await world.begun(ANN, bots=1, rules={"games_per_round": 1})
    await world.service.submit(room.id, ANN, commands.Concede())

    first = await world.service.submit(room.id, ANN, commands.Rematch())
    second = await world.service.submit(room.id, ANN, commands.Rematch())

    assert first.room.rematch == second.room.rematch
    assert (await world.service.get(first.room.rematch or "")).phase is Phase.DEALING


async def test_only_a_rematch_is_possible_after_the_end(world: World) -> None:
    room = await world.begun(ANN, BOB, rules={"games_per_round": 1})
    await world.service.submit(room.id, ANN, commands.Concede())

    with pytest.raises(DeclinedError, match=Reason.MATCH_IS_OVER):
        await world.service.submit(room.id, BOB, commands.Draw())
    with pytest.raises(DeclinedError, match=Reason.NOT_SEATED):
        await world.service.submit(room.id, CLEO, commands.Rematch())


async def test_live_room_equals_the_room_rebuilt_from_its_log(world: World) -> None:
    room = await world.begun(ANN, BOB, bots=1, time=PerTurn(15))
    await world.advance(24 * 3600)

    live = await world.service.get(room.id)
    assert (live.games_over > 0, await world.store.load(room.id)) == (True, live)
