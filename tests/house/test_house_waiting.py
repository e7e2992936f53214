"""Waits in tests have the limit PATIENCE_S only, so that a busy machine causes no failure."""

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

import pytest

from tests.support import waiting
from tests.support.syntax import Nodes, without_garbage

TESTS: Final = Path(__file__).parents[1]
LIMITS: Final = frozenset({"timeout", "open_timeout", "close_timeout", "connect_timeout", "timeout_s", "within_s"})
"""Keywords that limit a wait."""
WAITS: Final = frozenset({"wait", "join", "result", "communicate", "settimeout", "wait_for_publish"})
"""Methods whose first argument limits a wait."""
SPOKEN: Final = re.compile(rf"\b(?:{'|'.join((*LIMITS, *WAITS, 'wait_for', 'monotonic'))})\b")
"""Each limit has one of these words, so a file without them need not be parsed."""
SHORTEST_S: Final = 1.0
"""Shorter values are pauses between two checks, or waits for something that must not happen."""
MEASURES: Final = frozenset({"benchmarks"})
"""Folders of tests that measure speed."""
OF_LIBRARIES: Final = {
    r"from websockets\.sync\.client import .*connect": "sockets.py",
    r"\.launch\(": "browser.py",
    r"\.jetstream\((?!timeout=)": "",
}
"""Library calls with a default limit of some seconds, and the one module of ``tests/support`` that may use each."""


def limits(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each number of seconds that limits a wait or a measured time."""
    if SPOKEN.search(text) is None:
        return
    with without_garbage():
        nodes = Nodes(ast.parse(text))
    numbers = {
        name.id: node.value
        for node in chain[ast.Assign | ast.AnnAssign](nodes.of(ast.Assign), nodes.of(ast.AnnAssign))
        if node.value is not None
        for name in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(name, ast.Name)
    }

    def is_number(value: ast.expr) -> bool:
        if isinstance(value, ast.Name) and value.id.isupper():
            value = numbers.get(value.id, value)
        return isinstance(value, ast.Constant) and isinstance(value.value, int | float) and value.value >= SHORTEST_S

    def is_now(value: ast.expr) -> bool:
        return isinstance(value, ast.Call) and ast.unparse(value) == "time.monotonic()"

    for node in nodes.of(ast.Call, ast.BinOp, ast.Compare):
        waited = list[ast.expr]()
        if isinstance(node, ast.Call):
            waited += [each.value for each in node.keywords if each.arg in LIMITS]
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            waited += node.args[:1] if name in WAITS else node.args[1:2] if name == "wait_for" else []
        elif isinstance(node, ast.BinOp) and is_now(node.left):
            waited.append(node.right)
        elif isinstance(node, ast.Compare) and isinstance(node.left, ast.BinOp) and is_now(node.left.left):
            waited += node.comparators
        yield from ((each.lineno, ast.unparse(node)) for each in waited if is_number(each))


def test_whatever_is_waited_for_has_the_patience_of_all_tests() -> None:
    found = [
        f"{file.relative_to(TESTS)}:{line}: {text}"
        for file in sorted(TESTS.rglob("*.py"))
        if MEASURES.isdisjoint(file.parts) and file != Path(waiting.__file__)
        for line, text in limits(file.read_text(encoding="utf-8"))
    ]
    assert found == [], "expected PATIENCE_S of tests/support/waiting.py"


@pytest.mark.parametrize(("said", "module"), OF_LIBRARIES.items())
def test_no_library_gives_up_by_itself(said: str, module: str) -> None:
    found = [file for file in sorted(TESTS.rglob("*.py")) if re.search(said, file.read_text(encoding="utf-8"))]
    kept = {*(TESTS / "benchmarks").iterdir(), TESTS / "support" / module, Path(__file__)}
    assert set(found) <= kept, f"expected as in tests/support/{module}"


@pytest.mark.parametrize(
    "line",
    [
        "process.wait(timeout=60)",
        "process.wait(30)",
        "asyncio.wait_for(told(), 60.0)",
        "until = time.monotonic() + 20",
        "assert time.monotonic() - began < 5.0",
        "LONG_S: Final = 60.0\nthread.join(LONG_S)",
    ],
)
def test_a_limit_of_its_own_is_found(line: str) -> None:
    assert len(list(limits(line))) == 1


@pytest.mark.parametrize("line", ["process.wait(PATIENCE_S)", "event.wait(0.02)", "', '.join(words)", "asked.wait()"])
def test_patience_and_pauses_are_none(line: str) -> None:
    assert list(limits(line)) == []
