"""Describe violations: in words for people, with all details for programs."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from tilewise.cli.show.output import say
from tilewise.core.edition import Edition
from tilewise.core.value import Value
from tilewise.core.violations import Violation
from tilewise.core.words import in_words

_CLAUSE_WIDTH = 10


class ViolationText(Value):
    """A violation with its clause and wording."""

    clause: str
    words: str
    violation: Violation


def describe_violations(
    violations: Iterable[Violation], edition: Edition, seats: Sequence[str] = ()
) -> list[ViolationText]:
    """Add clause and wording to each violation."""
    return [ViolationText(each.rule.clause, in_words(each, edition, seats), each) for each in violations]


def print_violations(reasons: Iterable[ViolationText], screen: Console) -> None:
    """Print a line for each violation: the rule id and what the rule requires."""
    for reason in reasons:
        clause = Text(f"  {reason.clause:<{_CLAUSE_WIDTH}}", style="dim")
        say(clause.append(reason.words, style="not dim"), screen)
