"""`LocalMatch` deals, plays and records a match, whatever its bots do."""

from collections.abc import Callable

import pytest

from tilewise.bots import USUAL, Budget, by_name
from tilewise.bots.protocol import Bot
from tilewise.core.actions import Action, Draw, Pass, Play
from tilewise.core.deal import deal_from
from tilewise.core.editions import edition
from tilewise.core.events import Drew, GameStarted
from tilewise.core.match import Match
from tilewise.core.notation import table
from tilewise.core.record import verify
from tilewise.core.view import View
from tilewise.core.violations import RefusedError
from tilewise.local.match import LocalMatch, fault_in_words

CLASSIC = edition("classic-en")
PERSON = 0


class FunctionBot:
    """A bot that calls a function."""

    name = "function"

    def __init__(self, choose: Callable[[View], Action]) -> None:
        self._choose = choose

    def choose(self, view: View, _budget: Budget) -> Action:
        return self._choose(view)


def wait(view: View) -> Action:
    return Draw(view.to_move) if view.pool else Pass(view.to_move)


def crash(_view: View) -> Action:
    msg = "lost its way"
    raise RuntimeError(msg)


def cheat(view: View) -> Action:
    return Play(view.to_move, (*view.table, *table("[r13 b13 k13 y13]")))


def local_match(*bots: Bot, viewer: int | None = None) -> LocalMatch:
    names = tuple(f"bot {seat}" for seat in range(len(bots)))
    deals = lambda game: deal_from("local", len(bots), game)  # noqa: E731
    return LocalMatch(Match(CLASSIC, names), dict(enumerate(bots)), deals, USUAL, viewer=viewer)


def play_game(match: LocalMatch) -> None:
    match.begin_game()
    while match.game is not None:
        match.play_bot_turn()


def test_a_whole_match_is_a_record_that_verifies() -> None:
    match = local_match(by_name("greedy"), by_name("greedy"))

    while not match.match.is_over:
        play_game(match)

    assert verify(match.record) == ()


def test_each_game_of_a_match_has_a_deal_of_its_own() -> None:
    match = local_match(by_name("greedy"), by_name("greedy"))

    play_game(match)
    play_game(match)

    assert [game.deal.game for game in match.record.games] == [1, 2]


def test_a_game_in_progress_is_part_of_the_record() -> None:
    match = local_match(FunctionBot(wait), FunctionBot(wait))
    match.begin_game()
    assert match.game is not None
    seat = match.game.to_move

    match.play_bot_turn()

    assert match.record.games[0].actions == (Draw(seat),)


def test_the_match_shows_the_game_in_progress() -> None:
    match = local_match(FunctionBot(wait), FunctionBot(wait))
    match.begin_game()

    match.play_bot_turn()

    assert match.match.game == match.game


@pytest.mark.parametrize(
    ("choose", "problem"), [(crash, "RuntimeError: lost its way"), (cheat, "refused: tile-not-on-rack")]
)
def test_a_bot_that_fails_draws_instead(choose: Callable[[View], Action], problem: str) -> None:
    match = local_match(FunctionBot(choose), FunctionBot(choose))
    match.begin_game()

    events = match.play_bot_turn()

    assert isinstance(events[0], Drew)
    assert problem in match.faults[0].problem


def test_a_fault_names_the_player_and_the_problem() -> None:
    match = local_match(FunctionBot(crash), FunctionBot(crash))
    match.begin_game()
    match.play_bot_turn()

    words = fault_in_words(match.faults[0], ("Ann", "Ann"))

    assert words == "Ann made no valid move and draws instead (RuntimeError: lost its way)."


def test_asking_a_bot_does_not_change_the_game() -> None:
    match = local_match(FunctionBot(wait), FunctionBot(wait))
    match.begin_game()
    before = match.game

    match.ask_bot()

    assert match.game == before


def test_a_viewer_does_not_see_the_racks_of_others() -> None:
    begun = local_match(FunctionBot(wait), FunctionBot(wait), viewer=PERSON).begin_game()

    assert isinstance(begun, GameStarted)
    assert [bool(rack) for rack in begun.racks] == [True, False]


def test_a_match_between_bots_shows_everything() -> None:
    begun = local_match(FunctionBot(wait), FunctionBot(wait)).begin_game()

    assert isinstance(begun, GameStarted)
    assert all(begun.racks)


def test_an_illegal_action_is_refused_and_not_recorded() -> None:
    match = local_match(FunctionBot(wait), FunctionBot(wait), viewer=PERSON)
    match.begin_game()
    assert match.game is not None

    with pytest.raises(RefusedError):
        match.act(Draw(1 - match.game.to_move))

    assert match.record.games[0].actions == ()


def test_acting_between_games_raises() -> None:
    match = local_match(by_name("greedy"), by_name("greedy"))
    play_game(match)

    with pytest.raises(ValueError, match="no game is in progress"):
        match.play_bot_turn()
