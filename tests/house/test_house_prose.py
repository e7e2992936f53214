"""Plain technical English in docstrings, comments and messages, with the field's terms."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

RULES = tomllib.loads(Path(__file__).parents[1].joinpath("support", "prose.toml").read_text("utf-8"))
PACKAGES = {"api", "controller", "firmware_bridge", "hardware", "vision"}


def unsaid(lines: Iterable[tuple[str, str]], rules: Sequence[Mapping[str, str]]) -> list[str]:
    """Lines that match a forbidden pattern, each with its place and the words to use instead."""
    any_of = re.compile("|".join(f"(?:{rule['pattern']})" for rule in rules), re.IGNORECASE)
    return [
        f"{place}: {line.strip()}: say {rule['say']}"
        for place, line in lines
        if any_of.search(line)
        for rule in rules
        if re.search(rule["pattern"], line, re.IGNORECASE)
    ]


def test_no_word_of_a_private_grammar_is_left_in_a_page(texts: dict[Path, str]) -> None:
    lines = (
        (f"{path}:{number}", re.sub(r"`[^`]*`", "", line))
        for path, text in texts.items()
        if path.suffix == ".md" and path.parts[0] in {"docs", "README.md", "README.ja.md", "CONTRIBUTING.md"}
        if path.as_posix() not in RULES["later_pages"]
        for number, line in enumerate(text.splitlines(), 1)
    )
    found = unsaid(lines, [*RULES["unsaid"], *RULES["unsaid_in_pages"]])
    assert not found, "\n".join(found)


def test_no_word_of_a_private_grammar_is_left(texts: dict[Path, str]) -> None:
    lines = (
        (f"{path}:{number}", line)
        for path, text in texts.items()
        if path.suffix in {".py", ".js"} and path.parts[0] in PACKAGES
        for number, line in enumerate(text.splitlines(), 1)
    )
    found = unsaid(lines, RULES["unsaid"])
    assert not found, "\n".join(found)
