"""Health of each source: readiness, metrics, page, log and banner report a trouble at once and in the same words."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families
from structlog.testing import capture_logs

from api.access.roles import Role
from api.health import troubles as said
from api.health.probes import ProbeFinding
from api.health.source_watch import PROBE_HANGS_S, STORE_HANGS_S, Watched
from api.health.troubles import KINDS, HealthSource, TableTrouble
from api.health.upkeep import STUCK_S
from api.http.app import create_app
from api.hub.config import HubConfig
from api.hub.uplink import Uplink
from api.service.table_service import TableService
from controller.errors import JantakuError, StoreError
from controller.ports.table import SignalKind, TableSignal
from controller.referee.faults.devices import BLINDING, CAMERAS, WATCHING
from controller.riichi.seat import Seat
from controller.text import Language
from controller.views.gate import Audience
from tests.support.logged_in import machine
from tests.support.quiet_table import QuietTable, quiet_table
from tests.support.waiting import PATIENCE_S, eventually

FITTED: Final = frozenset({HealthSource.CAMERA, HealthSource.EYES, HealthSource.LINK})
BEGAN: Final = 1000.0


@dataclass
class World:
    """A table whose threads do not run, with the clock of its watch."""

    table: QuietTable
    now: float = BEGAN
    undo: list[Callable[[], object]] = field(default_factory=list)

    @property
    def service(self) -> TableService:
        assert self.table.service is not None
        return self.table.service

    def hear(self, kind: SignalKind, code: str = "", seat: Seat | None = None) -> None:
        self.service.sources.heard([TableSignal(kind, 1.0, seat, code=code)])

    def probed(self, source: HealthSource, code: str) -> None:
        self.undo.append(self.service.sources.attach(source, lambda: (ProbeFinding(code, "why it is so"),)))
        self.service.sources.probe()


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """Return a table with camera, link and store, each of which has answered once."""
    held: list[World] = []
    watched = Watched(FITTED, lambda: held[0].now if held else BEGAN)
    with quiet_table(tmp_path, watched=watched) as table:
        held.append(made := World(table))
        monkeypatch.setattr(TableService, "running", property(lambda _: True))
        made.hear(SignalKind.LINK_UP)
        made.service.sources.heard([table.sighting()])
        yield made


Act = Callable[[World], object]


def camera(code: str, seat: Seat | None = None) -> tuple[Act, Act]:
    return lambda w: w.hear(SignalKind.FAULT, code, seat), lambda w: w.hear(SignalKind.FAULT_CLEARED, code, seat)


def probe(source: HealthSource, code: str) -> tuple[Act, Act]:
    return lambda w: w.probed(source, code), lambda w: w.undo.pop()()


def later(seconds: float) -> Act:
    return lambda w: setattr(w, "now", w.now + seconds)


def store_hangs(world: World) -> None:
    storing = world.service.sources.storing()
    storing.__enter__()
    world.undo.append(lambda: storing.__exit__(None, None, None))
    later(STORE_HANGS_S + 0.1)(world)


def loop_stuck(world: World) -> None:
    world.service.upkeep.ran("camera")
    later(STUCK_S + 0.1)(world)


CASES: Final[dict[str, tuple[Act, Act]]] = {
    **{code: camera(code) for code in WATCHING},
    "link-lost": (lambda w: w.hear(SignalKind.LINK_LOST, "silent"), lambda w: w.hear(SignalKind.LINK_UP)),
    said.NOT_KEPT: (lambda w: w.service.upkeep.stored(StoreError("no room")), lambda w: w.service.upkeep.stored(None)),
    said.STORE_HANGS: (store_hangs, lambda w: w.undo.pop()()),
    said.FOLDER: probe(HealthSource.STORE, said.FOLDER),
    said.STORE_AWAY: probe(HealthSource.STORE, said.STORE_AWAY),
    said.BROKER_AWAY: probe(HealthSource.BROKER, said.BROKER_AWAY),
    said.BROKER_BEHIND: probe(HealthSource.BROKER, said.BROKER_BEHIND),
    said.LOOP_DOWN: (
        lambda w: w.service.upkeep.died("camera", RuntimeError()),
        lambda w: w.service.upkeep.back("camera"),
    ),
    said.LOOP_STUCK: (loop_stuck, lambda w: w.service.upkeep.ran("camera")),
}


@contextmanager
def asked(world: World) -> Iterator[tuple[TestClient, TestClient]]:
    """Yield a client of the staff and one without a login."""
    app = create_app({"1": world.service})
    with ExitStack():
        yield machine(app, Role.REFEREE), TestClient(app, base_url="http://localhost")


def figures(client: TestClient, name: str) -> dict[str, float]:
    return {
        sample.labels["source"]: sample.value
        for family in text_string_to_metric_families(client.get("/metrics").text)
        for sample in family.samples
        if sample.name == f"jantaku_{name}"
    }


@pytest.mark.parametrize("code", sorted(CASES))
def test_what_is_wrong_is_told_alike_everywhere_and_over_everywhere(world: World, code: str) -> None:
    """Regression: ``/readyz`` returned 200 while a camera was lost, and no metric named the source."""
    kind, (begin, end) = KINDS[code], CASES[code]
    blinds = kind.stops and kind.source is not HealthSource.BROKER
    with asked(world) as (staff, anybody), capture_logs() as lines:
        assert staff.get("/readyz").status_code == 200
        assert set(figures(staff, "source_up").values()) == {1.0}
        begin(world)
        world.service._teller.look()
        assert staff.get("/readyz").status_code == (503 if blinds else 200)
        assert figures(staff, "source_up")[kind.source.value] == float(not kind.stops)
        assert set(figures(staff, "trouble_since_seconds")) == {kind.source.value}
        told = staff.get("/api/v1/tables/1/troubles").json()
        (one,) = told["troubles"]
        assert (one["code"], one["source"], one["what"]["ja"]) == (code, kind.source.value, kind.what.ja)
        assert one["do"] == {"ja": kind.todo.ja, "en": kind.todo.en}
        assert {each["source"]: each["well"] for each in told["sources"]}[kind.source.value] is not kind.stops
        (line,) = [each for each in lines if each["event"] == "trouble"]
        assert (line["what_ja"], line["do"], line["code"]) == (kind.what.ja, kind.todo.en, code)
        if blinds:
            for language in Language:
                detail = anybody.get("/readyz", headers={"accept-language": language}).json()
                assert kind.what.of(language) in detail["detail"]
                assert "troubles" not in detail, "what an address or an error says is for the staff"
        end(world)
        world.service._teller.look()
        assert staff.get("/readyz").status_code == 200
        assert set(figures(staff, "source_up").values()) == {1.0}
        assert staff.get("/api/v1/tables/1/troubles").json()["troubles"] == []
        (over,) = [each for each in lines if each["event"] == "trouble over"]
        assert over["code"] == code
    assert world.service.newest(Audience.PUBLIC)["halted"] is None


@pytest.mark.parametrize("code", [said.NOT_KEPT, said.STORE_HANGS, said.LOOP_DOWN, said.LOOP_STUCK])
def test_what_no_fault_tells_stands_on_every_page_in_the_same_words(world: World, code: str) -> None:
    kind = KINDS[code]
    CASES[code][0](world)
    world.service._teller.look()
    shown = world.service.newest(Audience.PUBLIC)["halted"]
    assert shown == {"ja": f"{kind.what.ja}{kind.todo.ja}", "en": f"{kind.what.en} {kind.todo.en}"}


@pytest.mark.parametrize("seat", list(Seat))
def test_a_seat_camera_that_is_lost_is_told_and_blinds_nobody(world: World, seat: Seat) -> None:
    camera("camera-lost", seat)[0](world)
    with asked(world) as (staff, _):
        assert staff.get("/readyz").status_code == 200
        assert figures(staff, "source_up")["camera"] == 0
        (one,) = staff.get("/api/v1/tables/1/troubles").json()["troubles"]
        assert (one["seat"], one["watched"]) == (seat.name, True)
        assert one["what"]["en"].startswith(f"Seat {seat.name}:")


def test_it_is_told_since_the_last_picture_by_a_clock_of_its_own(world: World) -> None:
    later(2.1)(world)
    camera("camera-lost")[0](world)
    later(60.0)(world)
    before = world.service.now()
    (trouble,) = world.service.troubles()
    assert trouble.since == pytest.approx(before - 62.1, abs=0.5)


def test_a_source_that_has_not_answered_yet_is_not_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: a service reported ready before its camera had delivered a picture."""
    with quiet_table(tmp_path, watched=Watched(FITTED)) as table:
        assert table.service is not None
        monkeypatch.setattr(TableService, "running", property(lambda _: True))
        sources = table.service.sources
        assert {each.code for each in table.service.troubles()} == {said.CAMERA_AWAITED, said.LINK_AWAITED}
        assert not table.service.ready
        sources.heard([TableSignal(SignalKind.LINK_UP, 1.0)])
        assert not table.service.ready
        sources.heard([table.sighting()])
        assert table.service.ready


