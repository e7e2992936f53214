"""An event refused by the phase or an invariant is reported in the step, in the log and on the staff's feed."""

from pathlib import Path
from typing import Any

from structlog.testing import capture_logs

from controller.journal import events as ev
from controller.journal.state import Phase
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from controller.views.gate import Audience
from tests.support.bench import bench, dealt
from tests.support.quiet_table import quiet_table


def test_a_report_that_fits_no_phase_is_refused_by_the_phase() -> None:
    table = bench()
    table.signal(SignalKind.WALLS_UP)
    table.signal(SignalKind.WALLS_UP)
    (refused,) = table.steps[-1].refused
    assert isinstance(refused.event, ev.WallsRaised)
    assert (refused.rule, refused.phase) == ("phase", Phase.WALLS_UP)
    assert refused.reason.ja
    assert refused.reason.en
    assert table.steps[-1].events == ()


def test_a_fifth_copy_of_a_tile_is_refused_by_the_invariant_of_copies() -> None:
    table = dealt()
    for place in range(5):
        table.discard(Seat.A.turn(place), "1z")
        table.see()
    refused = [each for step in table.steps for each in step.refused]
    assert {each.rule for each in refused} == {"copies"}
    assert all(isinstance(each.event, ev.Discarded) and "1z" in each.detail for each in refused)


def test_a_refused_event_is_logged_and_listed_for_the_staff_once_and_counted_every_time(tmp_path: Path) -> None:
    with quiet_table(tmp_path) as table, capture_logs() as logs:
        assert table.service is not None
        table.signal(SignalKind.WALLS_UP)
        for _ in range(3):
            table.signal(SignalKind.WALLS_UP)
        told = [line for line in logs if line["event"] == "event refused"]
        listed: list[dict[str, Any]] = table.service.newest(Audience.STAFF)["refused"]
        assert table.service.refused == 3
        assert [(line["kind"], line["rule"]) for line in told] == [("WallsRaised", "phase")]
        assert [(each["event"], each["phase"], each["rule"]) for each in listed] == [
            ("WallsRaised", "walls_up", "phase")
        ]
        assert "refused" not in table.service.newest(Audience.PUBLIC)
