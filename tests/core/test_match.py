"""A match: the agreed games between the same seats, the standings, and the next starter."""

import pytest

from tests.games import after, an_edition
from tilewise.core.actions import Concede
from tilewise.core.deal import Deal, deal_from
from tilewise.core.match import Match, begin_game, winners, with_game

SEATS = ("Ann", "Bob", "Cyd")


def a_match(*seats: str, edition: str = "classic-en", **house_rules: object) -> Match:
    return Match(an_edition(edition, **house_rules), seats or SEATS)


def next_game(match: Match) -> Match:
    begun, _ = begin_game(match, deal_from("a match", len(match.seats), len(match.results) + 1))
    return begun


def won_by(match: Match, winner: int) -> Match:
    """Play the next game, in which all other seats concede."""
    match = next_game(match)
    assert match.game is not None
    losers = (seat for seat in range(len(match.seats)) if seat != winner)
    return with_game(match, after(match.game, *map(Concede, losers)))


def test_a_match_has_as_many_games_as_players() -> None:
    """R-SETUP-09, A-15."""
    assert (a_match("Ann", "Bob").games, a_match().games) == (2, 3)


def test_a_match_has_as_many_rounds_as_were_agreed() -> None:
    """R-SETUP-10."""
    assert a_match(rounds=4).games == 12
    assert a_match(rounds=2, games_per_round=5).games == 10


def test_games_follow_each_other_until_all_are_played() -> None:
    """R-SETUP-12, R-SETUP-13."""
    match = a_match()

    for played in range(3):
        assert (len(match.results), match.is_over) == (played, False)
        match = won_by(match, played)

    assert match.is_over


def test_game_cannot_begin_during_another() -> None:
    """R-SETUP-12."""
    with pytest.raises(ValueError, match="game 1 is still being played"):
        next_game(next_game(a_match()))


def test_game_cannot_begin_after_the_last_one() -> None:
    """R-SETUP-10."""
    match = won_by(a_match(games_per_round=1), 0)

    with pytest.raises(ValueError, match="the match is over: all 1 games are played"):
        next_game(match)


@pytest.mark.parametrize("contributions", [(), ("",), ("",) * 4])
def test_deal_needs_a_contribution_from_every_seat(contributions: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=f"{len(contributions)} contributions for 3 seats"):
        begin_game(a_match(), Deal("0" * 64, contributions))


def test_unfinished_game_has_no_result_in_the_match() -> None:
    """R-SETUP-12."""
    match = next_game(a_match())
    assert match.game is not None

    assert with_game(match, after(match.game, Concede(0))).results == ()


def test_most_games_win_the_match() -> None:
    """R-WIN-03, R-SCORE-05."""
    match = a_match()
    for winner in (1, 0, 1):
        match = won_by(match, winner)

    assert winners(match.standings) == (1,)
    assert [standing.games_won for standing in match.standings] == [2, 1, 0]
    assert sum(standing.score for standing in match.standings) == 0


def test_points_break_ties_between_equal_games() -> None:
    """R-WIN-04."""
    match = a_match()
    for winner in range(3):
        match = won_by(match, winner)

    scores = [standing.score for standing in match.standings]
    assert {standing.games_won for standing in match.standings} == {1}
    assert scores == sorted(scores, reverse=True)


def test_match_counts_all_rounds_and_each_round_has_a_winner() -> None:
    """A-21, R-WIN-03: Ann wins one round, Bob the other; over both Bob has won more games."""
    match = a_match(games_per_round=3, rounds=2)
    for winner in (0, 0, 1, 1, 1, 1):
        match = won_by(match, winner)

    assert [winners(round_) for round_ in match.rounds] == [(0,), (1,)]
    assert winners(match.standings) == (1,)


def test_unfinished_round_has_standings() -> None:
    """A-21."""
    match = a_match(rounds=2)
    for winner in (0, 1, 2, 1):
        match = won_by(match, winner)

    assert len(match.rounds) == 2
    assert winners(match.rounds[1]) == (1,)


def test_match_has_no_round_before_its_first_game() -> None:
    """A-21."""
    assert a_match().rounds == ()


def starters(match: Match, *results: int) -> list[int]:
    """Return the starter of each game after the first, if these seats have won."""
    found = []
    for winner in results:
        match = won_by(match, winner)
        following = next_game(match).game
        assert following is not None
        found.append(following.starter)
    return found


def test_the_winner_starts_under_the_house_rule() -> None:
    """A-14."""
    assert starters(a_match(next_starter="winner", rounds=2), 2, 0, 1) == [2, 0, 1]


def test_the_start_goes_round_under_the_house_rule() -> None:
    """A-14."""
    first = next_game(a_match()).game
    assert first is not None

    assert starters(a_match(next_starter="rotate", rounds=2), 2, 2, 2) == [
        (first.starter + step) % 3 for step in (1, 2, 3)
    ]


def test_start_is_drawn_for_by_default() -> None:
    """A-14, R-SETUP-13."""
    match = won_by(a_match(), 0)

    _, begun = begin_game(match, deal_from("a match", 3, 2))

    assert begun.starting_draws


@pytest.mark.parametrize("name", ["", " ", "Ann ", " Ann", "x" * 41, "An:n", "An\nn", "\0", "\u2028"])
def test_invalid_name_is_rejected(name: str) -> None:
    with pytest.raises(ValueError, match="a name must have 1 to 40 printable characters and no colon"):
        a_match("Bob", name)


@pytest.mark.parametrize("name", ["A", "x" * 40, "Zoë", "שרה", "Ann {r1}", "1. Bob", "[r3]", '"', "#"])
def test_valid_name_is_accepted(name: str) -> None:
    assert a_match("Bob", name).seats == ("Bob", name)


def test_equal_names_are_rejected() -> None:
    with pytest.raises(ValueError, match="the names in a match must all be different, not Ann, Bob, Ann"):
        a_match("Ann", "Bob", "Ann")


@pytest.mark.parametrize("players", [1, 5])
def test_wrong_number_of_players_is_rejected(players: int) -> None:
    """R-CONT-07."""
    with pytest.raises(ValueError, match=f"classic-en is for 2 to 4 players, not {players}"):
        a_match(*"ABCDE"[:players])
