"""Decoding of messages, and the choice of the protocol version."""

from typing import get_args, get_type_hints

import msgspec
import pytest

from tests.rooms.kit import ANN
from tilewise.core import actions
from tilewise.core.notation import table
from tilewise.core.value import Value
from tilewise.rooms import commands
from tilewise.rooms.rejections import Reason
from tilewise.wire import messages
from tilewise.wire.messages import Do, Hello, Pong, Refused, Say, Welcome, common_protocol, decode, encode


def test_play_is_decoded() -> None:
    frame = b'{"type":"do","id":"a1","seen":7,"ask":{"type":"play","table":[["r3","r4","r5"],["k9","y9","J"]]}}'

    assert decode(frame) == Do("a1", commands.Play(table("[r3 r4 r5] [k9 y9 J]")), seen=7)


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"type":"nonsense"}',
        b'{"type":"done","id":"a","version":1}',
        b'{"type":"do","id":"a1"}',
        b'{"type":"do","id":"","ask":{"type":"draw"}}',
        b'{"type":"do","id":"a1","ask":{"type":"draw","seat":1}}',
        b'{"type":"do","id":"a1","seen":-1,"ask":{"type":"draw"}}',
        b'{"type":"do","id":"a1","ask":{"type":"run-out-of-time","seat":0}}',
        b'{"type":"do","id":"a1","ask":{"type":"play","table":[["r14"]]}}',
        b'{"type":"do","id":"a1","ask":{"type":"kick","chair":9}}',
        b'{"type":"say","text":""}',
        b'{"type":"say","text":"' + b"x" * 281 + b'"}',
        b'{"type":"hello","protocols":"1"}',
        b"\xff\xfe",
    ],
)
def test_invalid_message_raises(frame: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        decode(frame)


def test_newest_common_protocol_is_chosen() -> None:
    assert common_protocol((0, 1, 99)) == 1


def test_no_common_protocol_returns_none() -> None:
    assert common_protocol((99,)) is None


def test_messages_survive_encoding_and_decoding() -> None:
    for message in (Welcome(1, ANN, 5.0), Refused("a", Reason.NOT_SEATED), Pong("p", 1.5)):
        assert messages.decode_answer(encode(message)) == message
    for asked in (Hello((1,)), Say("hi"), Do("1", commands.Draw())):
        assert decode(encode(asked)) == asked


@pytest.mark.parametrize("command", get_args(commands.Turn))
def test_turn_command_has_the_tag_and_fields_of_the_core_action_without_the_seat(command: type[Value]) -> None:
    action = getattr(actions, command.__name__)
    assert command.__struct_config__.tag == action.__struct_config__.tag
    assert {"seat": int} | get_type_hints(command) == get_type_hints(action)
