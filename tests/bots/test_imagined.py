"""Imagined games: dealt as they may be, the same for every candidate, within their limits."""

import pytest

import tilewise._kernel as _kernel  # noqa: PLR0402  # mypy finds the stub only by its full name
from tests.games import a_game
from tilewise.bots.imagined import ALL, GREEDY, situation_of
from tilewise.core.notation import table
from tilewise.core.view import view_of
from tilewise.solver import native

WAIT = (b"", ALL)


def situation(rack: str = "r1 b5 k9", *, table: str = "-") -> _kernel.Situation:
    """What seat 0 imagines with this rack."""
    return situation_of(view_of(a_game(rack, table=table), 0))


def test_who_lays_the_last_tile_wins_every_imagined_game() -> None:
    out = (native.packed(table("[r1 r2 r3 r4]")), ALL)

    found = _kernel.play_out(situation("r4", table="[r1 r2 r3]"), [out, WAIT], seed=1, deals=20)

    assert set(found.shares[::2]) == {1.0}
    assert min(found.points[::2]) > 0


def test_the_same_seed_gives_the_same_games() -> None:
    games = [_kernel.play_out(situation(), [WAIT, (b"", GREEDY)], seed=seed, deals=15) for seed in (7, 7, 8)]

    assert games[0].points == games[1].points
    assert games[0].points != games[2].points


def test_alike_candidates_meet_alike_deals() -> None:
    found = _kernel.play_out(situation(), [WAIT, WAIT], seed=3, deals=25)

    assert found.points[::2] == found.points[1::2]


def test_a_limit_leaves_whole_deals_only() -> None:
    found = _kernel.play_out(situation(), [WAIT, WAIT], seed=3, deals=1000, nodes=20_000)

    assert 0 < found.deals < 1000
    assert len(found.shares) == len(found.points) == 2 * found.deals
    assert found.nodes <= 20_100


@pytest.mark.parametrize(
    ("candidate", "problem"),
    [
        ((native.packed(table("[r1 r2 r3 r4]")), ALL), "lays what is not on the rack"),
        ((b"", 0), "a policy is 1 tile or more"),
        ((b"\x01\x02\xff", ALL), "meld"),
    ],
)
def test_what_cannot_be_is_refused(candidate: tuple[bytes, int], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        _kernel.play_out(situation("r7", table="[r1 r2 r3]"), [candidate], seed=1, deals=1)


def test_racks_cannot_hold_more_than_is_hidden() -> None:
    imagined = _kernel.Situation(b"", b"\x01", b"\x02", native.rules_of(a_game().edition))
    for _ in range(2):
        imagined.add_seat(5, has_melded=True, is_out=False, did_not_meld=False, did_not_play=False, policies=[1])

    with pytest.raises(ValueError, match="more tiles than are hidden"):
        _kernel.play_out(imagined, [WAIT], seed=1, deals=1)
