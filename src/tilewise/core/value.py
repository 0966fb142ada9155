"""The base of every value in the game: frozen, comparable, hashable, and JSON by itself."""

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value: equal when its fields are equal, never changed after it was made."""
