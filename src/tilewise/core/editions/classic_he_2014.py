"""The classic edition in Hebrew of 2014: one more turn each at the end; the number of games is agreed."""

from tilewise.core.edition import Edition, EmptyPool, UnrestorableTiles

CLASSIC_HE_2014 = Edition(
    name="classic-he-2014",
    source="rulebook 001",
    unrestorable_tiles=UnrestorableTiles.TO_POOL,
    empty_pool=EmptyPool.ONE_MORE_TURN_EACH,
)
