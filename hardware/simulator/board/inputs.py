"""Inputs of the simulated board: pins are debounced, and presses made by the board's own relays are ignored."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from controller.riichi.seat import Seat
from firmware_bridge.wire.codes import INPUTS, OUTPUTS, BuildCode, ConfigKey, EventKind, Hatch
from firmware_bridge.wire.limits import FELT_MS, STUCK_MS
from hardware.firmware.catalogue import load
from hardware.simulator.board.lamps import LampWindows
from hardware.simulator.board.settings import Settings
from hardware.simulator.pins import PanelDrive, input_mask

_FIRST_FAULT_KEY: Final = ConfigKey.FAULT_1


@dataclass(frozen=True, slots=True)
class InputPin:
    """One input: its sort (button, lamp, fault, key), the events of its rising and falling edges, its seat if any."""

    name: str
    sort: str
    on: EventKind | None
    off: EventKind | None
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class InputEdge:
    """A debounced change of an input, dated at its beginning; ``fault``: index of the fault lamp, from 0."""

    pin: InputPin
    on: bool
    at: float
    fault: int | None


class Inputs:
    """Raw and debounced input levels.

    ``stuck``: mask of buttons that stayed closed after the board pressed them. ``shorted``: those that have been closed
    for STUCK_MS or longer.
    """

    def __init__(self, settings: Settings, levels: int, now: float) -> None:
        self._settings = settings
        self.lamps = LampWindows(settings)
        self.given = levels
        self._felt: dict[int, float] = {}
        self.start(now)

    def start(self, now: float) -> None:
        """Reset: take the current levels as the initial state, without events; only a lit fault lamp causes one."""
        self._felt.clear()
        self.stuck = self.shorted = 0
        self.lamps.start(now)
        self._held = self._inverted()
        self.steady = self._wired() & ~_SORTS["fault"]
        self._raw = self.steady
        self._since: dict[int, float] = {}
        self.set(self.given, now)

    @property
    def held(self) -> bool:
        """True if a button is closed, debounced or not: a person presses it, or its relay stays closed."""
        return bool((self._raw | self.steady | self.stuck) & _SORTS["button"])

    @property
    def enabled(self) -> bool:
        """True if the key enables the outputs; turning it off takes effect at once, without debouncing."""
        return bool(self._raw & self.steady & _SORTS["key"])

    @property
    def hatch(self) -> Hatch:
        """State of the hatch; without a wired "closed" sensor, it counts as closed when not open."""
        if self.steady & _LIFTED:
            return Hatch.LIFTED
        if self.steady & _OPEN:
            return Hatch.OPEN
        wired = self._settings[ConfigKey.INPUTS]
        closed = self.steady & _CLOSED if wired & _CLOSED else wired & _OPEN
        return Hatch.CLOSED if closed else Hatch.UNKNOWN

    def lit_faults(self) -> list[int]:
        """Return the indices of the lit fault lamps, from 0."""
        return [bit - _FIRST_FAULT for bit in _bits(self.steady & _SORTS["fault"])]

    def build(self, faults: bool) -> BuildCode:
        """Return what the machine does with the set inside the table; ``faults``: the board has active faults."""
        if faults:
            return BuildCode.FAULT
        if self.steady & _MIXING:
            return BuildCode.MIXING
        return BuildCode.READY if self.steady & _READY else BuildCode.EMPTY

    def set(self, levels: int, now: float) -> None:
        """Set the raw levels from ``now`` on."""
        self._burn(now)
        self.given, self._held = levels, levels ^ self._settings[ConfigKey.INVERT]
        self._look(now)

    def drive(self, panel: PanelDrive, now: float) -> None:
        """From ``now`` on, the lamp panel multiplexes these lamps."""
        self._burn(now)
        self.lamps.panel = panel
        self._look(now)

    def feel(self, mask: int, until: float) -> None:
        """Ignore these buttons for edges until ``until`` plus FELT_MS, because the board itself presses them."""
        self._felt |= dict.fromkeys(_bits(mask & _SORTS["button"]), until + FELT_MS / 1000)

    def steady_edges(self, now: float) -> Iterator[InputEdge]:
        """Yield the inputs whose new level has lasted for their debounce time."""
        self._burn(now)
        self._look(now)
        for bit, since in sorted(self._since.items()):
            if now >= since + self._steady_s(bit):
                del self._since[bit]
                self.steady ^= 1 << bit
                pin = PINS[bit]
                number = bit - _FIRST_FAULT if pin.sort == "fault" else None
                yield InputEdge(pin, bool(self.steady & 1 << bit), since, number)

    def deadline(self) -> float | None:
        """Return when a level may next become steady or shorted, or a lamp window ends; None if nothing is pending."""
        times = [until + self._stuck_s(bit) for bit, until in self._felt.items() if not self.shorted & 1 << bit]
        times += [since + self._steady_s(bit) for bit, since in self._since.items()]
        window = self.lamps.deadline()
        return min(times if window is None else [*times, window], default=None)

    def _look(self, now: float) -> None:
        levels = self._wired()
        # A contact that stays closed after its pulse is attributed to the relay, not to a person, until it is seen
        # open.
        over = [bit for bit, until in self._felt.items() if now >= until]
        self.stuck = sum(1 << bit for bit in over) & levels
        self.shorted = sum(1 << bit for bit in over if now >= self._felt[bit] + STUCK_MS / 1000) & levels
        for bit in _bits(sum(1 << bit for bit in over) & ~levels):
            del self._felt[bit]
        for bit in _bits((levels ^ self._raw) | (levels ^ self.steady)):
            if bit in self._felt or not (levels ^ self.steady) & 1 << bit:
                self._since.pop(bit, None)
            else:
                self._since.setdefault(bit, now)
        felt = sum(1 << bit for bit in self._felt)
        self._raw = levels & ~felt | self.steady & felt

    def _burn(self, now: float) -> None:
        if self.lamps.see(self._held, self.steady, now):
            # The first known lamp states are taken as initial state too, without events.
            lamps = _SORTS["lamp"]
            self.steady = self.steady & ~lamps & ~_SORTS["fault"] | self._wired() & lamps

    def _inverted(self) -> int:
        return self.given ^ self._settings[ConfigKey.INVERT]

    def _wired(self) -> int:
        levels = self._inverted()
        lamps = _SORTS["lamp"] | _SORTS["fault"]
        lit = self.lamps.lit if self.lamps.share else self.lamps.plain(levels)
        return (levels & ~lamps | lit & lamps) & self._settings[ConfigKey.INPUTS]

    def _stuck_s(self, bit: int) -> float:
        return STUCK_MS / 1000 if self.stuck & 1 << bit else 0

    def _steady_s(self, bit: int) -> float:
        if PINS[bit].sort in ("button", "key"):
            key = ConfigKey.BUTTON_MS
        else:
            key = ConfigKey.LAMP_OFF_MS if self.steady & 1 << bit else ConfigKey.LAMP_ON_MS
        return self._settings[key] / 1000


def _bits(mask: int) -> Iterator[int]:
    return (bit for bit in range(mask.bit_length()) if mask & 1 << bit)


def _pin(entry: Mapping[str, Any]) -> InputPin:
    on, off = (EventKind[entry[edge]] if edge in entry else None for edge in ("on", "off"))
    return InputPin(entry["name"], entry["sort"], on, off, Seat(entry["seat"]) if "seat" in entry else None)


_CATALOGUE: Final = load()
PINS: Final = tuple(_pin(entry) for entry in _CATALOGUE["pins"]["inputs"])
_SORTS: Final = {
    sort: sum(1 << bit for bit, pin in enumerate(PINS) if pin.sort == sort)
    for sort in ("button", "lamp", "fault", "key")
}
_FIRST_FAULT: Final = INPUTS.index("FAULT_1")
_OPEN, _CLOSED, _LIFTED, _MIXING, _READY = (
    input_mask((name,)) for name in ("HATCH_OPEN", "HATCH_CLOSED", "LIFTED", "MIXING", "READY")
)
# An output and the button it presses have the same bit.
assert OUTPUTS[: _SORTS["button"].bit_length()] == INPUTS[: _SORTS["button"].bit_length()]


def fault_key(number: int) -> ConfigKey:
    """Return the setting that contains the FaultCode of a fault lamp."""
    return ConfigKey(_FIRST_FAULT_KEY + number)
