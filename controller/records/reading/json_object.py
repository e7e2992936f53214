"""An object of a foreign document with its place: each field is checked for its kind as it is read."""

from collections.abc import Sequence
from typing import Any, TypeVar

from controller.errors import RecordError
from controller.records.reading import json_fields as fields
from controller.riichi.seat import SEATS, Seat
from controller.scoring.score import Four

T = TypeVar("T")


class JsonObject:
    """The fields of an object; what is missing or of another kind is a RecordError with place, field and expectation.

    ``default``: what a field is that is not there or null; without one it must be there.
    """

    __slots__ = ("_body", "where")

    def __init__(self, body: Any, where: str) -> None:
        """``body``: the value at ``where``."""
        self._body, self.where = fields.of_kind(body, dict, where), where

    def has(self, name: str) -> bool:
        """Whether the field says anything."""
        return bool(self._body.get(name))

    def knows(self, name: str) -> bool:
        """True if the field exists, with any value."""
        return name in self._body

    def is_told(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self._body.get(name) is not None

    @property
    def written(self) -> str:
        """The object in one line, "" for an empty one."""
        return fields.compact(self._body) if self._body else ""

    def of(self, name: str, kind: type[T], default: T | None = None) -> T:
        """The field if it is of that kind."""
        value = self._body.get(name)
        if value is None and default is not None:
            return default
        if name not in self._body:
            raise RecordError(f"{self.where}: {name!r} is missing, expected {fields.called(kind)}")
        return fields.of_kind(value, kind, self._at(name))

    def natural(self, name: str, default: int | None = None) -> int:
        """A whole number from 0."""
        return fields.natural(self.of(name, int, default), self._at(name))

    def seat(self, name: str, default: int | None = None) -> Seat:
        """A seat 0-3."""
        return fields.seat(self.of(name, int, default), self._at(name))

    def flag(self, name: str) -> bool:
        """True or false, or a number in its place; false where it is not there."""
        value = self._body.get(name) or False
        if not isinstance(value, bool | int):
            raise RecordError(f"{self._at(name)}: expected true or false, got {fields.short(value)}")
        return bool(value)

    def row(self, name: str, kind: type[T], default: Sequence[T] | None = None, size: int | None = None) -> list[T]:
        """A list of values of one kind."""
        return fields.row(self.of(name, list, None if default is None else list(default)), kind, self._at(name), size)

    def four(self, name: str) -> Four:
        """Four whole numbers."""
        if len(self.of(name, list)) == len(SEATS) - 1:
            raise RecordError(f"{self.where}: {fields.OF_THREE}")
        return fields.four(self.of(name, list), self._at(name))

    def inner(self, name: str) -> "JsonObject":
        """An object in this one, an empty one where it is not there."""
        return JsonObject(self.of(name, dict, {}), self._at(name))

    def each(self, name: str, default: Sequence[Any] | None = ()) -> "list[JsonObject]":
        """The objects of a list; none where it is not there."""
        told = self.of(name, list, None if default is None else list(default))
        return [JsonObject(one, f"{self._at(name)}[{place}]") for place, one in enumerate(told)]

    def _at(self, name: str) -> str:
        return f"{self.where} {name}"
