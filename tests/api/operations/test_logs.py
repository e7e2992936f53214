"""One line per event, for people or for a collector; no local variables and no multi-line traceback in JSON."""

import json
import logging
from collections.abc import Iterator

import pytest
import structlog
from fastapi.testclient import TestClient

from api.http.app import create_app
from api.operations.logs import to_stderr
from controller.errors import JantakuError


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Restore the logging configuration afterwards."""
    root, before = logging.getLogger(), structlog.get_config()
    handlers, level = root.handlers[:], root.level
    yield
    structlog.configure(**before)
    root.handlers[:] = handlers
    root.setLevel(level)


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    said = capsys.readouterr()
    assert said.out == "", "stdout is for data"
    return said.err.splitlines()


def fail() -> None:
    held = "1z2z3z"
    raise ZeroDivisionError(f"{len(held)} tiles")


@pytest.mark.parametrize("form", ["console", "json"])
def test_a_failure_names_its_place_and_none_of_what_was_held_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.setenv("JANTAKU_LOG", form)
    to_stderr()
    for log in (structlog.get_logger(), logging.getLogger("some.library")):
        try:
            fail()
        except ZeroDivisionError:
            log.exception("it failed")
    lines = told(capsys)
    text = "\n".join(lines)
    assert "1z2z3z" not in text
    assert text.count("it failed") == text.count("ZeroDivisionError") == 2
    assert "6 tiles" not in text
    assert "(fail)" in text
    if form == "json":
        assert [json.loads(line)["message"] for line in lines] == ["it failed", "it failed"]
        assert [json.loads(line)["level"] for line in lines] == ["error", "error"]


def test_lines_of_a_request_carry_its_number(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JANTAKU_LOG", "json")
    to_stderr()
    with structlog.contextvars.bound_contextvars(request="abc"):
        structlog.get_logger().info("from us")
        logging.getLogger("some.library").warning("from %s", "them")
    assert [json.loads(line)["request"] for line in told(capsys)] == ["abc", "abc"]


@pytest.mark.parametrize("level", ["debug", "info"])
def test_a_request_is_a_line_at_debug_with_its_route_and_nothing_that_was_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    monkeypatch.setenv("JANTAKU_LOG", "json")
    monkeypatch.setenv("JANTAKU_LOG_LEVEL", level)
    to_stderr()
    client = TestClient(create_app({}), base_url="http://localhost")
    assert client.get("/api/v1/tables/1z2z3z?q=1z2z3z").status_code == 404
    text = capsys.readouterr().err
    lines = [json.loads(line) for line in text.splitlines()]
    told = [line for line in lines if line["message"] == "request"]
    assert [(line["level"], line["status"]) for line in told] == [("debug", 404)] * (level == "debug")
    assert "1z2z3z" not in text


def test_the_least_level_is_set_for_all(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JANTAKU_LOG_LEVEL", "error")
    to_stderr()
    for log in (structlog.get_logger(), logging.getLogger("some.library")):
        log.warning("not told")
        log.error("told")
    assert ["told" in line and "not" not in line for line in told(capsys)] == [True, True]


@pytest.mark.parametrize(("name", "value"), [("JANTAKU_LOG", "xml"), ("JANTAKU_LOG_LEVEL", "loud")])
def test_an_unknown_setting_is_refused_with_what_is_known(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(JantakuError, match=f"{name}='{value}': expected"):
        to_stderr()
