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

HEX: Final = Path(__file__).parents[3] / "build" / "firmware" / "jantaku.hex"
# ArduinoCore-avr boards.txt: nano.menu.cpu.atmega328 and atmega328old, upload.speed.
_OLD_LOADER: Final = (
    "jantaku: 旧ブートローダーは停止した基板を復帰できません。Optiboot への書き換えを (docs/firmware.md)"
    " / the old boot loader cannot bring back a board that hung: burn Optiboot (docs/firmware.md)"
)
_BAUD: Final = {False: 115200, True: 57600}


def run(port: str, firmware: Path | None, old_bootloader: bool, yes: bool, as_json: bool) -> int:
    """Write the firmware; 0 when the board then speaks this version, 1 when it does not."""
    file = firmware or HEX
    if not file.is_file():
        raise LinkError(
            f"{file}: no such file, expected the firmware; build it with make firmware, or name it with --hex"
        )
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
    return 1 if shown["read_only"] else 0
