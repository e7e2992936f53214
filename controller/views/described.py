"""Views as JSON Schema, read from their types and classes of secrecy: what the gate lets out, and nothing else."""

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
    """The schema of a view as an audience may see it; secrets, which come once they are released, are not required.

    With ``parts`` a reference: each view goes in there by its name, after ``Public`` where the staff sees more,
    and open, as an answer may tell more beside it.
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
    # A view of secrets alone stands where a secret stands, and comes out with it.
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
    """The schema of a value that is no view, by the names of its fields; ``parts``: as of ``described``."""
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if issubclass(kind, Enum):
        told: dict[str, Any] = {"enum": [plain(each) for each in kind]}
    elif hasattr(kind, "_fields") or is_dataclass(kind):
        # Values of the law, such as a score that explains itself: each is described as a whole.
        members = {name: _of(hint, audience, parts) for name, hint in get_type_hints(kind).items()}
        told = {"type": "object", "properties": members, "required": [*members], "additionalProperties": False}
    else:
        return {}
    if parts is None:
        return told
    parts[kind.__name__] = {"title": kind.__name__, **told}
    return {"$ref": f"#/components/schemas/{kind.__name__}"}
