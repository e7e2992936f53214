"""The site, built strictly and without a network: links, anchors, both languages, and its printed pages."""

import re
import runpy
import subprocess
import tomllib
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pypdf
import pytest
from playwright.sync_api import Browser

from tests.support.real_servers import lacking

ROOT = Path(__file__).parents[2]
GENERATE = ROOT / "docs" / "generate"
QUESTIONS = tomllib.loads((ROOT / "tests/vectors/ten_questions.toml").read_text("utf-8"))["question"]
FRONT = {"ja": Path("ja/index.html"), "en": Path("en/index.html")}
JAPANESE = re.compile("[\u3041-\u30ff]")
A4_PT = (595, 842)

pytestmark = pytest.mark.process


class Parsed(HTMLParser):
    """Links, anchors and text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.said: list[str] = []
        self._article = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._article = self._article or tag == "article"
        self.links += [value for name, value in attrs if name in {"href", "src"} and value]
        self.anchors |= {value for name, value in attrs if name == "id" and value}

    def handle_endtag(self, tag: str) -> None:
        self._article = self._article and tag != "article"

    def handle_data(self, data: str) -> None:
        if self._article:
            self.said.append(data)


@cache
def parsed(page: Path) -> Parsed:
    return Parsed(page.read_text("utf-8"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    building = runpy.run_path(str(GENERATE / "build_site.py"))
    if not building["_ENGINE"].is_dir():
        lacking("what builds the site is not there: make site")
    out = tmp_path_factory.mktemp("site")
    try:
        building["build"](out)
    except subprocess.CalledProcessError as error:
        pytest.fail(f"the site is not built strictly: {error}")
    return out


def test_links_and_anchors_lead_somewhere(site: Path) -> None:
    broken = []
    pages = [page for language in FRONT for page in (site / language).rglob("*.html") if page.name != "404.html"]
    assert len(pages) > 100
    for page in pages:
        for link in parsed(page).links:
            if re.match("https?:|mailto:|data:|javascript:", link):
                continue
            file, _, anchor = unquote(link).partition("#")
            leads = (page.parent / file).resolve() if file else page
            if not leads.exists() or (anchor and leads.suffix == ".html" and anchor not in parsed(leads).anchors):
                broken.append(f"{page.relative_to(site)}: {link}")
    assert broken == []


def test_nothing_is_fetched_from_another_host(site: Path) -> None:
    """A venue reads the pages without a network."""
    for page in FRONT.values():
        text = (site / page).read_text("utf-8")
        assert re.findall(r'(?:src|<link[^>]+href)="https?:', text) == []


@pytest.mark.parametrize("language", FRONT)
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda each: each["en"]["asks"])
def test_strangers_find_their_answer_within_two_clicks(question: dict[str, Any], language: str, site: Path) -> None:
    here = site / FRONT[language]
    assert len(question["path"]) <= 2
    for link in question["path"]:
        file, _, anchor = link.partition("#")
        place = re.sub("(^|/)README[.]md$", r"\1index.html", file).replace(".md", ".html")
        led = [each for each in parsed(here).links if unquote(each).endswith(place + ("#" + anchor if anchor else ""))]
        assert led, f"{here.relative_to(site)} has no link {link}"
        here = (here.parent / unquote(led[0]).partition("#")[0]).resolve()
    said = " ".join("".join(parsed(here).said).split())
    answer = re.sub(r"[*`]", "", question[language]["answer"])
    assert answer in said
    assert (len(JAPANESE.findall(said)) > 80) == (language == "ja")


@pytest.mark.browser
def test_manuals_and_cards_are_printed(site: Path, browser: Browser, tmp_path: Path) -> None:
    """Each has a few pages of A4, with embedded type and a title in its language."""
    printing = runpy.run_path(str(GENERATE / "print_pages.py"))
    titles = {
        "referee-ja": "審判マニュアル",
        "staff-ja": "会場スタッフ手引",
        "streaming-ja": "配信手引",
        "referee-en": "Referee",
    }
    for file in printing["write"](browser, site, tmp_path):
        pages = pypdf.PdfReader(file).pages
        assert (3, 1)[file.stem == "cards"] <= len(pages) <= (8, 3)[file.stem == "cards"], file
        assert {(round(page.mediabox.width), round(page.mediabox.height)) for page in pages} == {A4_PT}
        assert titles.get(file.stem, "") in pages[0].extract_text()
        fonts = [there for page in pages for there in _fonts(page)]
        assert fonts
        assert all(fonts), file


def _fonts(page: pypdf.PageObject) -> list[bool]:
    """For each font of a page, True if it is embedded."""
    found = []
    for font in page["/Resources"].get("/Font", {}).values():  # type: ignore[attr-defined]
        one = font.get_object()
        inner = one["/DescendantFonts"][0].get_object() if "/DescendantFonts" in one else one
        found.append(
            one["/Subtype"] == "/Type3" or any(f"/FontFile{kind}" in inner["/FontDescriptor"] for kind in ("", 2, 3))
        )
    return found
