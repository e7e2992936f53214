"""Views as JSON Schema, read from their types and classes of secrecy: what the gate lets out, and nothing else."""

import types
from dataclasses import is_dataclass
from enum import Enum
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from controller.journal.codec import plain
from controller.text import Text
from controller.views.gate import Audience, Secrecy, View, secrecy_of

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_PLAIN: Final = {bool: "boolean", int: "integer", float: "number", str: "string", types.NoneType: "null"}


def described(view: type[View], audience: Audience) -> dict[str, Any]:
    """The schema of a view as an audience may see it; secrets, which come once they are released, are not required."""
    seen = {Secrecy.PUBLIC, Secrecy.SECRET} | ({Secrecy.STAFF} if audience is Audience.STAFF else set())
    found = {name: secrecy for name, secrecy in secrecy_of(view).items() if secrecy in seen}
    hints = get_type_hints(view)
    return {
        "type": "object",
        "description": (view.__doc__ or "").strip(),
        "properties": {name: _of(hints[name], audience) for name in found},
        "required": [name for name, secrecy in found.items() if secrecy is not Secrecy.SECRET],
        "additionalProperties": False,
    }


def _of(kind: Any, audience: Audience) -> dict[str, Any]:
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return {"anyOf": [_of(each, audience) for each in parts]}
    if origin is tuple and parts[-1] is Ellipsis:
        return {"type": "array", "items": _of(parts[0], audience)}
    if origin is tuple:
        each_by_each = [_of(each, audience) for each in parts]
        return {"type": "array", "prefixItems": each_by_each, "items": False, "minItems": len(parts)}
    return described(kind, audience) if issubclass(kind, View) else _value(kind)


def _value(kind: type) -> dict[str, Any]:
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if issubclass(kind, Enum):
        return {"enum": [plain(each) for each in kind]}
    if kind is Text:
        words = {name: {"type": "string"} for name in ("ja", "en")}
        return {"type": "object", "properties": words, "required": [*words], "additionalProperties": False}
    # Values of the law, such as a score that explains itself: each is described as a whole.
    return {"type": "object"} if is_dataclass(kind) else {}
