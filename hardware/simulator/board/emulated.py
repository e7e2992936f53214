"""The compiled firmware on an emulated ATmega328P as a ``BoardPort``; virtual time runs much faster than real time."""

import subprocess
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from controller.errors import LinkError
from firmware_bridge.wire.codes import ResetCause
from hardware.simulator.pins import AT_REST, OutputEdge, PanelDrive

HZ: Final = 16_000_000
_CAUSES: Final = {ResetCause.POWER: 1, ResetCause.EXTERNAL: 2, ResetCause.BROWN_OUT: 3}
# Longest time in seconds that a caller in real time may wait before the next ``advance``.
_QUANTUM_S: Final = 0.002
# Bytes per line of the harness protocol; data faster than the serial line is lost in the firmware in any case.
_CHUNK: Final = 2048


class ChainFault(Enum):
    """Faults of the chain of shift registers, numbered as in the harness."""

    WHOLE = 0
    DATA_LOW = 1
    DATA_HIGH = 2
    CLOCK_OPEN = 3
    LATCH_LOW = 4
    LATCH_HIGH = 5
    NO_U1 = 6
    NO_U2 = 7
    NO_U3 = 8
    FEED_OPEN = 9


class BootLoader(Enum):
    """Boot loaders that may occupy flash before the program, numbered as in the harness."""

    NONE = 0
    OPTIBOOT_4 = 1
    OPTIBOOT_6 = 2
    OPTIBOOT_8 = 3


class EmulatedBoard:
    """One board in a separate process (``harness PROGRAM``), powered on at ``now``; close it after use.

    ``seed`` determines the initial noise in its memory, from which a new board derives its uid.
    """

    def __init__(self, harness: Path, program: Path, now: float = 0.0, seed: int = 1, levels: int = AT_REST) -> None:
        self._process = subprocess.Popen(
            [str(harness), str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1 << 16
        )
        self._origin = now
        self._cycle = 0
        self._seed = seed
        self._outputs = 0
        self._sent = bytearray()
        self._edges: list[OutputEdge] = []
        self._tell(f"i {levels:x}")
        self.reset(now, ResetCause.POWER)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()

    @property
    def outputs(self) -> int:
        """Mask of the contacts that are closed now."""
        return self._outputs

    @property
    def now(self) -> float:
        """The time reached, in seconds."""
        return self._origin + self._cycle / HZ

    def set_inputs(self, levels: int, now: float) -> None:
        """Set all inputs from ``now`` on: inputs outside ``levels`` are off."""
        self._catch_up(now)
        self._tell(f"i {levels:x}")

    def drive_lamps(self, panel: PanelDrive, now: float) -> None:
        """From ``now`` on, multiplex the lamps of ``panel``; all other lamps are lit steadily."""
        self._catch_up(now)
        period = HZ / panel.hertz
        shares = (1.0, panel.share, panel.turn, panel.jitter, panel.ghost)
        self._tell(f"m {panel.mask:x} {' '.join(str(round(share * period)) for share in shares)}")

    def receive(self, data: bytes, now: float) -> None:
        """Send bytes of the host from ``now`` on, at the speed of the serial line."""
        self._catch_up(now)
        for start in range(0, len(data), _CHUNK):
            self._tell(f"r {data[start : start + _CHUNK].hex()}")

    def advance(self, until: float) -> float:
        """Advance to ``until``, or stop at the first frame sent or output changed; return the time reached."""
        target = self._cycles(until)
        if target > self._cycle and not self._sent and not self._edges:
            self._ask(f"a {target}")
        return until if self._cycle >= target else self.now

    def tick(self, now: float) -> None:
        """Advance time to ``now`` and handle everything due."""
        self._catch_up(now)

    def deadline(self) -> float:
        """Return a time shortly after ``now``: when an emulated board acts next cannot be predicted."""
        return self.now + _QUANTUM_S

    def outgoing(self) -> bytes:
        """Return the bytes sent since the last call."""
        data = bytes(self._sent)
        self._sent.clear()
        return data

    def edges(self) -> list[OutputEdge]:
        """Return the output changes since the last call, in order."""
        edges, self._edges = self._edges, []
        return edges

    def reset(self, now: float, cause: ResetCause = ResetCause.EXTERNAL) -> None:
        """Restart the board; POWER and BROWN_OUT clear its memory, the EEPROM survives every cause."""
        self._catch_up(now)
        self._seed += 1
        self._ask(f"x {_CAUSES[cause]} {self._seed}")

    def hang(self, now: float, interrupts: bool = False) -> None:
        """Make the program hang, with interrupts disabled or (``interrupts``) still enabled."""
        self._catch_up(now)
        self._tell(f"h {int(interrupts)}")

    def break_chain(self, now: float, how: ChainFault = ChainFault.DATA_LOW) -> None:
        """Apply a fault to the chain of shift registers; ``ChainFault.WHOLE`` repairs it."""
        self._catch_up(now)
        self._tell(f"c {how.value}")

    def boot_by(self, loader: BootLoader) -> None:
        """Run this boot loader before the program from the next reset on."""
        self._tell(f"b {loader.value}")

    def eeprom(self, content: bytes = b"") -> bytes:
        """Write ``content`` to the beginning of the EEPROM, then return the whole EEPROM."""
        return bytes.fromhex(self._ask(f"e {content.hex()}"))

    def close(self) -> None:
        """Kill the process and wait for its end."""
        self._process.kill()
        self._process.communicate()

    def _catch_up(self, now: float) -> None:
        target = self._cycles(now)
        while self._cycle < target:
            self._ask(f"a {target}")

    def _cycles(self, at: float) -> int:
        return round((at - self._origin) * HZ)

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
        except (OSError, ValueError) as error:
            raise LinkError(f"emulated board: its process is gone ({error})") from None

    def _ask(self, line: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._tell(line)
        content = ""
        try:
            self._process.stdin.flush()
        except OSError as error:
            raise LinkError(f"emulated board: its process is gone ({error})") from None
        while True:
            kind, _, rest = self._process.stdout.readline().rstrip("\n").partition(" ")
            match kind:
                case ".":
                    self._cycle = int(rest)
                    return content
                case "t":
                    self._sent += bytes.fromhex(rest.partition(" ")[2])
                case "o":
                    cycle, _, mask = rest.partition(" ")
                    self._outputs = int(mask, 16)
                    self._edges.append(OutputEdge(self._origin + int(cycle) / HZ, self._outputs))
                case "e":
                    content = rest
                case _:
                    raise LinkError(f"emulated board: {rest or 'its process ended'}")
