"""Imagined games: hidden tiles dealt at random as they may lie, and played out by simple policies.

Nothing here knows more than a view tells: what is not on the table or the own rack is shuffled into the other racks
and the pool, as many tiles each as are seen to be there.
"""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from random import Random

from msgspec.structs import replace

from tilewise.bots.thought import NODES
from tilewise.core.edition import Edition, EmptyPool
from tilewise.core.tiles import Table, Tile, in_order, number_tiles, tiles_of
from tilewise.core.value import Value
from tilewise.core.view import View
from tilewise.solver import Objective, Problem, can_play_all, solve

TRIES = 4
"""How often a rack is dealt anew because it could have melded, and its owner did not."""


class Policy(StrEnum):
    """How an imagined player plays."""

    GREEDY = "greedy"
    HOLDOUT = "holdout"


class Sitter(Value):
    """An imagined player."""

    rack: tuple[Tile, ...]
    has_melded: bool
    policy: Policy


class Imagined:
    """A game as it may be: changed in place, thrown away at its end."""

    def __init__(self, view: View, policies: Sequence[Policy], luck: Random) -> None:
        self.edition = view.edition
        self.table = view.table
        hidden = list((Counter(_box(view)) - tiles_of(view.table) - Counter(view.rack)).elements())
        luck.shuffle(hidden)
        self.sitters = [self._sit(view, seat, policies[seat], hidden, luck) for seat in range(len(view.seats))]
        self.pool = hidden
        self.to_move = view.to_move
        self.passed = len(view.passed)
        self.last_turns = None if view.last_turns is None else len(view.last_turns)
        self.out = [seat.has_conceded for seat in view.seats]

    @staticmethod
    def _sit(view: View, seat: int, policy: Policy, hidden: list[Tile], luck: Random) -> Sitter:
        seen = view.seats[seat]
        if seat == view.seat:
            return Sitter(view.rack, seen.has_melded, policy)
        for _ in range(TRIES):
            rack = hidden[: seen.tiles]
            if seen.has_melded or not seen.quiet or not _could_meld(rack, view.edition):
                break
            luck.shuffle(hidden)
        del hidden[: seen.tiles]
        return Sitter(tuple(rack), seen.has_melded, policy)

    def play_on(self, first: Table | None) -> list[float]:
        """Play to the end, the first turn as told (None: wait); what each seat's share of the win is."""
        self._turn(first)
        while not self._is_over():
            self._turn(self._choice())
        return self._shares()

    def _turn(self, table: Table | None) -> None:
        sitter = self.sitters[self.to_move]
        had_pool = bool(self.pool)
        if table is not None:
            laid = tiles_of(table) - tiles_of(self.table)
            rack = tuple((Counter(sitter.rack) - laid).elements())
            self.sitters[self.to_move] = Sitter(rack, has_melded=True, policy=sitter.policy)
            self.table, self.passed = table, 0
        elif self.pool:
            self.sitters[self.to_move] = replace(sitter, rack=(*sitter.rack, self.pool.pop(0)))
        else:
            self.passed += 1
        if self.last_turns is not None:
            self.last_turns -= 1
        elif had_pool and not self.pool and self.edition.empty_pool is EmptyPool.ONE_MORE_TURN_EACH:
            self.last_turns = self._players()
        self.to_move = self._next()

    def _next(self) -> int:
        seats = len(self.sitters)
        return next(seat for step in range(1, seats + 1) if not self.out[seat := (self.to_move + step) % seats])

    def _players(self) -> int:
        return self.out.count(False)

    def _is_over(self) -> bool:
        if any(not sitter.rack for sitter in self.sitters):
            return True
        if self.pool:
            return False
        return self.last_turns == 0 if self.last_turns is not None else self.passed >= self._players()

    def _choice(self) -> Table | None:
        sitter = self.sitters[self.to_move]
        holds = sitter.policy is Policy.HOLDOUT and bool(self.pool)
        if not sitter.has_melded:
            objective = Objective.FEWEST_TILES if holds else Objective.TILES
        else:
            objective = Objective.TILES if self.pool else Objective.POINTS
        problem = Problem(
            self.edition,
            sitter.rack,
            self.table,
            sitter.has_melded,
            objective,
            least_disruption=False,
            node_budget=NODES,
        )
        if sitter.has_melded and holds and not can_play_all(problem):
            return None
        found = solve(problem)
        return found.table if found.is_play else None

    def _shares(self) -> list[float]:
        totals = [_total(sitter.rack, self.edition) for sitter in self.sitters]
        lowest = min(total for total, out in zip(totals, self.out, strict=True) if not out)
        wins = [total == lowest and not out for total, out in zip(totals, self.out, strict=True)]
        return [won / sum(wins) for won in wins]


def _box(view: View) -> tuple[Tile, ...]:
    return view.edition.box_for(len(view.seats)).tiles


def _total(rack: tuple[Tile, ...], edition: Edition) -> int:
    return sum(edition.joker_rack_penalty if tile.is_joker else tile.number for tile in rack)


def _could_meld(rack: Sequence[Tile], edition: Edition) -> bool:
    tiles = in_order(rack) if edition.joker_in_initial_meld else in_order(number_tiles(rack))
    return solve(Problem(edition, tiles, (), has_melded=False, least_disruption=False, node_budget=NODES)).is_play
