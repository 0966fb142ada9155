"""Helpers that run commands, and a record for them to read."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from typer.testing import CliRunner, Result

from tilewise.bots import USUAL, by_name
from tilewise.cli.app import app
from tilewise.core import engine
from tilewise.core.deal import deal_from
from tilewise.core.editions import edition
from tilewise.core.match import Match, begin_game
from tilewise.core.record import GameRecord, Record
from tilewise.core.record.text import print_record
from tilewise.core.view import view_of

TILEWISE = str(Path(sys.executable).with_name("tilewise"))
SEATS = ("Ann", "Bob")
PATIENCE_SECONDS = 300


def tilewise(*args: str, stdin: bytes = b"", **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Run the installed command in a process of its own."""
    return subprocess.run(
        [TILEWISE, *args],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, **variables},
        timeout=PATIENCE_SECONDS,
    )


def run(*args: str, stdin: str = "") -> Result:
    """Run a command in this process; raise anything that is not its own exit."""
    return CliRunner().invoke(app, args, input=stdin, catch_exceptions=False)


@cache
def a_record() -> Record:
    """Return the record of a game between two novices."""
    rules = edition("classic-en").with_rules(games_per_round=1)
    deal = deal_from("a record", len(SEATS))
    match, _ = begin_game(Match(rules, SEATS), deal)
    state, actions, bot = match.game, [], by_name("novice")
    assert state is not None
    while not state.is_over:
        actions.append(bot.choose(view_of(state, state.to_move), USUAL))
        state = engine.act(state, actions[-1])
    return Record(rules, SEATS, (GameRecord(deal.commitment, deal, tuple(actions), state.result),))


def a_record_text() -> str:
    return print_record(a_record())
