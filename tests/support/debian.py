"""Debian systems for tests: made by debootstrap, booted by systemd-nspawn, each on its own network.

Needs root and the Debian packages debootstrap and systemd-container.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import psutil

from tests.support.waiting import PATIENCE_S

SUITE: Final = "bookworm"
# Packages of a usual installation that the smallest variant lacks.
_USUAL: Final = ("ca-certificates", "dbus", "iproute2", "procps", "systemd-sysv")
_BOOTED_WITHIN_S: Final = PATIENCE_S
_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_WITHIN_S: Final = 2 * PATIENCE_S


class DebianError(RuntimeError):
    """A command exited with another status than 0."""


def lacking() -> list[str]:
    """Required programs that are missing on this machine."""
    return [each for each in ("debootstrap", "systemd-nspawn", "nsenter") if shutil.which(each) is None]


def base(folder: Path) -> Path:
    """Return a minimal Debian root, made on first use."""
    done = folder.with_name(f"{folder.name}.done")
    if not done.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        words = ["debootstrap", "--variant=minbase", f"--include={','.join(_USUAL)}", SUITE, str(folder)]
        _run(words)
        # Updates and security suites, as on any maintained machine.
        for kind, suite in (("debian", f"{SUITE}-updates"), ("debian-security", f"{SUITE}-security")):
            with (folder / "etc/apt/sources.list").open("a") as sources:
                sources.write(f"deb {_mirror(folder, kind)} {suite} main\n")
        done.touch()
    return folder


def _mirror(folder: Path, kind: str) -> str:
    """URL of the mirror for ``kind``, next to the archive of the base system."""
    return (folder / "etc/apt/sources.list").read_text().split()[1].rpartition("/")[0] + f"/{kind}"


class Debian:
    """A machine in an overlay over an unchanged base; ``close`` stops and deletes it."""

    def __init__(self, below: Path, folder: Path) -> None:
        """``below``: root of a minimal Debian, or of another machine that is not running."""
        self._parts = {name: folder / name for name in ("upper", "work", "root")}
        for part in self._parts.values():
            part.mkdir(parents=True)
        said = f"lowerdir={below},upperdir={self._parts['upper']},workdir={self._parts['work']}"
        _run(["mount", "-t", "overlay", "overlay", "-o", said, str(self.root)])
        self._nspawn: subprocess.Popen[bytes] | None = None
        self._leader = 0
        self.log = folder / "boot.log"

    @property
    def root(self) -> Path:
        """Root of its file system."""
        return self._parts["root"]

    def install(self, text: str, **environment: str) -> None:
        """Run shell lines in the machine before it boots, with the host's network, from which packages come."""
        _run(["mount", "-t", "proc", "proc", str(self.root / "proc")])
        try:
            shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")
            self._shell(["chroot", str(self.root)], text, {"DEBIAN_FRONTEND": "noninteractive", **environment})
        finally:
            _run(["umount", str(self.root / "proc")])

    def boot(self) -> float:
        """Start systemd in the machine; return the seconds until it is up."""
        began = time.monotonic()
        words = ["systemd-nspawn", f"--directory={self.root}", "--register=no", "--keep-unit", "--private-network"]
        with self.log.open("ab") as log:
            self._nspawn = subprocess.Popen([*words, "--boot"], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        while time.monotonic() < began + _BOOTED_WITHIN_S:
            self._leader = self._leader or self._found()
            if self._leader and self.ask("systemctl is-system-running || true") in ("running", "degraded"):
                self.run("ip link set lo up")
                return time.monotonic() - began
            time.sleep(0.1)
        raise DebianError(f"not booted: {self.log.read_text(errors='replace')[-2000:]}")

    def _found(self) -> int:
        """Return the process id, on the host, of the machine's process 1; 0 if there is none yet."""
        assert self._nspawn is not None
        for each in psutil.Process(self._nspawn.pid).children(recursive=True):
            status = Path(f"/proc/{each.pid}/status")
            ids = next((line for line in status.read_text().splitlines() if line.startswith("NSpid:")), "")
            if ids.split()[-1:] == ["1"]:
                return each.pid
        return 0

    def run(self, text: str, folder: str = "/root") -> str:
        """Run shell lines in the machine and return their output. Raises DebianError."""
        return self._shell(["nsenter", f"--target={self._leader}", "--all", f"--wd={self.root}{folder}"], text, {})

    def ask(self, text: str) -> str:
        """Return the stripped output of shell lines; empty if they fail."""
        try:
            return self.run(text).strip()
        except DebianError:
            return ""

    def _shell(self, into: Sequence[str], text: str, environment: dict[str, str]) -> str:
        named = {"PATH": _PATH, "HOME": "/root", "LANG": "C.UTF-8", **environment}
        return _run([*into, "bash", "-euo", "pipefail", "-c", text], named)

    def stop(self) -> None:
        """Shut the machine down; its file system stays."""
        if self._nspawn is not None:
            self._nspawn.terminate()
            try:
                self._nspawn.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                self._nspawn.kill()
                self._nspawn.wait()
            self._nspawn, self._leader = None, 0

    def close(self) -> None:
        """Shut the machine down and delete it."""
        self.stop()
        subprocess.run(["umount", str(self.root)], check=False, capture_output=True)
        shutil.rmtree(self.root.parent, ignore_errors=True)


def _run(words: Sequence[str], environment: dict[str, str] | None = None) -> str:
    named = os.environ if environment is None else environment
    done = subprocess.run(
        words, env=named, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_WITHIN_S, check=False
    )
    if done.returncode:
        raise DebianError(f"{words[-1]}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout
