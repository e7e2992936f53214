"""Situations in which clauses interact, played through sightings, signals and claims, under each book named."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.law_table import Told, play

FILE: Final = Path(__file__).parents[2] / "vectors" / "law_at_table.toml"
SITUATIONS: Final[list[dict[str, Any]]] = tomllib.loads(FILE.read_text("utf-8"))["situation"]
CASES: Final = [
    pytest.param(one["steps"], book, told["expect"], id=f"{one['name']} {book}")
    for one in SITUATIONS
    for told in one["told"]
    for book in told["books"]
]


@pytest.mark.parametrize(("steps", "book", "expect"), CASES)
def test_what_comes_of_it_by_the_text(steps: list[dict[str, Any]], book: str, expect: Told) -> None:
    assert list(_wrong(play(steps, book), expect)) == []


def _wrong(got: Told, expect: Told) -> Iterator[str]:
    """Yield the differences from the expected result."""
    for name, due in expect.items():
        if name == "yaku" and not got["yaku"] >= set(due):
            yield f"yaku: {due} expected among {got['yaku']}"
        elif name == "no_yaku" and got["yaku"] & set(due):
            yield f"yaku: {got['yaku'] & set(due)} must not count"
        elif name == "fault" and not set(due) & got["faults"].keys():
            yield f"fault: one of {due} expected, not {got['faults']}"
        elif name == "no_fault" and set(due) & got["faults"].keys():
            yield f"fault: {got['faults']}"
        elif name == "penalty" and not got["faults"].items() >= due.items():
            yield f"penalty: {due} expected, not {got['faults']}"
        elif name not in _SOME and got[name] != due:
            yield f"{name}: {due} expected, not {got[name]}"


_SOME: Final = ("yaku", "no_yaku", "fault", "no_fault", "penalty")
