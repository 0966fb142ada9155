"""What puzzles want, in English; the page has its own words for each language."""

from typing import assert_never

from tilewise.puzzles.puzzle import Kind


def in_words(kind: Kind) -> str:
    """The wish of a kind of puzzle."""
    match kind:
        case Kind.LAY_ALL:
            return "Lay all these tiles."
        case Kind.ONLY_PLAY:
            return "There is only one play here. Find it."
        case Kind.FREE_JOKER:
            return "Free a joker, and lay all these tiles."
        case Kind.WIN:
            return "Win this turn: lay the whole rack."
        case _:
            assert_never(kind)
