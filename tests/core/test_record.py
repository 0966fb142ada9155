"""Records: a whole match as a value, replayed step by step, and proven or refuted by anybody."""

import msgspec
import pytest
from msgspec.structs import replace

from tests.games import a_record, an_edition
from tilewise.core.actions import Action, Draw, Play
from tilewise.core.deal import deal_from
from tilewise.core.editions import EDITIONS
from tilewise.core.events import GameStarted
from tilewise.core.match import Match
from tilewise.core.record import BrokenRecordError, GameRecord, Record, record_of, replay, verify, verify_games
from tilewise.core.violations import Rule

RECORD = a_record(games=2)


def with_game(number: int, **changes: object) -> Record:
    """The record with something changed in one game."""
    games = list(RECORD.games)
    games[number - 1] = replace(games[number - 1], **changes)
    return replace(RECORD, games=tuple(games))


def with_action(turn: int, action: Action) -> Record:
    actions = list(RECORD.games[0].actions)
    actions[turn - 1] = action
    return with_game(1, actions=tuple(actions))


def problems(record: Record) -> list[tuple[int, int, str]]:
    return [(finding.game, finding.turn, finding.problem) for finding in verify(record)]


@pytest.mark.parametrize("name", EDITIONS)
def test_an_honest_record_holds(name: str) -> None:
    """R-SETUP-12."""
    assert verify(a_record("Ann", "Bob", "Cyd", edition=name, games=2)) == ()


def test_a_record_of_nothing_holds() -> None:
    assert verify(record_of(Match(an_edition("classic-en"), ("Ann", "Bob")))) == ()


def test_a_record_survives_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(RECORD), type=Record) == RECORD


def test_a_replay_tells_the_deal_and_then_every_turn() -> None:
    steps = list(replay(RECORD))

    first, second = (len(game.actions) for game in RECORD.games)
    assert [(step.game, step.turn) for step in steps] == [
        *((1, turn) for turn in range(first + 1)),
        *((2, turn) for turn in range(second + 1)),
    ]
    assert steps[0].action is None
    assert isinstance(steps[0].events[0], GameStarted)
    assert [step.action for step in steps[1 : first + 1]] == list(RECORD.games[0].actions)
    assert steps[first].state.result == RECORD.games[0].result


def test_a_game_that_was_not_finished_holds_as_far_as_it_goes() -> None:
    game = RECORD.games[0]
    begun = Record(RECORD.edition, RECORD.seats, (replace(game, actions=game.actions[:10], result=None),))

    assert verify(begun) == ()


def test_another_secret_was_not_committed_to() -> None:
    other = deal_from("another", 2)

    assert (1, 0, "the secret is not the one that was committed to") in problems(with_game(1, deal=other))


def test_another_commitment_is_not_kept() -> None:
    assert problems(with_game(2, commitment="0" * 64)) == [(2, 0, "the secret is not the one that was committed to")]


def test_a_deal_is_made_for_its_game() -> None:
    """The same secret must not deal two games alike."""
    deal = RECORD.games[0].deal
    record = replace(RECORD, games=(*RECORD.games[:1], GameRecord(deal.commitment, deal)))

    assert problems(record) == [(2, 0, "the deal is made for game 1")]


@pytest.mark.parametrize("contributions", [("",), ("",) * 3, ("",) * 9])
def test_a_deal_is_made_by_all_seats(contributions: tuple[str, ...]) -> None:
    deal = replace(RECORD.games[0].deal, contributions=contributions)

    assert problems(with_game(1, deal=deal)) == [(1, 0, f"{len(contributions)} contributions for 2 seats")]


def test_a_turn_that_breaks_a_rule_is_found_with_its_place() -> None:
    with pytest.raises(BrokenRecordError, match=r"game 1, turn 3: not-your-turn \(R-TURN-01\)") as broken:
        list(replay(with_action(3, Draw(RECORD.games[0].actions[1].seat))))

    assert (broken.value.game, broken.value.turn) == (1, 3)
    assert [violation.rule for violation in broken.value.violations] == [Rule.NOT_YOUR_TURN]


def test_a_tile_that_was_not_there_is_found() -> None:
    turn, action = next((turn, each) for turn, each in enumerate(RECORD.games[0].actions, 1) if isinstance(each, Play))
    forged = Play(action.seat, (*action.table[:-1], (*action.table[-1], *action.table[-1][:1])))

    ((game, found, problem), *_) = problems(with_action(turn, forged))

    assert (game, found) == (1, turn)
    assert "tile-not-on-rack" in problem


def test_a_turn_left_out_is_found() -> None:
    actions = RECORD.games[0].actions

    assert problems(with_game(1, actions=actions[:4] + actions[5:]))


def test_a_turn_after_the_end_is_found() -> None:
    actions = (*RECORD.games[0].actions, Draw(0))

    assert problems(with_game(1, actions=actions)) == [(1, len(actions), "game-is-over (R-END-01)")]


def test_a_result_that_does_not_follow_is_found() -> None:
    """R-SCORE-03."""
    result = RECORD.games[1].result
    assert result is not None
    forged = replace(result, scores=tuple(reversed(result.scores)))

    assert problems(with_game(2, result=forged)) == [
        (2, len(RECORD.games[1].actions), "the result written down is not what the turns lead to")
    ]


def test_a_result_that_was_left_out_is_found() -> None:
    assert [finding[0] for finding in problems(with_game(1, result=None))] == [1]


def test_games_in_another_order_are_found() -> None:
    assert problems(replace(RECORD, games=RECORD.games[::-1]))


def test_a_game_that_began_too_early_is_found() -> None:
    """R-SETUP-12."""
    first = replace(RECORD.games[0], actions=RECORD.games[0].actions[:5], result=None)

    assert problems(replace(RECORD, games=(first, RECORD.games[1]))) == [(2, 0, "game 1 is still being played")]


def test_a_game_too_many_is_found() -> None:
    """R-SETUP-10."""
    edition = RECORD.edition.with_rules(games_per_round=1)

    assert problems(replace(RECORD, edition=edition)) == [(2, 0, "the match is over: all 1 games are played")]


@pytest.mark.parametrize(
    ("seats", "problem"),
    [
        (("Ann",), "classic-en is for 2 to 4 players, not 1"),
        (tuple("ABCDE"), "classic-en is for 2 to 4 players, not 5"),
        (("Ann", "Ann"), "the names in a match must all be different, not Ann, Ann"),
        (("Ann", ""), "a name must have 1 to 40 printable characters and no colon, not ''"),
    ],
)
def test_seats_that_cannot_be_are_found(seats: tuple[str, ...], problem: str) -> None:
    """R-CONT-07."""
    assert problems(replace(RECORD, seats=seats)) == [(1, 0, problem)]


def test_the_same_turns_under_other_rules_are_another_game() -> None:
    """R-SETUP-11."""
    assert problems(replace(RECORD, edition=RECORD.edition.with_rules(initial_meld_min=50)))


def test_each_game_is_proven_or_refuted_by_itself() -> None:
    assert verify_games(RECORD) == ((), ())
    refuted = verify_games(with_game(2, commitment="0" * 64))

    assert [len(findings) for findings in refuted] == [0, 1]


def test_a_game_cannot_be_proven_after_one_that_cannot_be_played_again() -> None:
    broken = verify_games(with_game(1, actions=(Draw(5),)))

    assert [findings[0].game for findings in broken] == [1, 2]
    assert broken[1][0].problem == "it cannot be proven after game 1, which cannot be played again"
