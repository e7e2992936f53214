"""Frozen values of the house as plain JSON values: enums by value, dataclasses and named tuples by field."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from controller.riichi.tile import Tile


def plain(value: Any) -> Any:
    """The value as dicts, lists, strings, numbers and None; a tile by its notation."""
    if isinstance(value, Tile):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    elif isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(part) for key, part in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((plain(part) for part in value), key=str)
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    return value