def test_a_table_without_camera_or_board_is_not_watched_for_them(tmp_path: Path) -> None:
    with quiet_table(tmp_path) as table:
        assert table.service is not None
        assert table.service.troubles() == ()
        assert table.service.sources.fitted == {HealthSource.TABLE, HealthSource.STORE}


def test_a_probe_that_hangs_is_told_by_whoever_asks(world: World) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def hangs() -> tuple[ProbeFinding, ...]:
        begun.set()
        go_on.wait(2 * PATIENCE_S)
        return ()

    world.service.sources.attach(HealthSource.STORE, hangs)
    trying = threading.Thread(target=world.service.sources.probe)
    trying.start()
    assert begun.wait(PATIENCE_S)
    assert world.service.troubles() == ()
    later(PROBE_HANGS_S + 0.1)(world)
    assert [each.code for each in world.service.troubles()] == [said.STORE_HANGS]
    go_on.set()
    trying.join()
    assert world.service.troubles() == ()


def test_a_running_table_tells_by_itself(tmp_path: Path) -> None:
    """With running threads and the real clock: the trouble is logged and readiness ends within about a second."""
    with quiet_table(tmp_path, watched=Watched(frozenset({HealthSource.CAMERA}))) as table, capture_logs() as lines:
        service = table.service
        assert service is not None
        service.start()
        try:
            service.sources.heard([table.sighting()])
            eventually(lambda: service.ready)
            service.sources.heard([TableSignal(SignalKind.FAULT, 1.0, code="camera-frozen")])
            assert not service.ready
            eventually(lambda: any(each.get("code") == "camera-frozen" for each in lines))
        finally:
            service.stop()


