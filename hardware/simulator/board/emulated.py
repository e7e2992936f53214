"""The compiled firmware on an emulated ATmega328P as a ``BoardPort``; virtual time goes much faster than real time."""

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
# For a caller in real time: how long the board may be left alone.
_QUANTUM_S: Final = 0.002
# Outgrows one line of the harness; the firmware loses what is too fast for its line anyway.
_CHUNK: Final = 2048


class ChainFault(Enum):
    """What can be wrong with the chain of shift registers, numbered as in the harness."""

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
    """Program images in flash before the program, numbered as in the harness."""

    NONE = 0
    OPTIBOOT_4 = 1
    OPTIBOOT_6 = 2
    OPTIBOOT_8 = 3


class EmulatedBoard:
    """One board in a separate process (``harness PROGRAM``), powered on at ``now``; close it after use.

    ``seed`` makes the noise in its memory, from which a new board takes its uid.
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
        """Contacts closed now."""
        return self._outputs

    @property
    def now(self) -> float:
        """The time reached."""
        return self._origin + self._cycle / HZ

    def set_inputs(self, levels: int, now: float) -> None:
        """From ``now`` on these inputs are on; the others are not."""
        self._catch_up(now)
        self._tell(f"i {levels:x}")

    def drive_lamps(self, panel: PanelDrive, now: float) -> None:
        """From ``now`` on a panel drives these lamps in turns; all others burn steadily."""
        self._catch_up(now)
        period = HZ / panel.hertz
        shares = (1.0, panel.share, panel.turn, panel.jitter, panel.ghost)
        self._tell(f"m {panel.mask:x} {' '.join(str(round(share * period)) for share in shares)}")

    def receive(self, data: bytes, now: float) -> None:
        """Bytes that come from the host from ``now`` on, at the speed of the line."""
        self._catch_up(now)
        for start in range(0, len(data), _CHUNK):
            self._tell(f"r {data[start : start + _CHUNK].hex()}")

    def advance(self, until: float) -> float:
        """Let time pass to ``until`` or to the first frame sent or output moved before it; the time reached."""
        target = self._cycles(until)
        if target > self._cycle and not self._sent and not self._edges:
            self._ask(f"a {target}")
        return until if self._cycle >= target else self.now

    def tick(self, now: float) -> None:
        """Advance time to ``now`` and handle everything due."""
        self._catch_up(now)

    def deadline(self) -> float:
        """Soon: an emulated board cannot say beforehand when it will do something."""
        return self.now + _QUANTUM_S

    def outgoing(self) -> bytes:
        """Bytes sent since the last call."""
        data = bytes(self._sent)
        self._sent.clear()
        return data

    def edges(self) -> list[OutputEdge]:
        """Changes of the outputs since the last call, in order."""
        edges, self._edges = self._edges, []
        return edges

    def reset(self, now: float, cause: ResetCause = ResetCause.EXTERNAL) -> None:
        """Restart; POWER and BROWN_OUT lose the memory, all keep the EEPROM."""
        self._catch_up(now)
        self._seed += 1
        self._ask(f"x {_CAUSES[cause]} {self._seed}")

    def hang(self, now: float, interrupts: bool = False) -> None:
        """The program gets stuck, with interrupts off or still on."""
        self._catch_up(now)
        self._tell(f"h {int(interrupts)}")

    def break_chain(self, now: float, how: ChainFault = ChainFault.DATA_LOW) -> None:
        """Something happens to the chain of shift registers."""
        self._catch_up(now)
        self._tell(f"c {how.value}")

    def boot_by(self, loader: BootLoader) -> None:
        """From the next reset on this boot loader runs before the program."""
        self._tell(f"b {loader.value}")

    def eeprom(self, content: bytes = b"") -> bytes:
        """The whole EEPROM, after writing ``content`` to its beginning."""
        return bytes.fromhex(self._ask(f"e {content.hex()}"))

    def close(self) -> None:
        """End the process."""
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
