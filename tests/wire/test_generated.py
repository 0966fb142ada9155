"""The generated files are up to date and agree with the message classes."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from tilewise.wire import messages
from tilewise.wire.generate import CLIENT, COMMANDS, EVENTS, PROTOCOL_PAGE, SERVER, generated, schema_json, typescript

GENERATED = generated()


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: path.name)
def test_generated_files_are_up_to_date(path: Path) -> None:
    assert path.read_text() == GENERATED[path], "run: python -m tilewise.wire.generate"


def test_schema_contains_every_message() -> None:
    names = {option["$ref"].rsplit("/", 1)[-1] for option in json.loads(schema_json())["$defs"]["FromClient"]["anyOf"]}

    assert names == {kind.__name__ for kind in get_args(messages.FromClient)}


def test_every_message_is_documented() -> None:
    page = PROTOCOL_PAGE.read_text()

    for kind in (*CLIENT, *SERVER, *COMMANDS, *EVENTS):
        assert f"| `{kind.__struct_config__.tag}` |" in page


@pytest.mark.parametrize("name", ["game", "room", "messages", "http"])
def test_every_typescript_type_is_declared_or_imported(name: str) -> None:
    code = re.sub(r"/\*\*.*?\*/|\"[^\"]*\"|//.*", "", typescript()[name])
    declared = set(re.findall(r"export (?:interface|type|const) (\w+)", code))
    imported = {word for names in re.findall(r"import type \{([^}]*)\}", code) for word in re.findall(r"\w+", names)}

    named = set(re.findall(r"\b[A-Z]\w+", code)) - {"Record", "PROTOCOL"}
    assert named == (declared | imported) - {"PROTOCOL"}


def test_fields_sent_by_the_server_are_required() -> None:
    files = typescript()

    assert "  reason: Reason;\n" in files["messages"]
    assert "  seen?: number | null;" in files["messages"]
    assert "?:" not in files["game"]
