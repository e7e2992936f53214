"""All or nothing: evidence that cannot be stored changes no view, and nothing is lost in the meantime."""

import copy
import json
import resource
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.access.roles import Role
from api.health.troubles import KINDS, LOOP_DOWN, NOT_KEPT
from api.health.upkeep import MOST_WAITING
from api.http.app import create_app
from api.service.table_service import TableService
from controller.errors import JournalError, StoreError
from controller.journal import events as ev
from controller.journal.chain import verify
from controller.ports.eyes import Sighting
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import GoalReport, GoalRequest, SignalKind, TableSignal, Verb
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.views.gate import Audience, Released
from controller.views.table import table_view
from tests.support.logged_in import machine
from tests.support.played_table import table_after
from tests.support.quiet_table import NoEyes, NoTable, QuietTable, quiet_table
from tests.support.unseen_rounds import Played, scripted
from tests.support.waiting import PATIENCE_S, eventually

SEATING = {"kind": "seat_players", "names": ["a", "b", "c", "d"]}
UNWRITABLE = b'{"kind":"seat_players","names":["\\ud800","b","c","d"]}'


def words_of(code: str) -> Any:
    """Return the banner's text for that trouble."""
    kind = KINDS[code]
    return {"ja": f"{kind.what.ja}{kind.todo.ja}", "en": f"{kind.what.en} {kind.todo.en}"}


def service_of(table: QuietTable) -> TableService:
    assert table.service is not None
    return table.service


def client_of(table: QuietTable) -> TestClient:
    return machine(create_app({"1": service_of(table)}), Role.STAFF)


def everything(table: QuietTable) -> Any:
    """Return a copy of all state that could have changed: director, journal, feeds, lists."""
    service = service_of(table)
    director = {name: value for name, value in vars(table.director).items() if name != "_machine"}
    return copy.deepcopy(
        (
            {
                name: str(value) if name in ("_referee", "venue", "rulebook") else value
                for name, value in director.items()
            },
            table.director.phase,
            [record.hash for record in service.records()],
            service.number,
            service.state,
            {who: {**service.newest(who), "halted": None} for who in Audience},
            service.refused,
        )
    )


def same(one: Any, other: Any) -> bool:
    return bool(json.dumps(plain_text(one)) == json.dumps(plain_text(other)))


def plain_text(value: Any) -> Any:
    """Return plain data with objects replaced by their fields, so that readings of a scene are compared as well."""
    if isinstance(value, dict):
        return {str(key): plain_text(each) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset) or type(value).__name__ == "deque":
        return [plain_text(each) for each in value]
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    if type(value).__module__.startswith("controller") and (slots or hasattr(value, "__dict__")):
        return {name: plain_text(getattr(value, name)) for name in slots or vars(value) if hasattr(value, name)}
    return repr(value)


