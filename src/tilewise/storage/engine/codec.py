"""Encode and decode stored values as JSON, which any tool can read."""

from hashlib import sha256

import msgspec

from tilewise.rooms.events import Entry
from tilewise.rooms.log.summary import RoomSummary
from tilewise.rooms.model import Room
from tilewise.rooms.ports import Draft

encode = msgspec.json.Encoder().encode
decode_entry = msgspec.json.Decoder(Entry).decode
decode_room = msgspec.json.Decoder(Room).decode
decode_draft = msgspec.json.Decoder(Draft).decode
decode_summary = msgspec.json.Decoder(RoomSummary).decode

ROOM_FORMAT = sha256(msgspec.json.encode(msgspec.json.schema(Room))).hexdigest()
"""A hash of the `Room` class. A snapshot with another hash is never read."""
