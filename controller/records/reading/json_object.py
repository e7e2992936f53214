"""An object of a foreign document with its place: the type of each field is checked when it is read."""

from collections.abc import Sequence
from typing import Any, TypeVar

from controller.errors import RecordError
from controller.records.reading import json_fields as fields
from controller.riichi.seat import SEATS, Seat
from controller.scoring.score import Four

T = TypeVar("T")


class JsonObject:
    """The fields of an object; a missing field or wrong type raises RecordError with place, field and expectation.

    ``default``: value of a field that is missing or null; without a default the field is required.
    """

    __slots__ = ("_body", "where")

    def __init__(self, body: Any, where: str) -> None:
        """Wrap ``body``, the value at ``where``."""
        self._body, self.where = fields.of_kind(body, dict, where), where

    def has(self, name: str) -> bool:
        """True if the field exists and is not empty."""
        return bool(self._body.get(name))

    def knows(self, name: str) -> bool:
        """True if the field exists, with any value."""
        return name in self._body

    def has_value(self, name: str) -> bool:
        """True if the field exists and is not null."""
        return self._body.get(name) is not None

    @property
    def written(self) -> str:
        """The object in one line, "" for an empty one."""
        return fields.compact(self._body) if self._body else ""

    def of(self, name: str, kind: type[T], default: T | None = None) -> T:
        """Return the field if it is of that type."""
        value = self._body.get(name)
        if value is None and default is not None:
            return default
        if name not in self._body:
            raise RecordError(f"{self.where}: {name!r} is missing, expected {fields.called(kind)}")
        return fields.of_kind(value, kind, self._at(name))

    def natural(self, name: str, default: int | None = None) -> int:
        """Return a whole number from 0."""
        return fields.natural(self.of(name, int, default), self._at(name))

    def seat(self, name: str, default: int | None = None) -> Seat:
        """Return a seat 0-3."""
        return fields.seat(self.of(name, int, default), self._at(name))

    def flag(self, name: str) -> bool:
        """Return a boolean, also from a number; False if the field is missing."""
        value = self._body.get(name) or False
        if not isinstance(value, bool | int):
            raise RecordError(f"{self._at(name)}: expected true or false, got {fields.short(value)}")
        return bool(value)

    def row(self, name: str, kind: type[T], default: Sequence[T] | None = None, size: int | None = None) -> list[T]:
        """Return a list of values of one type."""
        return fields.row(self.of(name, list, None if default is None else list(default)), kind, self._at(name), size)

    def four(self, name: str) -> Four:
        """Return four whole numbers."""
        if len(self.of(name, list)) == len(SEATS) - 1:
            raise RecordError(f"{self.where}: {fields.OF_THREE}")
        return fields.four(self.of(name, list), self._at(name))

    def inner(self, name: str) -> "JsonObject":
        """Return an object within this one, an empty one if it is missing."""
        return JsonObject(self.of(name, dict, {}), self._at(name))

    def each(self, name: str, default: Sequence[Any] | None = ()) -> "list[JsonObject]":
        """Return the objects of a list; none if it is missing."""
        told = self.of(name, list, None if default is None else list(default))
        return [JsonObject(one, f"{self._at(name)}[{place}]") for place, one in enumerate(told)]

    def _at(self, name: str) -> str:
        return f"{self.where} {name}"
