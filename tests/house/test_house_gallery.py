"""The gallery of parts is complete: it shows everything that the parts' modules make."""

import re
import unicodedata
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parents[2] / "api" / "web"
EXPORTED: Final = re.compile(
    r"^export (?:async )?(?:const|function) (?P<name>\w+)(?P<text>.*?)(?=^export |\n\n\S|\Z)", re.MULTILINE | re.DOTALL
)
UNSEEN: Final = {"knownPlayers", "reachCard"}
"""Not shown: a list for input fields, which a browser shows during typing, and a card that queries the service."""
VARIANT: Final = "\ufe0f"
"""Turns the sign before it into an emoji."""


def makers() -> dict[str, Path]:
    """Functions that make an element, with their modules."""
    return {
        each["name"]: path
        for folder in ("parts", "tell", "ask", "reach", "entry")
        for path in sorted((WEB / "shared" / folder).glob("*.js"))
        for each in EXPORTED.finditer(path.read_text(encoding="utf-8"))
        if re.search(r"\bh\(", each["text"])
    }


def shown(made: dict[str, Path]) -> set[str]:
    """Parts that the gallery makes, and parts that those use."""
    specimens = (WEB / "gallery" / "specimens.js").read_text(encoding="utf-8")
    found: set[str] = set()
    more = {name for name in made if re.search(rf"\b{name}\(", specimens)}
    while more != found:
        found = more
        # Declarations are removed: declaring a part does not show it.
        texts = [re.sub(r"(?:const|function) \w+", "", made[name].read_text(encoding="utf-8")) for name in found]
        more = found | {name for name in made if any(re.search(rf"\b{name}\b", text) for text in texts)}
    return found


def test_every_part_stands_in_the_gallery() -> None:
    every = makers()
    assert len(every) > 25
    assert set(every) - shown(every) == UNSEEN


def test_a_picture_is_an_icon_and_no_sign_of_a_font() -> None:
    """An emoji looks different, or is an empty box, on each machine."""
    signs = {
        (path.relative_to(WEB).as_posix(), sign)
        for path in WEB.rglob("*.*")
        if path.suffix in {".js", ".css", ".html"} and "node_modules" not in path.parts
        for sign in path.read_text(encoding="utf-8")
        if unicodedata.category(sign) == "So" or sign == VARIANT
    }
    assert signs - {("console/palette.js", "⌘")} == set()
