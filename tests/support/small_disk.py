"""A disk that is soon full."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

DISK_KIB = 1024


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one MiB that every user may write to."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = ["mount", "-t", "tmpfs", "-o", f"size={DISK_KIB}k,mode=0777", "jantaku-test", str(folder)]
    if subprocess.run(made, capture_output=True, check=False).returncode:
        pytest.skip("a file system can be mounted by root alone; full files are tried without in test_service_atomic")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
