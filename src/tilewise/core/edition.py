"""An edition: everything in which printed editions and house rules differ. Rules read its knobs, never its name."""

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta

from tilewise.core import house_rules
from tilewise.core.errors import InputError
from tilewise.core.tiles import CLASSIC, COLOUR_CHANGE, DOUBLE, MIRROR, NUMBER_TILES, Tile
from tilewise.core.value import Value

AN_EDITION = "an Edition, such as edition('classic-en'),"
SHORTEST_TURN_SECONDS = 30
SMALL_TABLE = 4
"""A-18: up to this many players use the small part of a large box."""


class EmptyPool(StrEnum):
    """A-09: how a game goes on when the pool is empty."""

    ONE_MORE_TURN_EACH = "one-more-turn-each"
    UNTIL_NO_PLAY = "until-no-play"


class EmptyPoolTie(StrEnum):
    """A-10: the winner when the pool is empty and two racks are equally low."""

    SHARED = "shared"
    FEWEST_TILES = "fewest-tiles"
    NO_WINNER = "no-winner"


class NeverMeldedFine(StrEnum):
    """A-11: the fine for a player who never made the initial meld."""

    NONE = "none"
    HUNDRED_OR_RACK = "100-or-rack"
    HUNDRED_OR_TWO_HUNDRED = "100-or-200"


class JokerReuse(StrEnum):
    """A-07: where a retrieved joker must go."""

    NEW_SET = "new-set"
    ANY_SET = "any-set"


class JokerRetrieval(StrEnum):
    """A-22: how a joker on the table may be taken."""

    LEGAL_TABLE = "legal-table"
    EXACT_TILE = "exact-tile"


class OnTimeoutLegal(StrEnum):
    """A-05: what happens to a finished but unconfirmed play when time runs out."""

    COMMIT = "commit"
    REVERT_DRAW_1 = "revert-draw-1"


class NextStarter(StrEnum):
    """A-14: the starter of the second and later games of a match."""

    DRAW = "draw"
    WINNER = "winner"
    ROTATE = "rotate"


class UnrestorableTiles(StrEnum):
    """A-19: at a real table, the fate of tiles whose former place is forgotten."""

    UNSPECIFIED = "unspecified"
    TO_POOL = "to-pool"


