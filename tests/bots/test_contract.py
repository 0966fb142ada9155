"""The contract of every bot in every edition: a legal answer, within the budget, from visible tiles alone."""

from collections.abc import Callable
from random import Random

import pytest

import tilewise._kernel as _kernel  # noqa: PLR0402  # mypy finds the stub only by its full name
from tests.bots.positions import LITTLE, positions
from tests.laws.test_views import with_hidden_tiles_changed
from tilewise.bots import BOTS, Bot, Budget, by_name
from tilewise.core import engine
from tilewise.core.editions import EDITIONS
from tilewise.core.view import view_of

Answer = _kernel.Solution | _kernel.Playouts
NAMES = [*BOTS, "threshold-15", "late"]
OVERRUN = 32
"""States by which the kernel may exceed a budget before it notices; 20 is the most that was measured."""


@pytest.fixture(params=NAMES)
def bot(request: pytest.FixtureRequest) -> Bot:
    return by_name(request.param)


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The states that the kernel really searches, call by call."""
    spent: list[int] = []

    def metered(ask: Callable[..., Answer]) -> Callable[..., Answer]:
        def asked(*question: object) -> Answer:
            answer = ask(*question)
            spent.append(answer.nodes)
            return answer

        return asked

    for name in ("solve", "play_out"):
        monkeypatch.setattr(_kernel, name, metered(getattr(_kernel, name)))
    return spent


@pytest.mark.parametrize("name", EDITIONS)
def test_answer_is_legal_and_ignores_hidden_tiles(bot: Bot, name: str) -> None:
    for state in positions(name):
        answer = bot.choose(view_of(state, state.to_move), LITTLE)
        other = with_hidden_tiles_changed(state, state.to_move, Random(state.turn))  # noqa: S311  # not secrets

        assert not engine.check(state, answer)
        assert bot.choose(view_of(other, other.to_move), LITTLE) == answer


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("budget", [Budget(nodes=1), Budget(nodes=300), LITTLE])
def test_answer_is_legal_and_within_budget(bot: Bot, name: str, budget: Budget, nodes: list[int]) -> None:
    for state in positions(name)[::4]:
        nodes.clear()
        answer = bot.choose(view_of(state, state.to_move), budget)

        assert sum(nodes) <= (budget.nodes or 0) + OVERRUN
        assert not engine.check(state, answer)
