"""Generate the JSON Schema, the TypeScript types and the tables of docs/protocol.md from the message classes.

Also write the editions and house rules as JSON, for pages that work without a server.

Run `python -m tilewise.wire.generate` after every change. A test fails if the files are out of date.
"""

import ast
import inspect
import json
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec.inspect import EnumType, Field, StructType, Type, multi_type_info

from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.house_rules import knobs_of
from tilewise.rooms import commands, view
from tilewise.rooms.rejections import Reason
from tilewise.wire import analysis, http, messages, puzzles, sheets, solver, statistics
from tilewise.wire.typescript import declaration, refs_in, type_of, union

HERE = Path(__file__).parent / "generated"
PROTOCOL_PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"
GAME = Path(__file__).parents[3] / "web" / "src" / "lib" / "game"
WIDTH = 110
BEGIN, END = "<!-- generated: {} -->", "<!-- end -->"

CLIENT = get_args(messages.FromClient)
SERVER = get_args(messages.FromServer)
COMMANDS = get_args(commands.Command)
EVENTS = get_args(view.PublicEvent)
HTTP = (analysis, http, puzzles, sheets, solver, statistics)
REQUESTS = (
    *(http.NewName, http.Credentials, http.NewPassword, http.CurrentPassword),
    *(http.OpenRoom, http.QuickPlay, http.AskHint, http.PlayOn, http.PlayOnRecord),
    *(http.RecordText, http.TryRecordTurn),
)
SOLVER_REQUESTS = (
    *(solver.AskedPosition, solver.RefereeAsk, solver.SolveAsk),
    *(analysis.AskedSeat, analysis.AnalyseAsk, analysis.TryTurn),
)
PUZZLE_REQUESTS = (puzzles.NewRun, puzzles.PuzzleTable, puzzles.RunAnswer)
BODIES = tuple(
    kind
    for module in HTTP
    for _, kind in sorted(vars(module).items())
    if getattr(kind, "__module__", "") == module.__name__
)
RESPONSES = tuple(kind for kind in BODIES if kind not in (*REQUESTS, *SOLVER_REQUESTS, *PUZZLE_REQUESTS))
UNIONS = {
    "Ask": ("room", COMMANDS, "A command to a room."),
    "RoomEvent": ("room", EVENTS, "An event of a room."),
    "FromClient": ("messages", CLIENT, "Messages to the server."),
    "FromServer": ("messages", SERVER, "Messages from the server."),
}
HOMES = {"core": "game", "rooms": "room", "solver": "help", "analysis": "help", "puzzles": "puzzles"}
"""The generated files for types of other packages."""
HEADER = "// Generated from the classes of tilewise.wire; change those, then run `python -m tilewise.wire.generate`."


def components() -> dict[str, Any]:
    """Return the JSON Schema of every class that is sent over the network."""
    kinds = [kind for kind in (*CLIENT, *SERVER, *BODIES) if isinstance(kind, type)]
    _, found = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    for each in found.values():
        if "description" in each:  # of an enumeration: indented before Python 3.13
            each["description"] = inspect.cleandoc(each["description"])
    return dict(sorted(found.items()))


def schema_json() -> str:
    """Return the JSON Schema document. `FromClient` and `FromServer` in `$defs` are the two directions."""
    defs = components()
    for name, kinds in (("FromClient", CLIENT), ("FromServer", SERVER)):
        defs[name] = {"anyOf": [{"$ref": f"#/$defs/{_name(kind, defs)}"} for kind in kinds]}
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Tilewise protocol {messages.PROTOCOL}",
        "$defs": defs,
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def typescript() -> dict[str, str]:
    """Return the TypeScript files: one for each part, and an index."""
    defs = components()
    sent = _reached(defs, [_name(kind, defs) for kind in (*SERVER, *RESPONSES)])
    homes = {name: _home(name) for name in defs}
    files = {home: "\n".join(_module(home, homes, defs, sent)) for home in sorted({*homes.values()})}
    return files | {"index": "\n".join([HEADER, "", *(f'export * from "./{home}";' for home in files), ""])}


def _module(home: str, homes: dict[str, str], defs: dict[str, Any], sent: set[str]) -> Iterator[str]:
    """Generate one TypeScript file: imports, then its own types."""
    own = [name for name in defs if homes[name] == home]
    unions = {
        name: [_name(kind, defs) for kind in kinds] for name, (where, kinds, _) in UNIONS.items() if where == home
    }
    needed = {ref for name in own for ref in refs_in(defs[name])}.union(*unions.values())
    yield from (HEADER, "")
    for other in sorted({homes[name] for name in needed} - {home}):
        names = sorted(name for name in needed if homes[name] == other)
        yield from ("import type {", *(f"  {name}," for name in names), f'}} from "./{other}";', "")
    for name in own:
        yield from declaration(name, defs[name], _docs_of(name), is_sent=name in sent)
    if home == "messages":
        yield f"export const PROTOCOL = {messages.PROTOCOL};\n"
    for name, members in unions.items():
        yield from union(name, members, UNIONS[name][2])


