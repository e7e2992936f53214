"""Plain technical English in docstrings, comments and messages: what the field calls a thing."""

import re
import tomllib
from pathlib import Path

import pytest

RULES = tomllib.loads(Path(__file__).parents[1].joinpath("support", "prose.toml").read_text("utf-8"))
PACKAGES = {"api", "controller", "firmware_bridge", "hardware", "vision"}


@pytest.mark.parametrize("rule", [*RULES["unsaid"], *RULES["unsaid_in_pages"]], ids=lambda rule: rule["pattern"])
def test_no_word_of_a_private_grammar_is_left_in_a_page(rule: dict[str, str], texts: dict[Path, str]) -> None:
    unsaid = re.compile(rule["pattern"], re.IGNORECASE)
    found = [
        f"{path}:{number}: {line.strip()}"
        for path, text in texts.items()
        if path.suffix == ".md" and path.parts[0] in {"docs", "README.md", "README.ja.md", "CONTRIBUTING.md"}
        if path.as_posix() not in RULES["later_pages"]
        for number, line in enumerate(text.splitlines(), 1)
        if unsaid.search(re.sub(r"`[^`]*`", "", line))
    ]
    assert not found, "\n".join([f"say {rule['say']}", *found])


@pytest.mark.parametrize("rule", RULES["unsaid"], ids=lambda rule: rule["say"])
def test_no_word_of_a_private_grammar_is_left(rule: dict[str, str], texts: dict[Path, str]) -> None:
    unsaid = re.compile(rule["pattern"], re.IGNORECASE)
    found = [
        f"{path}:{number}: {line.strip()}"
        for path, text in texts.items()
        if path.suffix in {".py", ".js"} and path.parts[0] in PACKAGES
        if not path.as_posix().startswith(tuple(RULES["later"]))
        for number, line in enumerate(text.splitlines(), 1)
        if unsaid.search(line)
    ]
    assert not found, "\n".join([f"say {rule['say']}", *found])
