"""The verifiable deal: commit, contribute, deal, reveal."""

from hashlib import sha256

import pytest

from tests.rooms.kit import ANN, BOB, CLEO, World
from tilewise.core.deal import hash_of
from tilewise.core.record import verify
from tilewise.rooms import commands
from tilewise.rooms.events import Committed, Contributed, Entry, Revealed
from tilewise.rooms.evolve import evolve
from tilewise.rooms.log.record import record_of
from tilewise.rooms.model import Phase
from tilewise.rooms.people import Person
from tilewise.rooms.rejections import DeclinedError, Reason
from tilewise.rooms.view import redact_entry, view_room

pytestmark = pytest.mark.anyio


async def test_server_commits_before_players_contribute(world: World) -> None:
    room = await world.gathered(ANN, BOB)
    await world.service.submit(room.id, ANN, commands.Ready())
    room = (await world.service.submit(room.id, BOB, commands.Ready())).room

    (deal,) = view_room(room, 0).deals
    assert (deal.contributions, deal.secret) == ((None, None), None)
    assert len(deal.commitment) == 64


async def test_game_is_dealt_when_everyone_has_contributed(world: World) -> None:
    room = await world.begun(ANN, BOB)

    assert room.deals[0].contributions == ("from Ann", "from Bob")


async def test_deal_does_not_wait_for_bots(world: World) -> None:
    room = await world.begun(ANN, bots=2)

    assert room.deals[0].contributions == ("from Ann", "", "")


async def test_missing_contribution_counts_as_empty(world: World) -> None:
    room = await world.gathered(ANN, BOB)
    await world.service.submit(room.id, ANN, commands.Ready())
    await world.service.submit(room.id, BOB, commands.Ready())
    await world.service.submit(room.id, BOB, commands.Contribute("seven"))

    await world.advance(10)

    dealt = await world.service.get(room.id)
    assert (dealt.phase, dealt.deals[0].contributions) == (Phase.PLAYING, ("", "seven"))


async def dealing(world: World, *people: Person, bots: int = 0) -> str:
    """Begin a match whose first game is not dealt yet; return its room."""
    room = await world.gathered(*people, bots=bots)
    for person in people:
        await world.service.submit(room.id, person, commands.Ready())
    return room.id


async def test_last_contributor_knows_no_other_contribution_when_it_chooses(world: World) -> None:
    """A player who must still commit cannot try texts against the contributions of the others."""
    room = await dealing(world, ANN, BOB, CLEO)
    await world.service.submit(room, ANN, commands.Commit(hash_of("moon")))
    with pytest.raises(DeclinedError, match=Reason.TOO_EARLY):
        await world.service.submit(room, ANN, commands.Contribute("moon"))
    await world.service.submit(room, BOB, commands.Contribute("seven"))

    state = await world.service.get(room)
    told = [redact_entry(entry, seat) for _, entry in world.hub.received for seat in (0, 1, 2, None)]
    shown = repr([told, [view_room(state, seat) for seat in (0, 2, None)]])
    assert (hash_of("moon") in shown, "moon" in shown, hash_of("seven") in shown, "seven" in shown) == (
        True,
        False,
        True,
        False,
    )


async def test_game_is_dealt_when_everyone_has_revealed(world: World) -> None:
    room = await dealing(world, ANN, BOB)
    await world.service.submit(room, ANN, commands.Commit(hash_of("a")))
    closed = (await world.service.submit(room, BOB, commands.Commit(hash_of("b")))).room
    assert (closed.phase, view_room(closed, 0).deals[0].is_closed) == (Phase.DEALING, True)
    await world.service.submit(room, BOB, commands.Contribute("b"))

    dealt = (await world.service.submit(room, ANN, commands.Contribute("a"))).room

    assert (dealt.deals[0].contributions, dealt.deals[0].hashes) == (("a", "b"), (hash_of("a"), hash_of("b")))


