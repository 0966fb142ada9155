"""Find the source of each tile that completes a new meld: the rack, or an old meld through the hand."""

from collections import defaultdict

from tilewise.core.rules.jokers import is_new
from tilewise.core.tiles import Table, Tile
from tilewise.solver.steps.plan import Plan

Where = tuple[int, int]
"""A meld and a place in it."""


def sources(plan: Plan, before: Table) -> dict[Where, Where | None]:
    """Return the origin of the tile for each place of a new meld that no piece fills; None for the rack.

    Equal tiles give a choice:

    - New melds that need other tiles of the table too get tiles of the table first, so that the remaining melds can
      be completed from the rack at once.
    - Freed jokers go to melds that count as new by the rules (A-07).
    """
    wanted, offered = _wanted(plan), _offered(plan)
    needs: dict[int, int] = defaultdict(int)
    for tile, goals in wanted.items():
        for new, _ in goals:
            needs[new] += tile in offered
    found: dict[Where, Where | None] = {}
    for tile, goals in wanted.items():
        if tile.is_joker:
            goals.sort(key=lambda goal: not is_new(plan.rearrangement.arrived[goal[0]], before))
        else:
            goals.sort(key=lambda goal: -needs[goal[0]])
        origins = offered.get(tile, [])
        found.update(zip(goals, [*origins, *(None for _ in goals[len(origins) :])], strict=True))
    return found


def _wanted(plan: Plan) -> dict[Tile, list[Where]]:
    wanted: dict[Tile, list[Where]] = defaultdict(list)
    for new, meld in enumerate(plan.rearrangement.arrived):
        filled = {slot for piece in plan.of_new[new] for slot in piece.slots}
        for slot, tile in enumerate(meld):
            if slot not in filled:
                wanted[tile].append((new, slot))
    return wanted


def _offered(plan: Plan) -> dict[Tile, list[Where]]:
    offered: dict[Tile, list[Where]] = defaultdict(list)
    taken = [(old, place) for old in range(len(plan.rearrangement.gone)) for place in plan.taken(old)]
    freed = [(move.old, move.place) for move in plan.joker_moves]
    for old, place in (*taken, *freed):
        offered[plan.rearrangement.gone[old][place]].append((old, place))
    return offered
