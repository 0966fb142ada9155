"""A game between bots continues by the rules, whatever a bot does."""

from itertools import count

import pytest

from tilewise.bots import Budget, by_name
from tilewise.bots.protocol import Bot
from tilewise.core.actions import Action, Draw, Pass, Play
from tilewise.core.deal import deal_from
from tilewise.core.editions import EDITIONS, edition
from tilewise.core.notation import table
from tilewise.core.record import verify
from tilewise.core.view import View
from tilewise.lab.game import play

CLASSIC = edition("classic-en")


class Raises:
    name = "raises"

    def choose(self, view: View, _budget: Budget) -> Action:
        msg = f"no idea what to do in turn {view.turn}"
        raise RuntimeError(msg)


class Cheats:
    name = "cheats"

    def choose(self, view: View, _budget: Budget) -> Action:
        return Play(view.to_move, (*view.table, *table("[r13 b13 k13 y13]")))


class PlaysForOthers:
    name = "plays for others"

    def choose(self, view: View, _budget: Budget) -> Action:
        return Draw(view.to_move + 1)


class Hangs:
    name = "hangs"

    def choose(self, view: View, _budget: Budget) -> Action:
        if view.turn > 1:
            return Draw(view.to_move) if view.pool else Pass(view.to_move)
        for _ in count():
            pass
        raise AssertionError


@pytest.mark.parametrize("name", EDITIONS)
def test_record_of_a_bot_game_verifies(name: str) -> None:
    game = play(edition(name), [by_name("novice")] * 2, deal_from("lab", 2))

    assert not game.faults
    assert not verify(game.record)


@pytest.mark.parametrize(
    ("bot", "problem"),
    [(Raises(), "no idea what to do"), (Cheats(), "refused: tile-not-on-rack"), (PlaysForOthers(), "another seat")],
)
def test_failing_bot_draws_and_the_game_continues(bot: Bot, problem: str) -> None:
    game = play(CLASSIC, [bot, by_name("novice")], deal_from("fails", 2))

    assert problem in game.faults[0].problem
    assert not verify(game.record)
    assert all(isinstance(action, Draw | Pass) for action in game.record.games[0].actions if action.seat == 0)


def test_hanging_bot_is_interrupted() -> None:
    game = play(CLASSIC, [Hangs(), by_name("novice")], deal_from("hangs", 2), bot_seconds=0.05)

    assert game.faults[0].problem == "no answer within 0.05 s"


def test_seats_of_the_same_bot_are_numbered() -> None:
    game = play(CLASSIC, [by_name("novice")] * 3, deal_from("twins", 3))

    assert game.record.seats == ("novice 1", "novice 2", "novice 3")
