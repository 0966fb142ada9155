"""Every exception of Tilewise, in one tree.

TilewiseError
├── RefusedError (ValueError)        a player's mistake: `violations` lists every broken rule   core/violations.py
├── InputError (ValueError)          a caller's mistake: names the value and the choices
│   ├── UnknownNameError             no edition, bot, house rule … has this name; lists the choices
│   ├── NotationError                text that cannot be read, with line and column             core/notation.py
│   └── BrokenRecordError            a record that the rules refuse, with game and turn         core/record
├── DeclinedError                    a room declines a command, with a reason                   rooms/rejections.py
├── StaleError                       a command was sent before its sender saw the latest move   rooms/rejections.py
├── UnknownRoomError (LookupError)   no room has this id                                        rooms/ports.py
├── ConflictError                    another node has stored this version of a room             rooms/ports.py
├── NameTakenError                   another account has this name                              storage/people.py
├── ProblemError                     an HTTP request fails, with a status and a reason          server/http
├── RecordProblemError               a record cannot be opened, with the place of the problem   server/replays.py
├── ClosedError                      the server closes a connection, with a reason              server/live
├── TooManyError                     a limit is reached                                         server/security
├── BusyError                        all workers are busy, with a time to try again             server/workers
├── StaleJobError                    a job is no longer wanted when its turn comes              server/workers
├── EngineError                      a program that plays in the arena fails                    lab/engine_process.py
├── LeftTheTableError                the player at the terminal has left                        cli/prompt
└── TimeLimitError                   a bot of a local match exceeds its time limit              local/time_limit.py

Any other exception is a bug of ours: it is not caught, and it is logged once.
"""

from collections.abc import Iterable
from types import UnionType

LONGEST_SHOWN = 80
"""Characters of a wrong value that a message shows."""


class TilewiseError(Exception):
    """Any error that Tilewise raises on purpose."""


class InputError(TilewiseError, ValueError):
    """A caller's mistake. The message names the value and what would be right."""


def expect(value: object, kind: type | UnionType | tuple[type, ...], expected: str) -> None:
    """Raise InputError, naming what was expected, unless the value has this type."""
    if not isinstance(value, kind):
        raise unexpected(value, expected)


def expect_each(values: Iterable[object], kind: type | UnionType, expected: str) -> None:
    """Raise InputError unless a value is a tuple of values of this type."""
    expect(values, tuple, "a tuple")
    for value in values:
        expect(value, kind, expected)


def unexpected(value: object, expected: str) -> InputError:
    """Return the error for a wrong value that names what was expected."""
    return InputError(f"{expected} was expected, not {shown(value)}")


def shown(value: object) -> str:
    """Return a wrong value as a message shows it, shortened."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


class UnknownNameError(InputError):
    """A name that nothing has. The message lists the names to choose from."""

    def __init__(self, kind: str, name: str, choices: Iterable[str], *, hint: str = "") -> None:
        super().__init__(f"unknown {kind} {shown(name)}{hint}; choose from: {', '.join(choices)}")
        self.kind = kind
        self.name = name
