"""Your own bot in a few lines: it keeps its jokers until it can go out.

tilewise arena examples/write_a_bot.py:Thrifty greedy --deals 10
"""

from tilewise.bots import Budget, by_name
from tilewise.core.actions import Action, Draw, Pass, Play
from tilewise.core.deal import deal_from
from tilewise.core.editions import edition
from tilewise.core.tiles import number_tiles
from tilewise.core.view import View
from tilewise.lab.game import play
from tilewise.solver import Objective, Problem, can_play_all, solve


class Thrifty:
    """Lays as many tiles as it can, but no joker before its last turn."""

    name = "thrifty"

    def choose(self, view: View, budget: Budget) -> Action:
        """Go out if possible, else make the best play without jokers, else draw, or pass if the pool is empty."""
        whole = Problem.of(view, Objective.TILES_THEN_POINTS)
        plain = Problem(
            view.edition, number_tiles(view.rack), view.table, view.has_melded, node_budget=budget.nodes or 0
        )
        best = solve(whole if can_play_all(whole) else plain)
        if best.is_play:
            return Play(view.to_move, best.table)
        return Draw(view.to_move) if view.pool else Pass(view.to_move)


if __name__ == "__main__":
    game = play(edition("classic-en"), [Thrifty(), by_name("greedy")], deal_from("an example", 2))
    print(game.record.games[0].result)
    print("Turns that the rules refused:", len(game.faults))
