"""Isolated network machines: namespaces on a veth pair, for threads of this process and for other processes.

One is the service's machine, the other a phone, at private addresses, each with its own loopback. Making them needs
root's network rights; without these ``network`` raises an error and the tests are skipped with that reason.
"""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

_LAN: Final = 0xC0A8_4D00
SERVICE, PHONE = (str(IPv4Address(_LAN + each)) for each in (1, 2))
_NEWNET: Final = 0x40000000
"""CLONE_NEWNET of setns(2)."""
_NAMED: Final = Path("/run/netns")
P = ParamSpec("P")
T = TypeVar("T")


class NoNetworkError(Exception):
    """No namespace can be made here."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A namespace, by its name in ``ip netns``."""

    name: str

    def command(self, *words: str) -> list[str]:
        """Return the command that runs these words in the namespace."""
        return ["ip", "netns", "exec", self.name, *words]

    def run(self, work: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        """Run ``work`` in a thread of the namespace and return its result; its sockets and threads stay in the
        namespace.
        """
        with ThreadPoolExecutor(1, self.name, self._enter) as thread:
            return thread.submit(work, *values, **named).result()

    def ip(self, *words: str) -> None:
        """Change its network; raises NoNetworkError if that fails."""
        _ip("-n", self.name, *words)

    def _enter(self) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        handle = os.open(_NAMED / self.name, os.O_RDONLY)
        try:
            if libc.setns(handle, _NEWNET):
                raise OSError(ctypes.get_errno(), f"setns {self.name}")
        finally:
            os.close(handle)


@contextmanager
def network() -> Iterator[tuple[Machine, Machine]]:
    """Make the service's machine and a phone; raises NoNetworkError if that fails."""
    made = [Machine(f"jantaku-{os.getpid()}-{name}") for name in ("service", "phone")]
    ends = [f"jan{os.getpid()}{end}" for end in "ab"]
    with ExitStack() as release:
        for machine in made:
            _ip("netns", "add", machine.name)
            release.callback(subprocess.run, ["ip", "netns", "del", machine.name], check=False)
            machine.ip("link", "set", "lo", "up")
        _ip("-n", made[0].name, "link", "add", ends[0], "type", "veth", "peer", "name", ends[1], "netns", made[1].name)
        for machine, end, address in zip(made, ends, (SERVICE, PHONE), strict=True):
            machine.ip("link", "set", end, "name", "lan")
            machine.ip("address", "add", f"{address}/24", "dev", "lan")
            machine.ip("link", "set", "lan", "up")
        yield made[0], made[1]


def _ip(*words: str) -> None:
    if shutil.which("ip") is None:
        raise NoNetworkError("no network namespaces here: the package iproute2 is not installed")
    asked = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if asked.returncode:
        why = asked.stderr.strip() or "refused"
        raise NoNetworkError(f"no network namespaces here: ip {' '.join(words)}: {why}; run the tests as root")
