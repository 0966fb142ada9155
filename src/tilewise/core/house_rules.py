"""House rules (R-SETUP-11): the described fields of an edition, what each may be, how they are read and written."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from tilewise.core.errors import InputError, UnknownNameError
from tilewise.core.value import Value

AnyValue = TypeVar("AnyValue", bound=Value)

_SWITCH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class Knob(Value):
    """A house rule: its name, what it may be, and what it does."""

    name: str
    choices: str
    description: str
    default: Any


@cache
def knobs_of(kind: type[Value]) -> tuple[Knob, ...]:
    """Every field that has a description, in the order of the class."""
    defaults = {field.name: field.default for field in msgspec.structs.fields(kind)}
    described = {name: _meta(hint).description for name, hint in _hints(kind).items()}
    return tuple(
        Knob(name, _choices(kind, name), text, msgspec.to_builtins(defaults[name]))
        for name, text in described.items()
        if text is not None
    )


def turn(value: AnyValue, rules: Mapping[str, object]) -> AnyValue:
    """The value with some knobs turned; an unknown knob or an impossible setting raises ValueError."""
    kind = type(value)
    settings = {name: _read(kind, name, setting) for name, setting in rules.items()}
    return msgspec.structs.replace(value, **settings)


def read(kind: type[Value], text: str) -> dict[str, object]:
    """House rules from text: `initial_meld_min=40 strict_confirm=yes`."""
    rules: dict[str, object] = {}
    for word in text.replace(",", " ").split():
        name, equals, setting = word.partition("=")
        if not equals:
            msg = f"a house rule is written name=value, such as initial_meld_min=40, not {word!r}"
            raise InputError(msg)
        rules[name] = _read(kind, name, setting)
    return rules


def written(rules: Mapping[str, object]) -> str:
    """House rules as text that `read` reads."""
    return " ".join(f"{name}={_plain(setting)}" for name, setting in rules.items())


def differences(value: AnyValue, base: AnyValue) -> dict[str, object]:
    """The knobs in which a value differs from another, as plain settings."""
    mine, theirs = msgspec.to_builtins(value), msgspec.to_builtins(base)
    names = [knob.name for knob in knobs_of(type(value))]
    return {name: mine[name] for name in names if mine[name] != theirs[name]}


def validate(value: Value) -> None:
    """Raise ValueError, naming the field, the setting and the choices, when a field is out of its range."""
    for name, hint in _hints(type(value)).items():
        setting = msgspec.to_builtins(getattr(value, name))
        try:
            msgspec.convert(setting, hint)
        except msgspec.ValidationError as error:
            raise impossible(type(value), name, setting) from error


def impossible(kind: type[Value], name: str, setting: object) -> InputError:
    """The error for a setting that a field cannot have."""
    return InputError(f"{name} must be {_choices(kind, name)}, not {setting!r}")


def _read(kind: type[Value], name: str, setting: object) -> object:
    names = [knob.name for knob in knobs_of(kind)]
    if name not in names:
        close = get_close_matches(name, names, n=1)
        hint = f" (did you mean {close[0]}?)" if close else ""
        raise UnknownNameError("house rule", name, names, hint=hint)
    plain = _from_text(_bare(_hints(kind)[name]), setting) if isinstance(setting, str) else setting
    try:
        return msgspec.convert(msgspec.to_builtins(plain), _hints(kind)[name])
    except msgspec.ValidationError as error:
        raise impossible(kind, name, plain) from error


def _from_text(wanted: object, text: str) -> object:
    """A switch or a number where one is wanted; anything else stays as it is and is judged later."""
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
    """What a field may be, in words."""
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
