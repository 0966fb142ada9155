"""Turns behind the service: asked, refused, repeated, out of date, two at once."""

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
from tilewise.rooms.model import Phase
from tilewise.rooms.ports import UnknownRoomError
from tilewise.rooms.rejections import DeclinedError, Reason, StaleError

pytestmark = pytest.mark.anyio


async def test_a_legal_play_is_granted_and_everybody_hears_of_it(world: World) -> None:
    room = await world.begun(ANN, BOB)
    laid = a_table(room)

    done = await world.service.submit(room.id, mover(room), commands.Play(laid), seen=room.version)

    assert done.room.current_game.table == laid
    assert isinstance(world.happenings(room.id)[-1], Played)


async def test_a_refusal_lists_every_broken_rule_and_changes_nothing(world: World) -> None:
    room = await world.begun(ANN, BOB)

    with pytest.raises(RefusedError) as refusal:
        await world.service.submit(
            room.id, mover(room), commands.Play(table("[r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 J J]"))
        )

    assert Rule.TILE_NOT_ON_RACK in {violation.rule for violation in refusal.value.violations}
    assert await world.service.get(room.id) == room


async def test_nobody_acts_for_somebody_else(world: World) -> None:
    room = await world.begun(ANN, BOB)

    with pytest.raises(RefusedError, match=Rule.NOT_YOUR_TURN):
        await world.service.submit(room.id, waiter(room), commands.Draw())


async def test_who_only_watches_does_not_act(world: World) -> None:
    room = await world.begun(ANN, BOB)

    with pytest.raises(DeclinedError, match=Reason.NOT_SEATED):
        await world.service.submit(room.id, CLEO, commands.Draw())


async def test_an_ask_that_is_sent_twice_is_done_once(world: World) -> None:
    room = await world.begun(ANN, BOB)
    first = await world.service.submit(room.id, mover(room), commands.Draw(), request="x1")

    again = await world.service.submit(room.id, mover(room), commands.Draw(), request="x1")

    assert (again.version, again.room) == (first.version, first.room)


async def test_an_ask_is_known_again_after_a_restart(world: World) -> None:
    room = await world.begun(ANN, BOB)
    first = await world.service.submit(room.id, mover(room), commands.Draw(), request="x1")

    again = await world.restarted().submit(room.id, mover(room), commands.Draw(), request="x1")

    assert again == first


async def test_two_people_may_use_the_same_name_for_an_ask(world: World) -> None:
    room = await world.begun(ANN, BOB)
    first = await world.service.submit(room.id, mover(room), commands.Draw(), request="1")

    second = await world.service.submit(room.id, mover(first.room), commands.Draw(), request="1")

    assert second.version == first.version + 1


async def test_who_only_watches_is_not_shown_the_position_for_being_late(world: World) -> None:
    room = await world.begun(ANN, BOB)

    with pytest.raises(DeclinedError, match=Reason.NOT_SEATED):
        await world.service.submit(room.id, CLEO, commands.Draw(), seen=0)


async def test_who_has_not_seen_the_last_move_is_shown_it_first(world: World) -> None:
    room = await world.begun(ANN, BOB)
    after = (await world.service.submit(room.id, mover(room), commands.Draw())).room

    with pytest.raises(StaleError) as stale:
        await world.service.submit(room.id, mover(after), commands.Draw(), seen=room.version)

    assert stale.value.room == after


async def test_of_two_asks_at_once_one_is_granted(world: World) -> None:
    room = await world.begun(ANN, BOB)
    ask = world.service.submit

    answers = await asyncio.gather(
        ask(room.id, mover(room), commands.Draw(), seen=room.version),
        ask(room.id, mover(room), commands.Draw(), seen=room.version),
        return_exceptions=True,
    )

    assert sum(isinstance(answer, StaleError) for answer in answers) == 1
    assert (await world.service.get(room.id)).version == room.version + 1


async def test_another_node_was_quicker(world: World) -> None:
    room = await world.begun(ANN, BOB)
    here, there = world.service, world.restarted()
    await here.get(room.id)
    await there.submit(room.id, mover(room), commands.Draw())

    with pytest.raises(RefusedError, match=Rule.NOT_YOUR_TURN):
        await here.submit(room.id, mover(room), commands.Draw())

    assert (await here.get(room.id)).version == room.version + 1


async def test_a_room_that_does_not_exist(world: World) -> None:
    with pytest.raises(UnknownRoomError):
        await world.service.submit("nowhere", ANN, commands.Sit())


async def test_a_bot_takes_its_turn_after_a_while(world: World) -> None:
    room = await world.begun(ANN, bots=1)
    if room.bot_to_move is None:
        room = (await world.service.submit(room.id, ANN, commands.Draw())).room

    await world.advance(1.9)
    assert (await world.service.get(room.id)).to_move == 1
    await world.advance(0.2)

    assert (await world.service.get(room.id)).to_move == 0


@pytest.mark.parametrize("answer", [Draw(0), None])
async def test_a_bot_that_fails_or_cheats_draws(world: World, answer: Action | None) -> None:
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


async def test_a_thinking_bot_does_not_hold_up_the_room(world: World) -> None:
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


async def test_after_the_match_a_rematch_opens_with_everybody_on_their_chairs(world: World) -> None:
    room = await world.begun(ANN, BOB, bots=1, rules={"games_per_round": 1})
    await world.service.submit(room.id, ANN, commands.Concede())
    await world.service.submit(room.id, BOB, commands.Concede())

    first = await world.service.submit(room.id, BOB, commands.Rematch())
    second = await world.service.submit(room.id, ANN, commands.Rematch())

    again = await world.service.get(first.room.rematch or "")
    assert second.room.rematch == again.id
    assert [chair.name for chair in again.seats] == ["Ann", "Bob", "novice"]
    assert again.host == BOB.id


async def test_a_rematch_begins_when_everybody_has_asked_for_it(world: World) -> None:
    room = await world.begun(ANN, BOB, bots=1, rules={"games_per_round": 1})
    await world.service.submit(room.id, ANN, commands.Concede())
    await world.service.submit(room.id, BOB, commands.Concede())

    first = await world.service.submit(room.id, BOB, commands.Rematch())
    waiting = await world.service.get(first.room.rematch or "")
    await world.service.submit(room.id, ANN, commands.Rematch())
    begun = await world.service.get(waiting.id)

    assert (waiting.phase, [chair.is_ready for chair in waiting.seats]) == (Phase.GATHERING, [False, True, True])
    assert begun.phase is Phase.DEALING


async def test_who_asks_once_more_after_the_rematch_began_is_told_where_it_is(world: World) -> None:
    room = await world.begun(ANN, bots=1, rules={"games_per_round": 1})
    await world.service.submit(room.id, ANN, commands.Concede())

    first = await world.service.submit(room.id, ANN, commands.Rematch())
    second = await world.service.submit(room.id, ANN, commands.Rematch())

    assert first.room.rematch == second.room.rematch
    assert (await world.service.get(first.room.rematch or "")).phase is Phase.DEALING


async def test_nothing_but_a_rematch_happens_after_the_end(world: World) -> None:
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
