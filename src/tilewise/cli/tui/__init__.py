"""The client in the terminal: rack and table in colour, played with the keyboard.

`turn` is what the hands do (no terminal in it), `drawing` what is seen of it; `start`, `table` and `ending` are
screens.
"""
