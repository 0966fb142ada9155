"""The classic game of the Ukrainian booklet: no joker in the initial meld."""

from tilewise.core.edition import Edition, UnrestorableTiles

CLASSIC_UK = Edition(
    name="classic-uk",
    source="rulebook 003",
    fourth_colour="orange",
    joker_in_initial_meld=False,
    unrestorable_tiles=UnrestorableTiles.TO_POOL,
)
