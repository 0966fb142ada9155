"""Before a match: chairs, hosts, bots, getting ready."""

import pytest

from tests.rooms.kit import ANN, BOB, CLEO, World, a_config
from tilewise.core.editions import edition
from tilewise.rooms import commands
from tilewise.rooms.config import Correspondence, RoomConfig
from tilewise.rooms.events import StoodUp
from tilewise.rooms.inputs import Recognise
from tilewise.rooms.log.record import record_of
from tilewise.rooms.log.summary import summary_of
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person
from tilewise.rooms.rejections import DeclinedError, Reason
from tilewise.rooms.view import view_room
from tilewise.solver.hints import HintLevel

pytestmark = pytest.mark.anyio


async def declined(world: World, room: Room, who: Person, ask: commands.Command) -> Reason:
    with pytest.raises(DeclinedError) as refusal:
        await world.service.submit(room.id, who, ask)
    return refusal.value.reason


async def test_the_host_has_the_first_chair(world: World) -> None:
    room = await world.service.open(a_config(), ANN)

    assert (room.seat_of(ANN.id), room.host, room.phase) == (0, ANN.id, Phase.GATHERING)


async def test_two_people_of_one_name_can_be_told_apart(world: World) -> None:
    room = await world.gathered(ANN, Person("p-2", "Ann"))

    assert [chair.name for chair in room.seats] == ["Ann", "Ann 2"]


async def test_a_person_who_is_called_like_a_bot_is_none(world: World) -> None:
    namesake = Person("p-3", "novice")
    room = await world.service.open(a_config(chairs=3), ANN)
    await world.service.submit(room.id, ANN, commands.AddBot("novice"))
    await world.service.submit(room.id, ANN, commands.Kick(1))
    await world.service.submit(room.id, namesake, commands.Sit())
    await world.service.submit(room.id, namesake, commands.Ready())
    await world.service.submit(room.id, ANN, commands.AddBot("novice"))

    begun = await world.service.submit(room.id, ANN, commands.Begin())

    record = record_of(await world.store.entries(room.id))
    assert (record.seats, record.bots) == (("Ann", "novice", "novice 2"), ("novice 2",))
    assert summary_of(begun.room, house_rules=0).bots == ("novice 2",)


async def test_a_full_room_in_which_all_are_ready_begins_by_itself(world: World) -> None:
    room = await world.gathered(ANN, BOB)

    await world.service.submit(room.id, ANN, commands.Ready())
    begun = await world.service.submit(room.id, BOB, commands.Ready())

    assert begun.room.phase is Phase.DEALING


async def test_the_host_begins_with_those_who_are_there(world: World) -> None:
    room = await world.service.open(a_config(chairs=4), ANN)
    await world.service.submit(room.id, ANN, commands.AddBot("novice"))

    begun = await world.service.submit(room.id, ANN, commands.Begin())

    assert [chair.name for chair in begun.room.seats] == ["Ann", "novice"]


@pytest.mark.parametrize(
    ("who", "ask", "reason"),
    [
        (BOB, commands.Sit(chair=0), Reason.CHAIR_IS_TAKEN),
        (BOB, commands.Sit(chair=5), Reason.NO_SUCH_CHAIR),
        (BOB, commands.Stand(), Reason.NOT_SEATED),
        (BOB, commands.Ready(), Reason.NOT_SEATED),
        (BOB, commands.AddBot("novice"), Reason.NOT_THE_HOST),
        (BOB, commands.Kick(0), Reason.NOT_THE_HOST),
        (BOB, commands.AllowHints(None), Reason.NOT_THE_HOST),
        (BOB, commands.Begin(), Reason.NOT_THE_HOST),
        (ANN, commands.Sit(), Reason.ALREADY_SEATED),
        (ANN, commands.AddBot("nobody"), Reason.UNKNOWN_BOT),
        (ANN, commands.Kick(0), Reason.NO_SUCH_CHAIR),
        (ANN, commands.Kick(1), Reason.NO_SUCH_CHAIR),
        (ANN, commands.Begin(), Reason.TOO_FEW_PLAYERS),
        (ANN, commands.Draw(), Reason.NOT_WHILE_GATHERING),
        (ANN, commands.Leave(), Reason.NOT_WHILE_GATHERING),
        (ANN, commands.Rematch(), Reason.NOT_WHILE_PLAYING),
    ],
)
async def test_what_may_not_be_done_while_gathering(
    world: World, who: Person, ask: commands.Command, reason: Reason
) -> None:
    room = await world.service.open(a_config(), ANN)

    assert await declined(world, room, who, ask) is reason
    assert await world.service.get(room.id) == room


