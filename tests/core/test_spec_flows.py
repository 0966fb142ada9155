"""Every block of spec/flows.txt, in every edition it names, with few and many players unless it gives a number."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tests import spec
from tests.games import a_player
from tests.spec import Block
from tilewise.core import engine, notation
from tilewise.core.actions import Action, Concede, Draw, Pass, Play, RunOutOfTime
from tilewise.core.deal import deal_from
from tilewise.core.edition import Edition
from tilewise.core.events import Ending, Result
from tilewise.core.rules import scoring, setup, time
from tilewise.core.state import State
from tilewise.core.tiles import NUMBER_TILES, Table

SEATS = "ABCDEF"
GROUPS = ("r10 b10 k10", "r11 b11 k11", "r12 b12 k12", "r13 b13 k13", "r9 b9 k9", "r7 b7 k7")
"""A meld for each seat, so that every seat can play."""
BESIDE_THEM = "r1 r2 r3 k5 b8 y11"
TABLE = "[b4 b5 b6 b7] [r8 y8 k8]"
MELD_TILES = {"illegal": "[r1 k5]", "short": "[r1 r2 r3]"}
OF_A_GAME = {"time-up", "confirm", "draw", "pass", "play", "concede", "draw-and-play", "play-and-draw"}


def cases() -> Iterator[object]:
    for block in spec.blocks("flows.txt"):
        for edition in spec.editions(block["editions"]):
            yield pytest.param(block, edition, id=f"{block['id']}-{edition.name}")


def flows(*, of_a_game: bool) -> list[object]:
    def is_of_a_game(block: Block) -> bool:
        return bool(OF_A_GAME & set(block["event"].replace(";", " ").split()))

    return [case for case in cases() if is_of_a_game(case.values[0]) == of_a_game]  # type: ignore[attr-defined]


class Flow:
    """A game in which the events of a block happen."""

    def __init__(self, given: dict[str, str], edition: Edition, players: int) -> None:
        self.seat = SEATS.index(given.get("turn", "A"))
        self.before = self.state = State(
            edition=edition,
            players=tuple(
                a_player(f"{group} {BESIDE_THEM}", melded=not (seat == self.seat and given.get("melded") == "no"))
                for seat, group in enumerate(GROUPS[:players])
            ),
            table=notation.table(TABLE),
            pool=(NUMBER_TILES * 2)[: int(given["pool"])],
            to_move=self.seat,
            starter=self.seat,
        )
        self.draft: Table = self.before.table
        self.moved_without_a_pool = ""
        self.refused = False

    def happens(self, event: str) -> None:
        """Apply one event; all but the last must be legal."""
        assert not self.refused
        words = event.split()
        seat = SEATS.index(words.pop(0)) if words[0] in SEATS else self.seat
        details = spec.words(" ".join(words[1:]))
        had_a_pool = bool(self.state.pool)
        for action in self.actions(words[0], seat, details):
            self.refused = bool(engine.check(self.state, action))
            if not self.refused:
                self.state = engine.act(self.state, action)
        if not had_a_pool:
            self.moved_without_a_pool += SEATS[seat]

    def actions(self, verb: str, seat: int, details: dict[str, str]) -> Iterator[Action]:
        self.draft = self.drafted(details.get("draft", "legal"), seat)
        match verb:
            case "time-up":
                yield RunOutOfTime(seat, None if details["draft"] == "nothing" else self.draft)
            case "play" | "confirm":
                yield Play(seat, self.draft)
            case "draw":
                yield Draw(seat)
            case "pass":
                yield Pass(seat)
            case "concede":
                yield Concede(seat)
            case "draw-and-play":
                drawn = notation.tile(details["tile"])
                self.state = replace(self.state, pool=(drawn, *self.state.pool[1:]))
                yield Draw(seat)
                yield Play(seat, (*self.state.table, notation.meld(f"r9 b9 {drawn}")))
            case "play-and-draw":
                yield Play(seat, notation.table("[b4 b5 b6 b7 b8] [r8 y8 k8]"))
                yield Draw(seat)
            case _:
                pytest.fail(f"no event {verb!r}")

    def drafted(self, kind: str, seat: int) -> Table:
        """Return the table of a draft of this kind."""
        if kind == "nothing":
            return self.state.table
        if kind == "rearranged":
            return notation.table("[b4 b5] [b6 b7] [r8 y8 k8]")
        return (*self.state.table, notation.meld(MELD_TILES.get(kind, GROUPS[seat])))

    def seen(self) -> dict[str, str]:
        """Return the outcome in the words of the specification."""
        state = self.state
        kept = "kept" if state.table == self.draft else "something else"
        return {
            "accepted": "no" if self.refused else "yes",
            "rack": str(len(state.players[self.seat].rack)),
            "pool": str(len(state.pool)),
            "table": "as-before" if state.table == self.before.table else kept,
            "turn": "goes-on" if state.to_move == self.seat else "ends",
            "counts_as": "pass" if state.passed == (self.seat,) else "no pass",
            "next": SEATS[state.to_move],
            "order": ",".join(self.moved_without_a_pool),
            "phase": "pool" if state.pool else "empty-pool",
            "game": "over" if state.is_over else "on",
            "winner": self.winner(),
        }

    def winner(self) -> str:
        result = self.state.result
        if result is None:
            return "nobody yet"
        if result.ending is not Ending.EMPTY_POOL:
            return SEATS[result.winners[0]]
        totals = [scoring.rack_total(player.rack, self.state.edition) for player in self.state.players]
        lowest = tuple(seat for seat, total in enumerate(totals) if total == min(totals))
        return "lowest-rack" if result.winners == lowest else "another seat"


@pytest.mark.parametrize(("block", "edition"), flows(of_a_game=True))
def test_flow(block: Block, edition: Edition) -> None:
    given = spec.words(block["given"])
    named = [int(given["players"])] if "players" in given else [edition.min_players, edition.max_players]
    for players in named:
        flow = Flow(given, edition, players)
        assert {"rack": str(len(flow.before.player.rack))} | given == given | {"rack": "9"}

        for event in block["event"].split(";"):
            flow.happens(event.strip())

        expected, seen = spec.words(block["expect"]), flow.seen()
        assert {key: seen[key] for key in expected} == expected


@pytest.mark.parametrize(("block", "edition"), flows(of_a_game=False))
def test_rulings_outside_a_game(block: Block, edition: Edition) -> None:
    expected = spec.words(block.get("expect"))
    given = spec.words(block.get("given"))
    verb, *details = block["event"].split()

    match verb:
        case "next-game":
            assert expected == {"starter": starter_of_the_next_game(given, edition)}
        case "match":
            chosen = edition.with_rules(**spec.words(" ".join(details)))
            assert expected == {"games": str(chosen.games_in_a_match(int(given["players"])))}
        case "unplaceable":
            tiles = int(spec.words(" ".join(details))["tiles"])
            assert expected == a_penalty_at_a_real_table(int(given["pool"]), tiles, edition)
        case _:
            for line in block.fields[verb]:
                numbers = {key: int(value) for key, value in spec.words(line).items()}
                assert_dealt(edition, **numbers)


def starter_of_the_next_game(given: dict[str, str], edition: Edition) -> str:
    players = int(given.get("players", edition.max_players))
    winners = tuple(SEATS.index(seat) for seat in given["winner"].split(",") if seat != "-")
    result = Result(Ending.RACK_OUT, winners, (0,) * players)
    starter = setup.next_starter(edition, (result,), SEATS.index(given["starter"]), players)
    return "drawn" if starter is None else SEATS[starter]


def a_penalty_at_a_real_table(pool: int, lost: int, edition: Edition) -> dict[str, str]:
    before = time.pool_with_lost_tiles(NUMBER_TILES[:pool], (NUMBER_TILES[:lost],), edition.unrestorable_tiles)
    penalty = edition.incomplete_penalty_draw
    return {"pool_before_penalty": str(len(before)), "penalty": str(penalty), "pool": str(len(before) - penalty)}


def assert_dealt(edition: Edition, *, tiles: int, players: int, hand: int, pool: int) -> None:
    seated = edition.min_players <= players <= edition.max_players
    if seated and len(edition.box_for(players).tiles) == tiles:
        begun = setup.set_up(edition.with_rules(hand_size=hand), deal_from("a deal", players))
        assert ([len(rack) for rack in begun.racks], len(begun.pool)) == ([hand] * players, pool)
