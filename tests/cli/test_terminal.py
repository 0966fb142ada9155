"""The installed command as a shell runs it: real processes, real pipes, a real terminal."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.commands import PATIENCE_SECONDS, TILEWISE, a_record_text, tilewise

ESCAPE = b"\x1b"
A_WHILE_SECONDS = 15
"""Long enough that nothing is on its way any more: a second control-C would end what the first began to say."""


def test_a_whole_game_through_pipes_has_no_colour() -> None:
    ended = tilewise(
        "play",
        *("--players", "3", "--seed", "moon", "--rules", "games_per_round=1", "--record", "evening.game"),
        stdin=b"draw\npass\n" * 200,
    )

    assert (ended.returncode, ended.stderr, ESCAPE in ended.stdout) == (0, b"", False)
    assert tilewise("verify", "evening.game").returncode == 0


def test_the_referee_answers_with_its_exit_code() -> None:
    ended = tilewise("check", "--rack", "r1", "--after", "[r1]")

    assert (ended.returncode, ended.stdout.startswith(b"Not legal"), ended.stderr) == (1, True, b"")


def test_a_mistake_shows_no_traceback() -> None:
    ended = tilewise("check", "--rack", "r99", "--after", "-")

    assert (ended.returncode, ended.stdout, b"Traceback" in ended.stderr) == (2, b"", False)


def test_what_is_typed_need_not_be_text() -> None:
    ended = tilewise("play", stdin=b"\xff\xfe\x00\nquit\n")

    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_terminal_without_unicode_gets_question_marks() -> None:
    ended = tilewise("rules", "classic-en", "--compare", PYTHONIOENCODING="ascii")

    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_reader_who_has_seen_enough_hears_no_complaint() -> None:
    Path("evening.game").write_text(a_record_text(), encoding="utf-8")
    shell = f"{TILEWISE} replay evening.game --json | head -n 1"

    ended = subprocess.run(["sh", "-c", shell], capture_output=True, check=False, timeout=PATIENCE_SECONDS)

    assert (ended.stdout, ended.stderr) == (b"[\n", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminal")
def test_in_a_terminal_tiles_have_colours_and_control_c_is_polite() -> None:
    game, ours = _in_a_terminal("play", "--lines")

    shown = _read_until(ours, b"> ")
    shown += _read_until(ours, b"Thanks for playing!", press=lambda: game.send_signal(signal.SIGINT))
    os.close(ours)

    assert (game.wait(timeout=PATIENCE_SECONDS), ESCAPE in shown) == (0, True)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminal")
def test_in_a_terminal_the_client_opens_and_one_can_leave() -> None:
    game, ours = _in_a_terminal("play", "--seed", "moon")

    shown = _read_until(ours, b"Your rack")
    shown += _read_until(ours, b"Thanks for playing!", press=lambda: _type(ours, b"\x11"))  # control-Q
    os.close(ours)

    assert (game.wait(timeout=PATIENCE_SECONDS), ESCAPE in shown) == (0, True)


def _type(terminal: int, keys: bytes) -> None:
    os.write(terminal, keys)


def _in_a_terminal(*args: str) -> tuple[subprocess.Popen[bytes], int]:
    """The command in a terminal of its own, and our end of it."""
    ours, theirs = os.openpty()
    variables = {**os.environ, "TERM": "xterm-256color"}
    variables.pop("NO_COLOR", None)
    game = subprocess.Popen(
        [TILEWISE, *args],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=variables,
        start_new_session=True,
        preexec_fn=_hear_control_c,  # noqa: PLW1509  # nothing else runs between fork and exec
    )
    os.close(theirs)
    return game, ours


def _hear_control_c() -> None:
    """What runs in the background of a shell ignores control-C, and its children with it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _read_until(terminal: int, wanted: bytes, press: Callable[[], None] = lambda: None) -> bytes:
    """What is shown until the wanted words come; as a person would, press again when nothing happens for a while."""
    shown = b""
    for _ in range(PATIENCE_SECONDS // A_WHILE_SECONDS):
        press()
        while wanted not in shown and select.select([terminal], [], [], A_WHILE_SECONDS)[0]:
            shown += os.read(terminal, 4096)
        if wanted in shown:
            return shown
    msg = f"nothing more came than {shown!r}"
    raise AssertionError(msg)
