"""The engine protocol: our bots as engines, other programs as entrants, and programs that misbehave."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import tilewise
from tests.cli.commands import run
from tilewise.analysis.budget import Budget
from tilewise.core.deal import deal_from
from tilewise.core.editions import edition
from tilewise.core.errors import InputError
from tilewise.core.view import View
from tilewise.lab import engine_process
from tilewise.lab.engine_process import EngineBot, EngineError, _Process
from tilewise.lab.engine_protocol import serve
from tilewise.lab.game import play

EXAMPLE = Path(__file__).parents[2] / "examples" / "engine.js"
NODE = Path(sys.executable).with_name("node")
"""`make` installs Node.js beside Python."""
GREETS = "print('ready sample', flush=True)"
ONE_NODE = Budget(nodes=1)


@contextmanager
def an_engine(folder: Path, *, on_go: str, first: str = GREETS, seconds: float = 20) -> Iterator[EngineBot]:
    """Start a program that runs this code when it is asked to move."""
    file = folder / "engine.py"
    file.write_text(
        f"import sys, os, time\nfor line in sys.stdin:\n"
        f"    if line.startswith('tilewise'): {first}\n"
        f"    if line.startswith('position'): position = line\n"
        f"    if line.startswith('go'): {on_go}\n"
        f"    if line.startswith('quit'): break\n"
    )
    engine = EngineBot(f"{sys.executable} -S {file}", answer_seconds=seconds)
    yield engine
    engine.close()


def a_view() -> View:
    view = tilewise.parse_position("classic-en; >r6 k2 / 12; [r3 r4 r5]")
    assert isinstance(view, View)
    return view


def said(*lines: str) -> list[str]:
    """Return what a bot answers to these lines."""
    answers: list[str] = []
    serve(tilewise.by_name("greedy"), lines, answers.append)
    return answers


# ── our bots as engines ─────────────────────────────────────────────────────────────────────────────


def test_bot_answers_as_an_engine() -> None:
    answers = said("tilewise 1", "position classic-en; >r6 k2 / 12; [r3 r4 r5]", "go nodes 2000", "go", "quit", "go")

    assert answers == ["ready greedy", *["best play [r3 r4 r5 r6]"] * 2]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (("go",), "error send a position before go"),
        (("position nonsense",), "error line 1, column 1: a position is written EDITION; RACKS; TABLE, such as "),
        (("position classic-en; >12 / 12; -",), "error a position for an engine shows one rack in tiles"),
        (("fly",), "error unknown command 'fly'; choose from: tilewise 1, position TEXT, go [nodes N] [ms N], quit"),
        (("position classic-en; >r6 / 12; -", "go fast"), "error limits are written go nodes 20000 ms 500"),
        (("position classic-en; >r6 / 12; -", "go nodes 0"), "error a budget has 1 to 1000000000 nodes, not 0"),
    ],
)
def test_mistake_is_answered_with_a_sentence(lines: tuple[str, ...], answer: str) -> None:
    (found,) = said(*lines)

    assert found.startswith(answer)


def test_command_serves_a_bot() -> None:
    asked = "tilewise 1\nposition classic-en; >r6 k2 / 12; [r3 r4 r5]\ngo\nquit\n"

    assert run("engine", "greedy", stdin=asked).stdout == "ready greedy\nbest play [r3 r4 r5 r6]\n"


# ── other programs as entrants ──────────────────────────────────────────────────────────────────────


def test_example_in_javascript_plays_by_the_rules() -> None:
    arena = ("arena", f"{NODE} {EXAMPLE}", "novice", "--deals", "1", "--processes", "1", "--edition", "quick-21")

    found = json.loads(run(*arena, "--json").stdout)

    assert (found["games"], found["problems"]) == (2, {})


def test_our_engine_plays_as_the_bot_itself() -> None:
    rules, deal = edition("classic-en"), deal_from("engines", 2)
    bots = [tilewise.by_name("novice"), tilewise.by_name("greedy")]
    engine = EngineBot(f"{sys.executable} -m tilewise engine greedy")

    with_engine = play(rules, [bots[0], engine], deal, budget=ONE_NODE)
    engine.close()

    assert with_engine.record == play(rules, bots, deal, budget=ONE_NODE).record


def test_engine_receives_only_what_its_seat_may_know(tmp_path: Path) -> None:
    game = tilewise.new_game(seed="engines")
    view = tilewise.view_of(game, game.to_move)
    heard = str(tmp_path / "heard")
    on_go = f"open({heard!r}, 'w').write(position); print('best draw', flush=True)"
    with an_engine(tmp_path, on_go=on_go) as engine:
        engine.choose(view, ONE_NODE)

    assert (tmp_path / "heard").read_text() == f"position {tilewise.print_position(view)}\n"


@pytest.mark.parametrize(
    ("on_go", "problem"),
    [
        ("sys.exit('out of ideas')", "ended with exit code 1: out of ideas"),
        (
            "print('hm', flush=True)",
            "'best play TABLE', 'best draw', 'best pass' or 'best concede' was expected, not 'hm'",
        ),
        ("print('best play [r3', flush=True)", "answered wrongly"),
        ("print('best time-up', flush=True)", "was expected, not 'best time-up'"),
        ("[print('info', n) for n in range(5000)]", "printed 1000 lines without an answer"),
        ("os.write(1, b'x' * 100000)", "was expected, not 'xxxx"),
    ],
)
def test_engine_that_fails_gets_a_clear_message(tmp_path: Path, on_go: str, problem: str) -> None:
    with an_engine(tmp_path, on_go=on_go) as engine, pytest.raises(EngineError) as raised:
        engine.choose(a_view(), ONE_NODE)

    assert problem in str(raised.value)


def test_engine_may_greet_before_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    send = _Process.send

    def send_late(process: _Process, *lines: str) -> None:
        process._received.put(process._received.get())  # waits for the greeting
        send(process, *lines)

    monkeypatch.setattr(_Process, "send", send_late)

    assert EngineBot(f'{sys.executable} -S -c "{GREETS}; input()"').name == "sample"


def test_hanging_engine_is_killed(tmp_path: Path) -> None:
    greets = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid())); {GREETS}"
    with an_engine(tmp_path, first=greets, on_go="time.sleep(1000)", seconds=1) as engine:
        with pytest.raises(EngineError, match="did not answer within 1 s"):
            engine.choose(a_view(), ONE_NODE)
        pid = int((tmp_path / "pid").read_text())

        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_engine_that_fails_three_times_in_a_row_is_not_asked_again(tmp_path: Path) -> None:
    with an_engine(tmp_path, on_go="sys.exit('no')") as engine:
        for _ in range(3):
            with pytest.raises(EngineError, match="exit code 1"):
                engine.choose(a_view(), ONE_NODE)
        with pytest.raises(EngineError, match="failed 3 times in a row"):
            engine.choose(a_view(), ONE_NODE)


def test_arena_plays_on_when_an_engine_breaks_the_rules(tmp_path: Path) -> None:
    file = tmp_path / "engine.py"
    file.write_text(
        "for line in iter(input, 'quit'):\n    if line.startswith('tile'): print('ready x', flush=True)\n"
        "    if line.startswith('go'): print('best play [r1 r2 r3]', flush=True)\n"
    )
    arena = ("arena", f"{sys.executable} {file}", "novice", "--deals", "1", "--processes", "1", "--edition", "quick-21")

    found = json.loads(run(*arena, "--json").stdout)

    assert found["games"] == 2
    assert any("refused" in problem for problem in found["problems"])


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("./nowhere", "no program './nowhere'"),
        ("python3 'bot.py", 'cannot read "python3 \'bot.py": No closing quotation'),
        (f"{sys.executable} -c pass", "ended with exit code 0"),
        (f"{sys.executable} -c print(7)", "answered '7' to 'tilewise 1'; 'ready NAME' was expected"),
        (str(Path(__file__)), "cannot be started (Permission denied)"),
    ],
)
def test_program_that_is_no_engine_is_an_error(command: str, problem: str) -> None:
    with pytest.raises(InputError) as raised:
        EngineBot(command)

    assert problem in str(raised.value)


def test_program_that_ends_at_once_is_judged_by_what_it_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def popen_and_wait(*arguments: Any, **options: Any) -> subprocess.Popen[str]:  # noqa: ANN401  # those of Popen
        process = subprocess.Popen(*arguments, **options)
        process.wait()
        return process

    monkeypatch.setattr(engine_process, "subprocess", SimpleNamespace(**vars(subprocess) | {"Popen": popen_and_wait}))

    with pytest.raises(InputError, match="answered '7'"):
        EngineBot(f"{sys.executable} -c print(7)")
