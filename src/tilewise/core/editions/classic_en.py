"""The classic game as the English booklet has it."""

from tilewise.core.edition import Edition

CLASSIC_EN = Edition(name="classic-en", source="rulebook 004", fourth_colour="orange")
