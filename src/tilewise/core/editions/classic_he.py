"""The recent classic edition in Hebrew: one more turn each at the end, and a fine for never melding."""

from tilewise.core.edition import Edition, EmptyPool, NeverMeldedFine, UnrestorableTiles

CLASSIC_HE = Edition(
    name="classic-he",
    source="rulebook 000",
    turn_seconds_adjustable=True,
    unrestorable_tiles=UnrestorableTiles.TO_POOL,
    empty_pool=EmptyPool.ONE_MORE_TURN_EACH,
    never_melded_fine=NeverMeldedFine.HUNDRED_OR_RACK,
)
