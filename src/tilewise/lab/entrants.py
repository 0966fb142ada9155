"""Who enters a tournament: bots of the house by name, anybody's as `file.py:Class`, `bot@50ms` on its own budget."""

import re
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from tilewise.bots import Bot, Budget, by_name, read_budget
from tilewise.core.actions import Action
from tilewise.core.view import View

_OWN = re.compile(r"(.+\.py):([A-Za-z_]\w*)")


@cache
def entrant(name: str) -> Bot:
    """The bot of this name; ValueError tells what is wrong with it. A file is run: name only files that you trust.

    After an `@` comes a budget of its own, whatever the tournament gives the others.
    """
    plain, at, budget = name.rpartition("@")
    if at:
        return OnItsOwnBudget(entrant(plain), read_budget(budget))
    own = _OWN.fullmatch(name)
    return by_name(name) if own is None else _from_file(Path(own[1]), own[2])


class OnItsOwnBudget:
    """A bot that thinks as much as its name says: so that the same bot can meet itself with more or less time."""

    def __init__(self, bot: Bot, budget: Budget) -> None:
        self.name = f"{bot.name}@{budget}"
        self._bot = bot
        self._budget = budget

    def choose(self, view: View, _: Budget) -> Action:
        """What the bot chooses with its own budget."""
        return self._bot.choose(view, self._budget)


def _from_file(path: Path, name: str) -> Bot:
    if not path.is_file():
        msg = f"no file {path}; a bot of your own is written file.py:Class"
        raise ValueError(msg)
    spec = spec_from_file_location(f"entrant_{path.stem}", path)
    if spec is None or spec.loader is None:
        msg = f"{path} is not a Python module"
        raise ValueError(msg)
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        bot = getattr(module, name)()
    except Exception as error:
        msg = f"{path}:{name} cannot be made: {type(error).__name__}: {error}"
        raise ValueError(msg) from error
    if not (isinstance(getattr(bot, "name", None), str) and callable(getattr(bot, "choose", None))):
        msg = f"{path}:{name} is not a bot: it needs a name and choose(view, budget)"
        raise ValueError(msg)  # noqa: TRY004  # for whoever typed it, not for a programmer
    found: Bot = bot
    return found
