"""Find the bots of a tournament.

They are built in, from a file as `file.py:Class`, or programs as `./mybot`; `bot@50ms` has a budget of its own.
"""

import re
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from tilewise.bots import Bot, Budget, by_name, read_budget
from tilewise.core.actions import Action
from tilewise.core.errors import InputError
from tilewise.core.view import View
from tilewise.lab.engine_process import EngineBot, is_command

_OWN = re.compile(r"(.+\.py):([A-Za-z_]\w*)")


@cache
def find_entrant(name: str) -> Bot:
    """Return the bot with this name; raise `ValueError` if there is none or it does not work.

    A file or program is executed: use only those that you trust. After an `@` comes a budget that replaces the
    tournament's.
    """
    plain, at, budget = name.rpartition("@")
    if at:
        return OwnBudgetBot(find_entrant(plain), read_budget(budget))
    if own := _OWN.fullmatch(name):
        return _from_file(Path(own[1]), own[2])
    return EngineBot(name) if is_command(name) else by_name(name)


class OwnBudgetBot:
    """A bot with a budget of its own, so that a bot can play itself with more or less time."""

    def __init__(self, bot: Bot, budget: Budget) -> None:
        self.name = f"{bot.name}@{budget}"
        self._bot = bot
        self._budget = budget

    def choose(self, view: View, _: Budget) -> Action:
        """Choose within the bot's own budget."""
        return self._bot.choose(view, self._budget)


def _from_file(path: Path, name: str) -> Bot:
    if not path.is_file():
        msg = f"no file {path}; write your own bot as file.py:Class"
        raise InputError(msg)
    spec = spec_from_file_location(f"entrant_{path.stem}", path)
    if spec is None or spec.loader is None:
        msg = f"{path} is not a Python module"
        raise InputError(msg)
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        bot = getattr(module, name)()
    except Exception as error:
        msg = f"{path}:{name} cannot be created: {type(error).__name__}: {error}"
        raise InputError(msg) from error
    if not (isinstance(getattr(bot, "name", None), str) and callable(getattr(bot, "choose", None))):
        msg = f"{path}:{name} is not a bot: it needs a name and choose(view, budget)"
        raise InputError(msg)  # the mistake of a user, not of a programmer
    found: Bot = bot
    return found
