"""The page on security makes no promise that no test verifies."""

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


# Levels 1 and 2 of the standard: numbers of the requirements per section, without chapters that do not apply.
ASKED = {
    "1.1": "12",
    "1.2": "123456789",
    "1.4": "123",
    "1.5": "12",
    "2.1": "123",
    "2.2": "123",
    "2.3": "1234",
    "2.4": "1",
    "3.2": "12",
    "3.3": "1234",
    "3.4": "123456",
    "3.5": "12345",
    "3.7": "12",
    "4.1": "123",
    "4.2": "1",
    "4.3": "12",
    "4.4": "1234",
    "5.1": "1",
    "5.2": "123",
    "5.3": "12",
    "5.4": "123",
    "6.1": "123",
    "6.3": "123",
    "6.4": "1234",
    "6.5": "12345",
    "6.6": "123",
    "6.8": "1234",
    "7.1": "123",
    "7.2": "1234",
    "7.3": "12",
    "7.4": "12345",
    "7.5": "12",
    "7.6": "12",
    "8.1": "12",
    "8.2": "123",
    "8.3": "1",
    "8.4": "1",
    "11.1": "12",
    "11.2": "123",
    "11.3": "123",
    "11.4": "123",
    "11.5": "1",
    "11.6": "1",
    "12.1": "123",
    "12.2": "12",
    "12.3": "1234",
    "13.1": "1",
    "13.2": "12345",
    "13.3": "12",
    "13.4": "12345",
    "14.1": "12",
    "14.2": "1234",
    "14.3": "123",
    "15.1": "123",
    "15.2": "123",
    "15.3": "1234567",
    "16.1": "1",
    "16.2": "12345",
    "16.3": "1234",
    "16.4": "123",
    "16.5": "123",
}
TWO_FIGURES = {f"1.3.{number}" for number in range(1, 12)} | {f"6.2.{number}" for number in range(1, 12)}


def test_every_requirement_stands_in_one_row() -> None:
    asked = {f"{section}.{number}" for section, numbers in ASKED.items() for number in numbers} | TWO_FIGURES
    told = [number for row in ROWS for number in re.findall(r"V([\d.]+)", row[0])]
    assert sorted(told) == sorted({*asked, "9", "10", "17"})


def test_times_for_parts_with_a_hole_are_promised() -> None:
    said = " ".join(PAGE.partition("| requirement |")[0].split())
    assert re.search(r"within so many days after the hole was reported: 7 .*, 30 .*, 90 ", said)


def test_files_that_the_page_links_exist() -> None:
    for link in re.findall(r"\]\(([\w./-]+)\)", PAGE):
        assert (ROOT / "docs" / link).exists(), link
