"""The hash chain: every changed, lost, added or swapped record of a journal is detected."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import JournalError
from controller.journal.chain import GENESIS, Record, record_from_line, record_to_line, seal, verify
from controller.journal.events import Discarded, MixingStarted, SetPressed
from controller.journal.reduce import replay
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile


def chain() -> list[Record]:
    events = [
        SetPressed(at=1.0, seat=Seat.A),
        MixingStarted(at=2.0),
        *(
            Discarded(at=3.0 + number, evidence=(number,), seat=Seat(number % 4), tile=Tile(number))
            for number in range(8)
        ),
    ]
    records: list[Record] = []
    for number, event in enumerate(events):
        records.append(seal(event, 1_700_000_000.0 + number, records[-1] if records else None))
    return records


def test_a_chain_is_numbered_and_linked_from_the_beginning() -> None:
    records = chain()
    assert [record.sequence for record in records] == list(range(1, 11))
    assert records[0].previous == GENESIS
    assert all(after.previous == before.hash for before, after in pairwise(records))
    assert list(verify(records)) == records
    assert list(verify(records[4:], after=records[3])) == records[4:]
    assert replay(records).last == records[-1]
    assert replay(records).last_evidence == 7


@pytest.mark.parametrize("place", range(10))
def test_a_changed_event_is_found_where_it_is(place: int) -> None:
    records = chain()
    records[place] = replace(records[place], event=replace(records[place].event, at=99.0))
    with pytest.raises(JournalError, match=f"record {place + 1}"):
        list(verify(records))


def test_changed_time_lost_doubled_and_swapped_records_are_found() -> None:
    records = chain()
    for broken in (
        [replace(records[0], time=0.0), *records[1:]],
        records[1:],
        [*records[:3], *records[4:]],
        [*records[:3], records[2], *records[3:]],
        [*records[:3], records[4], records[3], *records[5:]],
        [*records[:3], replace(records[3], previous=GENESIS), *records[4:]],
    ):
        with pytest.raises(JournalError):
            replay(broken)


def test_a_rewritten_tail_does_not_join_the_old_one() -> None:
    records = chain()
    forged = seal(Discarded(at=5.0, seat=Seat.A, tile=Tile.RED), records[4].time, records[3])
    with pytest.raises(JournalError, match="record 6"):
        list(verify([*records[:4], forged, *records[5:]]))


@given(st.integers(0, 9), st.data())
def test_any_flipped_byte_of_a_line_is_found(place: int, data: st.DataObject) -> None:
    lines = [record_to_line(record) for record in chain()]
    line = bytearray(lines[place])
    line[data.draw(st.integers(0, len(line) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    lines[place] = bytes(line)
    with pytest.raises(JournalError):
        replay([record_from_line(each) for each in lines])


def test_a_line_comes_back_as_the_record_it_was() -> None:
    for record in chain():
        assert record_from_line(record_to_line(record)) == record


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b'{"event":{},"hash":"","previous":"","sequence":1}',
        b'{"event":1,"hash":"","previous":"","sequence":1,"time":0.5}',
    ],
)
def test_a_line_of_another_shape_is_refused(line: bytes) -> None:
    with pytest.raises(JournalError):
        record_from_line(line)
