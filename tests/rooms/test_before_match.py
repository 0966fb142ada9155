"""Before a match: seats, hosts, bots, getting ready."""

import pytest

from tests.rooms.kit import ANN, BOB, CLEO, World, a_config
from tilewise.core.editions import edition
from tilewise.rooms import commands
from tilewise.rooms.config import Correspondence, RoomConfig
from tilewise.rooms.decide.before_match import allow_hints
from tilewise.rooms.events import LiveCurveAllowed, StoodUp
from tilewise.rooms.evolve import PEOPLE_LISTED
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


async def test_host_gets_the_first_seat(world: World) -> None:
    room = await world.service.open(a_config(), ANN)

    assert (room.seat_of(ANN.id), room.host, room.phase) == (0, ANN.id, Phase.GATHERING)


async def test_people_with_the_same_name_get_different_display_names(world: World) -> None:
    room = await world.gathered(ANN, Person("p-2", "Ann"))

    assert [seat.name for seat in room.seats] == ["Ann", "Ann 2"]


async def test_person_named_like_a_bot_is_not_a_bot(world: World) -> None:
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


async def test_full_room_begins_when_everyone_is_ready(world: World) -> None:
    room = await world.gathered(ANN, BOB)

    await world.service.submit(room.id, ANN, commands.Ready())
    begun = await world.service.submit(room.id, BOB, commands.Ready())

    assert begun.room.phase is Phase.DEALING


async def test_host_can_begin_with_free_seats(world: World) -> None:
    room = await world.service.open(a_config(chairs=4), ANN)
    await world.service.submit(room.id, ANN, commands.AddBot("novice"))

    begun = await world.service.submit(room.id, ANN, commands.Begin())

    assert [seat.name for seat in begun.room.seats] == ["Ann", "novice"]


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
async def test_invalid_commands_before_the_match_are_declined(
    world: World, who: Person, ask: commands.Command, reason: Reason
) -> None:
    room = await world.service.open(a_config(), ANN)

    assert await declined(world, room, who, ask) is reason
    assert await world.service.get(room.id) == room


@pytest.mark.parametrize("level", [None, *HintLevel])
async def test_host_can_change_hints_before_the_match(world: World, level: HintLevel | None) -> None:
    room = await world.gathered(ANN, BOB)

    after = await world.service.submit(room.id, ANN, commands.AllowHints(level))

    config = after.room.config
    assert (config.hint_ceiling if config.hints else None) is level


async def test_host_can_allow_hints_on_what_wins(world: World) -> None:
    room = await world.gathered(ANN, BOB)

    after = await world.service.submit(room.id, ANN, commands.AllowHints(HintLevel.TILES, wins=True))

    assert (after.room.config.hint_ceiling, after.room.config.win_hints) == (HintLevel.TILES, True)


@pytest.mark.parametrize("level", [None, HintLevel.STEPS])
async def test_host_can_allow_the_live_curve_with_and_without_hints(world: World, level: HintLevel | None) -> None:
    room = await world.gathered(ANN, BOB)

    after = await world.service.submit(room.id, ANN, commands.AllowHints(level, live_curve=True))

    assert after.room.config.live_curve


async def test_only_the_changes_of_the_host_are_recorded(world: World) -> None:
    room = await world.service.open(RoomConfig(edition("classic-en"), hints=False), ANN)

    step = allow_hints(room, commands.AllowHints(None, live_curve=True), ANN)

    assert step.events == (LiveCurveAllowed(is_allowed=True),)


def test_rated_match_has_no_live_curve() -> None:
    with pytest.raises(ValueError, match="no live curve"):
        RoomConfig(edition("classic-en"), is_rated=True, hints=False, live_curve=True)


async def test_hints_cannot_be_allowed_in_a_rated_room(world: World) -> None:
    room = await world.service.open(RoomConfig(edition("classic-en"), is_rated=True, hints=False), ANN)

    assert await declined(world, room, ANN, commands.AllowHints(HintLevel.STEPS)) is Reason.RATED


async def test_full_room_declines_another_player(world: World) -> None:
    room = await world.gathered(ANN, BOB)

    assert await declined(world, room, CLEO, commands.Sit()) is Reason.ROOM_IS_FULL


