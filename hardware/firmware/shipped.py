"""Which firmware belongs to this version, by the number that a board answers HELLO with."""

import tomllib
import zlib
from pathlib import Path
from typing import Final

from hardware.firmware.build import OUT, program_image

SHIPPED: Final = Path(__file__).with_name("shipped.toml")


def build_of(program: Path) -> int:
    """The number of a program as Intel hex: the CRC-32 of its bytes; raises LinkError."""
    return zlib.crc32(program_image(program))


def known_builds(out: Path = OUT) -> frozenset[int]:
    """Of this version's firmware, and of one built here, maybe with another compiler; raises LinkError."""
    built = out / "jantaku.hex"
    shipped: int = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))["build"]
    return frozenset((shipped, *((build_of(built),) if built.exists() else ())))
