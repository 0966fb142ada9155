"""Score cases for the companion: spec/scores.txt and random games, scored by the core.

`python -m tests.learn.score_cases` writes web/src/routes/companion/fixtures/scores.json; a test fails if it is stale.
"""

import json
import random
from pathlib import Path
from typing import Any

from tests import spec
from tests.core.test_spec_scores import ENDINGS, at_the_end
from tilewise.core.editions import EDITIONS
from tilewise.core.events import Ending, Result
from tilewise.core.rules.scoring import result_of, standings
from tilewise.core.search.any_play import could_have_melded
from tilewise.core.state import Player, State
from tilewise.core.tiles import Tile, in_order

FILE = Path(__file__).parents[2] / "web/src/routes/companion/fixtures/scores.json"
KNOBS = ("joker_rack_penalty", "never_melded_fine", "empty_pool_tie")
GAMES_AT_RANDOM = 150


def case(name: str, state: State, ending: Ending) -> dict[str, Any]:
    """Return a finished game as the companion enters it, with the result by the rules."""
    result = result_of(state, ending)
    return {
        "id": name,
        "rules": {knob: getattr(state.edition, knob) for knob in KNOBS},
        "ending": ending,
        "racks": [
            {
                "tiles": [tile.number for tile in player.rack],
                "has_melded": player.has_melded,
                "could_meld": could_have_melded(player.rack, state.edition),
                "has_conceded": player.has_conceded,
            }
            for player in state.players
        ],
        "winners": result.winners,
        "scores": result.scores,
    }


def specified() -> list[dict[str, Any]]:
    """Return every block about a single game."""
    return [
        case(f"{block['id']} {edition.name}", at_the_end(block, edition), ENDINGS[block["kind"].split()[0]])
        for block in spec.blocks("scores.txt")
        if block["kind"].split()[0] in ENDINGS
        for edition in spec.editions(block["editions"])
    ]


def at_random() -> list[dict[str, Any]]:
    """Return random games of all editions and house rules, the same on every run."""
    dice = random.Random("companion")  # noqa: S311  # not for secrets
    return [a_random_case(number, dice) for number in range(GAMES_AT_RANDOM)]


def a_random_case(number: int, dice: random.Random) -> dict[str, Any]:
    """Return a game with mostly small racks, so that ties occur."""
    printed = dice.choice([*EDITIONS.values()])
    edition = printed.with_rules(
        joker_rack_penalty=dice.choice([25, 30, 50, 100]),
        never_melded_fine=dice.choice(["none", "100-or-rack", "100-or-200"]),
        empty_pool_tie=dice.choice(["shared", "fewest-tiles", "no-winner"]),
    )
    ending = dice.choice([Ending.RACK_OUT, Ending.EMPTY_POOL])
    racks = [dice.sample(edition.box.tiles, dice.choice([1, 1, 2, 3, 14])) for _ in range(dice.randrange(2, 7))]
    if ending is Ending.RACK_OUT:
        racks[dice.randrange(len(racks))] = list[Tile]()
    players = tuple(Player(in_order(rack), has_melded=not rack or dice.random() < 0.7) for rack in racks)
    return case(f"random {number}", State(edition, players, (), (), to_move=0, starter=0), ending)


def sheets() -> list[dict[str, Any]]:
    """Return the printed score sheets of the booklets."""
    return [a_sheet(block) for block in spec.blocks("scores.txt") if block["kind"] == "table"]


def a_sheet(block: spec.Block) -> dict[str, Any]:
    """Return a score sheet, added up by the core."""
    rows = [*zip(*(map(int, points.split()) for points in block.seats("points").values()), strict=True)]
    results = [Result(Ending.RACK_OUT, (row.index(max(row)),), row) for row in rows]
    lines = sorted(standings(results, len(rows[0])), key=lambda line: line.seat)
    return {
        "id": block["id"],
        "games": [{"winners": result.winners, "scores": result.scores} for result in results],
        "standings": [
            {"seat": line.seat, "won": line.games_won, "score": line.score, "rank": line.rank} for line in lines
        ],
    }


def text() -> str:
    """Return the whole file, one case per line."""
    parts = {"cases": [*specified(), *at_random()], "sheets": sheets()}
    lists = (f'"{name}": [\n' + ",\n".join(map(json.dumps, found)) + "\n]" for name, found in parts.items())
    return "{" + ",\n".join(lists) + "}\n"


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(text())
