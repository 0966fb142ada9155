"""Tilewise: the tile game sold as Rummikub®, every printed edition by the book.

The library at a glance:

- `edition(name)`, `EDITIONS`, `Edition.with_rules(...)`: the printed editions and house rules.
- `rack("r7 J")`, `meld("[r3 r4 r5]")`, `table("[r3 r4 r5] [k9 y9 J]")`: tiles from text.
- `new_game(edition, players=...)`: deal a game; `Match` and `begin_game` play several.
- `check`, `apply`, `act`, `evolve`: ask the rules and advance the game. `view_of`, `redact`: what a seat may know.
  `in_words`: a broken rule as a sentence.
- `parse_position`, `print_position`: a position in one line of text.
- `draw`, `to_svg`: a position, a table, a rack or a solution as text or as a picture.
- `legal_plays`, `count_plays`: every legal play of a position, one by one or counted.
- `solve`, `best_plays`, `analyse`: the best play, further plays, and win chances of a position. `by_name`: a bot.
- `Record`, `print_record`, `parse_record`, `verify`: a whole match to store and verify.
- `TilewiseError`: the root of all exceptions; `tilewise.core.errors` shows the tree.
"""

from collections import Counter
from collections.abc import Iterator
from secrets import token_hex
from typing import TYPE_CHECKING

from tilewise.core import drawing
from tilewise.core.actions import AN_ACTION, Action, Concede, Draw, Pass, Play, RunOutOfTime
from tilewise.core.deal import Deal, deal_from
from tilewise.core.drawing import Scene, Svg
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS, edition
from tilewise.core.engine import act, apply, check, evolve, start
from tilewise.core.errors import InputError, TilewiseError, expect, unexpected
from tilewise.core.events import Event, Result
from tilewise.core.match import Match, begin_game, with_game
from tilewise.core.notation import NotationError, meld, print_meld, print_rack, print_table, rack, table, tile
from tilewise.core.position import Position, broken_in
from tilewise.core.position_text import parse_position, print_position
from tilewise.core.record import GameRecord, Record, replay, verify
from tilewise.core.record.text import parse_record, print_record, verify_text
from tilewise.core.rules import melds
from tilewise.core.rules.melds import MeldFault
from tilewise.core.rules.reading import Reading
from tilewise.core.rules.setup import expect_players, set_up
from tilewise.core.search.all_plays import all_plays
from tilewise.core.search.any_play import can_lay_anything
from tilewise.core.state import State
from tilewise.core.tiles import Meld, Table, Tile, is_meld_of_tiles
from tilewise.core.view import View, redact, view_of
from tilewise.core.violations import RefusedError, Rule, Violation
from tilewise.core.words import in_words
from tilewise.solver import Objective, Problem, Solution, Weights
from tilewise.solver import best_plays as solver_best_plays
from tilewise.solver import can_lay_anything as solver_can_lay_anything
from tilewise.solver import solve as solver_solve

if TYPE_CHECKING:
    from tilewise.analysis import Analysis, Budget
    from tilewise.bots import HouseBot

__version__ = "0.2.0"
"""As in pyproject.toml. Reading the installed metadata would slow the import down."""

MOST_PLAYS = 1_000_000
"""Plays that `best_plays` returns at most."""

can_lay_anything.use(solver_can_lay_anything)  # the rules then ask the kernel: docs/decisions/0006

__all__ = [
    "EDITIONS",
    "Action",
    "Concede",
    "Deal",
    "Draw",
    "Edition",
    "Event",
    "GameRecord",
    "InputError",
    "Match",
    "Meld",
    "NotationError",
    "Objective",
    "Pass",
    "Play",
    "Problem",
    "Record",
    "RefusedError",
    "Result",
    "Rule",
    "RunOutOfTime",
    "Solution",
    "State",
    "Svg",
    "Table",
    "Tile",
    "TilewiseError",
    "View",
    "Violation",
    "act",
    "analyse",
    "apply",
    "begin_game",
    "best_plays",
    "by_name",
    "check",
    "count_plays",
    "deal_from",
    "draw",
    "edition",
    "evolve",
    "fault_of",
    "in_words",
    "legal_plays",
    "meld",
    "new_game",
    "parse_position",
    "parse_record",
    "print_meld",
    "print_position",
    "print_rack",
    "print_record",
    "print_table",
    "rack",
    "readings",
    "redact",
    "replay",
    "set_up",
    "solve",
    "start",
    "table",
    "tile",
    "to_svg",
    "verify",
    "verify_text",
    "view_of",
    "with_game",
]


def new_game(rules: str | Edition = "classic-en", *, players: int = 2, seed: str | None = None) -> State:
    """Deal a game, at random or reproducibly from a seed."""
    chosen = _edition(rules)
    expect_players(chosen, players)
    deal = deal_from(seed, players) if seed is not None else Deal(token_hex(32), ("",) * players)
    return start(set_up(chosen, deal))


def fault_of(meld: Meld | str, rules: Edition | str) -> MeldFault | None:
    """Return why a row of tiles is not a meld, as a player would say it; None if it is one."""
    return melds.fault_of(_meld(meld), _edition(rules))


def readings(meld: Meld | str, rules: Edition | str) -> tuple[Reading, ...]:
    """Return every reading of a row of tiles as a meld, the most valuable first; none if it is not a meld.

    The order on the table decides what a joker stands for.
    """
    return melds.readings(_meld(meld), _edition(rules))


