"""A table without events still receives the time: its game ends when the time limit is reached."""

from pathlib import Path

from controller.journal import events as ev
from controller.ports.evidence import Tick
from controller.ports.referee import Claim, ClaimKind
from controller.scoring.game.flow import Last
from tests.support.quiet_table import QuietTable, quiet_table
from tests.support.waiting import PATIENCE_S


def begun(table: QuietTable) -> None:
    """Start a round with one minute left on the game clock at second 1000 of the service."""
    table.set_out(3, 4)
    table.see()
    table.discard(table.director.state.first_dealer, "1z")
    table.see()


def test_time_runs_out_by_itself_and_is_kept_with_its_evidence(tmp_path: Path) -> None:
    now = [1000.0]
    with quiet_table(tmp_path, "wakashachi-2025", clock=lambda: now[0]) as table:
        service = table.service
        assert service is not None
        begun(table)
        service.start()
        try:
            before = service.number
            now[0] += 60 * 34
            assert not service.wait_past(before, 0.6)
            now[0] += 100
            assert service.wait_past(before, PATIENCE_S)
            called = [record.event for record in service.records() if isinstance(record.event, ev.PointsCalled)]
            assert len(called) == 1
            before = service.number
            now[0] += 60 * 10
            assert service.wait_past(before, PATIENCE_S)
        finally:
            service.stop()
        assert service.state.last is Last.CLOCK


def test_what_a_tick_led_to_names_the_tick(tmp_path: Path) -> None:
    now = [1000.0]
    with quiet_table(tmp_path, "kenko-2022", clock=lambda: now[0]) as table:
        assert table.service is not None
        begun(table)
        now[0] += 60 * 50
        table.give(Claim(ClaimKind.STATE_POINTS, now[0], "referee", points=0))
        assert table.director.state.last is Last.CLOCK
        (called,) = [r.event for r in table.service.records() if isinstance(r.event, ev.LastRoundCalled)]
        assert table.store is not None
        kept = {row.id: row.evidence for row in table.store.newest_evidence(50)}
        assert kept[called.evidence[0]] == Tick(now[0])
