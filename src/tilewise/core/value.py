"""The base of every value in the game: frozen, comparable, hashable, and convertible to JSON."""

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value: equal if its fields are equal, and immutable."""
