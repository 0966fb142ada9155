"""Reviews of finished matches and of opened records: computed in workers, stored, tried again."""

from pathlib import Path

import anyio
import anyio.lowlevel
import msgspec
import pytest

from tests.games import a_record, the_beginning
from tests.server.kit import ONE_GAME, Guest, Running, a_server
from tilewise.analysis import Budget
from tilewise.analysis.review import tasks_of
from tilewise.analysis.values import CandidateKind
from tilewise.core import notation
from tilewise.core.record import Record
from tilewise.core.record.text import print_record
from tilewise.server.settings import Settings
from tilewise.server.workers.fair_queue import Lane
from tilewise.server.workers.hints import HintWorkers
from tilewise.server.workers.pool import BusyError
from tilewise.server.workers.reviews import RUNNING_BY_ADDRESS, tried
from tilewise.storage.reviews import ReviewStore
from tilewise.wire.analysis import ReviewProgress, TryTurn

pytestmark = pytest.mark.anyio

LITTLE = Budget(nodes=20_000)


@pytest.fixture(scope="module")
def record() -> Record:
    return the_beginning(a_record("Ann", "Bob"), turns=3)


async def a_slow_record() -> Record:
    await anyio.sleep_forever()
    raise AssertionError


async def no_record() -> Record:
    raise AssertionError


async def progress(guest: Guest, room: str) -> ReviewProgress:
    return msgspec.json.decode((await guest.http.get(f"/rooms/{room}/review")).content, type=ReviewProgress)


async def complete(guest: Guest, room: str) -> ReviewProgress:
    while (found := await progress(guest, room)).done < found.turns or not found.turns:
        await anyio.lowlevel.checkpoint()
    return found


async def test_running_match_is_not_reviewed(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await ann.open(ONE_GAME)

    answer = await ann.http.get(f"/rooms/{room}/review")

    assert (answer.status_code, answer.json()["reason"]) == (409, "not-over")


async def test_complete_review_is_read_from_the_store(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await ann.finish_match()
    first = await complete(ann, room)

    another_node = HintWorkers(Settings(), ReviewStore(server.node.database)).reviews
    found = await another_node.of_room(room, no_record, Lane())

    assert found.review == first.review


async def test_review_names_the_seat_of_the_caller(server: Running) -> None:
    ann, eve = await server.guest("Ann"), await server.guest("Eve")
    room = await ann.finish_match()

    assert ((await progress(ann, room)).seat, (await progress(eve, room)).seat) == (0, None)


async def test_review_grows_until_every_turn_is_judged(record: Record) -> None:
    helpers, text = HintWorkers(Settings(help_workers=0)), print_record(record)

    first = await helpers.reviews.of_text(text, Lane())
    while (found := await helpers.reviews.of_text(text, Lane())).done < found.turns:
        await anyio.lowlevel.checkpoint()
    helpers.close()

    assert (first.done, first.turns) == (0, 3)
    assert [each.turn for each in found.review.games[0].decisions] == [1, 2, 3]


async def test_turn_that_times_out_counts_as_a_turn_without_a_choice(record: Record) -> None:
    helpers = HintWorkers(Settings(help_workers=1, hint_seconds=0))
    text = print_record(the_beginning(record, turns=1))

    while (found := await helpers.reviews.of_text(text, Lane())).done < 1:
        await anyio.lowlevel.checkpoint()
    helpers.close()

    assert not found.review.games[0].decisions[0].has_choice


async def test_one_address_runs_few_reviews_at_once() -> None:
    reviews = HintWorkers(Settings(help_workers=0)).reviews

    async with anyio.create_task_group() as others:
        for number in range(RUNNING_BY_ADDRESS):
            others.start_soon(reviews.of_room, f"room {number}", a_slow_record, Lane("here"))
        await anyio.lowlevel.checkpoint()
        with pytest.raises(BusyError):
            await reviews.of_room("one more", a_slow_record, Lane("here"))
        others.cancel_scope.cancel()
    reviews.close()


def test_other_action_is_judged_in_place_of_the_one_that_was_taken() -> None:
    record = a_record("Ann", "Bob")
    task = next(each for each in tasks_of(record) if each.seen.laid)

    found = tried(record, TryTurn(task.game, task.turn, None), LITTLE).decision

    assert found is not None
    assert [each.is_wait for each in found.candidates if CandidateKind.MADE in each.kinds] == [True]


def test_illegal_action_is_answered_with_the_broken_rules(record: Record) -> None:
    found = tried(record, TryTurn(1, 1, notation.table("[r1 r2]")), LITTLE)

    assert found.violations
    assert found.decision is None


async def test_unknown_turn_returns_404(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await ann.finish_match()

    answer = await ann.http.post(f"/rooms/{room}/review/try", json={"game": 1, "turn": 99, "table": None})

    assert (answer.status_code, answer.json()["reason"]) == (404, "no-such-position")


async def test_records_to_try_again_are_counted_before_they_are_read(tmp_path: Path) -> None:
    async with a_server(tmp_path, questions_per_minute=2) as server:
        ann = await server.guest("Ann")
        body = {"text": "no record", "turn": {"game": 1, "turn": 1, "table": None}}

        answers = [await ann.http.post("/records/review/try", json=body) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [400, 429]
