"""Which wire moves while somebody presses one button of a table after another and watches its lamps."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from firmware_bridge.wire.codes import INPUTS
from firmware_bridge.wire.labels import INPUT_PLACES

# A lamp that goes on and off more often than this in a scan flashes or is driven in turns. Chosen: a person presses a
# button or waits for a lamp two or three times.
_FLICKERS: Final = 8


@dataclass(slots=True)
class WireSeen:
    """An input during a scan: how often it came on, and how long it stayed on, seconds."""

    at_rest: bool
    risen: int = 0
    held: list[float] = field(default_factory=list)
    on_since: float | None = None


class Scan:
    """Who moved while somebody pressed one button after another."""

    def __init__(self) -> None:
        """Nothing seen yet."""
        self.wires: dict[str, WireSeen] = {}
        self._inputs: int | None = None

    def see(self, inputs: int, at: float) -> list[tuple[str, bool]]:
        """Take a state; the inputs that changed, in order, and whether each is on now."""
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
        """What is known of every input that was on at least once."""
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
