"""Any device of a table may be missing: that is no fault, and the other devices work."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.demo.run import measure
from api.demo.table import DemoSetup
from api.service import compose
from api.service.compose import TableConfig, open_service
from api.service.eyes import MissingCamera, OpenEyes
from api.venue.plan import read_plan
from controller.errors import EyesError, JantakuError, VenueError
from controller.journal.events import DrawKind, RoundDrawn, RoundWon
from controller.journal.state import Phase
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.ports.table import GoalRequest, SignalKind, TableSignal, Verb
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import Seat
from controller.table.director import Director
from controller.table.effects import Refuse
from controller.table.enter.unseen import by_hand
from controller.table.venue import Venue
from controller.views.gate import Audience
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import table_work
from tests.support.waiting import PATIENCE_S

WIN = EnteredWin(Seat.B, parse_tiles("234m456p678s2355p"), parse_tiles("4p")[0], loser=Seat.C)


def bare(folder: Path) -> TableConfig:
    return TableConfig("1", "wall-only", "npm-2008", "", "", "", folder / "journal.sqlite", presses=folder / "presses")


def test_a_table_without_board_and_camera_is_served_without_a_fault(tmp_path: Path) -> None:
    service = open_service(bare(tmp_path))
    service.start()
    try:
        assert service.ready
        assert not service.state.open_faults()
        assert service.machine(Audience.STAFF)["link"]["id"] == "none"
        service.ask(GoalRequest(Verb.OPEN, "staff", "try"))
        service.wait_past(service.number, PATIENCE_S)
        assert service.state.goal is not None
        assert service.state.goal.reason is not None
        assert service.state.goal.reason.en == "This table has no board."
        assert not service.state.open_faults()
    finally:
        service.stop()


def test_rounds_are_entered_by_people_where_nothing_tells_of_them() -> None:
    venue = Venue("npm-2008", seen=False, work=table_work(load_profile("wall-only")).__class__(reported=False))
    director, _ = Director.open(venue, 0.0)

    def enter(kind: ClaimKind, **more: object) -> list[str]:
        step = director.handle(Claim(kind, 10.0, "referee", **more))  # type: ignore[arg-type]  # as each case has it
        assert not any(isinstance(each, Refuse) for each in step.effects), step.effects
        assert not step.refused, step.refused
        return [type(event).__name__ for event in step.events]

    assert by_hand(director.state, director.rulebook, venue) == ("state_riichi",)
    assert "RoundWon" in enter(ClaimKind.ENTER_RESULT, wins=(WIN,))
    assert by_hand(director.state, director.rulebook, venue) == ("next_round",)
    assert director.phase is Phase.RESULT
    enter(ClaimKind.CONFIRM_SETTLEMENT)
    paid = director.state.scores
    assert paid[Seat.B] > 25000 > paid[Seat.C]
    refused = director.handle(Claim(ClaimKind.ENTER_RESULT, 11.0, "referee", wins=(WIN,)))
    assert any(isinstance(each, Refuse) for each in refused.effects), "it is the next round only when somebody says so"
    enter(ClaimKind.NEXT_ROUND)
    assert "RoundDrawn" in enter(ClaimKind.CONFIRM_DRAW, seats=(Seat.A,))
    enter(ClaimKind.CONFIRM_SETTLEMENT)
    assert director.state.scores[Seat.A] == paid[Seat.A] + 3000
    assert not director.state.open_faults()
    assert director.state.rounds == 2


def test_nagashi_mangan_is_entered_where_nothing_tells_of_rounds() -> None:
    """Regression: nagashi mangan needed the discards, which a table without a camera does not have."""
    venue = Venue("teikoku", seen=False, work=table_work(load_profile("wall-only")).__class__(reported=False))
    director, _ = Director.open(venue, 0.0)
    step = director.handle(Claim(ClaimKind.CONFIRM_DRAW, 10.0, "referee", seats=(Seat.A,), nagashi=(Seat.C,)))
    (drawn,) = (each for each in step.events if isinstance(each, RoundDrawn))
    assert (drawn.kind, drawn.seats, drawn.tenpai) == (DrawKind.NAGASHI_MANGAN, (Seat.C,), (Seat.A,))
    assert drawn.payments == (-4000, -2000, 8000, -2000)


def test_a_wired_table_without_a_camera_counts_its_rounds_and_asks_for_what_nobody_entered() -> None:
    director, _ = Director.open(Venue("npm-2008", seen=False), 0.0)
    at = 0.0

    def report(*kinds: SignalKind) -> list[object]:
        nonlocal at
        events: list[object] = []
        for kind in kinds:
            at += 1.0
            events += director.handle(TableSignal(kind, at, Seat.A if "press" in kind.value else None)).events
        return events

    cycle = (SignalKind.SET_PRESSED, SignalKind.MIXING, SignalKind.WALLS_UP, SignalKind.DICE_PRESSED)
    report(*cycle, SignalKind.DICE_STOPPED)
    step = director.handle(Claim(ClaimKind.ENTER_RESULT, at, "referee", wins=(WIN,)))
    assert any(isinstance(event, RoundWon) for event in step.events)
    director.handle(Claim(ClaimKind.CONFIRM_SETTLEMENT, at, "referee"))
    assert not director.state.open_faults()
    report(*cycle, SignalKind.DICE_STOPPED)
    assert (director.state.rounds, director.phase) == (2, Phase.DICE)
    events = report(*cycle)
    assert any(isinstance(event, RoundDrawn) for event in events), "a round that nobody entered waits for its result"
    assert "round-end-unseen" in [each.fault.code for each in director.state.open_faults()]


def test_next_round_is_told_by_the_table_where_it_can() -> None:
    for venue in (Venue("npm-2008"), Venue("npm-2008", seen=False)):
        director, _ = Director.open(venue, 0.0)
        step = director.handle(Claim(ClaimKind.NEXT_ROUND, 1.0, "referee"))
        assert [type(each) for each in step.effects] == [Refuse]
        assert ClaimKind.NEXT_ROUND.value not in by_hand(director.state, director.rulebook, venue)


def test_a_camera_needs_its_calibration(tmp_path: Path) -> None:
    config = TableConfig("1", "wall-only", "npm-2008", "", "camera:0", "", tmp_path / "journal.sqlite")
    with pytest.raises(EyesError, match="both a camera and its calibration"):
        open_service(config)


def test_eyes_open_while_the_journal_is_read_and_leave_it_free_where_they_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: the start opened the eyes only after the journal was read."""
    open_service(bare(tmp_path))._store.close()
    (tmp_path / "calibration.json").write_text("{}", encoding="utf-8")
    config = replace(bare(tmp_path), camera="camera:0", calibration=str(tmp_path / "calibration.json"))
    done: list[str] = []
    read = compose.open_director

    def opening(*_: object) -> OpenEyes:
        done.append("begun")
        port = MissingCamera()
        monkeypatch.setattr(type(port), "close", lambda _: done.append("closed"))
        return OpenEyes(port, None, None, refuse)  # type: ignore[arg-type]  # nothing is seen by them

    def refuse() -> None:
        done.append("awaited")
        raise EyesError("no such set")

    def reading(*parts: Any) -> Director:
        done.append("read")
        return read(*parts)

    monkeypatch.setattr(compose, "open_director", reading)
    with pytest.raises(EyesError, match="no such set"):
        open_service(config, opening)
    assert done == ["begun", "read", "awaited", "closed"]
    open_service(bare(tmp_path))._store.close()


