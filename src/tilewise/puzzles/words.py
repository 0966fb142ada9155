"""What puzzles want, in English; the page has its own words for each language."""

from typing import assert_never

from tilewise.puzzles.puzzle import Kind


def in_words(kind: Kind) -> str:
    """The wish of a kind of puzzle."""
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
