"""Settings of the whole suite, and the markers that the fast run leaves out."""

import asyncio
import gc
import logging
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final
from unittest.mock import patch

import argon2
import pytest
import structlog
from hypothesis import HealthCheck, settings

# Before any test loads onnxruntime directly: vision sets options that it reads while it is loaded.
import vision  # noqa: F401
from tests.support.memory import Held

# Examples are judged by their results, not by the speed of the machine.
settings.register_profile("jantaku", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("deep", settings.get_profile("jantaku"), max_examples=2000)
settings.load_profile("jantaku")
# During collection almost nothing becomes garbage, and searching for it took longer than all else.
gc.disable()
# As in every command that logs: its standard output is data.
structlog.configure(
    logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
)

# Files that services write by themselves go into a temporary folder, deleted after the last test.
_STATE: Final = tempfile.TemporaryDirectory(prefix="jantaku-state-")
os.environ["XDG_STATE_HOME"] = _STATE.name

FOLDERS: Final[Mapping[str, str]] = {"firmware": "firmware", "e2e": "process"}
"""Folder of tests: marker of every test in it."""
FIXTURES: Final[Mapping[str, str]] = {
    "browser": "browser",
    "studio": "render",
    "classifier": "render",
}
"""Fixture: marker of every test that uses it."""
NAMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("Painter", "GroupPictureMaker", "studio_of", "Classifier", "Finder"), "render"),
    **dict.fromkeys(("subprocess", "WebServer", "table_on_pty", "BoardOnPty", "RealNats", "GuardedNats"), "process"),
}
"""Name imported by a test module: marker of every test in it."""


@pytest.fixture(scope="session", autouse=True)
def secrets_cost_little() -> Iterator[None]:
    """Make password hashing cheap: with the product's parameters each hash takes 0.2 s of processor time.

    ``test_a_chosen_secret_costs_what_it_should`` checks the product's parameters.
    """
    with patch.object(argon2, "PasswordHasher", partial(argon2.PasswordHasher, 1, 8, 1)):
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    """A short run leaves out cases, not tests."""
    parser.addoption("--cases", type=int, default=0, help="of each parametrised test, this many cases at most")


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None]:
    """Mark each test by its place and by what it uses; cases are left out among the tests that `-m` selects."""
    _mark(items)
    yield
    most: int = config.getoption("cases")
    if most:
        left = set(map(id, _some_of_each(items, most)))
        config.hook.pytest_deselected(items=[each for each in items if id(each) not in left])
        items[:] = [each for each in items if id(each) in left]


def _some_of_each(items: Iterable[pytest.Item], most: int) -> Iterator[pytest.Item]:
    """Select ``most`` cases of each test, from the first to the last in even steps."""
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    for every in cases.values():
        few = min(most, len(every))
        yield from (every[step * (len(every) - 1) // max(1, few - 1)] for step in range(few))


def _mark(items: Iterable[pytest.Item]) -> None:
    of_module = dict[Path, set[str]]()
    for item in items:
        if item.path not in of_module:
            module, parts = vars(getattr(item, "module", object)), item.path.relative_to(item.config.rootpath).parts
            marks = {FOLDERS[part] for part in parts if part in FOLDERS}
            of_module[item.path] = marks | {NAMES[name] for name in NAMES if name in module}
        found = of_module[item.path] | {
            FIXTURES[each] for each in getattr(item, "fixturenames", ()) if each in FIXTURES
        }
        for marker in sorted(found):
            item.add_marker(marker)


@contextmanager
def without_the_browsers_loop(item: pytest.Item) -> Iterator[None]:
    """Playwright's loop counts as running while its browser is open; tests without browser run their own loops."""
    loop = asyncio._get_running_loop()
    if loop is None or "browser" in getattr(item, "fixturenames", ()):
        yield
        return
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    """Fixtures may run a loop as well."""
    with without_the_browsers_loop(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """The test itself may run a loop."""
    with without_the_browsers_loop(item):
        return (yield)


_HELD: Final = Held()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Memory of the test is free by now; return it to the system."""
    _HELD.give_back()


def pytest_collection_finish() -> None:
    """Enable garbage collection again: seldom, and not among the collected tests, which stay to the end."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()
