"""``jantaku table flash``: writes the firmware to a board."""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from api.cli.table.commands import agreed, operator
from api.cli.table.drive import drives, only_drive, put
from controller.errors import LinkError
from firmware_bridge.serial.port import SerialPort
from firmware_bridge.session.events import Reason
from firmware_bridge.session.link import PortError
from hardware.firmware.build import PREBUILT_UF2, RP2040, build_of, prebuilt

# ArduinoCore-avr boards.txt: nano.menu.cpu.atmega328 and atmega328old, upload.speed.
_OLD_LOADER: Final = (
    "jantaku: 旧ブートローダーは停止したコントローラーを復帰できません。Optiboot への書き換えを (docs/firmware.md)"
    " / the old boot loader cannot bring back a board that hung: burn Optiboot (docs/firmware.md)"
)
_BAUD: Final = {False: 115200, True: 57600}
_LOOK_S: Final = 0.25
# Chosen: a board appears within two seconds; a hub or a udev rule may take longer.
_START_S: Final = 15.0


def flash(
    *,
    port: str = "auto",
    firmware: Path | None = None,
    old_bootloader: bool = False,
    rp2040: bool = False,
    drive: Path | None = None,
    yes: bool = False,
    as_json: bool = False,
) -> int:
    """Write the firmware; 0 if the board then runs it and uses this protocol version, otherwise 1."""
    if rp2040 or drive is not None:
        return _flash_rp2040(port, firmware, drive, yes, as_json)
    file = _found(firmware) or prebuilt()
    expected = build_of(file)
    tool = shutil.which("avrdude")
    if tool is None:
        raise LinkError("avrdude: not found, expected it on the PATH; install it (Debian: apt install avrdude)")
    held = SerialPort(port)
    held.close()
    agreed(
        f"{held.path} のコントローラーに {file.name} を書き込みます。/ Write {file.name} to the board on {held.path}?",
        yes,
    )
    where = ("-P", held.path, "-b", str(_BAUD[old_bootloader]))
    done = subprocess.run(
        [tool, "-p", "atmega328p", "-c", "arduino", *where, "-D", "-U", f"flash:w:{file}:i"],
        stdout=sys.stderr,
        check=False,
    )
    if done.returncode:
        cure = "" if old_bootloader else "; a Nano with the old boot loader needs --old-bootloader"
        print(f"jantaku: avrdude ended with {done.returncode}{cure}", file=sys.stderr)
        return 1
    if old_bootloader:
        print(_OLD_LOADER, file=sys.stderr)
    return _greeted(held.path, file, expected, as_json)


def _flash_rp2040(port: str, firmware: Path | None, drive: Path | None, yes: bool, as_json: bool) -> int:
    """As ``flash``, for an RP2040: its program is copied to the disk that it shows while BOOTSEL is held."""
    file = _found(firmware) or prebuilt(RP2040)
    if file.suffix != PREBUILT_UF2.suffix:
        raise LinkError(f"{file}: an RP2040 takes UF2, expected a file ending in {PREBUILT_UF2.suffix}")
    expected = build_of(file)
    place = only_drive(drive, drives())
    agreed(f"{place} のコントローラーに {file.name} を書き込みます。/ Write {file.name} to the board on {place}?", yes)
    put(file, place)
    until = time.monotonic() + _START_S
    while True:
        try:
            return _greeted(port, file, expected, as_json)
        except PortError as error:
            if error.reason is not Reason.PORT_MISSING or time.monotonic() >= until:
                raise
            time.sleep(_LOOK_S)


def _found(firmware: Path | None) -> Path | None:
    if firmware is not None and not firmware.is_file():
        raise LinkError(f"{firmware}: no such file, expected the firmware; leave --hex out for the one that ships")
    return firmware


def _greeted(port: str, file: Path, expected: int, as_json: bool) -> int:
    with operator(port) as table:
        board = table.board
        shown = {"version": f"{board.major}.{board.minor}", "build": f"{board.build:08x}", "read_only": table.read_only}
    print(json.dumps(shown) if as_json else " ".join(f"{key} {value}" for key, value in shown.items()))
    if board.build != expected:
        print(f"jantaku: the board runs build {board.build:08x}, {file.name} is {expected:08x}", file=sys.stderr)
    return 1 if table.read_only or board.build != expected else 0
