"""The converter and the multiplexer behind a bus: the ratio of each compartment to its reference, and what it counts.

An ADS1115 (Texas Instruments) at 0x48 reads the multiplexer's output, buffered, at AIN0 and the supply at AIN1, so that
the supply's own value does not count. A PCF8574 at 0x20 sets the multiplexer (CD74HC4067): P0-P3 say which compartment,
P4 has capacitors charged from the supply, P5 empties the references. How it is wired is in hardware/wiring/README.md.
"""

import time
from collections.abc import Callable, Sequence
from typing import Final

from controller.errors import LinkError
from firmware_bridge.drawers.bus import I2cBus
from hardware.profiles.sticks import SEATS_COUNT, StickMake, StickPart

ADC: Final = 0x48
PORTS: Final = 0x20
CHARGE: Final = 0x10
EMPTY: Final = 0x20
FULL_SCALE_V: Final = 4.096
FULL_SCALE: Final = 32768
SETTLE_S: Final = 0.01
"""Until a compartment's voltage stands; chosen: the multiplexer and its buffer take microseconds, a capacitor of 2 uF
through 1 kOhm is charged to a thousandth within 14 ms less what a reading takes."""
_CONVERSION: Final = 0x00
_CONFIG: Final = 0x01
# Data sheet of the ADS1115: begin a single reading, AIN0 or AIN1 against ground, +-4.096 V, 860 a second.
_BEGIN: Final = {0: 0xC3E3, 1: 0xD3E3}
_READY: Final = 0x8000
_TRIES: Final = 20
_LEAST_SUPPLY_V: Final = 1.0
SURE: Final = 0.3
"""How far from a whole number of the lowest stick a compartment may read; chosen: the middle between two is 0.5 away.
Measured by `python -m tests.support.drawer_trials`: with parts of 5 in a hundred none of 40,000 drawers is misread."""
MOST: Final = 40
"""Lowest sticks that a compartment may hold; chosen: forty of 5,000 are twice what a table has."""


class DrawerMeter:
    """Reads compartments one after another. ``sleep``: waits so many seconds."""

    def __init__(self, bus: I2cBus, make: StickMake, sleep: Callable[[float], None] = time.sleep) -> None:
        """Nothing is read yet."""
        self._bus, self._make, self._sleep = bus, make, sleep

    def ratios(self) -> tuple[tuple[float, ...], ...]:
        """For seats A-D, part to reference of each compartment: 0 for an empty one; raises LinkError.

        Conductance times the reference's resistance, or capacitance over the reference's.
        """
        count = len(self._make.compartments)
        return tuple(tuple(self._ratio(seat * count + place) for place in range(count)) for seat in range(SEATS_COUNT))

    def _ratio(self, channel: int) -> float:
        by_charge = self._make.by is StickPart.CAPACITOR
        if by_charge:
            self._set(channel | CHARGE | EMPTY)
        self._set(channel)
        voltage, supply = self._volts(0), self._volts(1)
        if supply < _LEAST_SUPPLY_V:
            raise LinkError(f"the drawers have no supply: {supply:.2f} V")
        rest = max(supply - voltage, FULL_SCALE_V / FULL_SCALE)
        # A resistor pulls its reference's end down, a capacitor shares its charge with its reference.
        return voltage / rest if by_charge else rest / max(voltage, FULL_SCALE_V / FULL_SCALE)

    def _set(self, ports: int) -> None:
        self._bus.write(PORTS, bytes((ports,)))
        self._sleep(SETTLE_S)

    def _volts(self, pin: int) -> float:
        self._bus.write(ADC, bytes((_CONFIG, *_BEGIN[pin].to_bytes(2, "big"))))
        for _ in range(_TRIES):
            self._bus.write(ADC, bytes((_CONFIG,)))
            if int.from_bytes(self._bus.read(ADC, 2), "big") & _READY:
                self._bus.write(ADC, bytes((_CONVERSION,)))
                return int.from_bytes(self._bus.read(ADC, 2), "big", signed=True) * FULL_SCALE_V / FULL_SCALE
            self._sleep(SETTLE_S / 10)
        raise LinkError(f"the converter at {ADC:#04x} never ends a reading")


def drawer_points(ratios: Sequence[float], make: StickMake, stray: Sequence[float] = ()) -> int | None:
    """Points in a drawer, None where a compartment's count is in doubt.

    ``stray``: the ratios of an empty drawer, which wires have of their own.
    """
    points = 0
    for place, (ratio, lowest) in enumerate(zip(ratios, make.compartments, strict=True)):
        part, reference = make.part[place], make.reference[place]
        scale = part / reference if make.by is StickPart.RESISTOR else reference / part
        sticks = (ratio - (stray[place] if stray else 0.0)) * scale
        whole = round(sticks)
        if abs(sticks - whole) > SURE or not 0 <= whole <= MOST:
            return None
        points += whole * lowest
    return points
