"""The documents hold: files that the README links exist, the changelog has room for what comes."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINKS = re.findall(r"\]\((?!https?://)([^)#]+)\)", README)


@pytest.mark.parametrize("link", LINKS)
def test_files_that_the_readme_links_exist(link: str) -> None:
    assert (ROOT / link).exists()


def test_changelog_keeps_an_unreleased_section() -> None:
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