class Box(Value):
    """R-CONT-01, R-CONT-02, R-CONT-03, R-JOK-01: the contents of the box."""

    copies: Annotated[int, Meta(ge=1, le=4)] = 2
    classic: Annotated[int, Meta(ge=0, le=8)] = 2
    double: Annotated[int, Meta(ge=0, le=8)] = 0
    colour_change: Annotated[int, Meta(ge=0, le=8)] = 0
    mirror: Annotated[int, Meta(ge=0, le=8)] = 0

    def __post_init__(self) -> None:
        house_rules.validate(self)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the box, sorted."""
        numbers = tuple(tile for tile in NUMBER_TILES for _ in range(self.copies))
        return numbers + tuple(joker for joker, count in self.jokers.items() for _ in range(count))

    @property
    def size(self) -> int:
        """The number of tiles in the box."""
        return len(NUMBER_TILES) * self.copies + sum(self.jokers.values())

    @property
    def jokers(self) -> dict[Tile, int]:
        """The number of jokers of each kind."""
        counts = (self.classic, self.double, self.colour_change, self.mirror)
        return dict(zip((CLASSIC, DOUBLE, COLOUR_CHANGE, MIRROR), counts, strict=True))

    @property
    def has_special_jokers(self) -> bool:
        """Whether the box holds jokers other than classic ones (R-TW-03); they make turns hard to search."""
        return bool(self.double or self.colour_change or self.mirror)

    def count(self, tile: Tile) -> int:
        """Return how many of this tile the box holds."""
        return self.jokers[tile] if tile.is_joker else self.copies


class Edition(Value, cache_hash=True):
    """A printed edition or a house's own. List only what differs from the defaults."""

    name: str
    source: str = "house rules"
    revision: Annotated[int, Meta(ge=1)] = 1
    """Increases when a ruling changes, so that old records replay under their own rules."""

    # what is in the box, and for whom
    box: Box = Box()
    small_box: Box | None = None
    """A-18: the part that 2 to 4 players use of a box made for more."""
    min_players: Annotated[int, Meta(ge=2, le=6)] = 2
    max_players: Annotated[int, Meta(ge=2, le=6)] = 4
    racks: Annotated[int, Meta(ge=2, le=6)] = 4
    """R-CONT-06: one for each player the box is made for."""
    fourth_colour: Literal["yellow", "orange"] = "yellow"
    turn_seconds_adjustable: bool = False
    unrestorable_tiles: UnrestorableTiles = UnrestorableTiles.UNSPECIFIED

    # setting up
    hand_size: Annotated[Literal[14, 21], Meta(description="R-SETUP-05, TA-17: tiles each player takes")] = 14
    games_per_round: Annotated[
        int, Meta(ge=0, le=24, description="R-SETUP-09: games in a round; 0: as many as players")
    ] = 0
    rounds: Annotated[int, Meta(ge=1, le=24, description="R-SETUP-10: rounds in a match")] = 1
    next_starter: Annotated[
        NextStarter, Meta(description="A-14: who starts later games: a new draw, the last winner, or the next seat")
    ] = NextStarter.DRAW

    # the initial meld
    initial_meld_min: Annotated[int, Meta(ge=0, le=50, description="R-MELD-01: points of the initial meld")] = 30
    joker_in_initial_meld: Annotated[bool, Meta(description="R-MELD-05: jokers may be part of the initial meld")] = True
    manipulate_in_initial_turn: Annotated[
        bool, Meta(description="A-02: after the initial meld, the same turn may rearrange the table")
    ] = False

    # the turn and its time
    must_play_if_able: Annotated[bool, Meta(description="A-04: a player who has melded and can play may not draw")] = (
        False
    )
    strict_confirm: Annotated[
        bool, Meta(description="A-20: confirming an illegal table is an unfinished move and costs the penalty")
    ] = False
    turn_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=300,
            description="R-TIME-01, A-24: seconds a turn; 0: no limit",
            extra={"choices": "0 or 30 to 300"},
        ),
    ] = 60
    timeout_no_play_draw: Annotated[
        int, Meta(ge=0, le=3, description="R-TIME-02: tiles drawn when time runs out and nothing was laid")
    ] = 1
    incomplete_penalty_draw: Annotated[
        int, Meta(ge=0, le=3, description="R-TIME-03: tiles drawn when time runs out in an unfinished move")
    ] = 3
    on_timeout_legal: Annotated[
        OnTimeoutLegal, Meta(description="A-05: a legal play at time-out counts, or is taken back and one tile drawn")
    ] = OnTimeoutLegal.COMMIT

    # jokers and melds
    joker_reuse: Annotated[
        JokerReuse, Meta(description="A-07: a retrieved joker goes into a new meld, or anywhere")
    ] = JokerReuse.NEW_SET
    joker_retrieval: Annotated[
        JokerRetrieval, Meta(description="A-22: a joker leaves by any legal table, or only for the exact tile")
    ] = JokerRetrieval.LEGAL_TABLE
    group3_both_colours: Annotated[
        bool, Meta(description="A-23: a joker in a group of three is replaced by both missing colours, not one")
    ] = False
    min_number_tiles_per_set: Annotated[
        Literal[0, 1, 2], Meta(description="A-13: number tiles that every meld must hold")
    ] = 1
    mirror_min_side: Annotated[
        Literal[1, 2, 3], Meta(description="TA-01: tiles on each side of a mirror joker, at least")
    ] = 1
    colour_change_at_start: Annotated[
        bool, Meta(description="TA-03: a colour-change joker may stand at the low end of a run")
    ] = True
    joker_swap_by_joker: Annotated[
        bool, Meta(description="TA-11: a joker may be exchanged for a joker of another kind")
    ] = False

    # the end
    empty_pool: Annotated[
        EmptyPool, Meta(description="A-09: when the pool is empty: one more turn each, or until all pass")
    ] = EmptyPool.UNTIL_NO_PLAY
    forced_play_on_empty_pool: Annotated[
        bool, Meta(description="A-09: when the pool is empty, a player who can play may not pass")
    ] = False
    empty_pool_tie: Annotated[
        EmptyPoolTie, Meta(description="A-10: equally low racks: shared, fewest tiles, or no winner")
    ] = EmptyPoolTie.SHARED
    never_melded_fine: Annotated[
        NeverMeldedFine, Meta(description="R-SCORE-06: the fine for never making the initial meld")
    ] = NeverMeldedFine.NONE
    joker_rack_penalty: Annotated[
        Literal[25, 30, 50, 100], Meta(description="R-JOK-12: what a joker left on a rack counts")
    ] = 30

    def __post_init__(self) -> None:
        house_rules.validate(self)
        if 0 < self.turn_seconds < SHORTEST_TURN_SECONDS:
            raise house_rules.impossible(Edition, "turn_seconds", self.turn_seconds)
        if self.min_players > self.max_players:
            msg = f"min_players is {self.min_players}, more than max_players, {self.max_players}"
            raise InputError(msg)
        for players in range(self.min_players, self.max_players + 1):
            tiles, dealt = self.box_for(players).size, players * self.hand_size
            if tiles < dealt:
                msg = f"{players} players take {dealt} tiles, more than the box holds, {tiles}"
                raise InputError(msg)

    def __repr__(self) -> str:
        return f"<Edition {self.name}>"

    def box_for(self, players: int) -> Box:
        """A-18: return the tiles that this many players use."""
        return self.small_box if self.small_box is not None and players <= SMALL_TABLE else self.box

    def games_in_a_round(self, players: int) -> int:
        """R-SETUP-09, A-15, A-17: return the games in a round: as many as players, unless agreed otherwise."""
        return self.games_per_round or players

    def games_in_a_match(self, players: int) -> int:
        """R-SETUP-10: return the games of all rounds."""
        return self.rounds * self.games_in_a_round(players)

    def with_rules(self, **rules: object) -> "Edition":
        """Return this edition with house rules: `CLASSIC_EN.with_rules(initial_meld_min=40)`."""
        return house_rules.turn(self, rules)
