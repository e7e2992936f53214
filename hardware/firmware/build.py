"""Builds the firmware and the emulator harness with the system's tools.

``python -m hardware.firmware.build`` builds the shipped firmware and stores it and its build number beside this file.
"""

import re
import shutil
import subprocess
import tomllib
import zlib
from pathlib import Path
from typing import Final

from controller.errors import LinkError
from hardware.firmware.catalogue import ROOT
from hardware.firmware.uf2 import uf2_image

OUT: Final = ROOT / "build" / "firmware"
_HERE: Final = Path(__file__).parent
_SIMAVR: Final = Path("/usr/include/simavr/sim_avr.h")
SHIPPED: Final = _HERE / "shipped.toml"
"""File with the build numbers of the firmware of this version, as a board reports them in HELLO_ACK."""
PREBUILT: Final = SHIPPED.with_name("jantaku.hex")
"""The shipped firmware, so that writing it to a board needs no compiler."""
PREBUILT_UF2: Final = SHIPPED.with_name("jantaku-rp2040.uf2")
"""The shipped firmware for an RP2040."""
ARDUINO: Final = "Arduino, ATmega328P"
RP2040: Final = "Raspberry Pi Pico, RP2040"


def missing_packages(emulator: bool = True) -> tuple[str, ...]:
    """Return the Debian packages needed for building that are missing on this system."""
    needed = {
        "gcc-avr": shutil.which("avr-gcc") is not None,
        "avr-libc": Path("/usr/lib/avr/include/avr/io.h").exists(),
    }
    if emulator:
        needed |= {"gcc": shutil.which("cc") is not None, "libsimavr-dev": _SIMAVR.exists()}
    return tuple(name for name, there in needed.items() if not there)


def build_program(out: Path = OUT) -> Path:
    """Build the firmware as Intel hex in ``out``; raises LinkError if it cannot be built or is too large."""
    run_script(_HERE / "build.sh", out, missing_packages(emulator=False))
    return out / "jantaku.hex"


def build_harness(out: Path = OUT) -> Path:
    """Build the emulator harness in ``out``; raises LinkError if it cannot be built."""
    run_script(_HERE / "emulator" / "build.sh", out, missing_packages())
    return out / "harness"


def program_image(program: Path) -> bytes:
    """Return the flash bytes of an Intel hex file, from address 0; raises LinkError for any other file."""
    image = bytearray()
    for number, line in enumerate(program.read_text(encoding="ascii", errors="replace").split(), 1):
        try:
            record = bytes.fromhex(line.removeprefix(":"))
        except ValueError:
            record = b""
        if len(record) < 5 or len(record) != record[0] + 5 or sum(record) & 0xFF:
            raise LinkError(f"{program}: line {number}: expected a record of Intel hex, got {line[:20]!r}")
        if record[3] == 0:
            address = int.from_bytes(record[1:3], "big")
            image += b"\xff" * (address - len(image)) + record[4:-1]
    return bytes(image)


def prebuilt(board: str = ARDUINO) -> Path:
    """Return the path of the shipped firmware; raises LinkError if its CRC is not that of this version."""
    file = PREBUILT if board == ARDUINO else PREBUILT_UF2
    told = next(build for build, name in _shipped_builds().items() if name == board)
    found = build_of(file)
    if found != told:
        raise LinkError(f"{file.name}: its CRC is {found:08x}, expected {told:08x}; install this version again")
    return file


def ship() -> None:
    """Build the firmware and record it as that of this version; raises LinkError."""
    built = build_program()
    shutil.copyfile(built, PREBUILT)
    write_down(build=f"0x{build_of(built):08x}", bytes=str(len(program_image(built))))


def write_down(**facts: str) -> None:
    """Set keys of ``SHIPPED`` to these TOML values."""
    told = SHIPPED.read_text(encoding="utf-8")
    for key, value in facts.items():
        told = re.sub(rf"^{key} = .*$", f"{key} = {value}", told, flags=re.MULTILINE)
    SHIPPED.write_text(told, encoding="utf-8")


def run_script(script: Path, out: Path, missing: tuple[str, ...]) -> None:
    """Run a build script; raises LinkError with the missing packages or the first line of its error output."""
    if missing:
        raise LinkError(f"{script.name}: missing Debian packages: apt-get install {' '.join(missing)}")
    done = subprocess.run(["sh", str(script), str(out)], capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
        raise LinkError(f"{script.name}: ended with {done.returncode}: {lines[0]}")


def build_of(program: Path) -> int:
    """Return the build number of an Intel hex or UF2 file, the CRC-32 of its bytes; raises LinkError."""
    return zlib.crc32(uf2_image(program) if program.suffix == PREBUILT_UF2.suffix else program_image(program))


def known_builds(out: Path = OUT) -> dict[int, str]:
    """Return board names by build number: the shipped firmware and local builds, which other compilers may have made.

    Raises LinkError.
    """
    built = {out / PREBUILT.name: ARDUINO, out.parent / "rp2040" / PREBUILT_UF2.name: RP2040}
    return _shipped_builds() | {build_of(file): board for file, board in built.items() if file.exists()}


def _shipped_builds() -> dict[int, str]:
    told = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))
    return {told["build"]: ARDUINO, told["rp2040_build"]: RP2040}


if __name__ == "__main__":
    ship()
