"""Every cache of a long-running process is bounded, and is listed on the page of what stays in memory."""

import ast
import runpy
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def listing() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "generate" / "list_caches.py"))


def test_no_cache_is_without_an_end_and_the_page_names_them_all(listing: dict[str, Any]) -> None:
    found = listing["caches"]()
    endless = [each for each in found if not each.most and each.name not in listing["_ENDS"]]
    assert endless == [], "say how many entries it has at most, or in list_caches.py why there are few"
    assert len(found) > 40
    page = listing["page"](found)
    assert (DOCS / "caches.md").read_text("utf-8") == page, "stale: run `python docs/generate/list_caches.py`"
    assert page.count("<< ") == 0


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ("@cache\ndef one(): ...", [("one", "1")]),
        ("@cache\ndef many(key): ...", [("many", "")]),
        ("@functools.lru_cache(maxsize=None)\ndef many(key): ...", [("many", "")]),
        ("@lru_cache\ndef some(key): ...", [("some", "128")]),
        ("@lru_cache(1 << 4)\ndef some(key): ...", [("some", "1 << 4")]),
        ("class A:\n    @cache\n    def held(self): ...", [("held", "")]),
        ("OF: Final = lru_cache(maxsize=8)(made)", [("OF", "8")]),
        ("OF = Memo(made)", [("OF", "1 << 16")]),
        ("@once_each\ndef held(state): ...", [("held", "32")]),
    ],
)
def test_a_cache_is_found_however_it_is_written(
    listing: dict[str, Any], written: str, known: list[tuple[str, str]]
) -> None:
    assert list(listing["_in"](ast.parse(written))) == known
