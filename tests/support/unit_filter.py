"""Runs a command under the system call filter of a systemd unit, as systemd would set it.

``python -m tests.support.unit_filter UNIT COMMAND...``: the lists come from the unit and from ``systemd-analyze
syscall-filter`` (systemd.exec(5), SystemCallFilter=); the filter is set by libseccomp.
"""

import ctypes
import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

# From seccomp.h and linux/prctl.h.
_KILL_PROCESS: Final = 0x80000000
_ERRNO: Final = 0x00050000
_ALLOW: Final = 0x7FFF0000
_NO_NEW_PRIVILEGES: Final = 38


@cache
def _group(name: str) -> frozenset[str]:
    """System calls of a group (``@...``), including those of nested groups."""
    command = ["systemd-analyze", "syscall-filter", "--no-pager", name]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = (line.strip() for line in told.splitlines()[1:])
    return frozenset(call for line in lines if line and line[0] != "#" for call in _calls(line))


def _calls(word: str) -> Iterator[str]:
    if word.startswith("@"):
        yield from _group(word)
    else:
        yield word


def allowed(unit: Path) -> tuple[frozenset[str], int]:
    """Return the calls that a unit allows, and libseccomp's action for all others."""
    calls = set(_group("@default"))
    action = _KILL_PROCESS
    for line in unit.read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition("=")
        if name == "SystemCallFilter":
            listed = {call for word in value.removeprefix("~").split() for call in _calls(word)}
            calls = calls - listed if value.startswith("~") else calls | listed
        elif name == "SystemCallErrorNumber":
            action = _ERRNO | getattr(errno, value)
    return frozenset(calls), action


def confine(unit: Path) -> None:
    """Set a unit's filter on this process and its children; raises OSError if the kernel refuses."""
    seccomp = ctypes.CDLL("libseccomp.so.2", use_errno=True)
    seccomp.seccomp_init.restype = ctypes.c_void_p
    calls, action = allowed(unit)
    context = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(action)))
    for call in sorted(calls):
        number = seccomp.seccomp_syscall_resolve_name(call.encode())
        # Calls of other processor architectures have negative numbers.
        if number >= 0:
            seccomp.seccomp_rule_add_exact(context, ctypes.c_uint32(_ALLOW), number, 0)
    ctypes.CDLL(None, use_errno=True).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if seccomp.seccomp_load(context):
        raise OSError(f"{unit.name}: the kernel took no filter of system calls")


if __name__ == "__main__":
    confine(Path(sys.argv[1]))
    os.execvp(sys.argv[2], sys.argv[2:])
