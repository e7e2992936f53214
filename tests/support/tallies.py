"""Counts of many games put together."""

from dataclasses import fields
from typing import Self


class Tallied:
    """A dataclass of counts, lists and counters."""

    def add(self, other: Self) -> None:
        """Take in the counts of other games."""
        for each in fields(self):  # type: ignore[arg-type]  # every tally is a dataclass
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
