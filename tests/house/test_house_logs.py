"""Log lines take only words and numbers: each logger is declared with a type that accepts nothing else."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("api", "controller", "firmware_bridge", "hardware", "vision")


def loggers() -> Iterator[tuple[str, bool]]:
    """Yield each place that makes a logger, and whether it is declared as ``WordLog``, so that mypy checks calls."""
    for file in sorted(file for room in ROOMS for file in (ROOT / room).rglob("*.py")):
        if "get_logger" not in (text := file.read_text(encoding="utf-8")):
            continue
        made = 0
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.AnnAssign) and node.value is not None and "get_logger" in ast.unparse(node.value):
                made += 1
                yield (
                    f"{file.relative_to(ROOT)}:{node.lineno}",
                    ast.unparse(node.annotation) in ("WordLog", "Final[WordLog]"),
                )
        yield f"{file.relative_to(ROOT)}", made == text.count("get_logger(")


@pytest.mark.parametrize(("place", "declared"), list(loggers()), ids=str)
def test_no_logger_takes_an_object_that_has_no_words(place: str, declared: bool) -> None:
    assert declared, f"{place}: expected `: WordLog` or `: Final[WordLog]` (controller/ports/log.py)"
