"""Read positions from options, from a file or from stdin."""

from pathlib import Path
from urllib.parse import parse_qs

from tilewise.cli.input.files import parse_named, read_text
from tilewise.core import notation
from tilewise.core.edition import Edition
from tilewise.core.errors import InputError
from tilewise.core.notation import NotationError
from tilewise.core.position import Position, expect_possible
from tilewise.core.position_text import parse_position
from tilewise.core.rules.setup import expect_players
from tilewise.core.state import State
from tilewise.core.view import View, view_of

NOT_MELDED = "not-melded"


def read_view(text: str) -> View:
    """Read the option --position, or a link of the analysis board in it, as the player to move sees it."""
    _, _, query = text.partition("?")
    linked = parse_qs(query).get("p", [text])[0]
    game = parse_named("--position", linked, parse_position)
    return view_of(game, game.to_move) if isinstance(game, State) else game


def expect_alone(position: str, *parts: object) -> None:
    """Raise InputError if a position comes with options for its parts."""
    if any(part is not None for part in parts):
        msg = f"--position holds the whole position {position!r}; leave out the options for its parts"
        raise InputError(msg)


def players_of(edition: Edition, players: int | None) -> int:
    """Return the number of players: the option, or as many as the edition allows."""
    if players is None:
        return edition.max_players
    expect_players(edition, players)
    return players


def read_positions(path: Path, edition: Edition, players: int) -> list[Position]:
    """Read positions from a file, one `RACK | TABLE` per line.

    A line may end in `| not-melded`: the player has not made the initial meld. Lines that start with # are comments.
    """
    lines = enumerate(read_text(path).splitlines(), start=1)
    wanted = [(number, line) for number, line in lines if line.strip() and not line.startswith("#")]
    positions = []
    for number, line in wanted:
        try:
            position = _read(line, edition)
            expect_possible(position, players)
        except NotationError as error:
            msg = f"{path}: line {number}, column {error.column}: {error.problem}"
            raise InputError(msg) from error
        except ValueError as error:
            msg = f"{path}: line {number}: {error}"
            raise InputError(msg) from error
        positions.append(position)
    return positions


def _read(line: str, edition: Edition) -> Position:
    rack, bar, rest = line.partition("|")
    if not bar:
        msg = f"a position is written RACK | TABLE, such as 'r7 J | [b3 b4 b5]', not {line.strip()!r}"
        raise InputError(msg)
    table, bar, melded = rest.partition("|")
    if bar and melded.strip() != NOT_MELDED:
        msg = f"after the second | write {NOT_MELDED!r} or nothing, not {melded.strip()!r}"
        raise InputError(msg)
    try:
        lying = notation.table(table)
    except NotationError as error:
        raise error.moved(line=1, column=len(rack) + 2) from error
    return Position(edition, lying, notation.rack(rack), has_melded=not bar)
