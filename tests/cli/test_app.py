import re

import pytest
import typer

from tests.cli.commands import run
from tilewise import __version__
from tilewise.cli.app import polite

COMMANDS = ("play", "check", "replay", "verify", "rules", "deal")


def test_the_version_is_told() -> None:
    assert run("--version").stdout == f"tilewise {__version__}\n"


def test_the_help_lists_every_command() -> None:
    assert set(COMMANDS) <= set(re.findall(r"\w+", run("--help").stdout))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_tells_the_exit_codes_and_gives_examples(command: str) -> None:
    shown = run(command, "--help").stdout

    assert "Exit codes: 0 " in shown
    assert f"tilewise {command} " in shown[shown.index("Examples:") :]


def test_a_missing_argument_is_a_mistake() -> None:
    assert run("verify").exit_code == 2


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("no tile 'x'"), "tilewise: no tile 'x'\n"),
        (FileNotFoundError(2, "No such file or directory", "x.game"), "tilewise: x.game: No such file or directory\n"),
        (OSError("the disk is gone"), "tilewise: the disk is gone\n"),
    ],
)
def test_a_mistake_is_one_line_on_stderr(error: Exception, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    @polite
    def command() -> None:
        raise error

    with pytest.raises(typer.Exit) as ended:
        command()

    assert (ended.value.exit_code, capsys.readouterr().err) == (2, told)


def test_a_bug_is_not_hidden() -> None:
    @polite
    def command() -> None:
        raise KeyError

    with pytest.raises(KeyError):
        command()
