"""The quick game of the Twist booklet (R-SETUP-06): each player starts with three piles of seven."""

from msgspec.structs import replace

from tilewise.core.editions.twist import TWIST

QUICK_21 = replace(TWIST, name="quick-21", source="rulebook 002, strategy", hand_size=21)
