"""The queue of the workers: addresses take turns, then people, then rooms, and its length is bounded."""

from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewise.server.workers.fair_queue import FairQueue, Lane

LANES = st.builds(Lane, st.sampled_from("ABC"), st.sampled_from("pq"), st.sampled_from("xy"))
PLENTY = 1000


def filled(lanes: list[Lane], most: int = PLENTY) -> FairQueue[tuple[Lane, int]]:
    """Return a queue with one item for each lane listed; the number of an item is its place in the list."""
    queue: FairQueue[tuple[Lane, int]] = FairQueue(most)
    for number, lane in enumerate(lanes):
        queue.add(lane, (lane, number))
    return queue


def taken(queue: FairQueue[tuple[Lane, int]]) -> list[tuple[Lane, int]]:
    return [queue.take() for _ in range(len(queue))]


@given(st.lists(LANES))
def test_every_item_is_served_once(lanes: list[Lane]) -> None:
    assert sorted(number for _, number in taken(filled(lanes))) == list(range(len(lanes)))


@given(st.lists(LANES))
def test_a_lane_is_served_in_order_of_arrival(lanes: list[Lane]) -> None:
    served = defaultdict(list)
    for lane, number in taken(filled(lanes)):
        served[lane].append(number)

    assert all(numbers == sorted(numbers) for numbers in served.values())


@given(st.lists(LANES), st.integers(0, 2))
def test_waiting_lanes_are_served_equally_often(lanes: list[Lane], depth: int) -> None:
    """At each level: no branch is served a second time while a sibling waits for its first."""
    queue = filled(lanes)
    left = Counter(lane[: depth + 1] for lane in lanes)
    served: Counter[tuple[str, ...]] = Counter()
    for lane, _ in taken(queue):
        branch = lane[: depth + 1]
        siblings = [other for other in left if other[:-1] == branch[:-1] and left[other]]
        assert all(served[branch] <= served[other] for other in siblings)
        served[branch] += 1
        left[branch] -= 1


@given(st.integers(0, 50), st.integers(1, 5))
def test_a_newcomer_waits_for_one_item_of_each_other_address(backlog: int, others: int) -> None:
    busy = [Lane(f"busy {number}") for number in range(others)]
    queue = filled(busy * backlog)
    queue.add(Lane("new"), (Lane("new"), -1))

    assert [lane.address for lane, _ in taken(queue)].index("new") == (others if backlog else 0)


@given(st.lists(LANES), st.integers(1, 8))
def test_the_queue_is_bounded(lanes: list[Lane], most: int) -> None:
    queue = filled(lanes, most)

    assert len(queue) == min(len(lanes), most)


@given(st.lists(LANES, min_size=1), st.integers(1, 8))
def test_a_full_queue_drops_an_item_of_the_busiest_address(lanes: list[Lane], most: int) -> None:
    queue: FairQueue[Lane] = FairQueue(most)
    waiting: Counter[str] = Counter()
    for lane in lanes:
        waiting[lane.address] += 1
        dropped = queue.add(lane, lane)
        if dropped is not None:
            assert waiting[dropped.address] == max(waiting.values())
            waiting[dropped.address] -= 1


@given(st.lists(LANES, min_size=1), st.data())
def test_a_removed_item_is_not_served(lanes: list[Lane], data: st.DataObject) -> None:
    queue = filled(lanes)
    gone = data.draw(st.integers(0, len(lanes) - 1))
    queue.remove(lanes[gone], (lanes[gone], gone))

    assert sorted(number for _, number in taken(queue)) == [number for number in range(len(lanes)) if number != gone]


def test_removing_an_item_that_does_not_wait_is_refused() -> None:
    queue = filled([Lane("A")])

    with pytest.raises(ValueError, match="B"):
        queue.remove(Lane("B"), (Lane("B"), 0))


@given(st.lists(LANES))
def test_empty_lanes_leave_no_trace(lanes: list[Lane]) -> None:
    queue = filled(lanes)
    taken(queue)

    assert queue.addresses == frozenset()
