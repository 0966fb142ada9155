"""The classic game of the English booklet."""

from tilewise.core.edition import Edition

CLASSIC_EN = Edition(name="classic-en", source="rulebook 004", fourth_colour="orange")
