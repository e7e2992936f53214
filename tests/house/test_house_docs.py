"""Checks of the documents: links and anchors lead somewhere, the index lists every page, each page names its reader."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
DOCS = Path("docs")
INDEX = DOCS / "README.md"
FRONT = {"ja": "README.ja.md", "en": "README.md"}
QUESTIONS = tomllib.loads((ROOT / "tests/vectors/ten_questions.toml").read_text("utf-8"))["question"]
MOST_CLICKS = 3
JAPANESE = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
_LINK = re.compile(r"\]\((?!https?://|mailto:)([^)\s]*)\)")
_FENCE = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)
SHOWN = {"api", "controller", "hardware", ".github"}
"""Folders that contain the words of screens and forms."""
LABELS = {"ja": re.compile("「([^「」]+)」"), "en": re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")}
"""Notation of manuals for text on a screen: 「確定」, *Confirm*; … stands for a filled-in value."""
CARDS = DOCS / "manual" / "cards.html"
MANUALS = (DOCS / "manual", DOCS / "how-to", DOCS / "start")
READER = re.compile(r"[^/。]{2,30}向け。.+ / For \w")


@cache
def page(path: Path) -> str:
    """A page without its code blocks, in which nothing is a link or a heading."""
    return _FENCE.sub("", (ROOT / path).read_text(encoding="utf-8"))


def slug(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
    return re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")


def sections(path: Path) -> dict[str, str]:
    """Text below each heading of a page up to the next one of any level, by the heading's anchor."""
    found: dict[str, str] = {}
    heads = list(_HEADING.finditer(page(path)))
    for head, after in zip(heads, [*heads[1:], None], strict=True):
        name, number = slug(head[1]), 0
        while (name if not number else f"{name}-{number}") in found:
            number += 1
        body = page(path)[head.end() : after.start() if after else None]
        found[name if not number else f"{name}-{number}"] = body
    return found


def links(path: Path) -> dict[str, tuple[Path, str]]:
    """Target of each link of a page: file and anchor; inline code is ignored."""
    found = {}
    for link in _LINK.findall(re.sub(r"`[^`\n]*`", "", page(path))):
        file, _, anchor = link.partition("#")
        leads = (ROOT / path.parent / file).resolve() if file else ROOT / path
        found[link] = (leads.relative_to(ROOT) if leads.is_relative_to(ROOT) else leads, anchor)
    return found


def pages(files: tuple[Path, ...]) -> list[Path]:
    """Every page of the project except the changelog."""
    return [each for each in files if each.suffix == ".md" and each.name != "CHANGELOG.md"]


def test_links_and_anchors_lead_somewhere(files: tuple[Path, ...]) -> None:
    broken = [
        f"{path}: {link}"
        for path in pages(files)
        for link, (leads, anchor) in links(path).items()
        if not (ROOT / leads).exists() or (anchor and leads.suffix == ".md" and anchor not in sections(leads))
    ]
    assert broken == []


def test_the_index_lists_every_page_once(files: tuple[Path, ...]) -> None:
    table = [line for line in page(INDEX).splitlines() if line.startswith("| ") and " / question" not in line]
    below = "\n".join(line for line in table if line.startswith(("| 入門", "| 手順", "| 資料", "| 解説")))
    listed = [(DOCS / link).as_posix() for link in _LINK.findall(below)]
    here = [each.as_posix() for each in pages(files) if each.parts[0] == "docs" and each != INDEX]
    assert sorted(each for each in listed if each.startswith("docs/") and "/../" not in each) == sorted(here)
    rows = [line.split("|")[1:-1] for line in below.splitlines()]
    assert [row for row in rows if len(row) != 4 or not JAPANESE.search(row[2]) or not row[3].strip()] == []


def test_every_page_names_its_reader_in_its_first_line(files: tuple[Path, ...]) -> None:
    """Below the title stands 審判向け。… or For referees: …, so that other readers notice at once."""
    first = {path: page(path).split("\n\n")[1].replace("\n", " ") for path in pages(files) if path.parts[0] == "docs"}
    assert [str(path) for path, line in first.items() if not READER.match(line)] == []


@pytest.mark.parametrize("language", LABELS)
def test_manuals_name_only_what_the_screens_show(
    language: str, files: tuple[Path, ...], texts: dict[Path, str]
) -> None:
    """A manual must not name a button that no page has: a referee would search for it in the middle of a game."""
    shown = "\n".join(text for path, text in texts.items() if path.parts[0] in SHOWN)
    told = {
        (str(path), label)
        for path in (*pages(files), CARDS)
        if path.parent in (MANUALS if language == "ja" else MANUALS[:1])
        for label in LABELS[language].findall(re.sub(r"\*\*[^*]+\*\*", "", page(path).replace("\n> ", " ")))
    }
    assert len(told) > 50
    parts = {(where, part.strip()) for where, label in told for part in label.split("…") if part.strip()}
    assert sorted((where, part) for where, part in parts if part not in shown) == []


def test_changelog_keeps_an_unreleased_section() -> None:
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("front", FRONT.values())
def test_the_front_page_leads_to_the_index_and_fits_on_two_screens(front: str) -> None:
    text = (ROOT / front).read_text(encoding="utf-8")
    assert f"]({INDEX})" in text[:300]
    assert len(text.splitlines()) <= 80


@pytest.mark.parametrize("language", FRONT)
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda each: each["en"]["asks"])
def test_strangers_find_their_answer_within_three_clicks(question: dict[str, Any], language: str) -> None:
    """Each link is on the page before it, and the last one leads to a section with the answer."""
    asked = question[language]
    here, anchor = Path(FRONT[language]), ""
    assert len(question["path"]) <= MOST_CLICKS
    assert asked["asks"] in page(INDEX)
    for link in question["path"]:
        assert link in links(here), f"{here} has no link {link}"
        here, anchor = links(here)[link]
    answer = sections(here)[anchor] if anchor else page(here)
    assert asked["answer"] in " ".join(answer.replace("\n> ", " ").split())
    assert bool(JAPANESE.search(asked["asks"])) == bool(JAPANESE.search(asked["answer"])) == (language == "ja")
