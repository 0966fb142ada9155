"""A position: what a play is judged by. Any table and rack that could lie there can be asked about, game or not."""

from collections import Counter
from collections.abc import Iterator

from tilewise.core.actions import Play
from tilewise.core.edition import Box, Edition
from tilewise.core.notation import print_meld
from tilewise.core.rules.melds import fault_of
from tilewise.core.rules.turns import broken_by
from tilewise.core.state import Player, State
from tilewise.core.tiles import Table, Tile, in_order, tiles_of
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
    """What the next play of a game is judged by."""
    return Position(state.edition, state.table, state.player.rack, state.player.has_melded)


def broken_in(position: Position, table: Table) -> tuple[Violation, ...]:
    """Every rule that laying this table would break."""
    player = Player(position.rack, has_melded=position.has_melded)
    state = State(position.edition, (player,), position.table, pool=(), to_move=0, starter=0)
    return broken_by(state, Play(0, table))


def expect_possible(position: Position, players: int) -> None:
    """Raise ValueError, telling everything, unless so many players can come to this position."""
    box, name = position.edition.box_for(players), position.edition.name
    tiles = tiles_of(position.table) + Counter(position.rack)
    problems = (*_not_in_the_box(tiles, box, name), *_no_melds(position))
    if problems:
        raise ValueError("; ".join(problems))


def expect_tiles(table: Table, edition: Edition, players: int) -> None:
    """Raise ValueError unless the box of so many players holds all that lies on a table."""
    problems = tuple(_not_in_the_box(tiles_of(table), edition.box_for(players), edition.name))
    if problems:
        raise ValueError("; ".join(problems))


def _not_in_the_box(tiles: Counter[Tile], box: Box, name: str) -> Iterator[str]:
    for tile in in_order(tiles):
        have = box.count(tile)
        if not have:
            yield f"{name} has no tile {tile}"
        elif tiles[tile] > have:
            yield f"{name} has {have} of the tile {tile}, not {tiles[tile]}"


def _no_melds(position: Position) -> Iterator[str]:
    for meld in position.table:
        fault = fault_of(meld, position.edition)
        if fault is not None:
            why = in_words(Violation(Rule.NOT_A_MELD, tiles=meld, why=fault), position.edition)
            yield f"{print_meld(meld)} lies on the table before the turn and is no meld: {why.rstrip('.')}"