def legal_plays(position: State | View | str) -> Iterator[Play]:
    """Yield every legal play of the player to move, one by one.

    - Order: plays that lay fewer tiles come first. Among plays of equally many tiles the order is fixed, but says
      nothing about their strength; use `best_plays` for that.
    - Each play comes once. Tables that differ only in the order of the melds, in the order of the tiles of a group, or
      in the end from which a mirrored meld is read are one play.
    - Limits: none, so a late position with free jokers can have millions of plays. Take what you need with
      `itertools.islice`. Drawing, passing and conceding are not plays.
    """
    game = _game(position)
    found = all_plays(_position(game))
    return (Play(game.to_move, table) for table in found)


def count_plays(position: State | View | str) -> dict[int, int]:
    """Return how many legal plays lay one tile, two tiles and so on; `spec/plays.txt` has examples to test against."""
    game = _game(position)
    lying = sum(map(len, game.table))
    return dict(Counter(sum(map(len, table)) - lying for table in all_plays(_position(game))))


def solve(position: State | View | Problem | str, objective: Objective | Weights | str = Objective.TILES) -> Solution:
    """Return the best play in a position, given as a State, a View, a Problem or in text.

    `objective` is an `Objective`, its text such as `points`, or `Weights`; a Problem has its own.
    """
    problem = _problem(position, objective)
    try:
        return solver_solve(problem)
    except (AttributeError, TypeError, ValueError):  # checking the types first would cost a tenth of the time
        problem.expect_types()
        raise


def best_plays(
    position: State | View | Problem | str, count: int = 5, objective: Objective | Weights | str = Objective.TILES
) -> list[Solution]:
    """Return up to `count` plays that lay different tiles, the best first."""
    expect(count, int, "a number of plays")
    if not 0 <= count <= MOST_PLAYS:
        raise unexpected(count, f"a number of plays from 0 to {MOST_PLAYS}")
    problem = _problem(position, objective)
    try:
        return solver_best_plays(problem, count)
    except (AttributeError, TypeError, ValueError):  # as in `solve`
        problem.expect_types()
        raise


def analyse(
    position: State | View | str, budget: "Budget | str" = "300000nodes", *, made: Action | None = None, seed: str = ""
) -> "Analysis":
    """Return the chance to win of each sensible action, as the player to move sees the position.

    `budget` is a `Budget` or text such as `500ms`; `made` is a legal action to judge with the others.
    """
    from tilewise import analysis  # noqa: PLC0415  # keeps `import tilewise` light

    limits = analysis.read_budget(budget) if isinstance(budget, str) else budget
    expect(limits, analysis.Budget, "a Budget, or text such as '500ms',")
    expect(seed, str, "a seed in text")
    expect(made, Action | None, AN_ACTION)
    game = _game(position)
    view = view_of(game, game.to_move) if isinstance(game, State) else game
    if isinstance(made, Play) and (broken := broken_in(_position(view), made.table)):
        raise RefusedError(broken)
    return analysis.analyse(view, limits, made=made, seed=seed)


def by_name(name: str, *, seed: str = "") -> "HouseBot":
    """Return the bot of this name, such as `greedy` or `master`. The seed decides what it leaves to chance."""
    from tilewise import bots  # noqa: PLC0415  # keeps `import tilewise` light

    return bots.by_name(name, seed=seed)


Drawable = State | View | Solution | Table | Meld | str
"""A position, a table or the tiles of a rack, each as a value or in text; or a solution."""


def draw(what: Drawable, *, colour: bool = False) -> str:
    """Return a drawing in text; `colour=True` adds the colours of a terminal."""
    return drawing.to_text(_scene(what), colour=colour)


def to_svg(what: Drawable) -> Svg:
    """Return a picture as an SVG document, which a notebook shows."""
    return drawing.to_svg(_scene(what))


def _scene(what: Drawable) -> Scene:
    if isinstance(what, str):
        return _scene(parse_position(what) if ";" in what else table(what) if "[" in what else rack(what))
    expect(what, (State, View, Solution, tuple), "a position, a solution, a table or a rack")
    return drawing.scene_of_tiles(what) if isinstance(what, tuple) else what.scene()


def _edition(rules: Edition | str) -> Edition:
    expect(rules, (Edition, str), "an Edition or its name")
    return edition(rules) if isinstance(rules, str) else rules


def _meld(tiles: Meld | str) -> Meld:
    read = meld(tiles) if isinstance(tiles, str) else tiles
    if not is_meld_of_tiles(read):
        raise unexpected(read, "a meld, such as '[r3 r4 r5]',")
    return read


def _problem(position: State | View | Problem | str, objective: Objective | Weights | str) -> Problem:
    return position if isinstance(position, Problem) else Problem.of(_game(position), objective)


def _position(game: State | View) -> Position:
    """Return what the plays of the player to move are judged by."""
    problem = Problem.of(game)
    if isinstance(game, View) and not game.is_my_turn:
        msg = f"seat {game.to_move} is to move, so seat {game.seat} has no plays"
        raise InputError(msg)
    return Position(problem.edition, problem.table, problem.rack, problem.has_melded)


def _game(position: State | View | str) -> State | View:
    expect(position, (State, View, str), "a State, a View or a position in text")
    return parse_position(position) if isinstance(position, str) else position
