import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
import typer
from typer.models import CommandInfo

from tests.cli.commands import TILEWISE, run, tilewise
from tilewise import __version__
from tilewise.cli.app import app, report_errors


def _every_command() -> list[str]:
    below = {group.name: group.typer_instance for group in app.registered_groups}
    subcommands = [
        (name, each) for name, typer_app in below.items() if typer_app for each in typer_app.registered_commands
    ]
    return [*map(_name, app.registered_commands), *(f"{name} {_name(each)}" for name, each in subcommands)]


def _name(command: CommandInfo) -> str:
    return command.name or str(getattr(command.callback, "__name__", ""))


COMMANDS = _every_command()


def test_version_is_printed() -> None:
    assert run("--version").stdout == f"tilewise {__version__}\n"


def test_module_runs_the_command_line() -> None:
    ended = subprocess.run([sys.executable, "-m", "tilewise", "--version"], capture_output=True, check=True)

    assert ended.stdout.decode().strip() == f"tilewise {__version__}"


def test_version_is_that_of_the_package() -> None:
    assert __version__ == version("tilewise")


def test_help_lists_every_command() -> None:
    assert {command.split()[0] for command in COMMANDS} <= set(re.findall(r"\w+", run("--help").stdout))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_text_has_exit_codes_and_examples(command: str) -> None:
    shown = run(*command.split(), "--help").stdout

    assert "Exit codes: 0 " in shown
    assert f"  tilewise {command}" in shown[shown.index("Examples:") :]


@pytest.mark.parametrize("command", COMMANDS)
def test_flags_take_no_value_and_n_means_players(command: str) -> None:
    shown = run(*command.split(), "--help").stdout

    assert "<bool>" not in shown
    assert ("--players" in shown) == ("-n, --players" in shown)
    assert shown.count("  -n,") <= 1


def test_help_of_check_shows_the_notation() -> None:
    assert "Write tables like [r3 r4 r5] [k9 y9 J]:" in run("check", "--help").stdout


@pytest.mark.parametrize("command", ["rules --compare", "puzzles show", "deal --json", "play --help"])
def test_reader_that_stops_reading_is_not_an_error(command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        ended = subprocess.run([TILEWISE, *command.split()], stdout=pipe, stderr=subprocess.PIPE, check=False)

    assert (ended.returncode, ended.stderr) == (0, b"")


def test_impossible_port_is_answered_in_a_sentence() -> None:
    ended = run("serve", "--port", "99999")

    assert (ended.exit_code, ended.stderr) == (
        2,
        "tilewise: --port takes a number from 0 to 65535, where 0 means any free port; not 99999\n",
    )


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("tilewise rules tw", '"twist"'),
        ("tilewise play --edition tw", '"twist"'),
        ("tilewise play --bot no", '"novice"'),
        ("tilewise arena greedy hold", '"holdout"'),
        ("tilewise verify ", "_files"),
    ],
)
def test_shell_completes_editions_bots_and_files(typed: str, word: str) -> None:
    ended = tilewise(_TILEWISE_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS=typed)

    assert word in ended.stdout.decode()


EQUALS = [
    ("play --players=3 --edition=tw", "twist"),
    ("solve --objective=fe", "fewest-tiles"),
]


def completion_script(shell: str) -> str:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    return tilewise("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1").stdout.decode()


def in_shell(*command: str) -> str:
    """Run a shell that finds `tilewise`."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(command, env=os.environ | {"PATH": path}, capture_output=True, check=True, text=True).stdout


@pytest.mark.parametrize(("typed", "word"), EQUALS)
def test_bash_completes_the_value_after_an_equals_sign(typed: str, word: str) -> None:
    words = " ".join(shlex.quote(part) for part in re.findall(r"=|[^ =]+", f"tilewise {typed}"))
    call = f"COMP_WORDS=({words}); COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 )); _tilewise_completion tilewise"

    assert in_shell("bash", "-c", f'{completion_script("bash")}\n{call}; echo "${{COMPREPLY[@]}}"').split() == [word]


@pytest.mark.parametrize(("typed", "word"), EQUALS)
def test_fish_completes_the_value_after_an_equals_sign(typed: str, word: str) -> None:
    script = completion_script("fish")
    option = typed.rpartition(" ")[2].rpartition("=")

    offered = in_shell("fish", "--no-config", "-c", f"{script}\ncomplete -C {shlex.quote(f'tilewise {typed}')}")

    assert offered.split() == ["".join(option[:2]) + word]


@pytest.mark.parametrize(("typed", "word"), EQUALS)
def test_zsh_completes_the_value_after_an_equals_sign(typed: str, word: str) -> None:
    told = tilewise(_TILEWISE_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS=f"tilewise {typed}").stdout.decode()

    assert told.strip() == f"""compset -P '*='; _arguments '*: :(("{word}"))'"""


def test_fish_offers_each_command_in_one_line() -> None:
    names = re.findall(r"^  (\w+)  ", run("--help").stdout.partition("Commands:")[2], re.MULTILINE)

    offered = in_shell("fish", "--no-config", "-c", f"{completion_script('fish')}\ncomplete -C 'tilewise '")

    assert sorted(line.partition("\t")[0] for line in offered.splitlines()) == sorted(names)


def test_completion_script_can_be_printed() -> None:
    assert (
        b"_TILEWISE_COMPLETE"
        in tilewise("--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1").stdout
    )


@pytest.mark.parametrize("command", ["check", "solve", "rules", "deal", "puzzles show", "puzzles daily"])
def test_examples_in_help_texts_can_be_run(command: str, tmp_path: Path) -> None:
    shown = " ".join(run(*command.split(), "--help").stdout.split("Examples:")[1].split())
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
        (OSError(28, "No space left on device"), "tilewise: No space left on device\n"),
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
