"""XP: three copies and four jokers for five or six players; fewer players use the classic part of the box."""

from tilewise.core.edition import Box, Edition

XP = Edition(
    name="xp",
    source="rulebooks 003 and 004",
    box=Box(copies=3, classic=4),
    small_box=Box(),
    max_players=6,
    racks=6,
    fourth_colour="orange",
)
