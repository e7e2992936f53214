"""Builds the firmware and the emulator's harness with the tools of the system.

``python -m hardware.firmware.build`` builds the firmware that ships and writes it and its number beside this file.
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

OUT: Final = ROOT / "build" / "firmware"
_HERE: Final = Path(__file__).parent
_SIMAVR: Final = Path("/usr/include/simavr/sim_avr.h")
SHIPPED: Final = Path(__file__).with_name("shipped.toml")
"""Which firmware belongs to this version, by the number that a board answers HELLO with."""
PREBUILT: Final = Path(__file__).with_name("jantaku.hex")
"""That firmware, so that nobody needs a compiler to write it to a board."""


def missing_packages(emulator: bool = True) -> tuple[str, ...]:
    """Debian packages that building lacks here."""
    needed = {
        "gcc-avr": shutil.which("avr-gcc") is not None,
        "avr-libc": Path("/usr/lib/avr/include/avr/io.h").exists(),
    }
    if emulator:
        needed |= {"gcc": shutil.which("cc") is not None, "libsimavr-dev": _SIMAVR.exists()}
    return tuple(name for name, there in needed.items() if not there)


def build_program(out: Path = OUT) -> Path:
    """The firmware as Intel hex in ``out``; raises LinkError when it cannot be built or is too large."""
    _run(_HERE / "build.sh", out, missing_packages(emulator=False))
    return out / "jantaku.hex"


def build_harness(out: Path = OUT) -> Path:
    """The emulator's harness in ``out``; raises LinkError when it cannot be built."""
    _run(_HERE / "emulator" / "build.sh", out, missing_packages())
    return out / "harness"


def program_image(program: Path) -> bytes:
    """The bytes that an Intel hex file puts into flash, from address 0; raises LinkError for anything else."""
    image = bytearray()
    for number, line in enumerate(program.read_text(encoding="ascii").split(), 1):
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


def prebuilt() -> Path:
    """The firmware that ships; raises LinkError where its bytes are not those that belong to this version."""
    told: int = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))["build"]
    found = build_of(PREBUILT)
    if found != told:
        raise LinkError(f"{PREBUILT.name}: its CRC is {found:08x}, expected {told:08x}; install this version again")
    return PREBUILT


def ship() -> None:
    """Build the firmware and write it down as the one that belongs to this version; raises LinkError."""
    built = build_program()
    shutil.copyfile(built, PREBUILT)
    told = SHIPPED.read_text(encoding="utf-8")
    for key, value in (("build", f"0x{build_of(built):08x}"), ("bytes", str(len(program_image(built))))):
        told = re.sub(rf"^{key} = .*$", f"{key} = {value}", told, flags=re.MULTILINE)
    SHIPPED.write_text(told, encoding="utf-8")


def _run(script: Path, out: Path, missing: tuple[str, ...]) -> None:
    if missing:
        raise LinkError(f"{script.name}: missing Debian packages: apt-get install {' '.join(missing)}")
    done = subprocess.run(["sh", str(script), str(out)], capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
        raise LinkError(f"{script.name}: ended with {done.returncode}: {lines[0]}")


def build_of(program: Path) -> int:
    """The number of a program as Intel hex: the CRC-32 of its bytes; raises LinkError."""
    return zlib.crc32(program_image(program))


def known_builds(out: Path = OUT) -> frozenset[int]:
    """Of this version's firmware, and of one built here, maybe with another compiler; raises LinkError."""
    built = out / "jantaku.hex"
    shipped: int = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))["build"]
    return frozenset((shipped, *((build_of(built),) if built.exists() else ())))


if __name__ == "__main__":
    ship()
