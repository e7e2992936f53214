"""A service with its vision contacts no host and writes only into its own folders, judged by its system calls."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from platformdirs import user_cache_path

from tests.support.one_picture import LOOKED, one_picture_served
from tests.support.printed_commands import ROOT
from tests.support.real_servers import missing
from tests.support.waiting import PATIENCE_S

CALLS: Final = "connect,sendto,sendmsg,sendmmsg,open,openat,creat"
HERE: Final = re.compile(r'inet_addr\("127\.|inet_pton\(AF_INET6, "::1"')
ASKS: Final = re.compile(r"sa_family=AF_INET6?,|systemd/resolve")
NAMES: Final = "htons(53)"
"""Port of name servers, on this machine too."""
COMPILED: Final = user_cache_path("jantaku", appauthor=False) / "bytecode"
"""Compiled modules, shared by all services of this user: a new home folder would make it compile everything."""
MAKES: Final = re.compile(r"O_CREAT.* = \d+<(?!/dev/|/proc/)(?P<path>[^>]*)>")
STARTS: Final = f"ip link set lo up && exec strace -f -y --seccomp-bpf -e trace={CALLS} -o"


def traced(folder: Path, *command: str, until: str = "", seconds: float = PATIENCE_S) -> list[str]:
    """Return the system calls of a command without a network, until its output matches, it ends, or time is up."""
    for each in ("home", "venue", "tmp"):
        (folder / each).mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ORT_"))}
    environment |= {"HOME": str(folder / "home"), "TMPDIR": str(folder / "tmp"), "PYTHONPATH": str(ROOT)}
    environment["PYTHONPYCACHEPREFIX"] = str(COMPILED)
    served = subprocess.Popen(
        ["unshare", "-rn", "sh", "-c", f'{STARTS} "$0" "$@"', str(folder / "calls"), *command],
        cwd=folder / "venue", env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
        start_new_session=True,
    )  # fmt: skip
    assert served.stderr is not None
    if not until:
        with contextlib.suppress(subprocess.TimeoutExpired):
            served.wait(seconds)
    else:
        said = ""
        while until not in said:
            line = served.stderr.readline()
            assert line, said
            said += line
    # The tracer runs until all traced processes have ended.
    if served.poll() is None:
        os.killpg(served.pid, signal.SIGTERM)
    served.communicate(timeout=PATIENCE_S)
    return (folder / "calls").read_text(encoding="utf-8", errors="replace").splitlines()


def asked(calls: list[str]) -> list[str]:
    """Attempts to reach another machine, or to resolve a name."""
    return [call for call in calls if ASKS.search(call) and (NAMES in call or not HERE.search(call))]


def made_elsewhere(calls: list[str], folder: Path) -> set[str]:
    """Files made outside the folders of the product, of the venue, and of temporary files."""
    home = folder / "home"
    own = (folder / "venue", folder / "tmp", COMPILED, home / ".cache/jantaku", home / ".local/state/jantaku")
    made = {found["path"] for call in calls if (found := MAKES.search(call))}
    return {each for each in made if not any(Path(each).is_relative_to(mine) for mine in own)}


@pytest.fixture
def apart() -> Iterator[Path]:
    """A folder for commands without a network, near the root: a socket's path has 107 characters at most."""
    for tool, package in (("strace", "strace"), ("ip", "iproute2")):
        if shutil.which(tool) is None:
            missing(package)
    if subprocess.run(["unshare", "-rn", "true"], check=False).returncode:
        missing("util-linux, and a kernel that lets users make network namespaces")
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.mark.parametrize("until", [LOOKED, pytest.param("", marks=pytest.mark.long)])
def test_a_service_and_its_eyes_ask_nobody_and_write_into_their_own_folders(apart: Path, until: str) -> None:
    """Failed before onnxruntime's telemetry was switched off; it connects 9 s after loading, which the long case
    awaits.
    """
    calls = traced(apart, *one_picture_served(apart), until=until, seconds=25)
    assert any("jantaku.sqlite" in call for call in calls)
    assert asked(calls) == []
    assert made_elsewhere(calls, apart) == set()


def test_what_asks_and_what_writes_elsewhere_is_seen(apart: Path) -> None:
    asks = "import socket\ntry: socket.getaddrinfo('jantaku.example', 80)\nexcept OSError: open('../home/x', 'w')"
    calls = traced(apart, sys.executable, "-c", asks)
    assert asked(calls)
    assert made_elsewhere(calls, apart) == {str(apart / "home/x")}
