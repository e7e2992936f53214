"""A table as mjai lines during play: complete, each line once, of one seat only, and never before its release."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from api.http.mjai.stream import Follower, LineStream, cursors, eyes_of, source_of
from api.service.table_service import TableService
from controller.ports.evidence import Evidence
from controller.ports.referee import Claim, ClaimKind
from controller.records.mjai.reader import read
from controller.records.mjai.writer import round_lines
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.views.gate import Released
from controller.views.policy import Release
from hardware.simulator.game.record import round_record
from tests.support.seen_game import played, seen_by, silent_service

FOLLOWERS: tuple[Follower, ...] = ("public", "A", "B", "C", "D", "staff")
EXTRA = ("cursor", "hora_tehais", "tehais", "ura_markers", "fan", "fu", "hora_points", "yakus")


class Heard:
    """Lines received by every follower of a service, each with the number of the evidence before it."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self.told: dict[Follower, list[tuple[int, dict[str, Any]]]] = {each: [] for each in FOLLOWERS}
        self.pieces = 0
        for follower in FOLLOWERS:
            feed = source_of(service, follower)
            if feed is not None:
                self._listen(follower, feed)

    def _listen(self, follower: Follower, feed: Any) -> None:
        stream, publish = LineStream(eyes_of(follower)), feed.publish

        def noted(view: Released) -> None:
            publish(view)
            self.told[follower] += [(self.pieces, line) for line in stream.take(view)]

        feed.publish = noted

    def play(self, evidence: Sequence[Evidence] | Iterator[Evidence]) -> None:
        for each in evidence:
            self.pieces += 1
            self.service.take(each)

    def lines(self, follower: Follower) -> list[dict[str, Any]]:
        return [line for _, line in self.told[follower]]


def heard(folder: Path, rule: str, seats: Sequence[Seat] = SEATS) -> Heard:
    with silent_service(folder, Release.parse(rule), lambda: 0.0) as service:
        found = Heard(service)
        found.play(seen_by(played()[0], seats))
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Heard:
    """A round whose hands are released at once."""
    return heard(tmp_path_factory.mktemp("whole"), "live")


def bare(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in line.items() if name not in EXTRA} for line in lines]


def test_the_staff_are_told_every_round_as_it_was_played_and_each_line_once(whole: Heard) -> None:
    (truth,) = played()[1]
    told = bare(whole.lines("staff"))
    assert told[0] == {"type": "start_game", "names": ["A", "B", "C", "D"]}
    expected = bare(list(round_lines(round_record(truth))))
    for line in expected:
        if line["type"] == "hora":
            line["pai"] = next(each["pai"] for each in reversed(told) if each["type"] == "hora")
    assert told[1:] == expected


def test_whoever_looks_on_is_told_the_same_acts_without_a_hand(whole: Heard) -> None:
    told = whole.lines("public")
    start = next(line for line in told if line["type"] == "start_kyoku")
    assert {tile for hand in start["tehais"] for tile in hand} == {"?"}
    *draws, last = [line["pai"] for line in told if line["type"] == "tsumo"]
    assert set(draws) == {"?"}
    won = next(line for line in told if line["type"] == "hora")
    assert (last != "?") is (won["actor"] == won["target"])
    acts = [[line["type"] for line in whole.lines(each)] for each in FOLLOWERS]
    assert all(each == acts[0] for each in acts), "hands add no line and leave none out"


@pytest.mark.parametrize("follower", ["A", "C"])
def test_a_seat_is_told_its_own_tiles_and_nobody_elses(whole: Heard, follower: Follower) -> None:
    told, own = whole.lines(follower), Seat[follower]
    assert told[0]["id"] == own
    start = next(line for line in told if line["type"] == "start_kyoku")
    assert [set(hand) == {"?"} for hand in start["tehais"]] == [seat is not own for seat in SEATS]
    for line in told[:-3]:
        if line["type"] == "tsumo":
            assert (line["pai"] != "?") is (line["actor"] == own)


def test_what_the_other_cameras_see_changes_nothing_for_a_seat_not_even_when(whole: Heard, tmp_path: Path) -> None:
    alone = heard(tmp_path, "live", seats=(Seat.A,))
    assert alone.told["A"] == whole.told["A"]
    assert alone.told["public"] == whole.told["public"]


def test_no_hand_leaves_before_its_release(tmp_path: Path, whole: Heard) -> None:
    now, early = 0.0, 40
    with silent_service(tmp_path, Release.parse("30"), lambda: now) as service:
        late = Heard(service)
        for each in played()[0][:90]:
            now += 1.0
            late.play([each])
            due = [line for piece, line in whole.told["A"] if "cursor" in line and piece <= late.pieces - 30]
            assert [line for line in late.lines("A") if "cursor" in line] == due[: len(late.lines("A"))], late.pieces
            assert late.pieces > early or not any("cursor" in line for line in late.lines("staff"))
    assert late.told["public"] == [each for each in whole.told["public"] if each[0] <= late.pieces]


def test_where_nothing_is_ever_released_there_is_no_stream_with_hands(tmp_path: Path) -> None:
    with silent_service(tmp_path, Release.parse("never"), lambda: 0.0) as service:
        assert [source_of(service, each) is None for each in FOLLOWERS] == [False, *(True,) * 5]


def test_a_stream_reads_back_as_a_game(whole: Heard) -> None:
    text = "\n".join(json.dumps(line) for line in [*whole.lines("staff"), {"type": "end_game"}])
    (game,) = read(text)
    (truth,) = played()[1]
    assert [one.deltas for one in game.rounds] == [round_record(truth).deltas]


def test_what_is_put_right_is_told_again_from_the_start_of_the_round(tmp_path: Path) -> None:
    with silent_service(tmp_path, Release.parse("live"), lambda: 0.0) as service:
        found = Heard(service)
        evidence = iter(played()[0])
        while sum(line["type"] == "dahai" for line in found.lines("B")) < 6:
            found.play([next(evidence)])
        before = found.lines("B")
        effects = service.take(Claim(ClaimKind.CORRECT_DISCARD, 0.0, "referee", index=0, tiles=(Tile.RED,)))
        assert not effects
        after = found.lines("B")[len(before) :]
    assert [line["type"] for line in after[:3]] == ["restart", "start_game", "start_kyoku"]
    again = after[2:]
    assert len(again) == len(before) - 1
    assert sum(old != new for old, new in zip(bare(before[1:]), bare(again), strict=True)) == 1
    lines = [{name: value for name, value in line.items() if name != "cursor"} for line in again]
    assert [line["cursor"] for line in again] == list(cursors(1, lines))
