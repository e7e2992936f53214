"""Supported systems: Linux on x86-64 and aarch64 in full, macOS and Windows without the simulator's terminals."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.support.syntax import Nodes
from tests.support.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]
POSIX = ("fcntl", "termios", "grp", "pwd", "resource", "pty", "tty", "syslog", "posix")
# The simulator's terminals, the serial port module, Linux's cameras; none is imported on Windows.
MAY = (
    "hardware/simulator/",
    "firmware_bridge/serial/posix.py",
    "vision/capture/v4l2.py",
)
# Architectures that need a wheel: the machine under the table, and the small one under it.
MACHINES = ("x86_64", "aarch64")
# Distributed as source for Linux: pip builds a C part if there is a compiler, else plain Python is used.
SOURCE = ("cobs",)
# Names of `os`, `signal` and `socket` that Windows lacks: use them only after checking that they exist.
LACKING = (
    *("getuid", "geteuid", "getgroups", "fork", "O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK", "O_DIRECTORY", "mkfifo"),
    *("SIGHUP", "SIGUSR1", "SIGKILL", "AF_UNIX", "SOCK_CLOEXEC", "fchmod", "chown", "openpty"),
)
BLOCKED = f"""
import importlib.abc, json, os, signal, socket, sys

class Windows(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name in {POSIX!r}:
            raise ImportError(f"{{name}}: not on this system")

for name in {POSIX!r}:
    sys.modules.pop(name, None)
# What the standard library chooses by the system's name is chosen by now; from here on the program's own choices count.
import asyncio, logging.handlers, multiprocessing.context, pathlib, selectors, shutil, ssl, subprocess, tempfile, uuid
import cv2, numpy, onnxruntime, platformdirs, psutil, rich.console, sqlalchemy, typer, uvicorn
import serial, serial.tools.list_ports
for name in {POSIX!r}:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Windows())
for module in (os, signal, socket):
    for name in {LACKING!r}:
        if hasattr(module, name):
            delattr(module, name)
sys.platform = "win32"
"""


def test_what_only_posix_has_is_imported_by_the_simulator_and_one_port(nodes: dict[Path, Nodes]) -> None:
    found = []
    for path, each in nodes.items():
        name = path.as_posix()
        modules = {alias.name for node in each.of(ast.Import) for alias in node.names}
        modules |= {node.module or "" for node in each.of(ast.ImportFrom) if not node.level}
        if modules & set(POSIX) and not name.startswith(MAY):
            found.append((name, modules & set(POSIX)))
    assert found == []


def used(nodes: Nodes) -> set[str]:
    """Attributes used of the modules that differ between systems."""
    modules = ("os", "signal", "socket")
    return {
        node.attr for node in nodes.of(ast.Attribute) if isinstance(node.value, ast.Name) and node.value.id in modules
    }


def test_names_that_windows_lacks_are_looked_for_first(nodes: dict[Path, Nodes]) -> None:
    """A function that uses such an attribute must check it by ``hasattr``; getattr with a default needs no check."""
    found = []
    for path, each in nodes.items():
        name = path.as_posix()
        if name.startswith((*MAY, "vision/training/", "vision/render/", "docs/")):
            continue
        functions: Iterator[ast.FunctionDef | ast.AsyncFunctionDef] = each.of(ast.FunctionDef, ast.AsyncFunctionDef)
        for function in functions if used(each) & set(LACKING) else ():
            inside = Nodes(function)
            asked = {
                node.args[1].value
                for node in inside.of(ast.Call)
                if isinstance(node.func, ast.Name) and node.func.id == "hasattr" and len(node.args) > 1
                if isinstance(node.args[1], ast.Constant)
            }
            found += [(name, function.name, lacking) for lacking in used(inside) & set(LACKING) - asked]
    assert found == [
        # Called by `listening` and `ask`, which have checked.
        ("api/venue/console.py", "_bound", "AF_UNIX"),
        ("api/venue/console.py", "_answers", "AF_UNIX"),
        # Used only where /proc lists open folders.
        ("api/venue/console.py", "reached", "O_DIRECTORY"),
    ]


def test_every_locked_library_has_a_wheel_for_both_linux_machines(locked: list[dict[str, Any]]) -> None:
    needed = _needed(locked)
    lacking = []
    for package in locked:
        names = [wheel["url"].rsplit("/", 1)[-1] for wheel in package.get("wheels", ())]
        if package["name"] not in needed - {*SOURCE} or not names:
            continue
        for machine in MACHINES:
            fits = [each for each in names if each.endswith("-none-any.whl") or ("linux" in each and machine in each)]
            lacking += [] if fits else [(package["name"], machine)]
    assert lacking == []


def _needed(locked: list[dict[str, object]]) -> set[str]:
    """Libraries that a running system needs, directly or indirectly."""
    by_name = {str(each["name"]): each for each in locked}
    found, todo = set[str](), ["jantaku"]
    while todo:
        name = todo.pop()
        if name in found or name not in by_name:
            continue
        found.add(name)
        dependencies = by_name[name].get("dependencies", [])
        assert isinstance(dependencies, list)
        if name == "jantaku":
            dependencies = [*dependencies, *_extra(by_name[name])]
        todo += [str(each["name"]) for each in dependencies]
    return found


def _extra(package: dict[str, object]) -> list[dict[str, object]]:
    """Additional dependencies of a venue, beside scores and rulebooks."""
    extras = package["optional-dependencies"]
    assert isinstance(extras, dict)
    return list(extras["venue"])


def run(script: str, given: str = "", folder: Path = ROOT) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED + script],
        *(),
        input=given,
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


SCRIPT = """
from pathlib import Path
from typing import Any
from api.cli import main

folder = Path.cwd()
cv2.imwrite("photo.png", numpy.full((240, 320, 3), 90, numpy.uint8))


def told(*arguments):
    sys.argv = ["jantaku", *arguments]
    try:
        main()
    except SystemExit as ended:
        assert ended.code in (None, 0, 1), (arguments, ended.code)


for each in json.loads(sys.argv[1]):
    told(*each)

import api.cli.serve, api.cli.serving, api.eyes.fork, firmware_bridge.doctor, firmware_bridge.table
from api.stores.open import open_journal
from firmware_bridge.serial import port

assert port.system.__name__.endswith("plain"), port.system
first = open_journal(folder / "journal.sqlite")
try:
    open_journal(folder / "journal.sqlite")
except Exception as error:
    print(error)
first.close()
open_journal(folder / "journal.sqlite").close()
"""


def test_commands_ports_and_journals_do_without_what_windows_lacks(tmp_path: Path) -> None:
    hand = {"rulebook": "npm-2008", "hand": "123m456p789s1155z", "win": "5z", "by": "ron"}
    commands = [
        ["score", "--json"],
        ["rulebooks", "list"],
        ["standings", str(ROOT / "docs" / "standings.example.csv")],
        ["read", "photo.png", "--json"],
    ]
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED + SCRIPT, json.dumps(commands)],
        input=json.dumps(hand) + "\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(tmp_path)},
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    for said in ('"ok"', "npm-2008", '"tiles"', "a journal has one writer"):
        assert said in done.stdout, said
