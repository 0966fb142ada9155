"""Laws of the tiles: none is lost, none is created, and every row on the table is a meld."""

from collections import Counter

from tests.laws.law import law
from tests.random_play import Game, played_wildly
from tilewise.core.rules.melds import is_meld
from tilewise.core.state import State
from tilewise.core.tiles import Tile, in_order, tiles_of


def all_tiles(state: State) -> Counter[Tile]:
    racks = Counter(tile for player in state.players for tile in player.rack)
    return tiles_of(state.table) + racks + Counter(state.pool)


@law(tries=20)
def test_a_deal_is_a_permutation_of_the_box(game: Game) -> None:
    state = game.start

    assert all_tiles(state) == Counter(game.edition.box_for(game.players).tiles)
    assert {len(player.rack) for player in state.players} == {game.edition.hand_size}


@law()
def test_no_tile_is_lost_or_created(game: Game) -> None:
    box = Counter(game.edition.box_for(game.players).tiles)

    assert all(all_tiles(turn.after) == box for turn in played_wildly(game))


@law()
def test_only_melds_lie_on_the_table(game: Game) -> None:
    for turn in played_wildly(game):
        assert all(is_meld(meld, game.edition) for meld in turn.after.table)


@law()
def test_tiles_on_the_table_stay_there(game: Game) -> None:
    for turn in played_wildly(game):
        assert tiles_of(turn.before.table) <= tiles_of(turn.after.table)


@law()
def test_racks_are_sorted(game: Game) -> None:
    for turn in played_wildly(game):
        assert all(player.rack == in_order(player.rack) for player in turn.after.players)
