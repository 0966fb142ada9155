"""Live matches: rooms with seats, clocks and rounds; the service that judges them, and its ports.

The word *table* belongs to the tiles. What players call "a table" (chairs, a clock, a match) is a *room* here.
"""
