"""Live matches: rooms with seats, clocks and games, and the service that runs them.

A *room* is the place where a match is arranged and played. The word *table* always means the tiles on the table.
Stored logs and the wire protocol spell a seat `chair`; everywhere else it is a seat.
"""
