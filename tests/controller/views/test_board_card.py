"""A table's card on the venue's board: open matters are in order, and staff-only parts are hidden from others."""

from dataclasses import replace

from controller.journal.state import NOTHING_YET
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import MachineStatus
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.text import Text
from controller.views.board import NEEDS, card_view
from controller.views.gate import Audience, release
from controller.views.referee import SummonsView
from controller.views.table import TableView, table_view
from tests.support.bench import dealt

OFFLINE = MachineStatus("offline", "unknown", "unknown")


def kinds(view: TableView, audience: Audience, now: float = 100.0) -> list[str]:
    """Kinds of open matters as an audience sees them."""
    shown = release(card_view(view, OFFLINE, None, {"camera": 50.0}, now), audience, 0.0)
    return [each["kind"] for part in ("needs", "waits") for each in shown.get(part, ())]


def troubled() -> TableView:
    table = dealt("npm-2008")
    table.give(Claim(ClaimKind.REPORT_FAULT, 0.0, "Sato", "hand-too-many", seat=Seat.B))
    calls = (SummonsView(Seat.C, 40.0, "tablet"), SummonsView(Seat.A, 30.0, "tablet", "Sato", 45.0))
    view = table_view(table.director.state, table.director.rulebook, summons=calls)
    return replace(view, halted=Text("止", "halted"))


def test_who_calls_comes_before_what_stopped_and_that_before_what_can_wait() -> None:
    assert kinds(troubled(), Audience.STAFF) == ["call", "halted", "answered", "fault", "stuck"]
    assert [*NEEDS].index("call") < [*NEEDS].index("halted") < [*NEEDS].index("fault") < [*NEEDS].index("result")


def test_the_room_sees_calls_and_nothing_of_faults_and_machine() -> None:
    view = troubled()
    assert kinds(view, Audience.PUBLIC) == ["call", "halted", "answered"]
    shown = release(card_view(view, OFFLINE, (1.0, 2.0), {}, 100.0), Audience.PUBLIC, 0.0)
    assert "machine" not in shown
    assert "Sato" not in str(shown), "who of the staff goes there is theirs to know"
    assert shown["round"]["began"] == 2.0


def test_time_that_is_nearly_over_is_told_by_the_book_where_it_names_a_time() -> None:
    for book, warn_s, clause in (("wakashachi-2025", 600.0, "art. 7"), ("kenko-2022", 300.0, "")):
        view = table_view(NOTHING_YET, rulebook(book))
        assert view.clock is not None
        assert (view.clock.warn_s, view.clock.warn_clause) == (warn_s, clause)
        running = replace(view, clock=replace(view.clock, left_s=warn_s + 10.0, running=True, at=100.0))
        assert kinds(running, Audience.PUBLIC, 109.0) == []
        assert kinds(running, Audience.PUBLIC, 110.0) == ["clock"]
