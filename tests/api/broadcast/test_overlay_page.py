"""Address, classes and variables in docs/overlay.md match the overlay page."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
WEB = ROOT / "api" / "web" / "overlay"
PAGE = (ROOT / "docs" / "overlay.md").read_text(encoding="utf-8")
STYLE = "".join(file.read_text(encoding="utf-8") for file in WEB.rglob("looks/*.css"))
CODE = "".join(file.read_text(encoding="utf-8") for file in WEB.glob("*.js"))


def table_after(heading: str) -> list[str]:
    """First cells of the table under that heading."""
    rows = PAGE.split(heading, 1)[1].split("\n\n")[0].splitlines()
    return [row.split("|")[1].strip() for row in rows if row.startswith("|")][1:]


def test_every_class_that_is_documented_is_there() -> None:
    classes = set(re.findall(r"`\.([a-z-]+)`", " ".join(table_after("| class | is |"))))
    assert len(classes) > 30
    missing = [name for name in classes if f".{name}" not in STYLE and f'"{name}' not in CODE]
    assert missing == []


def test_every_variable_that_is_documented_is_there_and_the_other_way_round() -> None:
    told = set(re.findall(r"`(--[a-z-]+)`", " ".join(table_after("| variable | is |"))))
    root = STYLE.split("\n.air {", 1)[1].split("}", 1)[0]
    own = set(re.findall(r"^  (--[a-z-]+):", root, re.MULTILINE))
    assert told - own == {"--seat-colour"}, "by each seat"
    assert own - told == {"--tile-h"}, "it follows from the width"


def test_every_word_of_the_address_that_is_documented_is_read() -> None:
    words = re.findall(r"^\| `([a-z]+)=", PAGE, re.MULTILINE)
    assert sorted(words) == ["lang", "late", "scale", "seats", "show", "status", "theme"]
    assert all(f'"{word}"' in CODE for word in words if word != "lang")
