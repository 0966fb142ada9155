"""Laws of the play: the value of melds, and the orders that do not matter."""

from random import Random

from msgspec.structs import replace

from tests.laws.law import law
from tests.random_play import Game, played
from tests.random_tables import legal_table, some_rows, wrong_table
from tilewise.core.actions import Play
from tilewise.core.edition import Edition
from tilewise.core.position import position_of
from tilewise.core.rules.melds import is_meld, readings, value_of
from tilewise.core.rules.reading import Kind
from tilewise.core.rules.turns import broken_by
from tilewise.core.search.any_play import a_play, could_have_melded
from tilewise.core.state import State
from tilewise.core.tiles import CLASSIC, COLOUR_CHANGE, DOUBLE, MIRROR, Meld, Table, number_tiles
from tilewise.core.violations import Rule


def tries(game: Game, state: State, number: int) -> list[Table]:
    """Yield a legal table, if one is found, and a wrong one."""
    dice = game.dice(f"{number} try")
    return [table for table in (legal_table(state, dice), wrong_table(state, dice)) if table is not None]


def broken(state: State, table: Table) -> set[Rule]:
    return {violation.rule for violation in broken_by(state, Play(state.to_move, table))}


def is_plain_group(meld: Meld, edition: Edition) -> bool:
    """Whether a meld has two tiles of one number and no mirror, so that it is no run in any order."""
    numbers = [tile.number for tile in number_tiles(meld)]
    return is_meld(meld, edition) and len(numbers) > 1 and len(set(numbers)) == 1 and MIRROR not in meld


def mixed(meld: Meld, dice: Random) -> Meld:
    return tuple(dice.sample(meld, len(meld)))


@law()
def test_the_order_of_the_melds_on_the_table_does_not_matter(game: Game) -> None:
    for number, turn in enumerate(played(game)):
        state, dice = turn.before, game.dice(f"{number} order")
        other = replace(state, table=tuple(dice.sample(state.table, len(state.table))))
        for table in tries(game, state, number):
            assert broken(other, tuple(dice.sample(table, len(table)))) == broken(state, table)


@law()
def test_the_order_of_the_tiles_in_a_group_does_not_matter(game: Game) -> None:
    for number, turn in enumerate(played(game)):
        state, dice = turn.before, game.dice(f"{number} order")
        for table in tries(game, state, number):
            other = tuple(mixed(meld, dice) if is_plain_group(meld, game.edition) else meld for meld in table)

            assert broken(state, other) == broken(state, table)


def melds_of(game: Game) -> set[Meld]:
    """Return melds of all kinds: those laid in a game, and those that its racks could make."""
    found: set[Meld] = set()
    for number, turn in enumerate(played(game)):
        found.update(turn.after.table, some_rows(turn.before.player.rack, game.edition, game.dice(f"{number} rows")))
    return found


def expect_roles_that_fit(meld: Meld, edition: Edition) -> None:
    for reading in readings(meld, edition):
        for tile, role in zip(meld, reading.roles, strict=True):
            numbers = [slot.number for slot in role]
            step = 0 if reading.kind is Kind.GROUP else 1
            if not tile.is_joker:
                assert [(slot.number, *slot.colours) for slot in role] == [(tile.number, tile.colour)]
            elif tile is MIRROR:
                assert role == ()
            elif tile is DOUBLE:
                assert numbers == [numbers[0], numbers[0] + step]
            else:
                assert len(numbers) == 1
                assert bool(role[0].colours) == (tile is CLASSIC)
            assert tile is not COLOUR_CHANGE or reading.kind is Kind.RUN
            assert all(1 <= number <= 13 for number in numbers)


@law(turns=60)
def test_every_reading_of_a_meld_gives_each_tile_a_place_that_fits(game: Game) -> None:
    for meld in melds_of(game):
        assert readings(meld, game.edition)
        expect_roles_that_fit(meld, game.edition)


@law(turns=60)
def test_a_meld_is_worth_its_numbers_in_the_best_reading(game: Game) -> None:
    for meld in melds_of(game):
        worths = [
            sum(slot.number for role in reading.roles for slot in role) for reading in readings(meld, game.edition)
        ]

        assert [reading.value for reading in readings(meld, game.edition)] == worths
        assert worths == sorted(worths, reverse=True)
        assert value_of(meld, game.edition) == worths[0]
        assert all(worth >= sum(tile.number for tile in meld) for worth in worths)


@law()
def test_found_initial_meld_means_could_have_melded(game: Game) -> None:
    for turn in played(game):
        was, became = turn.before.player, turn.after.players[turn.before.to_move]
        if became.has_melded and not was.has_melded:
            assert could_have_melded(was.rack, game.edition)
            assert a_play(position_of(turn.before)) is not None
