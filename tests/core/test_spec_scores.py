"""Every block of spec/scores.txt, in every edition it names: games, tables of games, and the draw for the start."""

import pytest

from tests import spec
from tests.games import a_player
from tests.spec import Block
from tilewise.core import notation
from tilewise.core.edition import Edition
from tilewise.core.events import Ending, Result
from tilewise.core.match import winners
from tilewise.core.rules import scoring, setup
from tilewise.core.state import State

SEATS = "ABCDEF"
ENDINGS = {"rack-out": Ending.RACK_OUT, "empty-pool": Ending.EMPTY_POOL, "last-left": Ending.LAST_PLAYER}


def blocks(*kinds: str) -> list[object]:
    return [
        pytest.param(block, edition, id=f"{block['id']}-{edition.name}")
        for block in spec.blocks("scores.txt")
        for edition in spec.editions(block["editions"])
        if block["kind"].split()[0] in kinds
    ]


def rack_worth(total: str) -> str:
    """Return tiles worth this many points."""
    thirteens, rest = divmod(int(total), 13)
    return " ".join(["k13"] * thirteens + [f"b{rest}"] * bool(rest))


def at_the_end(block: Block, edition: Edition) -> State:
    kind, *last = block["kind"].split()
    racks = block.seats("racks") if "racks" in block.fields else block.seats("totals")
    melded, gone = block.get("melded", " ".join(SEATS)).split(), block.get("conceded").split()
    players = tuple(
        a_player(
            tiles if "racks" in block.fields else rack_worth(tiles),
            melded=seat in melded,
            conceded=seat in gone if kind != "last-left" else seat not in last,
        )
        for seat, tiles in racks.items()
    )
    return State(edition=edition, players=players, table=(), pool=(), to_move=0, starter=0)


def seats_of(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(SEATS.index(seat) for seat in text.split())


@pytest.mark.parametrize(("block", "edition"), blocks(*ENDINGS))
def test_score_of_a_game(block: Block, edition: Edition) -> None:
    ending = ENDINGS[block["kind"].split()[0]]

    result = scoring.result_of(at_the_end(block, edition), ending)

    points = tuple(int(score) for score in block.seats("expect").values())
    assert result == Result(ending, seats_of(block["winners"]), points)
    assert sum(result.scores) == 0


@pytest.mark.parametrize(("block", "edition"), blocks("table"))
def test_table_of_games(block: Block, edition: Edition) -> None:
    rows = zip(*(map(int, points.split()) for points in block.seats("points").values()), strict=True)
    results = [Result(Ending.RACK_OUT, (row.index(max(row)),), row) for row in rows]
    seats = len(block.seats("points"))

    standings = sorted(scoring.standings(results, seats), key=lambda standing: standing.seat)

    assert [standing.score for standing in standings] == [int(sum_) for sum_ in block.seats("expect").values()]
    assert [standing.games_won for standing in standings] == [int(won) for won in block.seats("won").values()]
    assert [sum(result.scores) for result in results] == [int(check) for check in block["check"].split()]
    assert winners(standings) == seats_of(block["leader"])
    assert edition.games_in_a_round(seats) == seats


@pytest.mark.parametrize(("block", "edition"), blocks("starting-draw"))
def test_starting_draw(block: Block, edition: Edition) -> None:
    drawn = {SEATS.index(seat): notation.tile(tile) for seat, tile in block.seats("drawn").items()}
    verb, *seats = block["expect"].split()

    assert edition.next_starter == "draw"
    if verb == "again":
        assert setup.who_draws_again(drawn) == seats_of(" ".join(seats))
    else:
        assert setup.draw_for_the_start(tuple(drawn.values()), len(drawn)) == (
            (tuple(drawn.items()),),
            SEATS.index(seats[0]),
        )
