"""Files of pages: compressed once, read again after a change, uncompressed for clients without gzip; bundles."""

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from api.http.pages.bundles import BUNDLES, WEB, Bundles
from api.http.pages.held import HeldFiles

LONG = "const word = 1;\n" * 100


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    (tmp_path / "long.js").write_text(LONG, encoding="utf-8")
    (tmp_path / "short.js").write_text("1;", encoding="utf-8")
    return TestClient(Starlette(routes=[Mount("/files", HeldFiles(str(tmp_path)))]))


def test_a_file_is_packed_and_one_that_changes_is_read_anew(client: TestClient, tmp_path: Path) -> None:
    for _ in range(2):
        answer = client.get("/files/long.js")
        assert (answer.text, answer.headers["content-encoding"]) == (LONG, "gzip")
        assert answer.headers["vary"] == "Accept-Encoding"
        assert "javascript" in answer.headers["content-type"]
    again = client.get("/files/long.js", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    (tmp_path / "long.js").write_text(LONG + "2;", encoding="utf-8")
    assert client.get("/files/long.js").text == LONG + "2;"
    (tmp_path / "long.js").unlink()
    assert client.get("/files/long.js").status_code == 404


def test_what_is_small_or_cannot_be_unpacked_is_sent_as_it_is(client: TestClient) -> None:
    assert client.get("/files/short.js").text == "1;"
    plain = client.get("/files/long.js", headers={"accept-encoding": "identity"})
    assert (plain.text, plain.headers.get("content-encoding")) == (LONG, None)
    assert client.get("/files/../held_files.py").status_code == 404


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """A page of two modules, and a bundle of it."""
    (tmp_path / "built/page").mkdir(parents=True)
    (tmp_path / "page").mkdir()
    for name in ("page/page.html", "page/page.js", "built/page/page.html"):
        (tmp_path / name).write_text(LONG, encoding="utf-8")
    made_of = {name: sha256(LONG.encode()).hexdigest() for name in ("page/page.html", "page/page.js")}
    (tmp_path / "built/sources.json").write_text(json.dumps({"page/page.html": made_of}))
    return tmp_path


def test_a_page_is_of_its_bundle_while_its_sources_are_the_same(web: Path) -> None:
    bundles = Bundles(web, web / "built")
    source, built = web / "page/page.html", web / "built/page/page.html"
    assert bundles.shell("page/page.html") == built
    (web / "page/page.js").write_text(f"{LONG};", encoding="utf-8")
    assert bundles.shell("page/page.html") == source
    (web / "page/page.js").write_text(LONG, encoding="utf-8")
    assert bundles.shell("page/page.html") == built
    (web / "page/page.js").unlink()
    assert bundles.shell("page/page.html") == source


def test_without_bundles_pages_are_served_from_their_sources(tmp_path: Path) -> None:
    assert Bundles(tmp_path, tmp_path / "none").shell("page/page.html") == tmp_path / "page/page.html"


def test_a_browser_asks_for_one_script_and_one_sheet_of_a_page_and_once() -> None:
    bundles, client = Bundles(), TestClient(Starlette(routes=[Mount("/static/bundles", HeldFiles(str(BUNDLES)))]))
    pages = [page for page in WEB.rglob("*.html") if "node_modules" not in page.parts]
    assert len(pages) > 12
    for page in pages:
        shell = bundles.shell(page.relative_to(WEB).as_posix())
        assert shell.is_relative_to(BUNDLES), f"{page.name}: make setup"
        asked = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css))"', shell.read_text(encoding="utf-8"))
        assert [name.rsplit(".", 1)[1] for name in asked] == ["css", "js"], shell
        for name in asked:
            for packed in ("gzip", "identity"):
                assert "immutable" in client.get(name, headers={"accept-encoding": packed}).headers["cache-control"]