async def test_hash_counts_for_a_player_who_disconnects_before_revealing(world: World) -> None:
    room = await dealing(world, ANN, BOB)
    await world.service.submit(room, ANN, commands.Commit(hash_of("a")))
    await world.service.submit(room, BOB, commands.Commit(hash_of("b")))
    await world.service.submit(room, BOB, commands.Contribute("b"))

    await world.advance(10)

    dealt = await world.service.get(room)
    assert (dealt.phase, dealt.deals[0].contributions) == (Phase.PLAYING, (hash_of("a"), "b"))
    assert dealt.deals[0].withheld == (0,)


async def test_deal_does_not_wait_for_a_player_who_left_before_revealing(world: World) -> None:
    room = await dealing(world, ANN, BOB)
    await world.service.submit(room, ANN, commands.Commit(hash_of("a")))
    await world.service.submit(room, BOB, commands.Commit(hash_of("b")))
    await world.service.submit(room, ANN, commands.Leave())

    dealt = (await world.service.submit(room, BOB, commands.Contribute("b"))).room

    assert dealt.deals[0].contributions == (hash_of("a"), "b")


async def test_revealing_has_its_own_time(world: World) -> None:
    room = await dealing(world, ANN, BOB)
    await world.service.submit(room, ANN, commands.Commit(hash_of("a")))
    await world.advance(10)
    assert (await world.service.get(room)).phase is Phase.DEALING

    await world.advance(9)
    dealt = (await world.service.submit(room, ANN, commands.Contribute("a"))).room

    assert dealt.deals[0].contributions == ("a", "")


async def test_other_text_than_the_one_committed_to_is_declined(world: World) -> None:
    room = await dealing(world, ANN, BOB)
    await world.service.submit(room, ANN, commands.Commit(hash_of("a")))
    await world.service.submit(room, BOB, commands.Commit(hash_of("b")))

    with pytest.raises(DeclinedError, match=Reason.NOT_AS_COMMITTED):
        await world.service.submit(room, ANN, commands.Contribute("c"))


@pytest.mark.parametrize("late", [commands.Commit(hash_of("b")), commands.Contribute("b")])
async def test_no_player_joins_the_deal_after_the_hashes_are_closed(
    world: World, late: commands.Commit | commands.Contribute
) -> None:
    room = await dealing(world, ANN, BOB)
    await world.service.submit(room, ANN, commands.Commit(hash_of("a")))
    await world.advance(10)

    with pytest.raises(DeclinedError, match=Reason.TOO_LATE):
        await world.service.submit(room, BOB, late)


async def test_second_hash_is_declined(world: World) -> None:
    room = await dealing(world, ANN, BOB)
    await world.service.submit(room, ANN, commands.Commit(hash_of("a")))

    with pytest.raises(DeclinedError, match=Reason.ALREADY_CONTRIBUTED):
        await world.service.submit(room, ANN, commands.Commit(hash_of("b")))


async def test_deal_continues_after_a_restart_between_commit_and_reveal(world: World) -> None:
    room = await dealing(world, ANN, bots=1)
    await world.service.submit(room, ANN, commands.Commit(hash_of("a")))

    dealt = (await world.restarted().submit(room, ANN, commands.Contribute("a"))).room

    assert dealt.deals[0].contributions == ("a", "")


async def test_record_of_a_deal_with_hashes_verifies(world: World) -> None:
    room = await dealing(world, ANN, BOB)
    for person in (ANN, BOB):
        await world.service.submit(room, person, commands.Commit(hash_of(person.name)))
    await world.service.submit(room, ANN, commands.Contribute("Ann"))
    await world.advance(10)
    await world.service.submit(room, ANN, commands.Concede())

    record = record_of(await world.store.entries(room))

    assert (verify(record), record.games[0].deal.withheld) == ((), (1,))


async def test_room_that_was_dealing_in_an_early_version_goes_on(world: World) -> None:
    """It has a contribution without a hash."""
    room = await dealing(world, ANN, BOB)
    state = await world.service.get(room)
    entry = Entry(state.version + 1, world.clock.now(), (Contributed(0, "open"),), by=ANN.id)
    await world.store.append(evolve(state, entry), entry, None)
    world.restarted()

    await world.service.submit(room, BOB, commands.Commit(hash_of("b")))
    dealt = (await world.service.submit(room, BOB, commands.Contribute("b"))).room

    assert (dealt.deals[0].contributions, dealt.deals[0].hashes) == (("open", "b"), (hash_of("open"), hash_of("b")))


