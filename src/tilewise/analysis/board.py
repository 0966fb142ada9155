"""Positions set up by hand for the analysis board, turned into the view of the player to move."""

from collections import Counter

from tilewise.analysis.styles import SeatStyles
from tilewise.core.edition import Edition
from tilewise.core.errors import InputError
from tilewise.core.position import Position, expect_possible
from tilewise.core.rules.setup import expect_players
from tilewise.core.tiles import Table, Tile, tiles_of
from tilewise.core.value import Value
from tilewise.core.view import SeatView, View


class OtherSeat(Value):
    """An opponent, as the player to move sees it."""

    tiles: int
    has_melded: bool = True
    quiet: int = 0
    """Turns in a row without a play."""
    styles: SeatStyles = ()
    """How it plays; empty to judge by the other fields."""


class Board(Value):
    """A position to analyse. The player to move sits on seat 0; the others follow in the order of play."""

    edition: Edition
    rack: tuple[Tile, ...]
    others: tuple[OtherSeat, ...]
    table: Table = ()
    has_melded: bool = True


def view_of_board(board: Board) -> View:
    """Return the view of the player to move. Tiles that are nowhere else are in the pool."""
    seats = 1 + len(board.others)
    expect_players(board.edition, seats)
    expect_possible(Position(board.edition, board.table, board.rack, board.has_melded), seats)
    box = Counter(board.edition.box_for(seats).tiles)
    hidden = (box - tiles_of(board.table) - Counter(board.rack)).total()
    held = sum(other.tiles for other in board.others)
    if any(other.tiles < 1 for other in board.others) or held > hidden:
        msg = f"the other players hold at least one tile each and at most {hidden} together"
        raise InputError(msg)
    own = SeatView(len(board.rack), board.has_melded, has_conceded=False, laid=0, quiet=0, drew=0, rack=board.rack)
    others = tuple(
        SeatView(other.tiles, other.has_melded, has_conceded=False, laid=0, quiet=other.quiet, drew=min(1, other.quiet))
        for other in board.others
    )
    return View(
        edition=board.edition,
        seat=0,
        seats=(own, *others),
        table=board.table,
        pool=hidden - held,
        to_move=0,
        starter=0,
        turn=0,
        passed=(),
        last_turns=None,
        result=None,
    )
