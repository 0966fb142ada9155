"""Scoring: the points of racks, the winner of a game, and the standings of a match."""

import pytest

from tests.games import a_player, an_edition
from tilewise.core import notation
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.events import Ending, Result
from tilewise.core.match import winners
from tilewise.core.rules.scoring import Standing, rack_total, result_of, standings
from tilewise.core.state import Player, State

CLASSIC = EDITIONS["classic-en"]
NO_MELD = "r1 r3 r5 r7 b2 b4 b6 b8 k1 k3 k9 y2 y5 y11"
"""67 points and no meld."""
A_MELD = "r10 b10 k10 r1 r1 k1 y1 b2 y2 k3 b3 y4 k4 r2"
"""54 points and a meld of three 10s."""


def at_the_end(*racks: str | Player, edition: Edition = CLASSIC) -> State:
    players = tuple(a_player(rack) if isinstance(rack, str) else rack for rack in racks)
    return State(edition=edition, players=players, table=(), pool=(), to_move=0, starter=0)


def rack_out(*racks: str | Player, edition: Edition = CLASSIC) -> tuple[int, ...]:
    return result_of(at_the_end(*racks, edition=edition), Ending.RACK_OUT).scores


def empty_pool(*racks: str | Player, edition: Edition = CLASSIC) -> tuple[tuple[int, ...], tuple[int, ...]]:
    result = result_of(at_the_end(*racks, edition=edition), Ending.EMPTY_POOL)
    return result.winners, result.scores


def games(*rows: tuple[int, ...]) -> list[Result]:
    return [Result(Ending.RACK_OUT, (row.index(max(row)),), row) for row in rows]


def test_losers_write_their_racks_and_the_winner_the_sum() -> None:
    """R-SCORE-01, R-SCORE-03, R-WIN-01."""
    assert rack_out("-", "r5 k9", "J b2", "y13 y12") == (71, -14, -32, -25)


@pytest.mark.parametrize("joker", ["J", "D", "C", "M"])
def test_every_kind_of_joker_left_on_a_rack_counts_thirty(joker: str) -> None:
    """R-SCORE-02, R-JOK-12, R-TW-20."""
    assert rack_total(notation.rack(f"{joker} r5"), EDITIONS["twist"]) == 35


@pytest.mark.parametrize("penalty", [25, 30, 50, 100])
def test_the_value_of_a_joker_is_a_house_rule(penalty: int) -> None:
    """R-JOK-12, R-SETUP-11."""
    assert rack_total(notation.rack("J J r5"), an_edition("xp", joker_rack_penalty=penalty)) == 2 * penalty + 5


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_scores_of_any_number_of_players_sum_to_zero(players: int) -> None:
    """R-SCORE-03, R-CONT-03."""
    racks = ["-", "r5 k9", "J b2", "y13 y12", "k1", "b7 b7"][:players]

    scores = rack_out(*racks, edition=EDITIONS["xp"])

    assert (len(scores), sum(scores)) == (players, 0)


def test_lowest_rack_wins_on_empty_pool_and_others_write_the_difference() -> None:
    """R-WIN-02, R-SCORE-04."""
    assert empty_pool("r10", "r12 r13", "b7", "r13 r13 r13 r1") == ((2,), (-3, -18, 54, -33))


def test_a_joker_counts_in_the_search_for_the_lowest_rack() -> None:
    """R-SCORE-02, R-SCORE-04."""
    assert empty_pool("J", "r13 r13 k5") == ((0,), (1, -1))