def _reached(defs: dict[str, Any], names: list[str]) -> set[str]:
    """Return these types and all types they refer to."""
    reached: set[str] = set()
    while names:
        name = names.pop()
        if name not in reached:
            reached.add(name)
            names.extend(refs_in(defs[name]))
    return reached


def _home(name: str) -> str:
    """Return the name of the file for a type, which depends on the package of its class."""
    module = _classes()[name].__module__.split(".")
    return HOMES.get(module[1], module[-1])


def protocol_page(page: str) -> str:
    """Return docs/protocol.md with its generated parts replaced."""
    parts = {"client": CLIENT, "asks": COMMANDS, "server": SERVER, "events": EVENTS}
    for name, kinds in parts.items():
        page = _replaced(page, name, "\n".join(_table(kinds)))
    reasons = ", ".join(f"`{reason}`" for reason in Reason)
    return _replaced(page, "reasons", textwrap.fill(reasons, WIDTH, break_on_hyphens=False))


def _replaced(page: str, name: str, text: str) -> str:
    begin = BEGIN.format(name)
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(END)
    return f"{before}{begin}\n{text}\n{END}{after}"


def _table(kinds: tuple[type[msgspec.Struct], ...]) -> Iterator[str]:
    yield "| `type` | fields | meaning |"
    yield "|---|---|---|"
    defs = components()
    for kind in kinds:
        schema = defs[_name(kind, defs)]
        fields = [_field(key, value, schema) for key, value in schema["properties"].items() if key != "type"]
        yield f"| `{kind.__struct_config__.tag}` | {', '.join(fields)} | {_first_line(kind)} |"


def _field(key: str, value: dict[str, Any], schema: dict[str, Any]) -> str:
    kind = type_of(value).replace("|", "\\|")
    short = kind if len(kind) <= 60 else "see schema"  # noqa: PLR2004  # longer types make the table unreadable
    return f"`{key}{'' if key in schema.get('required', ()) else '?'}: {short}`"


def _name(kind: type, defs: dict[str, Any]) -> str:
    """Return the name of a class, which must be unique among the messages."""
    if kind.__name__ not in defs:
        msg = f"{kind.__name__} is the name of two classes in the messages"
        raise ValueError(msg)
    return kind.__name__


def _first_line(kind: type) -> str:
    return " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].split())


def _docs_of(name: str) -> dict[str, str]:
    """Return the docstrings of the fields of a class."""
    kind = _classes().get(name)
    if kind is None:
        return {}
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    nodes = body.body if isinstance(body, ast.ClassDef) else []
    return {
        field.target.id: " ".join(text.value.value.split())
        for field, text in pairwise(nodes)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }


@cache
def _classes() -> dict[str, type]:
    """Return every class that is sent over the network, by name."""
    found: dict[str, type] = {}
    waiting: list[object] = list(multi_type_info([*CLIENT, *SERVER, *BODIES]))
    while waiting:
        info = waiting.pop()
        if isinstance(info, StructType | EnumType):
            if info.cls.__name__ in found:
                continue
            found[info.cls.__name__] = info.cls
        if isinstance(info, Type | Field):
            waiting.extend(getattr(info, name) for name in info.__struct_fields__)
        if isinstance(info, tuple):
            waiting.extend(info)
    return found


def editions_json() -> str:
    """Return every printed edition."""
    return _one_per_line(msgspec.to_builtins(edition) for edition in EDITIONS.values())


def knobs_json() -> str:
    """Return every house rule and its choices."""
    return _one_per_line({"name": knob.name, "choices": knob.choices} for knob in knobs_of(Edition))


def _one_per_line(values: Iterable[Any]) -> str:
    return "[\n" + ",\n".join(json.dumps(value) for value in values) + "\n]\n"


def generated() -> dict[Path, str]:
    """Return the expected content of every generated file."""
    files = {HERE / f"{name}.ts": text for name, text in typescript().items()}
    page = protocol_page(PROTOCOL_PAGE.read_text("utf-8"))
    data = {GAME / "editions.json": editions_json(), GAME / "knobs.json": knobs_json()}
    return {HERE / "protocol.schema.json": schema_json(), PROTOCOL_PAGE: page} | data | files


def main() -> None:
    """Write every generated file."""
    HERE.mkdir(exist_ok=True)
    for path, text in generated().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
