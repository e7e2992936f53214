"""JSON Schema of views, derived from field types and secrecy classes: exactly the fields that the gate releases."""

import types
from collections.abc import Mapping
from dataclasses import is_dataclass
from enum import Enum
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from controller.journal.codec import plain
from controller.views.gate import Audience, Secrecy, View, secrecy_of

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_PLAIN: Final = {bool: "boolean", int: "integer", float: "number", str: "string", types.NoneType: "null"}
Parts = dict[str, dict[str, Any]]


def described(view: type[View], audience: Audience, parts: Parts | None = None) -> dict[str, Any]:
    """Return the schema of a view for an audience; secrets are optional, because they appear only after release.

    With ``parts`` return a reference instead: each view's schema is added to ``parts`` under its name, prefixed by
    ``Public`` if the staff sees more. These schemas allow additional properties, because an answer may add fields.
    """
    if parts is None:
        return _view(view, audience, None)
    sees_all = audience is Audience.STAFF or _view(view, Audience.STAFF, None) == _view(view, audience, None)
    name = view.__name__ if sees_all else f"Public{view.__name__}"
    if name not in parts:
        parts[name] = {"title": name, **_view(view, audience, parts)}
        del parts[name]["additionalProperties"]
    return {"$ref": f"#/components/schemas/{name}"}


def _view(view: type[View], audience: Audience, parts: Parts | None) -> dict[str, Any]:
    seen = {Secrecy.PUBLIC, Secrecy.SECRET} | ({Secrecy.STAFF} if audience is Audience.STAFF else set())
    found = {name: secrecy for name, secrecy in secrecy_of(view).items() if secrecy in seen}
    hints = get_type_hints(view)
    # A view that consists of secrets only is itself a secret field's value, so its fields are present whenever it is.
    comes_late = set(found.values()) != {Secrecy.SECRET}
    return {
        "type": "object",
        "description": (view.__doc__ or "").strip(),
        "properties": {name: _of(hints[name], audience, parts) for name in found},
        "required": [name for name, secrecy in found.items() if not (comes_late and secrecy is Secrecy.SECRET)],
        "additionalProperties": False,
    }


def _of(kind: Any, audience: Audience, parts: Parts | None) -> dict[str, Any]:
    origin, held = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return {"anyOf": [_of(each, audience, parts) for each in held]}
    if origin is tuple and held[-1] is Ellipsis:
        return {"type": "array", "items": _of(held[0], audience, parts)}
    if origin is tuple:
        each_by_each = [_of(each, audience, parts) for each in held]
        bounds = {"minItems": len(held), "maxItems": len(held)}
        return {"type": "array", "prefixItems": each_by_each, "items": False, **bounds}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _of(held[1], audience, parts)}
    return described(kind, audience, parts) if issubclass(kind, View) else described_value(kind, audience, parts)


def described_value(kind: type, audience: Audience, parts: Parts | None) -> dict[str, Any]:
    """Return the schema of a value that is no view, from the names of its fields; ``parts``: as in ``described``."""
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if issubclass(kind, Enum):
        told: dict[str, Any] = {"enum": [plain(each) for each in kind]}
    elif hasattr(kind, "_fields") or is_dataclass(kind):
        # Values of the scoring rules, such as a score with its explanation, are described in full.
        members = {name: _of(hint, audience, parts) for name, hint in get_type_hints(kind).items()}
        told = {"type": "object", "properties": members, "required": [*members], "additionalProperties": False}
    else:
        return {}
    if parts is None:
        return told
    parts[kind.__name__] = {"title": kind.__name__, **told}
    return {"$ref": f"#/components/schemas/{kind.__name__}"}
