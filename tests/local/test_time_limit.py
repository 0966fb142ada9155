import signal

import pytest

from tilewise.local.time_limit import TimeLimit, TimeLimitError


def test_code_that_runs_too_long_is_interrupted() -> None:
    with pytest.raises(TimeLimitError):
        run_for_ever()


def run_for_ever() -> None:
    with TimeLimit(0.001):
        while True:
            pass


def test_a_system_without_alarms_sets_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "setitimer")

    with TimeLimit(0.001):
        assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
