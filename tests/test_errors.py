"""Every exception of the project is in the tree that opens `tilewise.core.errors`."""

import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import tilewise
from tilewise.core import errors
from tilewise.core.errors import TilewiseError

NOT_MODULES = ("tilewise._kernel", "tilewise.storage.migrations")


def exceptions_of_ours() -> set[type[Exception]]:
    for module in walk_packages(tilewise.__path__, "tilewise."):
        if not module.name.startswith(NOT_MODULES) and not module.name.endswith("__main__"):
            import_module(module.name)
    return {error for error in _below(Exception) if error.__module__.startswith("tilewise.")}


def _below(kind: type[Exception]) -> Iterator[type[Exception]]:
    for error in type.__subclasses__(kind):
        yield error
        yield from _below(error)


def test_every_exception_descends_from_the_common_root() -> None:
    assert [error for error in exceptions_of_ours() if not issubclass(error, TilewiseError)] == []


def test_the_drawing_shows_every_exception() -> None:
    drawn = re.findall(r"^[├└│─ ]*(\w+Error)\b", errors.__doc__ or "", re.MULTILINE)

    assert sorted(drawn) == sorted(error.__name__ for error in exceptions_of_ours())
