"""Records as text: printed, read back, forgeries detected, and errors with line and column."""

import re

import pytest
from msgspec.structs import replace

from tests.games import a_record
from tilewise.core.actions import Concede, Draw, Play, RunOutOfTime
from tilewise.core.deal import Deal, deal_from
from tilewise.core.editions import EDITIONS
from tilewise.core.notation import NotationError, table
from tilewise.core.record import GameRecord, Record
from tilewise.core.record.text import parse_record, print_record, verify_text
from tilewise.core.rules.setup import set_up

HONEST = print_record(a_record("Ann", "Bob", "Zoë {x}", games=2, seed="text"))
LINES = HONEST.splitlines()


def line_of(beginning: str, nth: int = 1) -> int:
    """Return the number of the nth line that begins like this."""
    return [number for number, line in enumerate(LINES, 1) if line.startswith(beginning)][nth - 1]


def with_line(number: int, *lines: str) -> str:
    """Return the honest record with one line replaced."""
    return "\n".join([*LINES[: number - 1], *lines, *LINES[number:]]) + "\n"


def forged(beginning: str, old: str, new: str, nth: int = 1) -> str:
    number = line_of(beginning, nth)
    line = re.sub(old, new, LINES[number - 1], count=1)
    assert line != LINES[number - 1]
    return with_line(number, line)


def first_line(pattern: str) -> str:
    return next(line for line in LINES if re.search(pattern, line))


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("strict", [True, False])
def test_a_record_is_written_and_read(name: str, strict: bool) -> None:  # noqa: FBT001  # two cases
    """R-SETUP-11."""
    record = a_record(edition=name, strict_confirm=strict, joker_reuse="any-set" if strict else "new-set")

    text = print_record(record)

    assert parse_record(text) == record
    assert print_record(parse_record(text)) == text
    assert verify_text(text) == ()


def test_every_action_is_written_and_read() -> None:
    game = GameRecord(
        "0" * 64,
        Deal("0" * 64, ("", "")),
        (
            Draw(0),
            Play(1, table("[r3 r4 r5] [k9 y9 J]")),
            RunOutOfTime(0),
            RunOutOfTime(1, table("[r3 r4]")),
            RunOutOfTime(0, ()),
            Play(0, ()),
            Concede(1),
        ),
    )
    record = Record(EDITIONS["classic-en"], ("Ann", "Bob"), (game,))

    assert parse_record(print_record(record)) == record


def a_slow_turn() -> Record:
    """Return a game of Ann and Bob in which the starter's time runs out with two tiles on the table."""
    deal = deal_from("slow", 2)
    begun = set_up(EDITIONS["classic-en"], deal)
    draft = (begun.racks[begun.starter][:2],)
    game = GameRecord(deal.commitment, deal, (RunOutOfTime(begun.starter, draft),))
    return Record(EDITIONS["classic-en"], ("Ann", "Bob"), (game,))


def test_a_record_names_the_seats_of_bots() -> None:
    record = replace(parse_record(HONEST), bots=("Bob",))

    text = print_record(record)

    assert 'bots: ["Bob"]\n' in text
    assert parse_record(text) == record


def test_remark_states_the_outcome_of_a_timeout() -> None:
    """R-TIME-03."""
    text = print_record(a_slow_turn())

    assert re.search(r"^1\. \w+: time-up \[\w+ \w+\] \{taken back, \w+ \w+ \w+\}$", text, re.MULTILINE)
    assert verify_text(text) == ()
    assert verify_text(text.replace("taken back, ", "")) != ()


def test_record_has_the_documented_format() -> None:
    text = print_record(a_record(seed="looks", initial_meld_min=40))

    assert text.startswith(
        'tilewise-record: 1\nedition: classic-en\nrevision: 1\nrules: initial_meld_min=40\nseats: ["Ann", "Bob"]\n\n'
        "game: 1\ncommitment: "
    )
    assert re.search(
        r"^starts: Ann \w+, Bob \w+; (Ann|Bob) starts\n1\. (Ann|Bob): (draw \{\w+\}|play \[.*\])$", text, re.MULTILINE
    )
    assert re.search(
        r'^result: (rack-out|empty-pool) \["\w+"\] \{"Ann": -?\d+, "Bob": -?\d+\}\nsecret: \w{64}\n$',
        text,
        re.MULTILINE,
    )