async def test_host_cannot_begin_before_everyone_is_ready(world: World) -> None:
    room = await world.gathered(ANN, BOB)

    assert await declined(world, room, ANN, commands.Begin()) is Reason.NOT_ALL_READY


async def test_banned_person_cannot_sit_down_again(world: World) -> None:
    room = await world.gathered(ANN, BOB)
    await world.service.submit(room.id, ANN, commands.Kick(1, ban=True))

    assert await declined(world, room, BOB, commands.Sit()) is Reason.BANNED


async def test_kicked_person_can_sit_down_again(world: World) -> None:
    room = await world.gathered(ANN, BOB)
    await world.service.submit(room.id, ANN, commands.Kick(1))

    back = await world.service.submit(room.id, BOB, commands.Sit())

    assert back.room.seat_of(BOB.id) == 1


async def test_next_person_becomes_host_when_the_host_leaves(world: World) -> None:
    room = await world.gathered(ANN, BOB)

    left = await world.service.submit(room.id, ANN, commands.Stand())

    assert (left.room.host, left.room.seats[0].is_free) == (BOB.id, True)


async def test_room_closes_when_everyone_has_left(world: World) -> None:
    room = await world.service.open(a_config(), ANN)

    left = await world.service.submit(room.id, ANN, commands.Stand())

    assert left.room.phase is Phase.OVER


async def test_quick_play_begins_with_the_people_present_and_without_bots(world: World) -> None:
    room = await world.service.open(a_config(chairs=4, fill_after=60), ANN)
    await world.advance(50)
    await world.service.submit(room.id, BOB, commands.Sit())
    await world.advance(14)
    assert (await world.service.get(room.id)).phase is Phase.GATHERING

    await world.advance(1)

    begun = await world.service.get(room.id)
    assert ([seat.name for seat in begun.seats], begun.phase) == (["Ann", "Bob"], Phase.DEALING)


async def test_quick_play_restarts_its_wait_when_a_person_joins(world: World) -> None:
    room = await world.service.open(a_config(chairs=4, fill_after=60), ANN)
    await world.service.submit(room.id, BOB, commands.Sit())
    await world.advance(10)
    await world.service.submit(room.id, CLEO, commands.Sit())
    await world.advance(10)
    assert (await world.service.get(room.id)).phase is Phase.GATHERING

    await world.advance(5)

    assert len((await world.service.get(room.id)).seats) == 3


async def test_full_quick_play_room_begins_after_a_short_delay(world: World) -> None:
    room = await world.service.open(a_config(chairs=2, fill_after=60), ANN)
    full = (await world.service.submit(room.id, BOB, commands.Sit())).room
    assert (full.phase, view_room(full, None).clock.due) == (Phase.GATHERING, world.clock.time + 5)

    await world.advance(5)

    assert (await world.service.get(room.id)).phase is Phase.DEALING


async def test_quick_play_does_not_begin_with_one_person(world: World) -> None:
    room = await world.service.open(a_config(chairs=4, fill_after=60), ANN)

    await world.advance(60)

    alone = await world.service.get(room.id)
    assert (alone.phase, alone.match) == (Phase.OVER, None)


async def test_quick_play_begins_without_disconnected_people(world: World) -> None:
    room = await world.service.open(a_config(chairs=4, fill_after=60), ANN)
    for person in (BOB, CLEO):
        await world.service.submit(room.id, person, commands.Sit())
    world.hub.absent = {ANN.id}

    await world.advance(15)

    begun = await world.service.get(room.id)
    assert ([seat.name for seat in begun.seats], begun.host) == (["Bob", "Cleo"], BOB.id)


async def test_rematch_of_quick_play_waits_until_everyone_agrees(world: World) -> None:
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


async def test_player_can_sit_down_ready(world: World) -> None:
    room = await world.service.open(a_config(), ANN)
    await world.service.submit(room.id, BOB, commands.Sit(is_ready=True))

    begun = await world.service.submit(room.id, ANN, commands.Begin())

    assert begun.room.phase is Phase.DEALING