def test_tables_of_a_venue_may_lack_either(tmp_path: Path) -> None:
    file = tmp_path / "venue.toml"
    file.write_text(
        '[table.1]\nserial = "/dev/a"\n[table.2]\n[table.3]\n'
        '[table.4]\ncamera = "/dev/video0"\ncalibration = "c.json"\n',
        encoding="utf-8",
    )
    tables = read_plan(file, {}).tables
    assert [(each.serial, bool(each.camera)) for each in tables.values()] == [
        ("/dev/a", False),
        ("", False),
        ("", False),
        ("", True),
    ]
    file.write_text('[table.1]\ncamera = "/dev/video0"\n', encoding="utf-8")
    with pytest.raises(VenueError, match="both a camera and its calibration"):
        read_plan(file, {})


@pytest.mark.long
@pytest.mark.process
def test_the_demonstration_without_a_camera_agrees_with_what_was_played(tmp_path: Path) -> None:
    report = measure(DemoSetup(1, True, 7, without="camera"), tmp_path)
    assert (report["rounds_right"], report["differences"]) == (1, [])


@pytest.mark.long
@pytest.mark.process
def test_the_demonstration_without_a_board_goes_on_after_its_first_round(tmp_path: Path) -> None:
    report = measure(DemoSetup(2, True, 7, without="board"), tmp_path)
    assert (report["rounds_right"], report["faults_false"]) == (2, 0), report["differences"][:3]


def test_only_board_or_camera_can_be_left_out() -> None:
    with pytest.raises(JantakuError, match="expected board or camera"):
        DemoSetup(1, True, 7, without="table")
