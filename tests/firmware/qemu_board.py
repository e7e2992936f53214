"""The firmware on QEMU's Arduino Uno: its UART in real time, no pins, no EEPROM, no watchdog."""

import select
import socket
import subprocess
import time
from pathlib import Path

from firmware_bridge.wire.codes import ResetCause
from hardware.simulator.pins import OutputEdge, PanelDrive
from tests.support.waiting import PATIENCE_S

EMULATOR = "qemu-system-avr"


class QemuBoard:
    """A ``BoardPort`` that runs by the wall clock."""

    outputs = 0

    def __init__(self, program: Path) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        line = f"socket,id=line,host=127.0.0.1,port={listener.getsockname()[1]},nodelay=on"
        machine = f"{EMULATOR} -machine uno -serial chardev:line -display none -monitor none"
        self._process = subprocess.Popen(
            [*machine.split(), "-bios", str(program), "-chardev", line],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        listener.settimeout(PATIENCE_S)
        self._socket, _ = listener.accept()
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.close()
        self._sent = bytearray()

    def set_inputs(self, levels: int, now: float) -> None:
        """Do nothing: no inputs are wired to this machine."""

    def drive_lamps(self, panel: PanelDrive, now: float) -> None:
        """Do nothing: there is no panel."""

    def receive(self, data: bytes, now: float) -> None:  # noqa: ARG002, a board's methods take the time
        """Send bytes to the UART."""
        self._socket.sendall(data)

    def advance(self, until: float) -> float:
        """Wait for bytes, at most until that time."""
        ready, _, _ = select.select([self._socket], [], [], max(0.0, until - time.monotonic()))
        if ready:
            self._sent += self._socket.recv(4096)
        return min(until, time.monotonic())

    def deadline(self) -> float | None:
        """Return None: the machine runs by its own clock."""
        return None

    def outgoing(self) -> bytes:
        """Return the bytes received."""
        data = bytes(self._sent)
        self._sent.clear()
        return data

    def edges(self) -> list[OutputEdge]:
        """Return none: outputs are not visible here."""
        return []

    def reset(self, now: float, cause: ResetCause = ResetCause.EXTERNAL) -> None:
        """Not available here."""
        raise NotImplementedError

    def close(self) -> None:
        """Stop the machine."""
        self._socket.close()
        self._process.kill()
        self._process.wait()