@pytest.mark.parametrize(
    ("code", "since", "detail"),
    [
        ("odd", 1.0, ""),
        ("camera-lost", float("nan"), ""),
        ("camera-lost", -1.0, ""),
        ("camera-lost", 1.0, "two\nlines"),
    ],
)
def test_a_trouble_is_checked_at_birth(code: str, since: float, detail: str) -> None:
    with pytest.raises(JantakuError, match="expected"):
        TableTrouble("1", code, since, detail=detail)


@pytest.mark.parametrize("code", sorted(KINDS))
def test_every_trouble_has_words_in_both_languages(code: str) -> None:
    kind: Any = KINDS[code]
    for text in (kind.what, kind.todo):
        assert text.ja.endswith("。")
        assert text.en.endswith(".")
    trouble = TableTrouble("7", code, BEGAN, Seat.B if code in CAMERAS else None)
    assert trouble.line(Language.EN).startswith("7: ")
    assert (code in BLINDING) <= kind.stops


def test_no_password_of_an_address_is_told(world: World) -> None:
    secret = "rtsp://referee:hush-hush@192.0.2.7/main: no answer"
    world.service.sources.attach(HealthSource.STORE, lambda: (ProbeFinding(said.STORE_AWAY, secret),))
    world.service.sources.probe()
    (trouble,) = world.service.troubles()
    assert trouble.detail == "rtsp://***@192.0.2.7/main: no answer"


def test_a_broker_that_is_away_is_told_at_once_and_no_more_once_nothing_is_published(tmp_path: Path) -> None:
    with quiet_table(tmp_path) as table:
        service = table.service
        assert service is not None
        config = HubConfig(nats="nats://127.0.0.1:9", venue="kyoto", signing_key=str(tmp_path / "signing.pem"))
        uplink = Uplink(config, {"1": service})
        uplink.watch({"1": service.sources})
        uplink.start()
        try:
            assert [each.code for each in service.troubles()] == [said.BROKER_AWAY]
            assert not any(each.blinds for each in service.troubles()), "what happens is recorded all the same"
            assert HealthSource.BROKER in service.sources.fitted
        finally:
            uplink.stop()
        assert service.troubles() == ()
        assert HealthSource.BROKER not in service.sources.fitted
