"""Files of pages as they are sent: packed once, anew once they change, and as they are for who cannot unpack."""

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from api.http.app import HeldFiles

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
