"""Translate a view for the kernel: known tiles, hidden tiles, and the facts that each seat's play reveals.

The deals use only what the view shows, and agree with it: the size of each rack, the seats that have melded, the
seats that had a turn and did not meld, and the seats that drew although the table lay as it does now.
"""

from collections import Counter
from collections.abc import Sequence

import tilewise._kernel as _kernel  # noqa: PLR0402  # mypy finds the stub only by its full name
from tilewise.analysis.styles import SeatStyles, beliefs_of
from tilewise.core.edition import EmptyPool, NeverMeldedFine
from tilewise.core.rules.scoring import FINE
from tilewise.core.tiles import in_order, tiles_of
from tilewise.core.view import SeatView, View
from tilewise.solver import kernel

SPECIAL_PLAY_NODES, SPECIAL_OUT_NODES = 1_000, 5_000
"""With special jokers: states for one play of a rollout, and for the question whether a rack can go out."""


def situation_of(view: View, styles: Sequence[SeatStyles] | None = None) -> _kernel.Situation:
    """Translate a view. Racks that it shows are known; styles that are not given are judged by the view."""
    edition = view.edition
    known = Counter(tile for seen in view.seats for tile in seen.rack or ())
    box = Counter(edition.box_for(len(view.seats)).tiles)
    hidden = in_order((box - tiles_of(view.table) - known).elements())
    situation = _kernel.Situation(kernel.packed(view.table), kernel.packed_rack(hidden), kernel.rules_of(edition))
    beliefs = beliefs_of(view) if styles is None else styles
    for seat, (seen, belief) in enumerate(zip(view.seats, beliefs, strict=True)):
        had_a_turn = seen.quiet > 0 and seen.drew <= 1  # a penalty of several tiles reveals nothing about the rack
        situation.add_seat(
            tiles=seen.tiles,
            has_melded=seen.has_melded,
            is_out=seen.has_conceded,
            fresh=seen.drew,
            did_not_meld=had_a_turn and not seen.has_melded,
            saw_table=(had_a_turn or _laid_all_it_could(seen, belief)) and _table_is_unchanged_since(view, seat),
            styles=[(each.style.for_kernel, each.weight) for each in belief],
            rack=None if seen.rack is None else kernel.packed_rack(seen.rack),
        )
    situation.seat = view.to_move
    situation.passed = len(view.passed)
    situation.one_more_turn_each = edition.empty_pool is EmptyPool.ONE_MORE_TURN_EACH
    is_counted = situation.one_more_turn_each and view.last_turns is not None
    situation.last_turns = len(view.last_turns or ()) if is_counted else -1
    situation.must_play = edition.must_play_if_able
    situation.joker_penalty = edition.joker_rack_penalty
    situation.fine = 0 if edition.never_melded_fine is NeverMeldedFine.NONE else FINE
    if edition.box.has_special_jokers:
        situation.question_nodes, situation.out_nodes = SPECIAL_PLAY_NODES, SPECIAL_OUT_NODES
    return situation


def _laid_all_it_could(seen: SeatView, belief: SeatStyles) -> bool:
    """Whether a seat laid tiles in its last turn and kept none that it would have laid with them."""
    return bool(seen.laid) and not seen.quiet and not any(each.style.holds_initial_meld for each in belief)


def _table_is_unchanged_since(view: View, seat: int) -> bool:
    """Whether no seat has laid anything since this seat's turn."""
    count = len(view.seats)
    since = [(seat + step) % count for step in range(1, (view.to_move - seat) % count)]
    return all(view.seats[each].quiet for each in since)


def next_seat(view: View) -> int:
    """Return the seat that moves next."""
    count = len(view.seats)
    order = [(view.to_move + step) % count for step in range(1, count)]
    return next(seat for seat in order if not view.seats[seat].has_conceded)
