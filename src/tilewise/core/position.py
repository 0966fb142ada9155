"""A position: everything that a play is judged by, without the rest of the game."""

from collections import Counter
from collections.abc import Iterator

from tilewise.core.actions import Play
from tilewise.core.edition import Box, Edition
from tilewise.core.errors import InputError
from tilewise.core.notation import print_meld
from tilewise.core.rules.melds import MeldFault, fault_of
from tilewise.core.rules.turns import broken_by
from tilewise.core.state import Player, State
from tilewise.core.tiles import Meld, Table, Tile, in_order, tiles_of
from tilewise.core.value import Value
from tilewise.core.violations import Rule, Violation
from tilewise.core.words import in_words


class Position(Value):
    """The table, the rack of the player whose turn it is, and whether that player has made the initial meld."""

    edition: Edition
    table: Table
    rack: tuple[Tile, ...]
    has_melded: bool


def position_of(state: State) -> Position:
    """Return the position of the player to move."""
    return Position(state.edition, state.table, state.player.rack, state.player.has_melded)


def broken_in(position: Position, table: Table) -> tuple[Violation, ...]:
    """Return every rule that laying this table would break."""
    player = Player(position.rack, has_melded=position.has_melded)
    state = State(position.edition, (player,), position.table, pool=(), to_move=0, starter=0)
    return broken_by(state, Play(0, table))


class Finding(Value):
    """Why a position is impossible: more of a tile than the box holds, or a row that is not a meld."""

    tiles: Meld
    """The tile, or the row as it lies."""
    have: int = 0
    """The number of these tiles in the position."""
    most: int = 0
    """The number of these tiles in the box."""
    why: MeldFault | None = None
    """Why the row is not a meld."""


def expect_possible(position: Position, players: int) -> None:
    """Raise InputError with all findings unless the position is possible with this many players."""
    _expect_none(findings_in(position, players), position.edition)


def expect_tiles(table: Table, edition: Edition, players: int) -> None:
    """Raise InputError unless the box of this many players holds all tiles of a table."""
    _expect_none(tuple(_not_in_the_box(tiles_of(table), edition.box_for(players))), edition)


def findings_in(position: Position, players: int) -> tuple[Finding, ...]:
    """Return everything that makes a position impossible with this many players."""
    tiles = tiles_of(position.table) + Counter(position.rack)
    return (*_not_in_the_box(tiles, position.edition.box_for(players)), *_no_melds(position))


def _not_in_the_box(tiles: Counter[Tile], box: Box) -> Iterator[Finding]:
    for tile in in_order(tiles):
        if tiles[tile] > box.count(tile):
            yield Finding((tile,), tiles[tile], box.count(tile))


def _no_melds(position: Position) -> Iterator[Finding]:
    for meld in position.table:
        fault = fault_of(meld, position.edition)
        if fault is not None:
            yield Finding(meld, why=fault)


def _expect_none(findings: tuple[Finding, ...], edition: Edition) -> None:
    if findings:
        raise InputError("; ".join(_sentence(finding, edition) for finding in findings))


def _sentence(finding: Finding, edition: Edition) -> str:
    if finding.why is not None:
        why = in_words(Violation(Rule.NOT_A_MELD, tiles=finding.tiles, why=finding.why), edition)
        return f"{print_meld(finding.tiles)} is on the table before the turn but is not a meld: {why.rstrip('.')}"
    (tile,) = finding.tiles
    if not finding.most:
        return f"{edition.name} has no tile {tile}"
    return f"{edition.name} has {finding.most} of the tile {tile}, not {finding.have}"
