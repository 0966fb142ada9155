"""Generate TypeScript types from JSON Schema, for the subset that the messages use."""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

WIDEST = 110

Schema = Mapping[str, Any]


def declaration(name: str, schema: Schema, docs: Mapping[str, str], *, is_sent: bool) -> Iterator[str]:
    """Generate the type of a class. In messages from the server, every field is required."""
    yield from _comment(schema.get("description", ""), "")
    if "properties" in schema:
        required = schema["properties"] if is_sent else schema.get("required", ())
        yield from _interface(name, schema["properties"], required, docs)
    else:
        yield from _alias(name, type_of(schema))


def refs_in(schema: object) -> Iterator[str]:
    """Generate the names of all types that a schema refers to."""
    match schema:
        case {"$ref": str(ref)}:
            yield ref.rsplit("/", 1)[-1]
        case dict():
            for value in schema.values():
                yield from refs_in(value)
        case list():
            for value in schema:
                yield from refs_in(value)
        case _:
            return


def union(name: str, members: list[str], about: str) -> Iterator[str]:
    """Generate a union type."""
    yield from _comment(about, "")
    yield from _alias(name, " | ".join(members))


def type_of(schema: Schema) -> str:
    """Return the TypeScript type of a schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(option) for option in schema["anyOf"]))
    return _of_kind(schema)


def _of_kind(schema: Schema) -> str:
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(type_of(item) for item in schema['prefixItems'])}]"
        case "array":
            item = type_of(schema["items"])
            return f"({item})[]" if " " in item else f"{item}[]"
        case "object":
            return f"Record<string, {type_of(schema.get('additionalProperties', {}))}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as kind:
            return str(kind)
        case _:
            return "unknown"


def _interface(name: str, properties: Schema, required: Collection[str], docs: Mapping[str, str]) -> Iterator[str]:
    yield f"export interface {name} {{"
    for key, value in properties.items():
        yield from _comment(docs.get(key, value.get("description", "")), "  ")
        yield f"  {key}{'' if key in required else '?'}: {type_of(value)};"
    yield "}"
    yield ""


def _alias(name: str, right: str) -> Iterator[str]:
    line = f"export type {name} = {right};"
    if len(line) <= WIDEST:
        yield line
    else:
        yield f"export type {name} ="
        yield from _wrapped(f"{right};".split(" | "))
    yield ""


def _wrapped(options: list[str]) -> Iterator[str]:
    line = " "
    for number, option in enumerate(options):
        word = f" | {option}" if number else f" {option}"
        if len(line) + len(word) > WIDEST:
            yield line
            line = " "
        line += word
    yield line


def _comment(text: str, indent: str) -> Iterator[str]:
    if text:
        yield f"{indent}/** {' '.join(text.split())} */"
