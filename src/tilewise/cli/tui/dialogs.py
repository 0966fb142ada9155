"""Dialogs on top of the table."""

from collections.abc import Iterable

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static


class AskScreen(ModalScreen[bool]):
    """A yes-or-no question."""

    BINDINGS = [  # noqa: RUF012  # as textual declares it
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape,enter", "answer(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """Show the question."""
        yield Static(Text(f"{self.question}  (y/n)"), id="question")

    def action_answer(self, yes: bool) -> None:  # noqa: FBT001  # from the binding
        """Return the answer."""
        self.dismiss(yes)


class HelpScreen(ModalScreen[None]):
    """The list of keys. Any key closes it."""

    def __init__(self, keys: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self.keys = list(keys)

    def compose(self) -> ComposeResult:
        """Show keys and meanings in two columns."""
        width = max(len(key) for key, _ in self.keys)
        lines = [Text.assemble((f"{key:<{width}}  ", "bold"), meaning) for key, meaning in self.keys]
        marks = Text("\nColours: r red, b blue, y yellow or orange, k black; J and D, C, M are jokers.\n", style="dim")
        marks.append(
            "Marks: [ ] cursor, ^ picked up, ! breaks a rule; * changed this turn, ? not a meld yet, • new from others."
        )
        with VerticalScroll(id="sheet"):
            yield Static(Text("\n").join([Text("Keys\n", style="bold"), *lines, marks]))

    def on_key(self) -> None:
        """Close the dialog."""
        self.dismiss(None)
