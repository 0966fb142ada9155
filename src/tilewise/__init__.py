"""Tilewise: the tile game sold as Rummikub®, every printed edition by the book.

The library at a glance:

- `edition(name)`, `EDITIONS`, `Edition.with_rules(...)`: the printed editions and house rules.
- `rack("r7 J")`, `meld("[r3 r4 r5]")`, `table("[r3 r4 r5] [k9 y9 J]")`: tiles from text.
- `new_game(edition, players=...)`: deal a game; `Match` and `begin_game` play several.
- `check`, `apply`, `act`, `evolve`: ask the rules and advance the game. `view_of`, `redact`: what a seat may know.
- `Record`, `print_record`, `parse_record`, `verify`: a whole match to store and verify.
- `TilewiseError`: the root of all exceptions; `tilewise.core.errors` shows the tree.
"""

from secrets import token_hex

from tilewise.core.actions import Action, Concede, Draw, Pass, Play, RunOutOfTime
from tilewise.core.deal import Deal, deal_from
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS, edition
from tilewise.core.engine import act, apply, check, evolve, start
from tilewise.core.errors import InputError, TilewiseError
from tilewise.core.events import Event, Result
from tilewise.core.match import Match, begin_game, with_game
from tilewise.core.notation import NotationError, meld, print_meld, print_rack, print_table, rack, table, tile
from tilewise.core.record import Record, replay, verify
from tilewise.core.record.text import parse_record, print_record, verify_text
from tilewise.core.rules.melds import fault_of, readings
from tilewise.core.rules.setup import set_up
from tilewise.core.search.any_play import can_lay_anything
from tilewise.core.state import State
from tilewise.core.tiles import Meld, Table, Tile
from tilewise.core.view import View, redact, view_of
from tilewise.core.violations import RefusedError, Rule, Violation
from tilewise.solver import can_lay_anything as solver_can_lay_anything

__version__ = "0.1.0"
"""As in pyproject.toml. Reading the installed metadata would slow the import down."""

can_lay_anything.use(solver_can_lay_anything)  # the rules then ask the kernel: docs/decisions/0006

__all__ = [
    "EDITIONS",
    "Action",
    "Concede",
    "Deal",
    "Draw",
    "Edition",
    "Event",
    "InputError",
    "Match",
    "Meld",
    "NotationError",
    "Pass",
    "Play",
    "Record",
    "RefusedError",
    "Result",
    "Rule",
    "RunOutOfTime",
    "State",
    "Table",
    "Tile",
    "TilewiseError",
    "View",
    "Violation",
    "act",
    "apply",
    "begin_game",
    "check",
    "deal_from",
    "edition",
    "evolve",
    "fault_of",
    "meld",
    "new_game",
    "parse_record",
    "print_meld",
    "print_rack",
    "print_record",
    "print_table",
    "rack",
    "readings",
    "redact",
    "replay",
    "set_up",
    "start",
    "table",
    "tile",
    "verify",
    "verify_text",
    "view_of",
    "with_game",
]


def new_game(rules: str | Edition = "classic-en", *, players: int = 2, seed: str | None = None) -> State:
    """Deal a game, at random or reproducibly from a seed."""
    chosen = edition(rules) if isinstance(rules, str) else rules
    deal = deal_from(seed, players) if seed is not None else Deal(token_hex(32), ("",) * players)
    return start(set_up(chosen, deal))
