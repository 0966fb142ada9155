"""What is generated from the messages is up to date, and says what the classes say."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from tilewise.wire import messages
from tilewise.wire.generate import CLIENT, COMMANDS, EVENTS, PROTOCOL_PAGE, SERVER, generated, schema_json, typescript

GENERATED = generated()


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: path.name)
def test_the_generated_files_are_up_to_date(path: Path) -> None:
    assert path.read_text() == GENERATED[path], "run: python -m tilewise.wire.generate"


def test_the_schema_holds_every_message() -> None:
    names = {option["$ref"].rsplit("/", 1)[-1] for option in json.loads(schema_json())["$defs"]["FromClient"]["anyOf"]}

    assert names == {kind.__name__ for kind in get_args(messages.FromClient)}


def test_every_message_stands_in_the_documentation() -> None:
    page = PROTOCOL_PAGE.read_text()

    for kind in (*CLIENT, *SERVER, *COMMANDS, *EVENTS):
        assert f"| `{kind.__struct_config__.tag}` |" in page


@pytest.mark.parametrize("name", ["game", "room", "messages", "http"])
def test_every_type_that_is_named_is_declared_or_imported(name: str) -> None:
    code = re.sub(r"/\*\*.*?\*/|\"[^\"]*\"|//.*", "", typescript()[name])
    declared = set(re.findall(r"export (?:interface|type|const) (\w+)", code))
    imported = {word for names in re.findall(r"import type \{([^}]*)\}", code) for word in re.findall(r"\w+", names)}

    named = set(re.findall(r"\b[A-Z]\w+", code)) - {"Record", "PROTOCOL"}
    assert named == (declared | imported) - {"PROTOCOL"}


def test_what_the_server_sends_is_complete() -> None:
    files = typescript()

    assert "  reason: Reason;\n" in files["messages"]
    assert "  seen?: number | null;" in files["messages"]
    assert "?:" not in files["game"]