async def test_second_contribution_is_declined(world: World) -> None:
    room = await world.gathered(ANN, BOB)
    await world.service.submit(room.id, ANN, commands.Ready())
    await world.service.submit(room.id, BOB, commands.Ready())
    await world.service.submit(room.id, ANN, commands.Contribute("a"))

    with pytest.raises(DeclinedError, match=Reason.ALREADY_CONTRIBUTED):
        await world.service.submit(room.id, ANN, commands.Contribute("b"))


async def test_contribution_limit_counts_bytes(world: World) -> None:
    room = await world.gathered(ANN, BOB)
    await world.service.submit(room.id, ANN, commands.Ready())
    await world.service.submit(room.id, BOB, commands.Ready())

    with pytest.raises(DeclinedError, match=Reason.TEXT_TOO_LONG):
        await world.service.submit(room.id, ANN, commands.Contribute("ї" * 65))


async def test_secret_is_hidden_during_the_game(world: World) -> None:
    room = await world.begun(ANN, BOB)
    secret = room.deals[0].secret

    told = [redact_entry(entry, seat) for _, entry in world.hub.received for seat in (0, 1, None)]

    assert secret not in repr(told)
    assert all(secret not in repr(view_room(room, seat)) for seat in (0, 1, None))


async def test_secret_is_revealed_after_the_game(world: World) -> None:
    room = await world.begun(ANN, BOB)
    over = (await world.service.submit(room.id, ANN, commands.Concede())).room

    deal = view_room(over, None).deals[0]
    assert deal.secret is not None
    assert sha256(bytes.fromhex(deal.secret)).hexdigest() == deal.commitment


async def test_next_game_follows_automatically(world: World) -> None:
    room = await world.begun(ANN, BOB)
    over = (await world.service.submit(room.id, ANN, commands.Concede())).room
    assert over.phase is Phase.DEALING

    await world.advance(20)

    assert (await world.service.get(room.id)).phase is Phase.PLAYING


async def test_next_game_against_bots_waits_for_the_player(world: World) -> None:
    room = await world.begun(ANN, bots=2)
    await world.service.submit(room.id, ANN, commands.Concede())
    await world.advance(600)  # the bots finish the game
    over = await world.service.get(room.id)
    assert (over.phase, over.games_over, view_room(over, 0).clock.due) == (Phase.DEALING, 1, None)

    begun = await world.service.submit(room.id, ANN, commands.Contribute())

    assert begun.room.phase is Phase.PLAYING


async def test_next_game_waits_for_the_last_remaining_person(world: World) -> None:
    room = await world.begun(ANN, BOB)
    await world.service.submit(room.id, ANN, commands.Concede())
    await world.service.submit(room.id, BOB, commands.Leave())

    await world.advance(600)

    assert (await world.service.get(room.id)).phase is Phase.DEALING


async def test_every_game_has_its_own_secret(world: World) -> None:
    room = await world.begun(ANN, BOB)
    await world.service.submit(room.id, ANN, commands.Concede())

    secrets = [event.secret for event in world.events_of(room.id) if isinstance(event, Committed)]
    assert len(set(secrets)) == 2


async def test_record_of_a_whole_match_verifies(world: World) -> None:
    room = await world.begun(ANN, bots=1)
    await world.advance(60)
    await world.service.submit(room.id, ANN, commands.Concede())
    await world.service.submit(room.id, ANN, commands.Contribute())
    await world.advance(60)
    await world.service.submit(room.id, ANN, commands.Concede())

    assert (await world.service.get(room.id)).phase is Phase.OVER
    record = record_of(await world.store.entries(room.id))
    assert len(record.games) == 2
    assert verify(record) == ()
    assert len([event for event in world.events_of(room.id) if isinstance(event, Revealed)]) == 2


async def test_record_before_the_match_raises(world: World) -> None:
    room = await world.gathered(ANN, BOB)

    with pytest.raises(ValueError, match="the match has not begun"):
        record_of(await world.store.entries(room.id))
