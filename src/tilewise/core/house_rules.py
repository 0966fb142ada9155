"""House rules (R-SETUP-11): the described fields of an edition, their choices, and their text form."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from tilewise.core.errors import InputError, UnknownNameError, shown
from tilewise.core.value import Value

AnyValue = TypeVar("AnyValue", bound=Value)

_SWITCH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class Knob(Value):
    """A house rule: its name, its choices, and a description."""

    name: str
    choices: str
    description: str
    default: Any


@cache
def knobs_of(kind: type[Value]) -> tuple[Knob, ...]:
    """Return every field that has a description, in the order of the class."""
    defaults = {field.name: field.default for field in msgspec.structs.fields(kind)}
    described = {name: _meta(hint).description for name, hint in _hints(kind).items()}
    return tuple(
        Knob(name, _choices(kind, name), text, msgspec.to_builtins(defaults[name]))
        for name, text in described.items()
        if text is not None
    )


def turn(value: AnyValue, rules: Mapping[str, object]) -> AnyValue:
    """Return the value with some knobs turned; raise InputError on an unknown knob or an impossible setting."""
    kind = type(value)
    settings = {name: _read(kind, name, setting) for name, setting in rules.items()}
    return msgspec.structs.replace(value, **settings)


def read(kind: type[Value], text: str) -> dict[str, object]:
    """Read house rules from text: `initial_meld_min=40 strict_confirm=yes`."""
    rules: dict[str, object] = {}
    for word in text.replace(",", " ").split():
        name, equals, setting = word.partition("=")
        if not equals:
            msg = f"a house rule is written name=value, such as initial_meld_min=40, not {word!r}"
            raise InputError(msg)
        rules[name] = _read(kind, name, setting)
    return rules


def written(rules: Mapping[str, object]) -> str:
    """Write house rules as text that `read` reads."""
    return " ".join(f"{name}={_plain(setting)}" for name, setting in rules.items())


def differences(value: AnyValue, base: AnyValue) -> dict[str, object]:
    """Return the knobs in which a value differs from another, as plain settings."""
    mine, theirs = msgspec.to_builtins(value), msgspec.to_builtins(base)
    names = [knob.name for knob in knobs_of(type(value))]
    return {name: mine[name] for name in names if mine[name] != theirs[name]}


def validate(value: Value) -> None:
    """Raise InputError, naming the field, the setting and the choices, if a field is out of range."""
    for name, hint in _hints(type(value)).items():
        setting = msgspec.to_builtins(getattr(value, name))
        try:
            msgspec.convert(setting, hint)
        except msgspec.ValidationError as error:
            raise impossible(type(value), name, setting) from error


def impossible(kind: type[Value], name: str, setting: object) -> InputError:
    """Return the error for a setting that a field cannot have."""
    return InputError(f"{name} must be {_choices(kind, name)}, not {shown(setting)}")


def _read(kind: type[Value], name: str, setting: object) -> object:
    names = [knob.name for knob in knobs_of(kind)]
    if name not in names:
        close = get_close_matches(name, names, n=1)
        hint = f" (did you mean {close[0]}?)" if close else ""
        raise UnknownNameError("house rule", name, names, hint=hint)
    plain = _from_text(_bare(_hints(kind)[name]), setting) if isinstance(setting, str) else setting
    try:
        return msgspec.convert(msgspec.to_builtins(plain), _hints(kind)[name])
    except (msgspec.ValidationError, TypeError) as error:
        raise impossible(kind, name, plain) from error


def _from_text(wanted: object, text: str) -> object:
    """Convert text to a switch or a number where one is wanted; leave other text for later validation."""
    if wanted is bool:
        return _SWITCH.get(text.lower(), text)
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def _plain(setting: object) -> str:
    return str(setting).lower() if isinstance(setting, bool) else str(setting)


@cache
def _hints(kind: type[Value]) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__}


def _bare(hint: object) -> object:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _meta(hint: object) -> Meta:
    extras = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((extra for extra in extras if isinstance(extra, Meta)), Meta())


def _choices(kind: type[Value], name: str) -> str:
    """Return the choices of a field in words."""
    hint = _hints(kind)[name]
    bare, meta = _bare(hint), _meta(hint)
    if meta.extra is not None:
        return str(meta.extra["choices"])
    if bare is bool:
        return "true or false"
    if meta.ge is not None and meta.le is not None:
        return f"{meta.ge} to {meta.le}"
    options = get_args(bare) or getattr(bare, "__members__", {}).values()
    return " or ".join(str(option) for option in options) or f"of type {getattr(bare, '__name__', bare)}"
