"""The gallery of parts is whole: whatever the parts' modules make stands there."""

import re
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parents[2] / "api" / "web"
EXPORTED: Final = re.compile(
    r"^export (?:async )?(?:const|function) (?P<name>\w+)(?P<text>.*?)(?=^export |\n\n\S|\Z)", re.MULTILINE | re.DOTALL
)
UNSEEN: Final = {"knownPlayers", "reachCard"}
"""A list for fields, which a browser shows while one is typed in; a card that asks the service for what is shown."""


def makers() -> dict[str, Path]:
    """What makes an element, by its module."""
    return {
        each["name"]: path
        for folder in ("parts", "tell", "ask", "reach", "entry")
        for path in sorted((WEB / "shared" / folder).glob("*.js"))
        for each in EXPORTED.finditer(path.read_text(encoding="utf-8"))
        if re.search(r"\bh\(", each["text"])
    }


def shown(made: dict[str, Path]) -> set[str]:
    """What the gallery makes, and what is made by that."""
    specimens = (WEB / "gallery" / "specimens.js").read_text(encoding="utf-8")
    found: set[str] = set()
    more = {name for name in made if re.search(rf"\b{name}\(", specimens)}
    while more != found:
        found = more
        # Without the words that declare: a part is not shown by being there.
        texts = [re.sub(r"(?:const|function) \w+", "", made[name].read_text(encoding="utf-8")) for name in found]
        more = found | {name for name in made if any(re.search(rf"\b{name}\b", text) for text in texts)}
    return found


def test_every_part_stands_in_the_gallery() -> None:
    every = makers()
    assert len(every) > 25
    assert set(every) - shown(every) == UNSEEN
