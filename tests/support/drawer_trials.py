"""Simulated drawers behind a simulated bus, with the tolerances of their parts, and how often they are misread.

``python -m tests.support.drawer_trials [--drawers N]`` prints one row a make and tolerance, as JSON.
"""

import argparse
import json
from random import Random
from typing import Any, Final

from firmware_bridge.drawers.meter import (
    ADC,
    CHARGE,
    EMPTY,
    FULL_SCALE,
    FULL_SCALE_V,
    PORTS,
    DrawerMeter,
    drawer_points,
)
from hardware.profiles.sticks import SEATS_COUNT, StickMake, StickPart, stick_make, stick_makes

STICKS: Final = (10_000, 5_000, 1_000, 500, 100)
# Of what a player may have in each: EMA and NPM games begin with 25,000 or 30,000 points.
USUAL: Final = {10_000: 3, 5_000: 4, 1_000: 12, 500: 4, 100: 10}
# Where a stick lies: 10,000 with 5,000.
COMPARTMENT: Final = {10_000: 0, 5_000: 0, 1_000: 1, 500: 2, 100: 3}
REFERENCE: Final = 0.01
GAIN: Final = 0.0015
NOISE_V: Final = 0.0002
STRAY_F: Final = 100e-12


class SimulatedDrawers:
    """An ADS1115, a PCF8574 and four drawers of sticks, each with a value of its own."""

    def __init__(self, make: StickMake, drawers: list[dict[int, int]], rng: Random, tolerance: float) -> None:
        self.make, self.rng = make, rng
        self.supply = rng.uniform(3.1, 3.4)
        self.answers = True
        self._ports = 0
        self._charged: float | None = None
        self._reads, self._pin, self._register = 0, 0, 0
        self._gain = 1 + rng.uniform(-GAIN, GAIN)
        self.held = [self._row(sticks, tolerance) for sticks in drawers]
        self.reference = [
            [value * (1 + rng.uniform(-REFERENCE, REFERENCE)) for value in make.reference] for _ in range(SEATS_COUNT)
        ]

    def write(self, address: int, data: bytes) -> None:
        if address == PORTS:
            self._ports = data[0]
            return
        self._register = data[0]
        if len(data) == 3:
            self._pin = {0xC3: 0, 0xD3: 1}[data[1]]
            self._reads = 0

    def read(self, address: int, count: int) -> bytes:
        assert (address, count) == (ADC, 2)
        self._reads += 1
        if self._register == 1:
            return (0x8000 if self._reads > 2 else 0).to_bytes(2, "big")
        volts = (self.supply if self._pin else self._node()) * self._gain + self.rng.gauss(0.0, NOISE_V)
        return round(max(0.0, volts) / FULL_SCALE_V * FULL_SCALE).to_bytes(2, "big")

    def close(self) -> None:
        """Nothing to release."""

    def _node(self) -> float:
        seat, place = divmod(self._ports & 0x0F, len(self.make.compartments))
        assert not self._ports & (CHARGE | EMPTY), "read while it is charged"
        amount, reference = self.held[seat][place], self.reference[seat][place]
        if self.make.by is StickPart.RESISTOR:
            return self.supply / (1 + reference * amount)
        return self.supply * amount / (amount + reference)

    def _row(self, sticks: dict[int, int], tolerance: float) -> list[float]:
        """Conductance or capacitance in each compartment."""
        row = [0.0 if self.make.by is StickPart.RESISTOR else STRAY_F] * len(self.make.compartments)
        for value, count in sticks.items():
            place = COMPARTMENT[value]
            units = value / self.make.compartments[place]
            for _ in range(count):
                part = self.make.part[place] * (1 + self.rng.uniform(-tolerance, tolerance))
                row[place] += units / part if self.make.by is StickPart.RESISTOR else units * part
        return row


def dealt(rng: Random) -> dict[int, int]:
    return {value: rng.randint(0, USUAL[value]) for value in STICKS}


def stray_of(make: StickMake) -> tuple[float, ...]:
    """What an empty drawer reads: told to the profile at commissioning."""
    if make.by is StickPart.RESISTOR:
        return ()
    return tuple(STRAY_F / reference for reference in make.reference)


def trial(name: str, drawers: int, tolerance: float | None = None, seed: int = 1) -> dict[str, Any]:
    """How many of so many drawers were read right, wrong and not at all."""
    make, rng = stick_make(name), Random(f"{name} {seed} {tolerance}")
    counts = {"right": 0, "wrong": 0, "open": 0}
    spread = make.tolerance if tolerance is None else tolerance
    for _ in range(drawers // SEATS_COUNT):
        sticks = [dealt(rng) for _ in range(SEATS_COUNT)]
        meter = DrawerMeter(SimulatedDrawers(make, sticks, rng, spread), make, sleep=lambda _: None)
        for held, row in zip(sticks, meter.ratios(), strict=True):
            told = drawer_points(row, make, stray_of(make))
            truth = sum(value * count for value, count in held.items())
            counts["open" if told is None else "right" if told == truth else "wrong"] += 1
    return {"make": name, "tolerance": spread, "drawers": sum(counts.values()), **counts}


def main() -> None:
    """Print the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--drawers", type=int, default=20_000)
    given = parser.parse_args()
    for name in stick_makes():
        for tolerance in (0.01, 0.02, 0.05, 0.10):
            print(json.dumps(trial(name, given.drawers, tolerance)), flush=True)


if __name__ == "__main__":
    main()
