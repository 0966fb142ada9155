"""Games for tests: the relevant parts in notation, harmless defaults for the rest."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

from msgspec.structs import replace

from tilewise.core import engine, notation
from tilewise.core.actions import Action, Draw, Pass, Play
from tilewise.core.deal import deal_from
from tilewise.core.edition import Edition
from tilewise.core.editions import edition as edition_named
from tilewise.core.match import Match, begin_game, with_game
from tilewise.core.record import GameRecord, Record
from tilewise.core.rules.melds import is_meld
from tilewise.core.search.any_play import initial_meld
from tilewise.core.search.melds import melds_with
from tilewise.core.state import Player, State
from tilewise.core.tiles import Table, in_order, number_tiles
from tilewise.core.violations import Rule, Violation


def a_game(  # noqa: PLR0913  # each is one thing that lies somewhere
    rack: str = "r1 b5 k9",
    *,
    table: str = "-",
    melded: bool = True,
    edition: str | Edition = "classic-en",
    pool: str = "y13 k13 y12 k12",
    others: Sequence[str] = ("r13 b13",),
    **house_rules: object,
) -> State:
    """Return a game at seat 0's turn, with this rack and table; the other seats have melded."""
    return State(
        edition=an_edition(edition, **house_rules),
        players=(a_player(rack, melded=melded), *(a_player(other) for other in others)),
        table=notation.table(table),
        pool=notation.rack(pool),
        to_move=0,
        starter=0,
    )


def an_edition(edition: str | Edition = "classic-en", **house_rules: object) -> Edition:
    """Return a printed edition with house rules."""
    chosen = edition_named(edition) if isinstance(edition, str) else edition
    return chosen.with_rules(**house_rules)


def a_player(rack: str, *, melded: bool = True, conceded: bool = False) -> Player:
    return Player(in_order(notation.rack(rack)), has_melded=melded, has_conceded=conceded)


def play(table: str, seat: int = 0) -> Play:
    """Return the play that leads to this table."""
    return Play(seat, notation.table(table))


def check(state: State, table: str) -> tuple[Violation, ...]:
    """Return the violations if the seat to move lays the table like this."""
    return engine.check(state, play(table, state.to_move))


def broken(state: State, action: Action | str) -> set[Rule]:
    """Return the rules that an action, or laying the table like this, would break."""
    asked = play(action, state.to_move) if isinstance(action, str) else action
    return {violation.rule for violation in engine.check(state, asked)}


def after(state: State, *actions: Action) -> State:
    """Return the state after these actions."""
    for action in actions:
        state = engine.act(state, action)
    return state


@cache
def a_record(
    *seats: str, edition: str | Edition = "classic-en", seed: str = "a record", games: int = 1, **house_rules: object
) -> Record:
    """Return the record of a match between players who make simple plays and draw otherwise."""
    match, records = Match(an_edition(edition, **house_rules), seats or ("Ann", "Bob")), []
    for number in range(1, games + 1):
        deal = deal_from(seed, len(match.seats), number)
        match, _ = begin_game(match, deal)
        state, actions = match.game, list[Action]()
        while state is not None and not state.is_over:
            actions.append(a_simple_action(state))
            state = engine.act(state, actions[-1])
        if state is not None:
            match = with_game(match, state)
        records.append(GameRecord(deal.commitment, deal, tuple(actions), match.results[-1]))
    return Record(match.edition, match.seats, tuple(records))


def the_beginning(record: Record, *, turns: int) -> Record:
    """Return the first turns of the first game of a record."""
    game = record.games[0]
    return replace(record, games=(replace(game, actions=game.actions[:turns], result=None),))


def a_simple_action(state: State) -> Action:
    """Lay a meld from the rack, or add a tile to a meld; otherwise draw or pass."""
    table = next(_simple_tables(state), None)
    if table is not None:
        return Play(state.to_move, table)
    return Draw(state.to_move) if state.pool else Pass(state.to_move)


def _simple_tables(state: State) -> Iterator[Table]:
    edition, rack = state.edition, Counter(state.player.rack)
    if not state.player.has_melded:
        melds = initial_meld(state.player.rack, edition)
        return iter(() if melds is None else (state.table + melds,))
    new = ((*state.table, row) for tile in number_tiles(rack) for row in melds_with(tile, rack, edition))
    grown = (
        (*state.table[:index], row, *state.table[index + 1 :])
        for tile in state.player.rack
        for index, meld in enumerate(state.table)
        for row in ((tile, *meld), (*meld, tile))
        if is_meld(row, edition)
    )
    return (table for table in chain(new, grown) if not engine.check(state, Play(state.to_move, table)))
