"""``jantaku table flash``."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from api.cli.table.commands import agreed, operator
from controller.errors import LinkError
from firmware_bridge.serial.port import SerialPort
from hardware.firmware.build import build_of, prebuilt

# ArduinoCore-avr boards.txt: nano.menu.cpu.atmega328 and atmega328old, upload.speed.
_OLD_LOADER: Final = (
    "jantaku: 旧ブートローダーは停止した基板を復帰できません。Optiboot への書き換えを (docs/firmware.md)"
    " / the old boot loader cannot bring back a board that hung: burn Optiboot (docs/firmware.md)"
)
_BAUD: Final = {False: 115200, True: 57600}


def run(port: str, firmware: Path | None, old_bootloader: bool, yes: bool, as_json: bool) -> int:
    """Write the firmware; 0 when the board then runs it and speaks this version, 1 when it does not."""
    if firmware is not None and not firmware.is_file():
        raise LinkError(f"{firmware}: no such file, expected the firmware; leave --hex out for the one that ships")
    file = firmware or prebuilt()
    expected = build_of(file)
    tool = shutil.which("avrdude")
    if tool is None:
        raise LinkError("avrdude: not found, expected it on the PATH; install it (Debian: apt install avrdude)")
    held = SerialPort(port)
    held.close()
    agreed(f"{held.path} の基板に {file.name} を書き込みます。/ Write {file.name} to the board on {held.path}?", yes)
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
    with operator(held.path) as table:
        board = table.board
        shown = {"version": f"{board.major}.{board.minor}", "build": f"{board.build:08x}", "read_only": table.read_only}
    print(json.dumps(shown) if as_json else " ".join(f"{key} {value}" for key, value in shown.items()))
    if board.build != expected:
        print(f"jantaku: the board runs build {board.build:08x}, {file.name} is {expected:08x}", file=sys.stderr)
    return 1 if table.read_only or board.build != expected else 0
