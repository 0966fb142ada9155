"""Laws: property tests over random games of every edition and any house rules, more of them in CI than locally."""

from collections.abc import Callable
from random import randrange

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from tests.random_play import Game, games
from tilewise.core.editions import EDITIONS

IS_CI = settings().derandomize
SEED = 1 if IS_CI else randrange(1 << 32)  # noqa: S311  # other games each time, but all laws are tried on the same ones
TURNS = 100


def law(*, tries: int = 6, turns: int = TURNS) -> Callable[[Callable[[Game], None]], Callable[..., None]]:
    """Try a law on `tries` games of each edition, each up to `turns` turns; locally on a third of them."""

    def decorate(test: Callable[[Game], None]) -> Callable[..., None]:
        def tried(edition: str, data: st.DataObject) -> None:
            test(data.draw(games(edition, turns=turns)))

        tried.__name__ = test.__name__
        tried.__module__ = test.__module__
        often = settings(max_examples=tries if IS_CI else tries // 3, suppress_health_check=[HealthCheck.too_slow])
        marked: Callable[..., None] = pytest.mark.parametrize("edition", EDITIONS)(
            seed(SEED)(often(given(data=st.data())(tried)))
        )
        return marked

    return decorate
