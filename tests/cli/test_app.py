import contextlib
import re
import shlex
from pathlib import Path

import pytest
import typer

from tests.cli.commands import run
from tilewise import __version__
from tilewise.cli.app import report_errors

COMMANDS = ("play", "serve", "check", "solve", "analyse", "arena", "replay", "review", "verify", "rules", "deal")


def test_version_is_printed() -> None:
    assert run("--version").stdout == f"tilewise {__version__}\n"


def test_help_lists_every_command() -> None:
    assert set(COMMANDS) <= set(re.findall(r"\w+", run("--help").stdout))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_text_has_exit_codes_and_examples(command: str) -> None:
    shown = run(command, "--help").stdout

    assert "Exit codes: 0 " in shown
    assert f"tilewise {command} " in shown[shown.index("Examples:") :]


@pytest.mark.parametrize("command", ["check", "solve"])
def test_examples_in_help_texts_can_be_run(command: str, tmp_path: Path) -> None:
    shown = " ".join(run(command, "--help").stdout.split("Examples:")[1].split())
    examples = [example.strip() for example in re.split(r"(?=tilewise )", shown) if example.strip()]
    (tmp_path / "positions.txt").write_text("r1 r2 | [r3 r4 r5]\n", encoding="utf-8")

    with contextlib.chdir(tmp_path):
        assert [run(*shlex.split(example)[1:]).exit_code for example in examples] == [0] * len(examples)


def test_missing_argument_exits_with_code_2() -> None:
    assert run("verify").exit_code == 2


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ValueError("no tile 'x'"), "tilewise: no tile 'x'\n"),
        (FileNotFoundError(2, "No such file or directory", "x.game"), "tilewise: x.game: No such file or directory\n"),
        (OSError("the disk is gone"), "tilewise: the disk is gone\n"),
    ],
)
def test_mistake_prints_one_line_to_stderr(error: Exception, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    @report_errors
    def command() -> None:
        raise error

    with pytest.raises(typer.Exit) as ended:
        command()

    assert (ended.value.exit_code, capsys.readouterr().err) == (2, message)


def test_bug_is_not_caught() -> None:
    @report_errors
    def command() -> None:
        raise KeyError

    with pytest.raises(KeyError):
        command()
