"""The page on security promises nothing that no test holds."""

import re
from pathlib import Path

from tests.house.conftest import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (V[\d., V]+?) \| ([^|]+) \| (\w+) \| ([^|]*)\|$", PAGE, re.MULTILINE)
STANDS = {"holds", "part", "open", "none"}


def test_every_test_that_the_page_names_is_there(texts: dict[Path, str]) -> None:
    there = {
        name
        for path, text in texts.items()
        if path.name.startswith("test_")
        for name in re.findall(r"def (test_\w+)\(", text)
    }
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 40
    assert sorted(named - there) == []


def test_every_row_says_how_it_stands_and_why() -> None:
    assert {stands for _, _, stands, _ in ROWS} <= STANDS
    assert len(ROWS) == len([line for line in PAGE.splitlines() if line.startswith("| V")])
    for number, _, stands, by in ROWS:
        if stands in ("holds", "part", "open"):
            assert by.strip(), number
        if stands == "part":
            assert re.sub(r"`\w+`", "", by).strip(), f"{number}: what is not held is said"


def test_every_chapter_has_its_rows() -> None:
    assert {int(number) for row in ROWS for number in re.findall(r"V(\d+)", row[0])} == set(range(1, 18))


def test_files_that_the_page_links_exist() -> None:
    for link in re.findall(r"\]\(([\w./-]+)\)", PAGE):
        assert (ROOT / "docs" / link).exists(), link
