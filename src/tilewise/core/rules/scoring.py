"""Scoring: the points of racks, the winner of a game, and the standings of a match."""

from collections.abc import Sequence

from tilewise.core.edition import Edition, EmptyPoolTie, NeverMeldedFine
from tilewise.core.events import Ending, Result
from tilewise.core.search.any_play import could_have_melded
from tilewise.core.state import Player, State
from tilewise.core.tiles import Tile
from tilewise.core.value import Value

FINE = 100
HIGH_FINE = 200


class Standing(Value):
    """A line in the standings of a match."""

    seat: int
    games_won: int
    score: int
    rank: int
    """1 for the leader; A-10: seats with equal games and points share a rank."""


def rack_total(rack: Sequence[Tile], edition: Edition) -> int:
    """R-SET-05, R-SCORE-02, R-JOK-12, R-TW-20: the sum of the numbers; a joker of any kind counts extra."""
    return sum(edition.joker_rack_penalty if tile.is_joker else tile.number for tile in rack)


def counts_as(player: Player, edition: Edition) -> int:
    """R-SCORE-06, A-11: return the points of a rack: its total, or the fine for never having melded."""
    total = rack_total(player.rack, edition)
    if player.has_melded or edition.never_melded_fine is NeverMeldedFine.NONE:
        return total
    if not could_have_melded(player.rack, edition):
        return FINE
    return total if edition.never_melded_fine is NeverMeldedFine.HUNDRED_OR_RACK else HIGH_FINE


def result_of(state: State, ending: Ending) -> Result:
    """R-WIN-01, R-WIN-02: return the winners of a game and the points that each seat writes down."""
    totals = [counts_as(player, state.edition) if player.rack else 0 for player in state.players]
    if ending is Ending.EMPTY_POOL:
        return empty_pool_result(totals, state)
    winner = next((seat for seat, player in enumerate(state.players) if not player.rack), state.active[0])
    return Result(ending, (winner,), rack_out_scores(totals, winner))


def rack_out_scores(totals: Sequence[int], winner: int) -> tuple[int, ...]:
    """R-SCORE-01, R-SCORE-03, A-28: losers write their racks as minus points, the winner writes the sum as plus."""
    scores = [-total for total in totals]
    scores[winner] = 0
    return _balanced(scores, (winner,))


def empty_pool_result(totals: Sequence[int], state: State) -> Result:
    """R-WIN-02, R-SCORE-04, A-37: the lowest rack wins; the others write the difference to it."""
    lowest = min(totals[seat] for seat in state.active)
    tied = tuple(seat for seat in state.active if totals[seat] == lowest)
    winners = _break_tie(tied, state)
    if not winners:
        return Result(Ending.EMPTY_POOL, (), (0,) * len(totals))
    scores = [
        0 if seat in winners else _written(total, lowest, player, state.edition)
        for seat, (total, player) in enumerate(zip(totals, state.players, strict=True))
    ]
    return Result(Ending.EMPTY_POOL, winners, _balanced(scores, winners))


def _written(total: int, lowest: int, player: Player, edition: Edition) -> int:
    """R-SCORE-04, A-11, A-36: a loser writes the difference to the lowest rack; a fine is written in full."""
    if player.has_melded or edition.never_melded_fine is NeverMeldedFine.NONE:
        return min(0, lowest - total)
    return -total


def _break_tie(tied: tuple[int, ...], state: State) -> tuple[int, ...]:
    """A-10, A-29: a tie is shared, goes to the fewest tiles, or has no winner and no points."""
    policy = state.edition.empty_pool_tie
    if len(tied) == 1 or policy is EmptyPoolTie.SHARED:
        return tied
    if policy is EmptyPoolTie.NO_WINNER:
        return ()
    fewest = min(len(state.players[seat].rack) for seat in tied)
    return tuple(seat for seat in tied if len(state.players[seat].rack) == fewest)


def _balanced(scores: list[int], winners: tuple[int, ...]) -> tuple[int, ...]:
    """R-SCORE-03, A-10: the winners share the points the others lost; odd points go in the order of the seats."""
    share, odd = divmod(-sum(scores), len(winners))
    for place, winner in enumerate(winners):
        scores[winner] += share + (place < odd)
    return tuple(scores)


def standings(results: Sequence[Result], seats: int) -> tuple[Standing, ...]:
    """R-WIN-03, R-WIN-04, R-SCORE-05, A-21: most games won over all rounds, then the higher score; ties share."""
    won = [sum(seat in result.winners for result in results) for seat in range(seats)]
    score = [sum(result.scores[seat] for result in results) for seat in range(seats)]
    order = sorted(range(seats), key=lambda seat: (-won[seat], -score[seat], seat))
    better = [sum((won[other], score[other]) > (won[seat], score[seat]) for other in order) for seat in order]
    return tuple(
        Standing(seat, won[seat], score[seat], rank=above + 1) for seat, above in zip(order, better, strict=True)
    )
