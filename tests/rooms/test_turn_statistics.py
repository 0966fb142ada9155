"""Turn statistics from the log: tiles and seconds of each turn, the result of each game."""

from tilewise.core.actions import Draw, Play
from tilewise.core.events import Drew, Ending, GameEnded, Played, Result
from tilewise.core.notation import rack, table
from tilewise.rooms.events import Acted, Entry
from tilewise.rooms.log.turn_statistics import TurnStatistics, statistics_of

MELD = table("[r1 r2 r3]")
WON = Result(Ending.RACK_OUT, (0,), (9, -9))


def a_log() -> list[Entry]:
    return [
        Entry(1, 100.0, ()),
        Entry(2, 104.0, (Acted(Draw(0)), Drew(0, 1, rack("r3")))),
        Entry(3, 110.0, (Acted(Draw(1)), Drew(1, 1, rack("k1")))),
        Entry(4, 117.0, (Acted(Play(0, MELD)), Played(0, MELD, MELD[0]), GameEnded(WON, ((), rack("k9"))))),
    ]


def test_turn_time_counts_from_the_end_of_the_previous_turn() -> None:
    (game,) = statistics_of(a_log(), 0)

    assert game.turns == (TurnStatistics(0, 4.0), TurnStatistics(3, 7.0))
    assert (game.game, game.at, game.result) == (1, 117.0, WON)


def test_each_seat_has_its_own_turns() -> None:
    (game,) = statistics_of(a_log(), 1)

    assert game.turns == (TurnStatistics(0, 6.0),)


def test_running_game_has_no_statistics() -> None:
    assert statistics_of(a_log()[:3], 0) == ()
