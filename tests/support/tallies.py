"""Counts summed over many games."""

from dataclasses import dataclass, fields
from typing import Self


@dataclass
class Tallied:
    """A dataclass of counts, lists and counters."""

    def add(self, other: Self) -> None:
        """Add the counts of other games."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
