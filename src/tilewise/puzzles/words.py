"""The goals of puzzles in English; the page has a text for each language."""

from typing import assert_never

from tilewise.puzzles.puzzle import Kind


def in_words(kind: Kind) -> str:
    """Return the goal of a kind of puzzle as a sentence."""
    match kind:
        case Kind.LAY_ALL:
            return "Play every tile on your rack."
        case Kind.ONLY_PLAY:
            return "There's only one play here. Find it."
        case Kind.FREE_JOKER:
            return "Free a joker and play every tile on your rack."
        case Kind.WIN:
            return "You can go out. Play your whole rack."
        case _:
            assert_never(kind)
