"""The disk that an RP2040 shows while its BOOTSEL button is held: a file copied there becomes its program."""

import os
import string
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from controller.errors import LinkError

# Raspberry Pi's "RP2040 Datasheet", 2.8.1: name of the volume, and file and line that identify the board.
_VOLUME: Final = "RPI-RP2"
_ABOUT: Final = "INFO_UF2.TXT"
_BOARD: Final = "Board-ID: RPI-RP2"
_MOUNTED: Final = (
    f"/media/*/{_VOLUME}",
    f"/media/{_VOLUME}",
    f"/run/media/*/{_VOLUME}",
    f"/mnt/{_VOLUME}",
    f"/Volumes/{_VOLUME}",
)


def drives(root: Path = Path("/")) -> list[Path]:
    """Return the mounted disks of boards that wait for a program."""
    return [folder for folder in _mounted(root) if is_drive(folder)]


def is_drive(folder: Path) -> bool:
    """True if a folder is the boot disk of an RP2040."""
    try:
        return _BOARD in (folder / _ABOUT).read_text(encoding="ascii", errors="replace")
    except OSError:
        return False


def only_drive(named: Path | None, found: Sequence[Path]) -> Path:
    """Return the disk to write to; if there is not exactly one, raises LinkError with a remedy."""
    if named is not None and not is_drive(named):
        raise LinkError(f"{named}: no {_ABOUT} of an RP2040 in it, expected the disk {_VOLUME}")
    places = [named] if named is not None else list(found)
    if len(places) == 1:
        return places[0]
    if places:
        raise LinkError(
            f"{len(places)} disks {_VOLUME} ({', '.join(map(str, places))}), expected one; name it with --drive"
        )
    raise LinkError(
        f"no disk {_VOLUME}: hold the button BOOTSEL while plugging the board in, mount the disk, or name it (--drive)"
    )


def put(program: Path, drive: Path) -> None:
    """Copy the program; the board starts it after the last byte. Raises LinkError."""
    place = drive / program.name
    try:
        with place.open("wb") as file:
            file.write(program.read_bytes())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        # The disk disappears with the last block, sometimes before the copy is complete for this system.
        if is_drive(drive):
            raise LinkError(f"{place}: could not be written ({error.strerror})") from None


def _mounted(root: Path) -> Iterator[Path]:
    if sys.platform == "win32":
        yield from (Path(f"{letter}:/") for letter in string.ascii_uppercase[2:])
    for pattern in _MOUNTED:
        yield from sorted(root.glob(pattern.lstrip("/")))
