"""Shared parts of the tests' real servers: ports, folders, shutdown, and the handling of missing packages."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Self

import pytest

from tests.support.waiting import PATIENCE_S


def missing(package: str) -> None:
    """Fail if CI=true, else skip the test, with the name of the missing package."""
    lacking(f"needs the Debian package {package}: apt-get install {package}")


def lacking(reason: str) -> None:
    """Fail if CI=true, else skip the test."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def free_port() -> int:
    """Return a port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def open_folder(name: str) -> Path:
    """Create a folder that another user may enter, for a server that must not run as root."""
    folder = Path(tempfile.mkdtemp(prefix=f"jantaku-{name}-"))
    folder.chmod(0o755)
    return folder


class RealServer(ABC):
    """A server process with its own folder and port; it may be killed and started again."""

    def __init__(self, name: str) -> None:
        self.folder = open_folder(name)
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def alive(self) -> bool:
        """True if the process runs; ``start`` waits until it answers."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """Process id."""
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """Text of its log."""
        file = self.folder / "log"
        return file.read_text(errors="replace") if file.is_file() else ""

    def start(self) -> None:
        """Start the server and wait until it listens."""
        until = time.monotonic() + PATIENCE_S
        self._process = self._open()
        while not self._answers():
            if self._process.poll() is not None:
                # Remains of a killed process may take a moment to disappear.
                time.sleep(0.1)
                self._process = self._open()
            assert time.monotonic() < until, f"not started: {self.log[-2000:]}"
            time.sleep(0.02)

    def kill(self) -> None:
        """kill -9."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def __enter__(self) -> Self:
        """Start the server; close it if that fails."""
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Kill the server and remove its folder."""
        if self._process is not None and self._process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    @abstractmethod
    def _open(self) -> subprocess.Popen[bytes]:
        """Start the process."""

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 0.5).close()
        except OSError:
            return False
        return True
