"""Builds the firmware for the RP2040 as a UF2 file, which a Raspberry Pi Pico in disk mode accepts.

``python -m hardware.firmware.build_rp2040`` builds the shipped firmware and records its build number.
"""

import shutil
import struct
from pathlib import Path
from typing import Final

from hardware.firmware.build import PREBUILT_UF2, build_of, run_script, write_down
from hardware.firmware.catalogue import ROOT
from hardware.firmware.uf2 import PAGE, boot_crc, to_uf2, uf2_image

OUT: Final = ROOT / "build" / "rp2040"
_HERE: Final = Path(__file__).parent
HARNESS: Final = _HERE / "emulator" / "rp2040" / "harness.js"
"""Runs the firmware on rp2040js; needs node and ``npm ci`` in its folder."""
_BOOT2: Final = 252


def lacks_for_rp2040(emulator: bool = True, compiler: bool = True) -> tuple[str, ...]:
    """Return what is missing to build or emulate: Debian packages, and the emulator's node modules."""
    needed = {"gcc-arm-none-eabi": shutil.which("arm-none-eabi-gcc") is not None} if compiler else {}
    if emulator:
        needed |= {"nodejs": shutil.which("node") is not None}
        needed |= {"npm (make setup)": (HARNESS.parent / "node_modules" / "rp2040js").exists()}
    return tuple(name for name, there in needed.items() if not there)


def build_uf2(out: Path = OUT) -> Path:
    """Build the firmware as UF2 in ``out``; raises LinkError if it cannot be built."""
    run_script(_HERE / "build_rp2040.sh", out, lacks_for_rp2040(emulator=False))
    plain = out / "jantaku-rp2040.bin"
    image = bytearray(plain.read_bytes())
    image[_BOOT2:PAGE] = struct.pack("<I", boot_crc(bytes(image[:_BOOT2])))
    image += b"\xff" * (-len(image) % PAGE)
    plain.write_bytes(image)
    program = out / PREBUILT_UF2.name
    program.write_bytes(to_uf2(bytes(image)))
    return program


def ship_uf2() -> None:
    """Build the firmware and record it as that of this version; raises LinkError."""
    built = build_uf2()
    shutil.copyfile(built, PREBUILT_UF2)
    write_down(rp2040_build=f"0x{build_of(built):08x}", rp2040_bytes=str(len(uf2_image(built))))


if __name__ == "__main__":
    ship_uf2()
