"""Records: a whole match as a value, replayed step by step, and verified."""

import msgspec
import pytest
from msgspec.structs import replace

from tests.games import a_record, an_edition
from tilewise.core.actions import Action, Draw, Play
from tilewise.core.deal import deal_from, hash_of
from tilewise.core.editions import EDITIONS
from tilewise.core.events import GameStarted
from tilewise.core.match import Match
from tilewise.core.record import BrokenRecordError, GameRecord, Record, record_of, replay, verify, verify_games
from tilewise.core.violations import Rule

RECORD = a_record(games=2)


def with_game(number: int, **changes: object) -> Record:
    """Return the record with something changed in one game."""
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
def test_honest_record_is_proven(name: str) -> None:
    """R-SETUP-12."""
    assert verify(a_record("Ann", "Bob", "Cyd", edition=name, games=2)) == ()


def test_empty_record_is_proven() -> None:
    assert verify(record_of(Match(an_edition("classic-en"), ("Ann", "Bob")))) == ()


def test_a_record_survives_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(RECORD), type=Record) == RECORD


def test_replay_yields_the_deal_and_every_turn() -> None:
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


def test_unfinished_game_is_proven_as_far_as_it_goes() -> None:
    game = RECORD.games[0]
    begun = Record(RECORD.edition, RECORD.seats, (replace(game, actions=game.actions[:10], result=None),))

    assert verify(begun) == ()


def test_changed_secret_is_detected() -> None:
    other = deal_from("another", 2)

    assert (1, 0, "the secret is not the one that was committed to") in problems(with_game(1, deal=other))


def test_changed_commitment_is_detected() -> None:
    assert problems(with_game(2, commitment="0" * 64)) == [(2, 0, "the secret is not the one that was committed to")]


def test_deal_of_another_game_is_detected() -> None:
    """The same secret must not deal two equal games."""
    deal = RECORD.games[0].deal
    record = replace(RECORD, games=(*RECORD.games[:1], GameRecord(deal.commitment, deal)))

    assert problems(record) == [(2, 0, "the deal is made for game 1")]


@pytest.mark.parametrize("contributions", [("",), ("",) * 3, ("",) * 9])
def test_missing_contribution_is_detected(contributions: tuple[str, ...]) -> None:
    deal = replace(RECORD.games[0].deal, contributions=contributions)

    assert problems(with_game(1, deal=deal)) == [(1, 0, f"{len(contributions)} contributions for 2 seats")]


@pytest.mark.parametrize(
    ("hashes", "found"),
    [
        ((hash_of(""), hash_of("")), []),
        (("", hash_of("")), []),
        ((hash_of(""), hash_of("x")), ["the contribution of Bob is not the one that was committed to"]),
        ((hash_of(""),), ["1 hashes for 2 contributions"]),
    ],
)
def test_contributions_are_compared_with_their_hashes(hashes: tuple[str, ...], found: list[str]) -> None:
    deal = replace(RECORD.games[0].deal, hashes=hashes)

    assert [problem for _, _, problem in problems(with_game(1, deal=deal))] == found


def test_illegal_turn_is_detected_with_its_place() -> None:
    with pytest.raises(BrokenRecordError, match=r"game 1, turn 3: not-your-turn \(R-TURN-01\)") as broken:
        list(replay(with_action(3, Draw(RECORD.games[0].actions[1].seat))))

    assert (broken.value.game, broken.value.turn) == (1, 3)
    assert [violation.rule for violation in broken.value.violations] == [Rule.NOT_YOUR_TURN]


def test_invented_tile_is_detected() -> None:
    turn, action = next((turn, each) for turn, each in enumerate(RECORD.games[0].actions, 1) if isinstance(each, Play))
    forged = Play(action.seat, (*action.table[:-1], (*action.table[-1], *action.table[-1][:1])))

    ((game, found, problem), *_) = problems(with_action(turn, forged))

    assert (game, found) == (1, turn)
    assert "tile-not-on-rack" in problem


def test_missing_turn_is_detected() -> None:
    actions = RECORD.games[0].actions

    assert problems(with_game(1, actions=actions[:4] + actions[5:]))


def test_turn_after_the_end_is_detected() -> None:
    actions = (*RECORD.games[0].actions, Draw(0))

    assert problems(with_game(1, actions=actions)) == [(1, len(actions), "game-is-over (R-END-01)")]


def test_wrong_result_is_detected() -> None:
    """R-SCORE-03."""
    result = RECORD.games[1].result
    assert result is not None
    forged = replace(result, scores=tuple(reversed(result.scores)))

    assert problems(with_game(2, result=forged)) == [
        (2, len(RECORD.games[1].actions), "the result written down is not what the turns lead to")
    ]


def test_missing_result_is_detected() -> None:
    assert [finding[0] for finding in problems(with_game(1, result=None))] == [1]


def test_swapped_games_are_detected() -> None:
    assert problems(replace(RECORD, games=RECORD.games[::-1]))


def test_game_that_began_too_early_is_detected() -> None:
    """R-SETUP-12."""
    first = replace(RECORD.games[0], actions=RECORD.games[0].actions[:5], result=None)

    assert problems(replace(RECORD, games=(first, RECORD.games[1]))) == [(2, 0, "game 1 is still being played")]


def test_extra_game_is_detected() -> None:
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
def test_impossible_seats_are_detected(seats: tuple[str, ...], problem: str) -> None:
    """R-CONT-07."""
    assert problems(replace(RECORD, seats=seats)) == [(1, 0, problem)]


def test_same_turns_under_other_rules_are_not_proven() -> None:
    """R-SETUP-11."""
    assert problems(replace(RECORD, edition=RECORD.edition.with_rules(initial_meld_min=50)))


def test_each_game_is_proven_or_refuted_by_itself() -> None:
    assert verify_games(RECORD) == ((), ())
    refuted = verify_games(with_game(2, commitment="0" * 64))

    assert [len(findings) for findings in refuted] == [0, 1]


def test_game_after_a_broken_game_is_not_proven() -> None:
    broken = verify_games(with_game(1, actions=(Draw(5),)))

    assert [findings[0].game for findings in broken] == [1, 2]
    assert broken[1][0].problem == "it cannot be proven after game 1, which cannot be played again"
