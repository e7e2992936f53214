"""UF2 files, which an RP2040 in disk mode accepts, and the CRC of its boot block."""

import struct
from pathlib import Path
from typing import Final

from controller.errors import LinkError

FLASH: Final = 0x10000000
PAGE: Final = 256
_SIZE: Final = 512
_BLOCK: Final = struct.Struct("<8I256s220xI")
# Raspberry Pi's "RP2040 Datasheet", 2.8.5: magic numbers of the file, the flag "family id present", and that family.
_MAGIC: Final = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
_FLAGS: Final = 0x2000
_FAMILY: Final = 0xE48BFF56


def boot_crc(block: bytes) -> int:
    """Return the CRC that the boot ROM expects after the boot block: CRC-32, high bit first, no final inversion."""
    crc = 0xFFFFFFFF
    for byte in block:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (0x04C11DB7 if crc & 0x80000000 else 0)) & 0xFFFFFFFF
    return crc


def to_uf2(image: bytes) -> bytes:
    """Return a program for the start of the flash as UF2; its last page is padded with 0xFF."""
    pages = [image[start : start + PAGE].ljust(PAGE, b"\xff") for start in range(0, len(image), PAGE)]
    return b"".join(
        _BLOCK.pack(*_MAGIC[:2], _FLAGS, FLASH + number * PAGE, PAGE, number, len(pages), _FAMILY, page, _MAGIC[2])
        for number, page in enumerate(pages)
    )


def uf2_image(program: Path) -> bytes:
    """Return the flash bytes of a UF2 file, pages in order; raises LinkError for any other file."""
    content = program.read_bytes()
    blocks = [content[start : start + _SIZE] for start in range(0, len(content), _SIZE)]
    image = b""
    for number, block in enumerate(blocks):
        head = (*_MAGIC[:2], _FLAGS, FLASH + number * PAGE, PAGE, number, len(blocks), _FAMILY)
        if len(block) != _SIZE or struct.unpack_from("<8I", block) != head or not block.endswith(_end()):
            raise LinkError(f"{program}: block {number + 1}: expected UF2 for an RP2040, got {block[:8].hex()!r}")
        image += block[32 : 32 + PAGE]
    if not image:
        raise LinkError(f"{program}: expected UF2 for an RP2040, got an empty file")
    return image


def _end() -> bytes:
    return struct.pack("<I", _MAGIC[2])