@pytest.mark.parametrize(
    ("racks", "winners_", "scores"),
    [
        (("r7", "b7", "y10 k10", "y10 y10 k10"), (0, 1), (18, 18, -13, -23)),
        (("r7", "b7", "y10 k10", "y10 y10 k11"), (0, 1), (19, 18, -13, -24)),
        (("r5", "k11 b11", "b5", "y5"), (0, 2, 3), (6, -17, 6, 5)),
        (("r7", "b7"), (0, 1), (0, 0)),
    ],
)
def test_equally_low_racks_share_the_win(
    racks: tuple[str, ...], winners_: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    """A-10: odd points go to the first in the order of the seats."""
    assert empty_pool(*racks) == (winners_, scores)


def test_house_may_give_a_tie_to_the_fewest_tiles() -> None:
    """A-29."""
    edition = an_edition("classic-en", empty_pool_tie="fewest-tiles")

    assert empty_pool("r3 k4", "b7", "k10 y10", edition=edition) == ((1,), (0, 13, -13))
    assert empty_pool("r7", "b7", "k10 y11", edition=edition) == ((0, 1), (7, 7, -14))


def test_house_may_leave_a_tie_without_winner() -> None:
    """A-29."""
    edition = an_edition("classic-en", empty_pool_tie="no-winner")

    assert empty_pool("r3 k4", "b7", "k10 y10", edition=edition) == ((), (0, 0, 0))
    assert empty_pool("r3 k5", "b7", "k10 y10", edition=edition) == ((1,), (-1, 14, -13))


def test_the_last_player_left_gets_all_other_racks() -> None:
    """A-28."""
    state = at_the_end("r5 k9", a_player("r13", conceded=True), a_player("J", conceded=True))

    assert result_of(state, Ending.LAST_PLAYER) == Result(Ending.LAST_PLAYER, (0,), (43, -13, -30))


def test_conceded_seat_pays_when_another_goes_out() -> None:
    """A-28."""
    assert rack_out("-", a_player("r5", conceded=True), "r6") == (11, -5, -6)


def test_conceded_seat_cannot_win_with_the_lowest_rack() -> None:
    """A-37."""
    assert empty_pool(a_player("r1", conceded=True), "r5", "r9") == ((1,), (0, 4, -4))
    assert empty_pool(a_player("r8", conceded=True), "r5", "r9") == ((1,), (-3, 7, -4))


# ---- never melded


@pytest.mark.parametrize(
    ("fine", "unable", "unwilling"), [("none", -67, -54), ("100-or-rack", -100, -54), ("100-or-200", -100, -200)]
)
def test_the_fine_for_never_melding(fine: str, unable: int, unwilling: int) -> None:
    """R-SCORE-06, A-11."""
    edition = an_edition("classic-en", never_melded_fine=fine)

    scores = rack_out("-", "r9 k11", a_player(NO_MELD, melded=False), a_player(A_MELD, melded=False), edition=edition)

    assert scores == (20 - unable - unwilling, -20, unable, unwilling)


def test_only_one_booklet_has_the_fine() -> None:
    """R-SCORE-06, A-11."""
    assert {name for name, edition in EDITIONS.items() if edition.never_melded_fine != "none"} == {"classic-he"}


def test_player_who_melded_is_not_fined() -> None:
    """R-SCORE-06."""
    assert rack_out("-", a_player(NO_MELD), edition=EDITIONS["classic-he"]) == (67, -67)


def test_jokers_count_in_what_could_have_been_melded() -> None:
    """A-11: 9, 10 and a joker are worth 30."""
    able, unable = a_player("r9 r10 J k1", melded=False), a_player("r8 r9 J k1", melded=False)

    assert rack_out("-", able, edition=EDITIONS["classic-he"]) == (50, -50)
    assert rack_out("-", unable, edition=EDITIONS["classic-he"]) == (100, -100)


def test_fine_is_written_in_full_on_empty_pool() -> None:
    """A-11, A-36, R-SCORE-04."""
    scores = empty_pool(
        "y10", "k12 k13", a_player("r1 r3", melded=False), "y13 y12 b13 b2", edition=EDITIONS["classic-he"]
    )

    assert scores == ((0,), (145, -15, -100, -30))


def test_rack_of_unwilling_player_is_written_in_full_on_empty_pool() -> None:
    """A-36."""
    able = a_player("r10 b10 k10", melded=False)

    assert empty_pool("y10", able, edition=EDITIONS["classic-he"]) == ((0,), (30, -30))
    assert empty_pool("y10", able, edition=an_edition("classic-he", never_melded_fine="100-or-200")) == (
        (0,),
        (200, -200),
    )


def test_fined_player_counts_as_a_hundred_for_the_lowest_rack() -> None:
    """A-11, A-36: and can win by it."""
    fined = a_player("r1 r3", melded=False)

    assert empty_pool(fined, "r13 " * 8, edition=EDITIONS["classic-he"]) == ((0,), (4, -4))
    assert empty_pool(fined, fined, edition=EDITIONS["classic-he"]) == ((0, 1), (0, 0))


def test_conceded_player_is_fined_too() -> None:
    """A-37."""
    fined = a_player("r1 r3", melded=False, conceded=True)

    assert empty_pool(fined, "r5", "r9", edition=EDITIONS["classic-he"]) == ((1,), (-100, 104, -4))


# ---- several games


@pytest.mark.parametrize(
    ("rows", "totals", "leaders"),
    [
        (((-3, -16, -5, 24), (-5, 22, -11, -6), (47, -2, -13, -32)), (39, 4, -29, -14), (0,)),
        (((-3, -16, -5, 24), (-5, 22, -11, -6), (47, -2, -13, -32), (-6, 41, -25, -10)), (33, 45, -54, -24), (1,)),
        (((24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47)), (-14, -29, 4, 39), (3,)),
    ],
    ids=["the 2014 booklet", "the Twist booklet", "the English booklet"],
)
def test_the_printed_score_tables(
    rows: tuple[tuple[int, ...], ...], totals: tuple[int, ...], leaders: tuple[int, ...]
) -> None:
    """R-SCORE-07, R-SCORE-03, R-SCORE-05, R-WIN-03, R-WIN-04."""
    table = standings(games(*rows), 4)

    assert {standing.seat: standing.score for standing in table} == dict(enumerate(totals))
    assert winners(table) == leaders
    assert [sum(row) for row in (*rows, totals)] == [0] * (len(rows) + 1)


def test_games_come_before_points() -> None:
    """R-WIN-03, R-SCORE-05."""
    assert standings(games((5, -5), (6, -6), (-40, 40)), 2) == (
        Standing(0, games_won=2, score=-29, rank=1),
        Standing(1, games_won=1, score=29, rank=2),
    )


def test_points_decide_between_equal_games() -> None:
    """R-WIN-04."""
    assert [standing.seat for standing in standings(games((5, -5), (-40, 40)), 2)] == [1, 0]


def test_seats_equal_in_games_and_points_share_a_rank() -> None:
    """A-10."""
    table = standings(games((10, -10, 0), (-10, 10, 0)), 3)

    assert [(standing.seat, standing.rank) for standing in table] == [(0, 1), (1, 1), (2, 3)]
    assert winners(table) == (0, 1)


def test_shared_game_counts_for_all_winners() -> None:
    """A-10, R-SCORE-05."""
    shared = Result(Ending.EMPTY_POOL, (0, 2), (3, -6, 3))

    assert [standing.games_won for standing in sorted_by_seat(standings([shared], 3))] == [1, 0, 1]


def test_a_game_without_a_winner_is_won_by_no_seat() -> None:
    """A-29."""
    nobody = Result(Ending.EMPTY_POOL, (), (0, 0))

    assert [standing.games_won for standing in standings([nobody], 2)] == [0, 0]
    assert winners(standings([nobody], 2)) == (0, 1)


def test_before_the_first_game_all_seats_lead() -> None:
    """A-10."""
    assert winners(standings([], 3)) == (0, 1, 2)


def sorted_by_seat(table: tuple[Standing, ...]) -> list[Standing]:
    return sorted(table, key=lambda standing: standing.seat)