def test_comments_blank_lines_and_remarks_are_optional() -> None:
    bare = re.sub(r" \{[^{}]*\}$", "", HONEST, flags=re.MULTILINE).replace("\n\n", "\n")
    bare = re.sub(r"^starts: .*\n", "", bare, flags=re.MULTILINE)

    assert parse_record(bare) == parse_record(HONEST)
    assert verify_text("# with a word before\n\n" + bare.replace("\n", "\r\n")) == ()


@pytest.mark.parametrize("hashes", [(), ("", "f" * 64)])
def test_hashes_are_written(hashes: tuple[str, ...]) -> None:
    game = GameRecord("0" * 64, Deal("0" * 64, ("", "x"), hashes=hashes))

    assert parse_record(print_record(Record(EDITIONS["classic-en"], ("Ann", "Bob"), (game,)))).games == (game,)


@pytest.mark.parametrize("contribution", ["", "two\nlines", "\u2028\x85\u2029", '"]', "{}", "שלום", "#", "\x00"])
def test_contribution_may_contain_any_text(contribution: str) -> None:
    game = GameRecord("0" * 64, Deal("0" * 64, ("", contribution)))
    record = Record(EDITIONS["classic-en"], ("Ann", "Bob"), (game,))

    assert parse_record(print_record(record)) == record


# ---- forgeries


def other_digit(digit: str) -> str:
    return "0" if digit != "0" else "1"


