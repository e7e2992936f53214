"""What the real servers of the tests share: ports, folders, ends, and what it means that one is not installed."""

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
    """Fail where everything must be there (CI=true), skip with the package's name elsewhere."""
    lacking(f"needs the Debian package {package}: apt-get install {package}")


def lacking(reason: str) -> None:
    """Fail where everything must be there (CI=true), skip elsewhere."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def open_folder(name: str) -> Path:
    """A new folder that another user may enter: a server that must not be root runs in it."""
    folder = Path(tempfile.mkdtemp(prefix=f"jantaku-{name}-"))
    folder.chmod(0o755)
    return folder


class RealServer(ABC):
    """A server's process in a folder and on a port of its own; it may be killed and started again."""

    def __init__(self, name: str) -> None:
        self.folder = open_folder(name)
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def alive(self) -> bool:
        """Whether it runs: ``start`` waits until it answers."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """Number of its process."""
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """What it wrote."""
        file = self.folder / "log"
        return file.read_text(errors="replace") if file.is_file() else ""

    def start(self) -> None:
        """Start and wait until it listens."""
        until = time.monotonic() + PATIENCE_S
        self._process = self._open()
        while not self._answers():
            if self._process.poll() is not None:
                # What a killed one left behind may take a moment to go.
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
        """Started; closed also where that fails."""
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Kill it and remove its folder."""
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
