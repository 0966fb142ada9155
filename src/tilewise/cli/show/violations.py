"""Violations as commands tell them: in words to people, with everything in it to programs."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from tilewise.cli.show.output import say
from tilewise.core.edition import Edition
from tilewise.core.value import Value
from tilewise.core.violations import Violation
from tilewise.core.words import in_words

_CLAUSE_WIDTH = 10


class Told(Value):
    """A violation, with the clause it breaks and its wording."""

    clause: str
    words: str
    violation: Violation


def told(violations: Iterable[Violation], edition: Edition, seats: Sequence[str] = ()) -> list[Told]:
    """Violations with their wording."""
    return [Told(each.rule.clause, in_words(each, edition, seats), each) for each in violations]


def print_told(reasons: Iterable[Told], screen: Console) -> None:
    """A line for each broken rule: its id, and what is needed."""
    for reason in reasons:
        clause = Text(f"  {reason.clause:<{_CLAUSE_WIDTH}}", style="dim")
        say(clause.append(reason.words, style="not dim"), screen)
