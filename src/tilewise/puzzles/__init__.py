"""Puzzles: positions from games between bots, with a promise that is proven and a difficulty that is measured."""
