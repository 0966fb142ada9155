"""Record the games of spec/games: `python -m tests.record_games`. Fixed seeds make it reproducible."""

from hashlib import sha256
from pathlib import Path
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from tests.random_play import NAMES
from tests.random_tables import legal_table
from tilewise.core import engine
from tilewise.core.actions import Action, Concede, Draw, Pass, Play, RunOutOfTime
from tilewise.core.deal import Deal
from tilewise.core.editions import EDITIONS
from tilewise.core.match import Match, begin_game, with_game
from tilewise.core.record import GameRecord, Record, record_of
from tilewise.core.record.text import print_record
from tilewise.core.state import State
from tilewise.core.tiles import Table, tiles_of

FOLDER = Path(__file__).parents[1] / "spec" / "games"
LOOKS = 8
"""Searches for a play before a player chooses the largest one found."""


class Plan(NamedTuple):
    """A match to record, and its special events."""

    edition: str
    players: int
    seed: int
    rules: dict[str, object] = {}  # noqa: RUF012  # never changed
    time_outs: float = 0.04
    slips: float = 0.0
    """The probability of confirming an illegal table; only a strict game records it."""
    laziness: float = 0.1
    """The probability of drawing or passing although a play exists."""
    sleeper: int | None = None
    """A seat that plays nothing in the first game."""
    concession: tuple[int, int] | None = None
    """The game and the turn in which the seat to move concedes."""


ONE_GAME: dict[str, object] = {"games_per_round": 1}

PLANS = {
    "classic-en": Plan("classic-en", 2, 1, laziness=0.2),
    "classic-en-four-players": Plan("classic-en", 4, 1, ONE_GAME),
    "classic-he": Plan("classic-he", 3, 3, sleeper=2, concession=(3, 40)),
    "classic-he-2014": Plan("classic-he-2014", 4, 6, ONE_GAME, laziness=0.2),
    "classic-uk": Plan("classic-uk", 3, 3, ONE_GAME),
    "xp-five-players": Plan("xp", 5, 3, ONE_GAME),
    "xp-three-players": Plan("xp", 3, 2, ONE_GAME),
    "twist": Plan("twist", 4, 6, ONE_GAME),
    "quick-21": Plan("quick-21", 2, 4, concession=(2, 21)),
    "house-rules": Plan(
        "classic-en",
        3,
        7,
        {
            "games_per_round": 2,
            "next_starter": "winner",
            "initial_meld_min": 20,
            "manipulate_in_initial_turn": True,
            "strict_confirm": True,
            "on_timeout_legal": "revert-draw-1",
            "joker_reuse": "any-set",
            "empty_pool_tie": "fewest-tiles",
            "joker_rack_penalty": 50,
        },
        time_outs=0.06,
        slips=0.05,
    ),
}


def record(plan: Plan) -> Record:
    """Play the whole match."""
    match = Match(EDITIONS[plan.edition].with_rules(**plan.rules), NAMES[: plan.players])
    written = record_of(match)
    while not match.is_over:
        number = len(match.results) + 1
        secret = sha256(f"{plan.edition} {plan.seed} {number}".encode()).hexdigest()
        deal = Deal(secret, tuple(f"{name}, game {number}" for name in match.seats), number)
        match, begun = begin_game(match, deal)
        state, actions = _played(plan, number, engine.start(begun))
        match = with_game(match, state)
        games = (*written.games, GameRecord(deal.commitment, deal, actions, state.result))
        written = replace(written, games=games)
    return written


def _played(plan: Plan, game: int, state: State) -> tuple[State, tuple[Action, ...]]:
    actions: list[Action] = []
    while not state.is_over:
        dice = Random(f"{plan.seed} {game} {len(actions)}")  # noqa: S311  # play, not secrets
        gives_up = plan.concession == (game, len(actions) + 1)
        asleep = game == 1 and plan.sleeper == state.to_move
        actions.append(Concede(state.to_move) if gives_up else _chosen(plan, state, dice, asleep=asleep))
        state = engine.act(state, actions[-1])
    return state, tuple(actions)


def _chosen(plan: Plan, state: State, dice: Random, *, asleep: bool) -> Action:
    seat, mood = state.to_move, dice.random()
    if mood < plan.time_outs:
        drafts = [None, _with_loose_tiles(state, dice), None if asleep else legal_table(state, dice)]
        return RunOutOfTime(seat, dice.choice(drafts))
    if mood < plan.time_outs + plan.slips:
        return Play(seat, _with_loose_tiles(state, dice))
    table = None if asleep or mood > 1 - plan.laziness else _best_of(state, dice)
    if table is not None:
        return Play(seat, table)
    return Draw(seat) if state.pool else Pass(seat)


def _best_of(state: State, dice: Random) -> Table | None:
    tables = [table for _ in range(LOOKS) if (table := legal_table(state, dice)) is not None]
    return max(tables, key=lambda table: sum(tiles_of(table).values()), default=None)


def _with_loose_tiles(state: State, dice: Random) -> Table:
    """Return an unfinished move."""
    return (*state.table, tuple(dice.sample(state.player.rack, min(2, len(state.player.rack)))))


def main() -> None:
    """Write every game to its file."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, plan in PLANS.items():
        path = FOLDER / f"{name}.game"
        path.write_text(print_record(record(plan)), encoding="utf-8")


if __name__ == "__main__":
    main()
