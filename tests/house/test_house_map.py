"""The map of the code is current: every file that the pages name exists, and every package has its row."""

import re
from pathlib import Path

import pytest

PACKAGES = ("api", "controller", "firmware_bridge", "hardware", "vision")
NAMED = re.compile(rf"`((?:{'|'.join((*PACKAGES, 'tests', 'docs'))})(?:/[\w.-]+)*/?)`")


@pytest.mark.parametrize("page", ["architecture.md", "adding.md"])
def test_every_file_and_folder_that_the_page_names_exists(page: str, root: Path) -> None:
    named = set(NAMED.findall((root / "docs" / page).read_text(encoding="utf-8")))
    assert len(named) > 20
    assert sorted(name for name in named if not (root / name).exists()) == []


def test_every_package_has_its_row(root: Path, files: tuple[Path, ...]) -> None:
    text = (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `([\w/]+)` \|", text, re.MULTILINE))
    packages = {path.parent.as_posix() for path in files if path.name == "__init__.py" and path.parts[0] in PACKAGES}
    # A package that contains only subpackages has no row of its own.
    assert (packages | {"api/web"}) - {"controller", "hardware"} == rows


def test_the_recipes_are_those_that_a_newcomer_needs(root: Path) -> None:
    text = (root / "docs" / "adding.md").read_text(encoding="utf-8")
    titles = set(re.findall(r"^## (.+)$", text, re.MULTILINE))
    wanted = {"rulebook", "table family", "fault", "overlay element", "camera source", "console claim", "record format"}
    assert {f"An {each}" if each[0] in "aeiou" else f"A {each}" for each in wanted} | {"A zone of the table"} <= titles
