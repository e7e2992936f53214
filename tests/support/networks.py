"""Machines of a network that nothing leaves: network namespaces on a veth pair, for this process's threads and others.

The service's machine and a phone's, at private addresses, with loopback of their own. Making them takes root's rights
over networks; ``network`` says so where they are missing, and the tests that need it are skipped by that reason.
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
    """A namespace, by its name as ``ip netns`` has it."""

    name: str

    def command(self, *words: str) -> list[str]:
        """A command that runs there."""
        return ["ip", "netns", "exec", self.name, *words]

    def run(self, work: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        """What work comes to in a thread there; what it opens, and the threads that it starts, stay there."""
        with ThreadPoolExecutor(1, self.name, self._enter) as thread:
            return thread.submit(work, *values, **named).result()

    def ip(self, *words: str) -> None:
        """Change its network; raises NoNetworkError where that cannot be."""
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
    """The service's machine and a phone's; raises NoNetworkError where none can be made."""
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
