"""The site's two language trees: every page is in both, manuals in one language each."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LANGUAGES = ("ja", "en")
KANA = re.compile("[\u3041-\u30ff]")
IN_ONE_LANGUAGE = ("docs/manual", "docs/how-to", "docs/start")
ITEM = "1. 押します。\n\n   ```sh\n   make\n   ```\n\n> Press."


@pytest.fixture(scope="module")
def site() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "generate" / "build_site.py"))


@pytest.fixture(scope="module")
def sources(site: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    for language in LANGUAGES:
        site["write_sources"](out, language)
    return out / "source"


def _pages(tree: Path) -> dict[str, str]:
    return {page.relative_to(tree).as_posix(): page.read_text("utf-8") for page in tree.rglob("*.md")}


def test_both_trees_have_every_page_of_the_index(site: dict[str, Any], sources: Path, files: tuple[Path, ...]) -> None:
    listed = {page.as_posix() for page in site["pages"]()}
    assert {file.as_posix() for file in files if file.suffix == ".md" and file.parts[0] == "docs"} <= listed
    for language in LANGUAGES:
        assert set(_pages(sources / language)) == listed | {"index.md"}
        assert listed - set(re.findall('"([^"]+[.]md)"', site["_toml"](site["navigation"](language)))) == set()


def test_sections_have_one_anchor_in_both_trees(sources: Path) -> None:
    """A link to a section must work for a reader of the other language."""
    japanese, english = (_pages(sources / language) for language in LANGUAGES)
    anchors = re.compile(r"^#+ .*\{#(.+)\}$", re.MULTILINE)
    found = {page: set(anchors.findall(text)) ^ set(anchors.findall(english[page])) for page, text in japanese.items()}
    alone = {page: lacking for page, lacking in found.items() if lacking and page not in {"index.md"}}
    assert {page: lacking for page, lacking in alone.items() if page.startswith(IN_ONE_LANGUAGE)} == {}


@pytest.mark.parametrize("folder", IN_ONE_LANGUAGE)
def test_pages_for_the_venue_are_in_one_language(folder: str, sources: Path) -> None:
    for page, text in _pages(sources / "ja").items():
        if page.startswith(folder):
            assert len(KANA.findall(text)) > 80, page
            assert not re.search(r"^>", text, re.MULTILINE), page
    for page, text in _pages(sources / "en").items():
        if page.startswith(folder):
            prose = re.sub(r"\{#[^}]*\}|\]\([^)]*\)|^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
            assert KANA.findall(prose) == [], page


@pytest.mark.parametrize(
    ("page", "japanese", "english"),
    [
        ("# 題 / Title", "# 題 {#題--title}", "# Title {#題--title}"),
        ("# Title / 題", "# 題 {#title--題}", "# Title {#title--題}"),
        ("審判向け。 / For referees.", "審判向け。", "For referees."),
        ("日本語です。\n\n> English.", "日本語です。", "English."),
        ("| 値 | value |\n| --- | --- |\n| 一 | one |", "| 値 |\n| --- |\n| 一 |", "| value |\n| --- |\n| one |"),
        (ITEM, ITEM[: ITEM.index("\n\n>")].replace("   ", "    "), "```sh\nmake\n```\n\nPress."),
        ("Press it and look at the table below. 押してから、卓を見ます。",) * 2
        + ("Press it and look at the table below.",),
    ],
)  # fmt: skip
def test_a_page_is_in_the_language_of_its_tree(page: str, japanese: str, english: str, site: dict[str, Any]) -> None:
    assert site["in_language"](page, "ja").strip() == japanese
    assert site["in_language"](page, "en").strip() == english