async def test_kicked_player_is_distinguishable_from_one_who_left(world: World) -> None:
    room = await world.gathered(ANN, BOB, CLEO)
    await world.service.submit(room.id, BOB, commands.Stand())
    await world.service.submit(room.id, ANN, commands.Kick(2))

    stood = [event for event in world.events_of(room.id) if isinstance(event, StoodUp)]

    assert [event.is_sent_away for event in stood] == [False, True]


async def test_room_that_never_begins_is_closed(world: World) -> None:
    room = await world.service.open(a_config(), ANN)

    await world.advance(3 * 3600)

    assert (await world.service.get(room.id)).phase is Phase.OVER


def test_rated_match_has_no_hints() -> None:
    with pytest.raises(ValueError, match="hints=false"):
        RoomConfig(edition("classic-en"), is_rated=True)


def test_edition_limits_the_number_of_seats() -> None:
    with pytest.raises(ValueError, match="2 to 4 players"):
        RoomConfig(edition("classic-en"), chairs=5)


async def test_host_can_mute_and_unmute_a_person(world: World) -> None:
    room = await world.gathered(ANN, BOB)

    muted = await world.service.submit(room.id, ANN, commands.Mute(BOB.id))
    again = await world.service.submit(room.id, ANN, commands.Mute(BOB.id, is_muted=False))

    assert (muted.room.muted, again.room.muted) == ((BOB.id,), ())
    assert await declined(world, room, BOB, commands.Mute(ANN.id)) is Reason.NOT_THE_HOST


async def test_invented_person_cannot_be_muted(world: World) -> None:
    room = await world.gathered(ANN, BOB)

    assert await declined(world, room, ANN, commands.Mute("g-invented")) is Reason.UNKNOWN_PERSON


async def test_spectator_can_be_muted(world: World) -> None:
    room = await world.gathered(ANN, BOB)
    world.hub.present.add("g-spectator")

    assert (await world.service.submit(room.id, ANN, commands.Mute("g-spectator"))).room.muted == ("g-spectator",)


async def test_list_of_muted_people_is_limited(world: World) -> None:
    room = await world.gathered(ANN, BOB)
    world.hub.present.update(f"g-{number}" for number in range(PEOPLE_LISTED + 1))
    for number in range(PEOPLE_LISTED + 1):
        await world.service.submit(room.id, ANN, commands.Mute(f"g-{number}"))

    muted = (await world.service.get(room.id)).muted
    assert muted == tuple(f"g-{number}" for number in range(1, PEOPLE_LISTED + 1))


async def test_list_of_banned_people_is_limited(world: World) -> None:
    room = await world.gathered(ANN, BOB)
    for number in range(PEOPLE_LISTED + 1):
        await world.service.submit(room.id, ANN, commands.Kick(1, ban=True))
        await world.service.submit(room.id, Person(f"g-{number}", "Guest"), commands.Sit(1))

    assert len((await world.service.get(room.id)).banned) == PEOPLE_LISTED


async def test_repeated_request_with_another_command_is_refused(world: World) -> None:
    room = await world.gathered(ANN, BOB)
    await world.service.submit(room.id, ANN, commands.Ready(is_ready=False), request="r1")

    with pytest.raises(DeclinedError, match=Reason.REQUEST_ID_USED):
        await world.service.submit(room.id, ANN, commands.Mute(BOB.id), request="r1")


async def test_guest_who_signs_in_keeps_seat_and_room(world: World) -> None:
    room = await world.begun(ANN, BOB)
    account = Person("p-account", "Annabel")

    known = await world.service.execute(room.id, Recognise(ANN.id, account))

    assert (known.seat_of(account.id), known.seat_of(ANN.id), known.host) == (0, None, account.id)
    assert known.seats[0].name == "Ann"


async def test_account_has_only_one_seat_in_a_room(world: World) -> None:
    room = await world.gathered(ANN, BOB)

    assert await world.service.execute(room.id, Recognise(ANN.id, BOB)) == room


async def test_correspondence_room_waits_for_players_as_long_as_for_a_turn(world: World) -> None:
    room = await world.service.open(a_config(time=Correspondence(hours=48)), ANN)
    await world.advance(47 * 3600)
    assert (await world.service.get(room.id)).phase is Phase.GATHERING

    await world.advance(2 * 3600)

    assert (await world.service.get(room.id)).phase is Phase.OVER