@contextmanager
def locked(_table: QuietTable, folder: Path) -> Iterator[None]:
    """Lock the journal's file for writing, as another program does."""
    with closing(sqlite3.connect(folder / "journal.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def full_disk(_table: QuietTable, folder: Path) -> Iterator[None]:
    """Limit the file size of this process so that the journal cannot grow."""
    kept = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = max(file.stat().st_size for file in folder.glob("journal.sqlite*"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, kept[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, kept)


@contextmanager
def read_only(table: QuietTable, _folder: Path) -> Iterator[None]:
    """Make the journal read-only."""
    assert table.store is not None
    with table.store._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    try:
        yield
    finally:
        with table.store._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA query_only = OFF")


TROUBLES = pytest.mark.parametrize("trouble", [locked, full_disk, read_only], ids=lambda each: each.__name__)


def test_names_that_cannot_be_written_are_refused_and_the_table_plays_on(table: QuietTable) -> None:
    client = client_of(table)
    before = everything(table)
    answer = client.post("/api/v1/tables/1/claims", content=UNWRITABLE, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "application/problem+json"
    with pytest.raises(JournalError, match="cannot be written"):
        service_of(table).take(Claim(ClaimKind.SEAT_PLAYERS, 1.0, "referee", names=("\ud800", "b", "c", "d")))
    assert same(everything(table), before)
    assert client.post("/api/v1/tables/1/claims", json=SEATING).status_code == 202
    assert service_of(table).state.names == ("a", "b", "c", "d")
    assert list(verify(service_of(table).records()))


@TROUBLES
def test_a_claim_that_cannot_be_kept_changes_nothing_and_can_be_made_again(
    table: QuietTable, tmp_path: Path, trouble: Any
) -> None:
    client = client_of(table)
    before = everything(table)
    with trouble(table, tmp_path):
        answer = client.post("/api/v1/tables/1/claims", json=SEATING)
        assert (answer.status_code, answer.headers["content-type"]) == (503, "application/problem+json")
        assert answer.headers["retry-after"]
        assert {"ja", "en"} <= set(answer.json()["reason"])
        assert same(everything(table), before)
        assert client.get("/api/v1/tables/1").json()["halted"] == words_of(NOT_KEPT)
        assert client.get("/readyz").status_code == 503
    assert client.post("/api/v1/tables/1/claims", json=SEATING).status_code == 202
    assert service_of(table).state.names == ("a", "b", "c", "d")
    assert client.get("/api/v1/tables/1").json()["halted"] is None
    assert list(verify(service_of(table).records()))


def test_readings_of_the_table_stand_as_they_were_when_what_they_led_to_cannot_be_kept(
    table: QuietTable, tmp_path: Path
) -> None:
    service = service_of(table)
    table.set_out(3, 4)
    table.see()
    table.discard(table.director.state.first_dealer, "1z")
    before = everything(table)
    refused = 0
    with locked(table, tmp_path):
        while not refused:
            before = everything(table)
            table.frame += 1
            try:
                service.take(table.sighting())
            except StoreError:
                refused += 1
    assert same(everything(table), before)
    number = service.number
    service.take(table.sighting())
    assert any(isinstance(record.event, ev.Discarded) for record in service.records(number))


def test_nothing_is_recorded_or_pressed_before_the_journal_has_it(tmp_path: Path) -> None:
    asked: list[int] = []
    kept: list[object] = []

    class Pressed(NoTable):
        def ask(self, goal: int, _wish: GoalRequest) -> None:
            asked.append(goal)

    with quiet_table(tmp_path, edges=(Pressed(), NoEyes()), record=kept.append) as table:
        with locked(table, tmp_path), pytest.raises(StoreError):
            service_of(table).ask(GoalRequest(Verb.OPEN, "staff", "test", hands_clear=True))
        assert (asked, kept) == ([], [])
        service_of(table).ask(GoalRequest(Verb.OPEN, "staff", "test", hands_clear=True))
        assert (len(asked), len(kept)) == (1, 1)


class ScriptedEdges:
    """Table and camera that return what a test puts in; ``held``: number of keep-alive calls of the link."""

    def __init__(self) -> None:
        self.reports: list[TableSignal | GoalReport] = []
        self.sightings: list[Sighting] = []
        self.error: Exception | None = None
        self.held = 0
        self.polled = threading.Condition()
        self.kept_alive = threading.Event()
        self._closed = threading.Event()

    def poll(self, timeout: float) -> Sequence[TableSignal | GoalReport]:
        with self.polled:
            if not self.reports:
                self.polled.wait(min(timeout, 0.05))
            reports, self.reports = self.reports, []
            return reports

    def hold(self, _seconds: float) -> None:
        self.held += 1
        self.kept_alive.set()
        self._closed.wait(0.05)

    def look(self, _timeout: float) -> Sighting | None:
        if self.error is not None:
            raise self.error
        if self.sightings:
            return self.sightings.pop(0)
        self._closed.wait(0.05)
        return None

    def signals(self) -> Sequence[TableSignal]:
        return ()

    def ask(self, goal: int, wish: GoalRequest) -> None:
        """Ignore the goal."""

    def accept(self, board: str) -> None:
        """Ignore the board."""

    def see(self, kind: SignalKind) -> None:
        """Ignore the signal: no goal is in progress."""

    def call_off(self) -> None:
        """Do nothing: no goal is in progress."""

    def stand(self) -> Any:
        """No machine."""

    def close(self) -> None:
        self._closed.set()


@contextmanager
def edged(folder: Path) -> Iterator[tuple[QuietTable, ScriptedEdges]]:
    edges = ScriptedEdges()
    with quiet_table(folder, edges=(edges, edges)) as table:
        service_of(table).start()
        try:
            yield table, edges
        finally:
            service_of(table).stop()


def signal(kind: SignalKind, number: int) -> TableSignal:
    return TableSignal(kind, float(number), Seat.A, id=f"board-{number}")


def test_reports_that_meet_a_locked_journal_are_kept_in_order_once_it_is_free(tmp_path: Path) -> None:
    with edged(tmp_path) as (table, edges):
        service = service_of(table)
        before = service.number
        with locked(table, tmp_path):
            edges.reports = [signal(SignalKind.SET_PRESSED, 1), signal(SignalKind.WALLS_UP, 2)]
            assert not service.wait_past(before, 1.0)
            # The camera sees the walls only after the board has reported them.
            edges.sightings = [table.sighting() for _ in range(3)]
            assert not service.wait_past(before, 0.5)
            edges.reports += [signal(SignalKind.DICE_PRESSED, 3)]
            eventually(lambda: edges.held)
            eventually(lambda: service.newest(Audience.PUBLIC)["halted"] == words_of(NOT_KEPT))
            assert not service.ready
        assert service.wait_past(before + 2, PATIENCE_S)
        kinds = [type(record.event) for record in service.records(before)]
        wanted = (ev.SetPressed, ev.WallsRaised, ev.DicePressed)
        assert [kind for kind in kinds if kind in wanted] == list(wanted)
        assert service.ready


def test_the_line_is_kept_alive_and_may_be_called_off_while_others_take_long(tmp_path: Path) -> None:
    with edged(tmp_path) as (table, edges):
        service = service_of(table)
        before = service.number
        with service._intake.lock:
            edges.reports = [signal(SignalKind.SET_PRESSED, 1)]
            assert edges.kept_alive.wait(PATIENCE_S)
        assert service.wait_past(before, PATIENCE_S)


def test_a_camera_is_not_looked_through_while_much_waits(tmp_path: Path) -> None:
    with edged(tmp_path) as (table, edges):
        service = service_of(table)
        before = service.number
        with locked(table, tmp_path):
            edges.reports = [signal(SignalKind.SET_PRESSED, 1)]
            edges.sightings = [table.sighting() for _ in range(2 * MOST_WAITING)]
            assert not service.wait_past(before, 1.5)
            assert service.waiting <= MOST_WAITING + 3
        assert service.wait_past(before, PATIENCE_S)


def test_a_loop_that_dies_is_begun_again_from_the_journal_and_every_page_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with edged(tmp_path) as (table, edges):
        service, client = service_of(table), client_of(table)
        assert client.get("/readyz").status_code == 200
        told, mended = threading.Event(), threading.Event()
        died = service.upkeep.died

        def waits(loop: str, error: BaseException) -> float:
            """The pause before a loop begins again lasts until the cause is gone."""
            died(loop, error)
            mended.wait(2 * PATIENCE_S)
            return 0.0

        monkeypatch.setattr(service.upkeep, "died", waits)
        publish = service.feed(Audience.PUBLIC).publish

        def noted(view: Released) -> None:
            publish(view)
            told.set()

        service.feed(Audience.PUBLIC).publish = noted  # type: ignore[method-assign]  # a test listens in
        edges.error = RuntimeError("a bug")
        assert told.wait(PATIENCE_S)
        assert client.get("/readyz").status_code == 503
        assert client.get("/api/v1/tables/1").json()["halted"] == words_of(LOOP_DOWN)
        assert not client.get("/api/v1/tables").json()[0]["running"]
        assert client.post("/api/v1/tables/1/claims", json=SEATING).status_code == 202, "people may go on"
        edges.error = None
        mended.set()
        eventually(lambda: service.sources.banner() is None)
        assert service.upkeep.restarts == 1
        assert client.get("/readyz").status_code == 200
        assert service.state.names == ("a", "b", "c", "d")
        before = service.number
        edges.reports = [signal(SignalKind.SET_PRESSED, 1)]
        assert service.wait_past(before, PATIENCE_S)


def test_evidence_that_fails_twice_is_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with edged(tmp_path) as (table, edges):
        service = service_of(table)
        bad = signal(SignalKind.SET_PRESSED, 1)
        handle = type(table.director).handle

        def fails(director: Any, evidence: Any) -> Any:
            if evidence == bad:
                raise RuntimeError("a bug")
            return handle(director, evidence)

        monkeypatch.setattr(type(table.director), "handle", fails)
        before = service.number
        edges.reports = [bad, signal(SignalKind.WALLS_UP, 2)]
        assert service.wait_past(before, PATIENCE_S)
        assert isinstance(next(service.records(before)).event, ev.WallsRaised)
        assert isinstance(service.upkeep.failure, RuntimeError)


def test_a_camera_lost_before_the_start_is_cleared_by_the_first_look(tmp_path: Path) -> None:
    with quiet_table(tmp_path) as table:
        for seat in (None, Seat.B):
            service_of(table).take(TableSignal(SignalKind.FAULT, 1.0, seat, code="camera-lost"))
    with edged(tmp_path) as (table, edges):
        service = service_of(table)
        assert len(service.state.open_faults()) == 2
        edges.sightings = [table.sighting()]
        eventually(lambda: not service.state.open_faults())


def test_one_entry_for_many_rounds_is_shown_once_and_each_of_its_facts_is_recorded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: a view was built and sent for each of 36 confirmations, two seconds of work."""
    book = "npm-2008"
    played = Played(rulebook(book), auto_settle=False)
    for script in scripted(played.book, 5, 12):
        played.play(script)
    built = list[int]()

    def counted(*args: Any, **kwargs: Any) -> Any:
        built.append(1)
        return table_view(*args, **kwargs)

    with table_after(tmp_path, played.events, book) as table:
        service = service_of(table)
        feed, before, number = service.feed(Audience.STAFF), service.number, service.feed(Audience.STAFF).number
        monkeypatch.setattr("api.service.intake.table_view", counted)
        effects = service.take(Claim(ClaimKind.CONFIRM_ALL, played.at + 1.0, "referee"))
        told = [record.event for record in service.records(before)]
        confirmed = [each.round for each in told if isinstance(each, ev.ResultConfirmed)]
        assert len(confirmed) > 5, effects
        assert len(set(confirmed)) == len(confirmed)
        assert list(verify(service.records()))
        assert (len(built), feed.number) == (1, number + 1)
        service._intake.show_standing()
        assert feed.number == number + 1, "nothing was left out of that one message"
