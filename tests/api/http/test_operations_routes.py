"""Requests of operators: metrics without secrets, readiness with the tables that are down."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from api.access.roles import Role
from api.http.app import create_app
from controller.errors import StoreError
from controller.ports.table import SignalKind, TableSignal
from tests.support.logged_in import machine
from tests.support.quiet_table import QuietTable


@pytest.fixture
def client(table: QuietTable) -> TestClient:
    assert table.service is not None
    return machine(create_app({"1": table.service}), Role.STAFF)


def figures(client: TestClient) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def of(client: TestClient, name: str, **labels: str) -> float:
    return figures(client)[f"jantaku_{name}", frozenset(labels.items())]


def test_figures_follow_what_happens_at_the_table(table: QuietTable, client: TestClient) -> None:
    assert table.service is not None
    before = of(client, "facts_total", table="1")
    table.set_out(3, 4)
    assert of(client, "facts_total", table="1") > before
    assert of(client, "store_seconds_count", table="1") > 0
    with client.websocket_connect("/api/v1/tables/1/feed") as viewer:
        viewer.receive_json()
        assert of(client, "feed_clients", table="1", audience="public") == 1
    assert of(client, "late_feed_lag_seconds", table="1") == 0
    assert of(client, "http_requests_total", method="GET", route="/metrics", status="200") > 0


def test_losses_of_line_and_camera_are_counted_once_each(table: QuietTable, client: TestClient) -> None:
    assert table.service is not None
    for kind, code in ((SignalKind.LINK_LOST, ""), (SignalKind.FAULT, "camera-lost"), (SignalKind.FAULT, "other")):
        table.service.meters.counted([TableSignal(kind, 1.0, code=code)])
    assert of(client, "link_losses_total", table="1") == 1
    assert of(client, "camera_losses_total", table="1") == 1


def test_no_label_tells_what_was_asked_for_or_seen(table: QuietTable, client: TestClient) -> None:
    table.set_out(3, 4)
    client.get("/api/v1/tables/secret-of-somebody")
    client.get("/nowhere/secret-of-somebody", params={"token": "secret-of-somebody"})
    client.request("SECRET-OF-SOMEBODY", "/healthz")
    labels = {label for _, named in figures(client) for label, _ in named}
    assert labels <= {"table", "source", "code", "seat", "audience", "method", "route", "status", "le", "version"}
    text = client.get("/metrics").text
    assert "secret-of-somebody" not in text.lower()


def test_each_application_has_its_own_figures(client: TestClient) -> None:
    other = machine(create_app({}), Role.STAFF)
    other.get("/healthz")
    other.get("/healthz")
    asked = {"method": "GET", "route": "/healthz", "status": "200"}
    client.get("/healthz")
    assert (of(client, "http_requests_total", **asked), of(other, "http_requests_total", **asked)) == (1, 2)


def test_a_table_that_is_not_watched_makes_the_service_not_ready(table: QuietTable, client: TestClient) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["tables"] == {"1": False}
    assert "1" in answer.json()["detail"]
    assert client.get("/healthz").status_code == 200, "the process answers all the same"
    assert table.service is not None
    table.service.start()
    assert client.get("/readyz").json() == {"status": "ok", "tables": {"1": True}}
    assert of(client, "ready", table="1") == 1
    table.service.stop()
    assert client.get("/readyz").status_code == 503


def test_a_store_that_fails_makes_the_service_not_ready_until_it_stores_again(
    table: QuietTable, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert table.service is not None
    assert table.store is not None
    table.service.start()
    with monkeypatch.context() as broken:

        def full(*_: object) -> None:
            raise StoreError("no room")

        broken.setattr(table.store, "append", full)
        with pytest.raises(StoreError):
            table.set_out(3, 4)
        down = client.get("/readyz", headers={"accept-language": "ja"})
        assert down.status_code == 503
        assert "記録に書き込めません" in down.json()["detail"]
        assert of(client, "store_failures_total", table="1") >= 1
        assert of(client, "ready", table="1") == 0
    table.service.stop()


RULES = (Path(__file__).parents[3] / "api" / "deploy" / "jantaku.rules.yml").read_text(encoding="utf-8")


def test_every_alert_asks_for_a_figure_that_is_there(table: QuietTable, client: TestClient) -> None:
    """Every metric about a fault is used by an alert, too."""
    table.set_out(3, 4)
    client.get("/nowhere")
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", client.get("/metrics").text, re.MULTILINE))
    known = {f"{name}{suffix}" for name, kind in kinds.items() for suffix in SUFFIXES[kind]}
    asked = {name for line in RULES.splitlines() if "expr:" in line for name in re.findall(r"\bjantaku_\w+", line)}
    assert asked - known == set()
    told = {"ready", "source_up", "trouble_since_seconds", "store_failures_total", "evidence_waiting"}
    assert {f"jantaku_{name}" for name in told} <= asked


SUFFIXES = {"counter": ("",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is of Debian's package prometheus")
def test_the_alert_rules_are_taken_by_prometheus() -> None:
    rules = Path(__file__).parents[3] / "api" / "deploy" / "jantaku.rules.yml"
    done = subprocess.run(["promtool", "check", "rules", str(rules)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
