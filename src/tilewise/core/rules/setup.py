"""Setting up: mixing, drawing for the start, filling the racks, and the next starter."""

from collections.abc import Iterable, Mapping, Sequence

from tilewise.core.deal import A_DEAL, Deal, Dice
from tilewise.core.edition import AN_EDITION, Edition, NextStarter
from tilewise.core.errors import InputError, expect, unexpected
from tilewise.core.events import GameStarted, Result, StartingDraw
from tilewise.core.tiles import Tile, in_order

PILE = 7
"""R-SETUP-04: tiles are stacked in piles of seven; a rack is two or three of them."""


def expect_players(edition: Edition, players: int) -> None:
    """R-CONT-07, R-CONT-03: raise InputError unless an edition is made for this many players."""
    expect(edition, Edition, AN_EDITION)
    expect(players, int, "a number of players")
    if not edition.min_players <= players <= edition.max_players:
        msg = f"{edition.name} is for {edition.min_players} to {edition.max_players} players, not {players}"
        raise InputError(msg)


def set_up(edition: Edition, deal: Deal, starter: int | None = None) -> GameStarted:
    """R-SETUP-01 to R-SETUP-07, R-SETUP-13: mix, draw for the start, put back, mix again, fill the racks.

    With a given starter (A-14), the draw for the start is skipped.
    """
    expect(deal, Deal, A_DEAL)
    players = len(deal.contributions)
    expect_players(edition, players)
    if starter is not None and starter not in range(players):
        raise unexpected(starter, f"a seat from 0 to {players - 1}, or None to draw for the start,")
    tiles = edition.box_for(players).tiles
    dice = Dice(deal.seed)
    draws: tuple[StartingDraw, ...] = ()
    if starter is None:
        draws, starter = draw_for_the_start(dice.shuffled(tiles), players)
    mixed = dice.shuffled(tiles)
    hand = edition.hand_size
    return GameStarted(
        edition=edition,
        starting_draws=draws,
        starter=starter,
        racks=tuple(in_order(mixed[seat * hand : (seat + 1) * hand]) for seat in range(players)),
        pool=mixed[players * hand :],
    )


def draw_for_the_start(tiles: Sequence[Tile], players: int) -> tuple[tuple[StartingDraw, ...], int]:
    """R-SETUP-02, R-SETUP-03: each seat draws a tile; seats draw again until one number is highest."""
    pile = iter(tiles)
    draws: list[StartingDraw] = []
    held: dict[int, Tile] = {}
    again: Iterable[int] = range(players)
    while again:
        draws.append(tuple((seat, next(pile)) for seat in again))
        held = _still_in_it(held | dict(draws[-1]))
        again = who_draws_again(held)
    return tuple(draws), next(iter(held))


def who_draws_again(held: Mapping[int, Tile]) -> tuple[int, ...]:
    """A-14, A-42: return the seats that hold a joker, which has no number; then those that share the highest number."""
    jokers = tuple(seat for seat, tile in held.items() if tile.is_joker)
    if jokers:
        return jokers
    highest = max(tile.number for tile in held.values())
    tied = tuple(seat for seat, tile in held.items() if tile.number == highest)
    return tied if len(tied) > 1 else ()


def _still_in_it(held: dict[int, Tile]) -> dict[int, Tile]:
    """Drop the seats below the highest number; while jokers are drawn again, all seats keep their tiles."""
    if any(tile.is_joker for tile in held.values()):
        return held
    highest = max(tile.number for tile in held.values())
    return {seat: tile for seat, tile in held.items() if tile.number == highest}


def next_starter(edition: Edition, results: Sequence[Result], last_starter: int, players: int) -> int | None:
    """R-SETUP-13, A-14, A-41: return the starter of the next game; None if the seats draw for it."""
    if not results or edition.next_starter is NextStarter.DRAW:
        return None
    if edition.next_starter is NextStarter.ROTATE:
        return (last_starter + 1) % players
    return results[-1].winners[0] if results[-1].winners else last_starter


def piles(tiles: int) -> tuple[int, int]:
    """R-SETUP-04: return the number of full piles of seven, and the tiles left over."""
    return divmod(tiles, PILE)