FORGERIES = {
    "the secret": forged("secret: ", "secret: .", f"secret: {other_digit(LINES[line_of('secret: ') - 1][8])}"),
    "the secret of the second game": forged(
        "secret: ", "secret: .", f"secret: {other_digit(LINES[line_of('secret: ', 2) - 1][8])}", nth=2
    ),
    "the commitment": forged("commitment: ", "commitment: .*", "commitment: " + "0" * 64),
    "a contribution": forged("contributions: ", '""', '"x"'),
    "a tile that was drawn": with_line(
        LINES.index(first_line(r"draw \{")) + 1, re.sub(r"\{\w+\}", "{M}", first_line(r"draw \{"))
    ),
    "a tile in a play": with_line(
        LINES.index(first_line(r"play \[")) + 1, re.sub(r"\[\w+", "[k1", first_line(r"play \[").replace("[k1", "[k2"))
    ),
    "a remark where nothing is to say": with_line(LINES.index(first_line(r"play ")) + 1, first_line(r"play ") + " {J}"),
    "who starts": forged("starts: ", r"\w+ starts|\} starts", "nobody starts"),
    "a tile drawn for the start": forged("starts: ", r"Ann \w+", "Ann M"),
    "the winner": forged("result: ", r'\["[^"]*"\]', '["Ann", "Bob"]'),
    "a score": forged("result: ", r'"Ann": -?\d+', '"Ann": 1000'),
    "how it ended": forged("result: ", r"rack-out|empty-pool", "last-player"),
    "the order of the seats": forged("seats: ", r'"Ann", "Bob"', '"Bob", "Ann"'),
    "a house rule": with_line(line_of("seats: "), "rules: initial_meld_min=50", LINES[line_of("seats: ") - 1]),
    "the edition": forged("edition: ", "classic-en", "twist"),
    "the last turn left out": with_line(line_of("result: ") - 1),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_forged_record_is_detected(what: str) -> None:
    assert verify_text(FORGERIES[what]) != ()


def test_unforged_record_is_proven() -> None:
    assert verify_text(HONEST) == ()


def test_swapped_turns_are_detected() -> None:
    number = line_of("1. ")
    first, second = LINES[number - 1], LINES[number]

    text = "\n".join([*LINES[: number - 1], f"1. {second[3:]}", f"2. {first[3:]}", *LINES[number + 1 :]])

    assert verify_text(text) != ()


# ---- what cannot be read


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("", 1, 1, "a record begins with the line 'tilewise-record: 1'"),
        ("nonsense", 1, 1, "a record begins with the line 'tilewise-record: 1'"),
        ("tilewise-record: 2", 1, 1, "a record begins with the line 'tilewise-record: 1'"),
        ("tilewise-record: 1\n", 2, 1, "the header 'edition' is missing"),
        (forged("edition: ", "classic-en", "clasic"), 2, 1, "unknown edition 'clasic'; choose from: "),
        (forged("revision: ", "1", "2"), 3, 1, "no revision '2' of classic-en is known here; there is: 1"),
        (with_line(4, "rules: initial_meld=3", LINES[3]), 4, 1, "unknown house rule 'initial_meld'"),
        (with_line(4, "rules: rounds=99", LINES[3]), 4, 1, "rounds must be 1 to 24, not 99"),
        (with_line(4, "rules: turn_seconds=5", LINES[3]), 4, 1, "turn_seconds must be 0 or 30 to 300, not 5"),
        (with_line(4, "seats: Ann, Bob"), 4, 1, "this is a list in JSON"),
        (with_line(4, 'seats: {"Ann": 1}'), 4, 1, "this is a list of texts in JSON"),
        (with_line(4, 'seats: ["Ann"]'), 4, 8, "classic-en is for 2 to 4 players, not 1"),
        (with_line(4, 'seats: ["Ann", "Ann"]'), 4, 8, "the names in a match must all be different"),
        (with_line(4, LINES[3], LINES[3]), 5, 1, "the header 'seats' appears for the second time"),
        (with_line(4, LINES[3], 'bots: ["Eve"]'), 5, 7, "unknown player 'Eve'; choose from: Ann, Bob"),
        (with_line(4, "colour: green", LINES[3]), 4, 1, "unknown header 'colour' here; choose from: "),
        (with_line(6, "game: 2"), 6, 7, "game 1 comes here, not '2'"),
        (with_line(line_of("contributions: ")), line_of("game: 2") - 1, 1, "the header 'contributions' is missing"),
        (with_line(line_of("secret: "), "secret: 00"), line_of("secret: "), 9, "a secret is 64 hexadecimal digits"),
        (with_line(line_of("result: "), "result: Ann won"), line_of("result: "), 1, "a result is written like"),
        (forged("result: ", r'"Ann": -?\d+', '"Ann": Infinity'), line_of("result: "), 1, "a result is written like"),
        (forged("result: ", r'"Ann": -?\d+', '"Ann": 1.5'), line_of("result: "), 1, "a result is written like"),
        (forged("result: ", r'\["[^"]*"\]', '["Eve"]'), line_of("result: "), 1, "a result is written like"),
        (with_line(line_of("1. "), "1. Eve: draw"), line_of("1. "), 4, "unknown player 'Eve'; choose from: Ann, Bob"),
        (with_line(line_of("1. "), "1. Ann draws"), line_of("1. "), 4, "unknown player 'Ann draws'"),
        (with_line(line_of("1. "), "1. Ann: sleep"), line_of("1. "), 9, "'sleep' is not a turn; use play TABLE"),
        (with_line(line_of("1. "), "1. Ann: draw r7"), line_of("1. "), 14, "'draw r7' is not a turn"),
        (with_line(line_of("1. "), "1. Ann: play [r3 r4 q5]"), line_of("1. "), 21, "no tile 'q5'"),
        (with_line(line_of("1. "), "1. Ann: play [r3 r4"), line_of("1. "), 14, "this meld is never closed with ]"),
        (with_line(line_of("2. "), "3. Ann: draw"), line_of("2. "), 1, "turn 2 comes here"),
        (with_line(line_of("2. "), "9" * 5000 + ". Ann: draw"), line_of("2. "), 1, "turn 2 comes here"),
        (with_line(line_of("2. "), "Ann draws a tile"), line_of("2. "), 1, "a turn is written like '1. Ann: draw'"),
        (HONEST + "3. Ann: draw\n", len(LINES) + 1, 1, "the header 'game' is missing"),
    ],
)
def test_unreadable_record_error_has_line_and_column(text: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_record(text)

    assert problem in error.value.problem
    assert (error.value.line, error.value.column) == (line, column)


@pytest.mark.parametrize("nested", ["[" * 100_000, '{"a":' * 100_000])
def test_deeply_nested_list_is_rejected(nested: str) -> None:
    with pytest.raises(NotationError):
        parse_record(with_line(4, f"seats: {nested}"))
    with pytest.raises(NotationError):
        parse_record(with_line(line_of("result: "), f"result: rack-out {nested}"))
