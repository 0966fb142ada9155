"""The printed editions, one per file. `edition(name)` finds one."""

from tilewise.core.edition import Edition
from tilewise.core.editions.classic_en import CLASSIC_EN
from tilewise.core.editions.classic_he import CLASSIC_HE
from tilewise.core.editions.classic_he_2014 import CLASSIC_HE_2014
from tilewise.core.editions.classic_uk import CLASSIC_UK
from tilewise.core.editions.quick_21 import QUICK_21
from tilewise.core.editions.twist import TWIST
from tilewise.core.editions.xp import XP
from tilewise.core.errors import UnknownNameError, expect

EDITIONS = {
    edition.name: edition for edition in (CLASSIC_EN, CLASSIC_HE, CLASSIC_HE_2014, CLASSIC_UK, XP, TWIST, QUICK_21)
}


def edition(name: str) -> Edition:
    """Return the printed edition of this name; raise UnknownNameError if there is none."""
    expect(name, str, "the name of an edition")
    try:
        return EDITIONS[name]
    except KeyError:
        raise UnknownNameError("edition", name, EDITIONS) from None
