"""Deliberately damaged frames through the firmware's own decoder, compiled for this machine."""

import shutil
import subprocess
from pathlib import Path

from hardware.firmware.catalogue import ROOT
from tests.firmware.conftest import lacking

SOURCE = ROOT / "hardware" / "firmware" / "source"
DRIVER = Path(__file__).with_name("mutated_frames.c")


def mutated_frames(folder: Path, count: int, seed: int) -> tuple[int, int, int]:
    """Number of damaged frames, of those decoded as the same frame, and of those decoded as another frame."""
    lacking(() if shutil.which("cc") else ("gcc", "libc6-dev"))
    program = folder / "mutated_frames"
    warnings = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-fno-strict-aliasing"]
    files = [str(DRIVER), str(SOURCE / "frames.c")]
    subprocess.run(["cc", *warnings, "-I", str(SOURCE), "-o", str(program), *files], check=True)
    told = subprocess.run([str(program), str(count), str(seed)], check=True, capture_output=True, text=True).stdout
    damaged, same, false_accepts = map(int, told.split())
    return damaged, same, false_accepts
