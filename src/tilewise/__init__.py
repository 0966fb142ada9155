"""Tilewise: the rules, the solver, the bots and the tables of a tile-rummy game."""

from importlib.metadata import version

__version__ = version("tilewise")
