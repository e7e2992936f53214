"""The table's own board: recorded as an event, named in the venue's settings, replaced by a person only."""

from api.access.roles import Role
from api.http.app import create_app
from controller.journal.codec import evidence_to_json
from controller.journal.events import BoardNamed
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import OTHER_BOARD, SignalKind, TableSignal
from controller.table.director import Director
from controller.table.venue import Venue
from tests.support.logged_in import logged_in
from tests.support.quiet_table import QuietTable

OWN, OTHER = "00a1b2c3d4e5f607", "00a1b2c3d4e5f608"
UP = TableSignal(SignalKind.LINK_UP, 1.0, board=OWN)
STRANGER = TableSignal(SignalKind.FAULT, 2.0, code=OTHER_BOARD, board=OTHER)


def named(table: QuietTable) -> list[tuple[str, str, str, bool]]:
    assert table.service is not None
    events = [record.event for record in table.service.records()]
    return [(each.board, each.by, each.why, each.set) for each in events if isinstance(each, BoardNamed)]


def test_the_first_board_is_kept_as_a_fact_once(table: QuietTable) -> None:
    assert table.service is not None
    table.give(UP)
    table.give(TableSignal(SignalKind.LINK_UP, 2.0, board=OWN))
    assert named(table) == [(OWN, "", "", False)]
    assert table.service.state.board == OWN


def test_another_board_is_told_with_its_cure_and_taken_by_number_and_reason(table: QuietTable) -> None:
    assert table.service is not None
    table.give(UP)
    table.give(STRANGER)
    (fault,) = table.service.state.open_faults()
    assert (fault.fault.code, OTHER in fault.fault.detail.en, OTHER in fault.fault.detail.ja) == (
        OTHER_BOARD,
        True,
        True,
    )
    client = logged_in(create_app({"1": table.service}), Role.STAFF, "head referee")
    address = "/api/v1/tables/1/board"
    for body, status in (
        ({"board": "00a1b2c3d4e5f609", "why": "the old one broke"}, 409),
        ({"board": OWN, "why": "the old one broke"}, 409),
        ({"board": "other", "why": "the old one broke"}, 422),
        ({"board": OTHER, "why": " "}, 422),
    ):
        assert client.post(address, json=body).status_code == status, body
    assert table.service.state.board == OWN
    claim = {"kind": "accept_board", "subject": OTHER, "reason": "by the back door"}
    assert client.post("/api/v1/tables/1/claims", json=claim).status_code == 422
    assert client.post(address, json={"board": OTHER, "why": "the old one broke"}).status_code == 202
    assert named(table)[1:] == [(OTHER, "head referee", "the old one broke", False)]
    assert not table.service.state.open_faults()


def test_the_own_board_on_the_line_again_ends_the_fault(table: QuietTable) -> None:
    assert table.service is not None
    table.give(UP)
    table.give(STRANGER)
    table.give(TableSignal(SignalKind.LINK_UP, 3.0, board=OWN))
    assert not table.service.state.open_faults()


def test_what_settings_name_counts_when_it_changes_and_a_persons_word_after_it_stays() -> None:
    director, _ = Director.open(Venue("npm-2008"), 0.0)
    director.keep_board("", 0.0)
    assert director.state.board == ""
    director.keep_board(OWN, 1.0)
    assert director.state.board == OWN
    director.handle(STRANGER)
    director.handle(Claim(ClaimKind.ACCEPT_BOARD, 3.0, "head referee", OTHER, reason="the old one broke"))
    director.keep_board(OWN, 4.0)
    assert director.state.board == OTHER, "the settings are as they were when a person decided"
    director.keep_board(OTHER, 5.0)
    director.keep_board(OWN, 6.0)
    assert director.state.board == OWN


def test_evidence_of_before_is_written_as_before() -> None:
    assert "board" not in evidence_to_json(TableSignal(SignalKind.LINK_UP, 1.0))
