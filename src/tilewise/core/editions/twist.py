"""Twist (R-TW-03, TA-12): eight jokers of four kinds, two of each."""

from tilewise.core.edition import Box, Edition

TWIST = Edition(
    name="twist",
    source="rulebook 002",
    box=Box(classic=2, double=2, colour_change=2, mirror=2),
)
