"""The terminal client: table and rack in colour, played with the keyboard.

`turn` holds the state of a turn (no terminal code), `drawing` draws it; `start`, `table` and `ending` are screens.
"""
