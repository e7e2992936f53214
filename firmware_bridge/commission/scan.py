"""Wire scan: shows which input changes while a person presses the table's buttons one by one and watches its lamps."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from firmware_bridge.wire.codes import INPUTS
from firmware_bridge.wire.labels import INPUT_PLACES

# An input that goes on more often than this in a scan is flashing or multiplexed. Chosen: a person presses a button or
# waits for a lamp two or three times.
_FLICKERS: Final = 8


@dataclass(slots=True)
class WireSeen:
    """An input during a scan: how often it went on, and for how long, in seconds."""

    at_rest: bool
    risen: int = 0
    held: list[float] = field(default_factory=list)
    on_since: float | None = None


class Scan:
    """Changes of all inputs while a person presses one button after another."""

    def __init__(self) -> None:
        """Start without any state."""
        self.wires: dict[str, WireSeen] = {}
        self._inputs: int | None = None

    def see(self, inputs: int, at: float) -> list[tuple[str, bool]]:
        """Process the input mask at time ``at``; return the changed inputs in order, each with True if it is on now."""
        before, self._inputs = self._inputs, inputs
        if before is None:
            self.wires = {name: WireSeen(bool(inputs >> bit & 1)) for bit, name in enumerate(INPUTS)}
            return []
        return [
            self._turned(name, bool(inputs >> bit & 1), at)
            for bit, name in enumerate(INPUTS)
            if (before ^ inputs) >> bit & 1
        ]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the data of every input that was on at least once."""
        for name, wire in self.wires.items():
            if wire.risen or wire.at_rest:
                yield {
                    "input": name,
                    "at": INPUT_PLACES[INPUTS.index(name)],
                    "at_rest": wire.at_rest,
                    "times": wire.risen,
                    "shortest_s": round(min(wire.held), 3) if wire.held else None,
                    "longest_s": round(max(wire.held), 3) if wire.held else None,
                    "flickers": wire.risen > _FLICKERS,
                }

    def _turned(self, name: str, on: bool, at: float) -> tuple[str, bool]:
        wire = self.wires[name]
        if on:
            wire.risen, wire.on_since = wire.risen + 1, at
        elif wire.on_since is not None:
            wire.held.append(at - wire.on_since)
            wire.on_since = None
        return name, on
