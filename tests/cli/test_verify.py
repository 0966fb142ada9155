import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.cli.commands import a_record, a_record_text, run
from tilewise.core.record import GameRecord
from tilewise.core.record.text import print_record

FILE = Path("evening.game")


def verified(text: str, *options: str) -> tuple[int, str]:
    FILE.write_text(text, encoding="utf-8")
    result = run("verify", str(FILE), *options)
    return result.exit_code, result.stdout


def test_played_match_verifies() -> None:
    code, shown = verified(a_record_text())

    assert (code, shown.startswith("Verified: 1 game, ")) == (0, True)


def test_record_is_read_from_stdin() -> None:
    assert run("verify", "-", stdin=a_record_text()).exit_code == 0


def test_windows_line_ends_and_byte_order_mark_are_accepted() -> None:
    FILE.write_bytes(b"\xef\xbb\xbf" + a_record_text().replace("\n", "\r\n").encode())

    assert run("verify", str(FILE)).exit_code == 0


def test_wrong_secret_fails_verification() -> None:
    secret = next(line for line in a_record_text().splitlines() if line.startswith("secret: "))

    code, shown = verified(a_record_text().replace(secret, f"secret: {'0' * 64}"))

    assert (code, "game 1: the secret is not the one that was committed to" in shown) == (1, True)


def test_malformed_commitment_fails_verification() -> None:
    code, shown = verified(a_record_text().replace("commitment: ", "commitment: ü"))

    assert (code, "game 1: the secret is not the one that was committed to" in shown) == (1, True)


def test_illegal_turn_is_described_in_words() -> None:
    lines = a_record_text().splitlines()
    first = next(index for index, line in enumerate(lines) if line.startswith("1. "))
    name = lines[first].split()[1]
    lines[first] = f"1. {name} pass"

    code, shown = verified("\n".join(lines))

    assert code == 1
    assert (
        "  game 1, turn 1: against the rules\n  R-TURN-03 The pool still has 78 tiles. If you don't play, draw."
        in shown
    )


def test_wrong_result_fails_verification() -> None:
    lines = [line.replace('"Ann": ', '"Ann": 1') for line in a_record_text().splitlines()]

    code, shown = verified("\n".join(lines))

    assert (code, "the result written down is not what the turns lead to" in shown) == (1, True)


def test_withheld_contribution_is_named() -> None:
    deal = replace(a_record().games[0].deal, contributions=("", "f" * 64), hashes=("", "f" * 64))
    record = replace(a_record(), games=(GameRecord(deal.commitment, deal),))

    code, shown = verified(print_record(record))

    assert (code, shown.splitlines()[1]) == (0, "  game 1: Bob withheld a contribution; its hash counted instead")


def test_record_of_an_early_version_says_so() -> None:
    deal = replace(a_record().games[0].deal, contributions=("", "x"))

    code, shown = verified(print_record(replace(a_record(), games=(GameRecord(deal.commitment, deal),))))

    assert (code, shown.splitlines()[1]) == (0, "  game 1: contributions without hashes, as in early versions")


def test_problems_are_listed_as_json() -> None:
    code, shown = verified(a_record_text().replace("commitment: ", "commitment: 0"), "--json")

    proof = json.loads(shown)
    assert (code, proof["proven"], [finding["game"] for finding in proof["findings"]]) == (1, False, [1])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "line 1, column 1: a record begins with the line 'tilewise-record: 1'"),
        (b"hello\nworld\n", "line 1, column 1: a record begins with the line"),
        (b"\x7fELF\x02\x01\xff\xfe", "a record is UTF-8 text; byte 7 is not"),
        (
            b"tilewise-record: 1\nedition: chess\nseats: []\n",
            "line 2, column 1: unknown edition 'chess'; choose from: ",
        ),
        (b"tilewise-record: 1\nedition: twist\nseats: 7\n", "line 3, column 1: this is a list of texts in JSON"),
    ],
)
def test_unreadable_record_names_line_and_column(content: bytes, message: str) -> None:
    FILE.write_bytes(content)

    result = run("verify", str(FILE))

    assert (result.exit_code, result.stderr[: len(message) + 24]) == (2, f"tilewise: evening.game: {message}")


def test_missing_file_and_folder_are_errors() -> None:
    Path("folder").mkdir()

    message = [run("verify", name).stderr for name in ("nowhere.game", "folder")]

    assert message == ["tilewise: nowhere.game: No such file or directory\n", "tilewise: folder: Is a directory\n"]


def test_endless_file_is_rejected() -> None:
    result = run("verify", "/dev/zero")

    assert (result.exit_code, "too large for a record" in result.stderr) == (2, True)
