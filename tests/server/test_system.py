"""The clock of the server."""

import pytest

from tilewise.server.system import SteadyClock


class Machine:
    """A machine whose time of day can be set."""

    def __init__(self) -> None:
        self.seconds_up = 100.0
        self.set_by = 1_000_000.0

    def wall(self) -> float:
        return self.seconds_up + self.set_by

    def steady(self) -> float:
        return self.seconds_up


def passed(set_by: float, seconds: float) -> float:
    """Return the seconds that the clock counts while the system's time is set by `set_by`."""
    machine = Machine()
    clock = SteadyClock(machine.wall, machine.steady)
    began = clock.now()
    machine.set_by += set_by
    machine.seconds_up += seconds
    return clock.now() - began


@pytest.mark.parametrize("hours", [-2, 2])
def test_setting_the_system_time_does_not_change_the_length_of_a_turn(hours: int) -> None:
    assert passed(set_by=hours * 3600, seconds=15) == pytest.approx(15, rel=0.02)


def test_clock_follows_a_small_correction() -> None:
    assert passed(set_by=-0.5, seconds=100) == pytest.approx(99.5)


def test_clock_shows_the_time_of_day() -> None:
    machine = Machine()

    assert SteadyClock(machine.wall, machine.steady).now() == machine.wall()