@pytest.mark.parametrize("level", [None, *HintLevel])
async def test_the_host_chooses_the_hints_while_others_come(world: World, level: HintLevel | None) -> None:
    room = await world.gathered(ANN, BOB)

    after = await world.service.submit(room.id, ANN, commands.AllowHints(level))

    config = after.room.config
    assert (config.hint_ceiling if config.hints else None) is level


async def test_a_rated_table_has_no_hints_to_choose(world: World) -> None:
    room = await world.service.open(RoomConfig(edition("classic-en"), is_rated=True, hints=False), ANN)

    assert await declined(world, room, ANN, commands.AllowHints(HintLevel.STEPS)) is Reason.RATED


async def test_a_full_room_has_no_chair_left(world: World) -> None:
    room = await world.gathered(ANN, BOB)

    assert await declined(world, room, CLEO, commands.Sit()) is Reason.ROOM_IS_FULL


async def test_the_host_waits_until_all_are_ready(world: World) -> None:
    room = await world.gathered(ANN, BOB)

    assert await declined(world, room, ANN, commands.Begin()) is Reason.NOT_ALL_READY


async def test_who_was_kicked_out_for_good_cannot_sit_down_again(world: World) -> None:
    room = await world.gathered(ANN, BOB)
    await world.service.submit(room.id, ANN, commands.Kick(1, ban=True))

    assert await declined(world, room, BOB, commands.Sit()) is Reason.BANNED


async def test_who_was_kicked_out_kindly_may_come_back(world: World) -> None:
    room = await world.gathered(ANN, BOB)
    await world.service.submit(room.id, ANN, commands.Kick(1))

    back = await world.service.submit(room.id, BOB, commands.Sit())

    assert back.room.seat_of(BOB.id) == 1


async def test_when_the_host_stands_up_somebody_else_looks_after_the_room(world: World) -> None:
    room = await world.gathered(ANN, BOB)

    left = await world.service.submit(room.id, ANN, commands.Stand())

    assert (left.room.host, left.room.seats[0].is_free) == (BOB.id, True)


async def test_a_room_that_everybody_left_is_closed(world: World) -> None:
    room = await world.service.open(a_config(), ANN)

    left = await world.service.submit(room.id, ANN, commands.Stand())

    assert left.room.phase is Phase.OVER


async def test_quick_play_begins_with_the_people_who_came_and_without_bots(world: World) -> None:
    room = await world.service.open(a_config(chairs=4, fill_after=60), ANN)
    await world.advance(50)
    await world.service.submit(room.id, BOB, commands.Sit())
    await world.advance(14)
    assert (await world.service.get(room.id)).phase is Phase.GATHERING

    await world.advance(1)

    begun = await world.service.get(room.id)
    assert ([chair.name for chair in begun.seats], begun.phase) == (["Ann", "Bob"], Phase.DEALING)


async def test_quick_play_waits_anew_when_somebody_joins(world: World) -> None:
    room = await world.service.open(a_config(chairs=4, fill_after=60), ANN)
    await world.service.submit(room.id, BOB, commands.Sit())
    await world.advance(10)
    await world.service.submit(room.id, CLEO, commands.Sit())
    await world.advance(10)
    assert (await world.service.get(room.id)).phase is Phase.GATHERING

    await world.advance(5)

    assert len((await world.service.get(room.id)).seats) == 3


async def test_a_full_table_of_quick_play_begins_after_a_short_notice(world: World) -> None:
    room = await world.service.open(a_config(chairs=2, fill_after=60), ANN)
    full = (await world.service.submit(room.id, BOB, commands.Sit())).room
    assert (full.phase, view_room(full, None).clock.due) == (Phase.GATHERING, world.clock.time + 5)

    await world.advance(5)

    assert (await world.service.get(room.id)).phase is Phase.DEALING


