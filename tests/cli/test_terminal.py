"""Run the installed command in real processes, with real pipes and a real terminal."""

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
"""Wait long enough that all output has arrived: a second control-C would interrupt the answer to the first."""


def test_game_through_pipes_has_no_colours() -> None:
    ended = tilewise(
        "play",
        *("--players", "3", "--seed", "moon", "--rules", "games_per_round=1", "--record", "evening.game"),
        stdin=b"draw\npass\n" * 200,
    )

    assert (ended.returncode, ended.stderr, ESCAPE in ended.stdout) == (0, b"", False)
    assert tilewise("verify", "evening.game").returncode == 0


def test_check_answers_with_its_exit_code() -> None:
    ended = tilewise("check", "--rack", "r1", "--after", "[r1]")

    assert (ended.returncode, ended.stdout.startswith(b"Not legal"), ended.stderr) == (1, True, b"")


def test_mistake_shows_no_traceback() -> None:
    ended = tilewise("check", "--rack", "r99", "--after", "-")

    assert (ended.returncode, ended.stdout, b"Traceback" in ended.stderr) == (2, b"", False)


def test_binary_input_is_survived() -> None:
    ended = tilewise("play", stdin=b"\xff\xfe\x00\nquit\n")

    assert (ended.returncode, ended.stderr) == (0, b"")


def test_terminal_without_unicode_gets_question_marks() -> None:
    ended = tilewise("rules", "classic-en", "--compare", PYTHONIOENCODING="ascii")

    assert (ended.returncode, ended.stderr) == (0, b"")


def test_closed_pipe_ends_quietly() -> None:
    Path("evening.game").write_text(a_record_text(), encoding="utf-8")
    shell = f"{TILEWISE} replay evening.game --json | head -n 1"

    ended = subprocess.run(["sh", "-c", shell], capture_output=True, check=False, timeout=PATIENCE_SECONDS)

    assert (ended.stdout, ended.stderr) == (b"[\n", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminal")
def test_terminal_shows_colours_and_control_c_leaves_politely() -> None:
    game, ours = _in_a_terminal("play", "--lines")

    shown = _read_until(ours, b"> ")
    shown += _read_until(ours, b"Thanks for playing!", press=lambda: game.send_signal(signal.SIGINT))
    os.close(ours)

    assert (game.wait(timeout=PATIENCE_SECONDS), ESCAPE in shown) == (0, True)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminal")
def test_terminal_client_opens_and_can_be_left() -> None:
    game, ours = _in_a_terminal("play", "--seed", "moon")

    shown = _read_until(ours, b"Your rack")
    shown += _read_until(ours, b"Thanks for playing!", press=lambda: _type(ours, b"\x11"))  # control-Q
    os.close(ours)

    assert (game.wait(timeout=PATIENCE_SECONDS), ESCAPE in shown) == (0, True)


def _type(terminal: int, keys: bytes) -> None:
    os.write(terminal, keys)


def _in_a_terminal(*args: str) -> tuple[subprocess.Popen[bytes], int]:
    """Run the command in a pseudo-terminal; return our end of it."""
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
        preexec_fn=_restore_control_c,  # noqa: PLW1509  # nothing else runs between fork and exec
    )
    os.close(theirs)
    return game, ours


def _restore_control_c() -> None:
    """Restore control-C, which background jobs of a shell ignore and pass on to their children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _read_until(terminal: int, wanted: bytes, press: Callable[[], None] = lambda: None) -> bytes:
    """Read until the wanted text appears. Press the key again if nothing happens for a while."""
    shown = b""
    for _ in range(PATIENCE_SECONDS // A_WHILE_SECONDS):
        press()
        while wanted not in shown and select.select([terminal], [], [], A_WHILE_SECONDS)[0]:
            shown += os.read(terminal, 4096)
        if wanted in shown:
            return shown
    msg = f"nothing more came than {shown!r}"
    raise AssertionError(msg)
