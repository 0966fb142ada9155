import pytest

from tests.games import an_edition
from tilewise.cli.prompt.commands import COMMANDS, apply_edit, is_edit, parse_command
from tilewise.cli.prompt.draft import Draft, new_draft
from tilewise.core import notation
from tilewise.core.notation import print_table
from tilewise.core.position import Position


def after(*lines: str) -> str:
    """Return the table after these commands."""
    position = Position(
        an_edition(), notation.table("[b4 b5 b6] [r1 r2 r3]"), notation.rack("b7 r4 k9 y9 J"), has_melded=True
    )
    draft: Draft = new_draft(position)
    for line in lines:
        draft = apply_edit(draft, *parse_command(line))
    return print_table(draft.table)


@pytest.mark.parametrize(
    ("line", "table"),
    [
        ("lay k9 y9 J", "[b4 b5 b6] [r1 r2 r3] [k9 y9 J]"),
        ("k9 y9 J", "[b4 b5 b6] [r1 r2 r3] [k9 y9 J]"),
        ("J y9 k9", "[b4 b5 b6] [r1 r2 r3] [J y9 k9]"),
        ("K9 Y9 J", "[b4 b5 b6] [r1 r2 r3] [k9 y9 J]"),
        ("[k9 y9 J] [b7]", "[b4 b5 b6] [r1 r2 r3] [k9 y9 J] [b7]"),
        ("add b7 to 1", "[b4 b5 b6 b7] [r1 r2 r3]"),
        ("a b7 to 1", "[b4 b5 b6 b7] [r1 r2 r3]"),
        ("ADD b7  to  1", "[b4 b5 b6 b7] [r1 r2 r3]"),
        ("take b4 from 1", "[b5 b6] [r1 r2 r3]"),
        ("take b4 b5 from 1", "[b6] [r1 r2 r3]"),
        ("split 1 after 2", "[b4 b5] [b6] [r1 r2 r3]"),
        ("join 1 2", "[b4 b5 b6 r1 r2 r3]"),
        ("join 1 and 2", "[b4 b5 b6 r1 r2 r3]"),
        ("table [b4 b5 b6 b7] [r1 r2 r3 r4]", "[b4 b5 b6 b7] [r1 r2 r3 r4]"),
        ("reset", "[b4 b5 b6] [r1 r2 r3]"),
    ],
)
def test_editing_command_changes_the_draft(line: str, table: str) -> None:
    assert after(line) == table


def test_undo_reverts_the_last_command() -> None:
    assert after("add b7 to 1", "add r4 to 2", "undo") == "[b4 b5 b6 b7] [r1 r2 r3]"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("fold", "unknown command 'fold'; choose from: play, add, "),
        ("s", "'s' could mean split or sort or show"),
        ("lay", "write it like this: play r3 r4 r5"),
        ("add b7", "write it like this: add b7 to 2"),
        ("add to 2", "write it like this: add b7 to 2"),
        ("add b7 to two", "write it like this: add b7 to 2"),
        ("take b4", "write it like this: take b4 from 3"),
        ("split 1", "write it like this: split 2 after 3"),
        ("join 1", "write it like this: join 1 2"),
        ("lay x9", "no tile 'x9'"),
        ("table [b4", "this meld is never closed"),
        ("add b7 to 9999999", "write it like this: add b7 to 2"),
    ],
)
def test_invalid_command_shows_its_usage(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        after(line)


def test_lowercase_d_draws_and_uppercase_d_is_a_joker() -> None:
    assert (parse_command("d"), parse_command("D y5 y2")[0]) == (("draw", ""), "play")


def test_other_commands_do_not_edit_the_draft() -> None:
    words = [command.verb for command in COMMANDS if not is_edit(command.verb)]

    assert words == ["hint", "best", "end", "draw", "pass", "sort", "show", "resign", "help", "quit"]


@pytest.mark.parametrize(("word", "command"), [("lay r3 r4 r5", "play"), ("concede", "resign")])
def test_earlier_names_of_commands_still_work(word: str, command: str) -> None:
    assert parse_command(word)[0] == command