async def test_quick_play_starts_nothing_for_a_person_alone(world: World) -> None:
    room = await world.service.open(a_config(chairs=4, fill_after=60), ANN)

    await world.advance(60)

    alone = await world.service.get(room.id)
    assert (alone.phase, alone.match) == (Phase.OVER, None)


async def test_quick_play_does_not_begin_with_somebody_who_is_gone(world: World) -> None:
    room = await world.service.open(a_config(chairs=4, fill_after=60), ANN)
    for person in (BOB, CLEO):
        await world.service.submit(room.id, person, commands.Sit())
    world.hub.absent = {ANN.id}

    await world.advance(15)

    begun = await world.service.get(room.id)
    assert ([chair.name for chair in begun.seats], begun.host) == (["Bob", "Cleo"], BOB.id)


async def test_a_rematch_of_quick_play_waits_for_all_to_agree(world: World) -> None:
    config = a_config(fill_after=60, rules={"games_per_round": 1})
    room = await world.service.open(config, ANN)
    await world.service.submit(room.id, BOB, commands.Sit())
    await world.advance(5)
    await world.service.submit(room.id, ANN, commands.Contribute())
    await world.service.submit(room.id, BOB, commands.Contribute())
    await world.service.submit(room.id, ANN, commands.Concede())

    again = (await world.service.submit(room.id, ANN, commands.Rematch())).room.rematch or ""

    await world.advance(100)
    assert (await world.service.get(again)).phase is Phase.GATHERING


async def test_sitting_down_can_say_ready(world: World) -> None:
    room = await world.service.open(a_config(), ANN)
    await world.service.submit(room.id, BOB, commands.Sit(is_ready=True))

    begun = await world.service.submit(room.id, ANN, commands.Begin())

    assert begun.room.phase is Phase.DEALING


async def test_who_was_sent_away_can_be_told_from_who_stood_up(world: World) -> None:
    room = await world.gathered(ANN, BOB, CLEO)
    await world.service.submit(room.id, BOB, commands.Stand())
    await world.service.submit(room.id, ANN, commands.Kick(2))

    stood = [event for event in world.happenings(room.id) if isinstance(event, StoodUp)]

    assert [event.is_sent_away for event in stood] == [False, True]


async def test_a_room_that_never_begins_is_closed(world: World) -> None:
    room = await world.service.open(a_config(), ANN)

    await world.advance(3 * 3600)

    assert (await world.service.get(room.id)).phase is Phase.OVER


def test_a_rated_match_has_no_hints() -> None:
    with pytest.raises(ValueError, match="hints=false"):
        RoomConfig(edition("classic-en"), is_rated=True)


def test_an_edition_says_how_many_chairs_there_are() -> None:
    with pytest.raises(ValueError, match="2 to 4 players"):
        RoomConfig(edition("classic-en"), chairs=5)


async def test_the_host_lets_somebody_talk_no_more_and_again(world: World) -> None:
    room = await world.gathered(ANN, BOB)

    muted = await world.service.submit(room.id, ANN, commands.Mute(BOB.id))
    again = await world.service.submit(room.id, ANN, commands.Mute(BOB.id, is_muted=False))

    assert (muted.room.muted, again.room.muted) == ((BOB.id,), ())
    assert await declined(world, room, BOB, commands.Mute(ANN.id)) is Reason.NOT_THE_HOST


async def test_a_guest_who_signs_in_keeps_chair_and_room(world: World) -> None:
    room = await world.begun(ANN, BOB)
    account = Person("p-account", "Annabel")

    known = await world.service.execute(room.id, Recognise(ANN.id, account))

    assert (known.seat_of(account.id), known.seat_of(ANN.id), known.host) == (0, None, account.id)
    assert known.seats[0].name == "Ann"


async def test_an_account_has_one_chair_in_a_room(world: World) -> None:
    room = await world.gathered(ANN, BOB)

    assert await world.service.execute(room.id, Recognise(ANN.id, BOB)) == room


async def test_players_by_correspondence_are_waited_for_as_long_as_for_a_turn(world: World) -> None:
    room = await world.service.open(a_config(time=Correspondence(hours=48)), ANN)
    await world.advance(47 * 3600)
    assert (await world.service.get(room.id)).phase is Phase.GATHERING

    await world.advance(2 * 3600)

    assert (await world.service.get(room.id)).phase is Phase.OVER
