"""Release of secrets: never (default), with the result, or on a delayed feed; checked in the bytes of the feeds."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from api.access.roles import Role
from api.cli.pictures import calibrate
from api.home_assistant.entities import values
from api.http.app import create_app
from api.service.compose import SeatCamera, seat_cameras
from api.service.feed import Feed
from api.service.late_feed import LateFeed
from api.service.table_service import TableService
from api.stores.sqlite_store import SqliteJournal
from api.webhooks.messages import Teller
from controller.errors import EyesError, JantakuError
from controller.journal.chain import Record, seal
from controller.journal.state import NOTHING_YET
from controller.ports.evidence import Evidence
from controller.ports.eyes import SeenHand, Sighting
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.table.director import Director
from controller.table.venue import Venue
from controller.text import Language
from controller.views.gate import Audience
from controller.views.policy import NEVER, Release, When
from controller.views.table import table_view
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.bench import Game
from tests.support.logged_in import machine
from tests.support.longer import others_long
from vision.camera.calibration import Calibration
from vision.render.seat_view import clicked_calibration, seat_camera

NPM = rulebook("npm-2008")
SECRETS = ("concealed", "from_hand", "shanten", "waits")


class Nothing:
    """A table and camera without reports; requests are ignored."""

    def poll(self, timeout: float) -> tuple[TableSignal, ...]:
        del timeout
        return ()

    def look(self, timeout: float) -> Sighting | None:
        del timeout
        return None

    def signals(self) -> tuple[TableSignal, ...]:
        return ()

    def stand(self) -> None:
        """No machine."""

    def ask(self, goal: int, wish: object) -> None:
        """Ignore the goal."""

    def accept(self, board: str) -> None:
        """Ignore the board."""

    def see(self, kind: SignalKind) -> None:
        """Ignore the signal: no goal is in progress."""

    def call_off(self) -> None:
        """Do nothing: no goal is in progress."""

    def close(self) -> None:
        """Nothing to release."""


class Hall:
    """A service with a release policy, a system clock (``wall``) and a monotonic clock (``now``)."""

    def __init__(self, folder: Path, rule: Release, auto_settle: bool = True) -> None:
        self.wall, self.now = [1_000_000.0], [50.0]
        self.venue = Venue(rulebook="npm-2008", auto_settle=auto_settle)
        director, opening = Director.open(self.venue, 0.0)
        folder.mkdir(exist_ok=True)
        self.store = SqliteJournal(folder / "journal.sqlite")
        records: list[Record] = []
        for event in opening.events:
            records.append(seal(event, 0.0, records[-1] if records else None))
        self.store.append(records, opening.evidence)
        self.service = self.serve(director, rule)

    def serve(self, director: Director, rule: Release) -> TableService:
        edge: Any = Nothing()
        clocks: Any = {"clock": lambda: self.wall[0], "monotonic": lambda: self.now[0]}
        return TableService("t", director, self.store, edge, edge, rule=rule, **clocks)

    def restart(self, rule: Release, past_s: float) -> None:
        """Restart the service on the same journal ``past_s`` later on the system clock; reset the monotonic clock."""
        self.wall[0] += past_s
        self.now[0] = 3.0
        self.service = self.serve(Director.resume(self.store.read(), self.venue, NPM), rule)

    def take(self, evidence: Evidence) -> None:
        """Pass one piece of evidence to the service."""
        self.service.take(evidence)

    @property
    def late(self) -> str:
        """The late feed's view as JSON; "" if it shows nothing."""
        feed = self.service.late_feed()
        return "" if feed is None or feed.view is None else json.dumps(feed.view)

    def recorded(self, hands: bool = True) -> list[list[str]]:
        """Return the starting hands of every round in the mjai record."""
        asked = {"format": "mjai"} | ({"hands": "released"} if hands else {})
        viewer, overlay = (machine(create_app({"t": self.service}), role) for role in (Role.VIEWER, Role.OVERLAY))
        assert viewer.get("/api/v1/tables/t/record", params=asked).status_code == (403 if hands else 200)
        told = overlay.get("/api/v1/tables/t/record", params=asked).text
        lines = map(json.loads, told.splitlines())
        return [hand for line in lines if line["type"] == "start_kyoku" for hand in line["tehais"]]

    @property
    def live(self) -> str:
        """The newest messages of all live feeds, as JSON."""
        return "".join(json.dumps(self.service.newest(audience)) for audience in Audience)


@pytest.fixture(scope="module")
def round_with_hands() -> tuple[Evidence, ...]:
    """Return the evidence of a round and the next walls, with the seat cameras."""
    return tuple(Game("npm-2008", seed=5, rounds=2, seats=True).evidence())


def to_result(hall: Hall, evidence: Sequence[Evidence]) -> Iterator[Evidence]:
    """Pass the evidence up to the first result; return the rest."""
    rest = iter(evidence)
    for each in rest:
        hall.take(each)
        now = hall.service.state.round
        if now is not None and now.outcome is not None:
            break
    return rest


def has_hands(shown: str) -> bool:
    return any(secret in shown for secret in SECRETS)


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["never", "live", "round", "game", "300"])
def test_no_byte_of_a_live_feed_is_a_hand_under_any_policy(
    tmp_path: Path, round_with_hands: tuple[Evidence, ...], rule: str
) -> None:
    hall = Hall(tmp_path, Release.parse(rule))
    for each in round_with_hands[:150]:
        hall.take(each)
        assert not has_hands(hall.live)
    kept = [record for record in hall.service.records() if type(record.event).__name__ == "HandSeen"]
    assert len(kept) > 10, "the journal has them all the same"
    assert (hall.service.late_feed() is None) is (rule == "never")
    assert ("concealed" in hall.late) is (rule == "live")


@pytest.mark.slow
def test_the_hands_of_a_round_come_out_once_the_walls_of_the_next_stand(
    tmp_path: Path, round_with_hands: tuple[Evidence, ...]
) -> None:
    hall = Hall(tmp_path, Release(When.ROUND))
    rest = to_result(hall, round_with_hands)
    assert not hall.late, "the result stands, but the hands do too"
    assert hall.recorded() == [["?"] * 13] * 4
    for each in rest:
        hall.take(each)
        now = hall.service.state.round
        if hall.late:
            break
        assert now is not None
        assert hall.service.state.rounds == 1 or not now.walls_up
    assert "concealed" in hall.late
    shown = json.loads(hall.late)
    assert shown["round"]["ordinal"] == 1
    assert shown["result"] is not None
    assert any(discard["from_hand"] for seat in shown["seats"] for discard in seat["river"])
    assert all("?" not in hand for hand in hall.recorded())
    assert hall.recorded(hands=False) == [["?"] * 13] * 4
    hall.take(Claim(ClaimKind.SET_RELEASE, hall.service.now(), "referee", "never", reason="a guest"))
    assert hall.recorded() == [["?"] * 13] * 4


def test_a_draw_entered_in_the_middle_of_a_round_publishes_no_hand_and_undone_it_does_not_either(
    tmp_path: Path, round_with_hands: tuple[Evidence, ...]
) -> None:
    hall = Hall(tmp_path, Release(When.ROUND), auto_settle=False)
    middle = _middle(hall, round_with_hands)
    at = hall.service.now()
    for kind in (ClaimKind.CONFIRM_DRAW, ClaimKind.CONFIRM_SETTLEMENT, ClaimKind.END_GAME):
        hall.take(Claim(kind, at, "referee"))
        hall.take(middle)
        assert not hall.late
    assert hall.service.state.round is not None
    assert hall.service.state.round.outcome is not None
    for _ in range(3):
        hall.take(Claim(ClaimKind.UNDO, at, "referee"))
        hall.take(middle)
        assert not hall.late
    assert not has_hands(hall.live)


def test_hands_gone_from_the_table_end_the_last_round_of_an_evening(
    tmp_path: Path, round_with_hands: tuple[Evidence, ...]
) -> None:
    hall = Hall(tmp_path, Release(When.ROUND), auto_settle=False)
    middle = _middle(hall, round_with_hands)
    for kind in (ClaimKind.CONFIRM_DRAW, ClaimKind.CONFIRM_SETTLEMENT):
        hall.take(Claim(kind, hall.service.now(), "referee"))
    bare = replace(middle, hands=(SeenHand(0),) * 4, concealed=None)
    hidden = replace(bare, hands=(None, *bare.hands[1:]))
    for look in range(40):
        hall.take(replace(hidden, frame=middle.frame + look, at=middle.at + look / 5))
    assert not hall.late, "a hand that nobody can see may stand"
    for look in range(40, 60):
        hall.take(replace(bare, frame=middle.frame + look, at=middle.at + look / 5))
    assert "concealed" in hall.late
    assert hall.service.released_rounds() == {1}
    # The end of the round is undone and the hands are taken up again: later draws are secret as before.
    shown = hall.late
    for kind in (ClaimKind.UNDO, ClaimKind.UNDO, ClaimKind.CONFIRM_DRAW, ClaimKind.CONFIRM_SETTLEMENT):
        hall.take(Claim(kind, hall.service.now(), "referee"))
        hall.take(replace(middle, frame=middle.frame + 61, at=middle.at + 61 / 5))
        assert hall.late == shown
    assert hall.service.released_rounds() == set()
    assert hall.recorded() == [["?"] * 13] * 4
    for look in range(62, 82):
        hall.take(replace(bare, frame=middle.frame + look, at=middle.at + look / 5))
    assert hall.service.released_rounds() == {1}


def _middle(hall: Hall, evidence: Sequence[Evidence]) -> Sighting:
    """Play until the hands are known and tiles are discarded; return that sighting."""
    for each in evidence:
        hall.take(each)
        now = hall.service.state.round
        if isinstance(each, Sighting) and now is not None and len(now.discards) > 6 and all(now.standing):
            return each
    raise AssertionError("no round was played")


def test_the_late_feed_shows_what_is_so_old_and_nothing_newer(
    tmp_path: Path, round_with_hands: tuple[Evidence, ...]
) -> None:
    hall = Hall(tmp_path, Release(When.DELAYED, 180.0))
    ages = [(hall.now[0], json.dumps(_phase_and_hands(hall.service)))]
    for each in round_with_hands[:350]:
        hall.now[0] += 1.0
        hall.take(each)
        ages.append((hall.now[0], json.dumps(_phase_and_hands(hall.service))))
        due = [state for at, state in ages if at <= hall.now[0] - 180.0]
        if hall.late:
            shown = json.loads(hall.late)
            assert json.dumps([shown["phase"], [seat["tiles_standing"] for seat in shown["seats"]]]) in due
        else:
            assert hall.now[0] < 50.0 + 180.0
    assert hall.late


def _phase_and_hands(service: TableService) -> list[Any]:
    view = service.newest(Audience.PUBLIC)
    return [view["phase"], [seat["tiles_standing"] for seat in view["seats"]]]


@pytest.mark.parametrize("step_s", [0.0, 7200.0, -7200.0, 86_400.0])
def test_after_a_restart_or_a_step_of_the_clock_nothing_is_old_enough_at_once(
    tmp_path: Path, round_with_hands: tuple[Evidence, ...], step_s: float
) -> None:
    rule = Release(When.DELAYED, 180.0)
    hall = Hall(tmp_path, rule)
    middle = _middle(hall, round_with_hands)
    hall.wall[0] += step_s
    hall.take(middle)
    assert not hall.late
    hall.restart(rule, step_s)
    assert not hall.late
    hall.take(middle)
    hall.now[0] += 179.0
    hall.take(middle)
    assert not hall.late
    hall.now[0] += 1.5
    hall.take(middle)
    assert "concealed" in hall.late


def test_a_lower_delay_holds_for_what_comes_later_only() -> None:
    now = [0.0]
    late = LateFeed(Release(When.DELAYED, 300.0), clock=lambda: now[0])
    state = replace(NOTHING_YET, rounds=1)
    view = table_view(NOTHING_YET, NPM)

    def put(at: float, game: int) -> int | None:
        now[0] = at
        late.put(state, replace(view, game=game))
        return None if late.feed.view is None else late.feed.view["game"]

    assert put(0.0, 1) is None
    late.change(Release(When.DELAYED, 10.0))
    assert put(1.0, 2) is None
    assert put(299.0, 3) is None, "the first fact keeps its delay, and later ones hold what it told"
    assert put(305.0, 4) == 2
    assert put(316.0, 5) == 4
    assert late.released_rounds == frozenset()
    state = replace(state, rounds=2)
    assert put(317.0, 6) == 4
    assert put(327.5, 7) == 6
    assert late.released_rounds == {1}, "of a round that is told bit by bit all is out once the next one is"
    late.close()


@pytest.mark.parametrize("strict", [NEVER, Release(When.ROUND), Release(When.GAME)])
def test_a_round_keeps_the_strictest_policy_that_it_was_played_under(strict: Release) -> None:
    now = [0.0]
    late = LateFeed(strict, clock=lambda: now[0])
    view = table_view(NOTHING_YET, NPM)
    late.put(replace(NOTHING_YET, rounds=1), replace(view, game=1))
    late.change(Release(When.LIVE))
    late.put(replace(NOTHING_YET, rounds=1), replace(view, game=2))
    assert late.feed.view is None
    late.put(replace(NOTHING_YET, rounds=2), replace(view, game=3))
    assert late.feed.view is not None
    assert late.feed.view["game"] == 3
    assert late.released_rounds == frozenset(), "the first round never came out"
    late.change(NEVER)
    late.put(replace(NOTHING_YET, rounds=2), replace(view, game=4))
    now[0] = 1e9
    late.put(replace(NOTHING_YET, rounds=2), replace(view, game=5))
    assert late.feed.view["game"] == 3
    late.change(Release(When.LIVE))
    late.put(replace(NOTHING_YET, rounds=3), replace(view, game=6))
    assert late.feed.view["game"] == 6
    assert late.released_rounds == frozenset(), "what came out of the second was not all of it"
    late.close()


@pytest.mark.parametrize("text", ["", "soon", "-1", "0", "0.0", "-0", "1e-9", "inf", "nan", "delayed 5"])
def test_a_rule_that_cannot_be_read_or_shows_the_present_by_accident_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(JantakuError, match="expected never, round, or seconds"):
        Release.parse(text)


def test_a_rule_by_name_or_seconds_and_the_floor_of_a_venue() -> None:
    assert [Release.parse(when.value).when for when in When] == list(When)
    assert Release.parse("delayed").delay_s == 180.0
    assert Release.parse("300") == Release(When.DELAYED, 300.0)
    assert Release.parse("delayed", floor_s=600.0).delay_s == 600.0
    assert Release.parse("600", floor_s=600.0).delay_s == 600.0
    for text in ("599", "live"):
        with pytest.raises(JantakuError, match="600 s"):
            Release.parse(text, floor_s=600.0)


@pytest.mark.slow
@pytest.mark.parametrize("rule", others_long(["never", "round", "300"], "never", "300"))
def test_what_leaves_before_release_is_the_same_whatever_the_hands_are_and_comes_at_the_same_time(
    tmp_path: Path, round_with_hands: tuple[Evidence, ...], rule: str
) -> None:
    seen = round_with_hands[:250]
    unseen = [replace(each, concealed=None) if isinstance(each, Sighting) else each for each in seen]
    one, other = (
        asyncio.run(_tape(Hall(tmp_path / name, Release.parse(rule)), evidence))
        for name, evidence in (("seen", seen), ("unseen", unseen))
    )
    assert len(one) > 100
    assert one == other


async def _tape(hall: Hall, evidence: Sequence[Evidence]) -> list[tuple[int, str, str]]:
    """Return (evidence number, feed, text) for every feed message in order, with the lists and states as well."""
    told: list[tuple[int, str, str]] = []
    number = 0

    async def follow(name: str, feed: Feed) -> None:
        async for message in feed.follow(beat_s=3600.0):
            told.append((number, name, message.text))

    feeds = {"public": hall.service.feed(Audience.PUBLIC), "staff": hall.service.feed(Audience.STAFF)}
    late = hall.service.late_feed()
    feeds |= {} if late is None else {"late": late}
    tasks = [asyncio.create_task(follow(name, feed)) for name, feed in feeds.items()]
    for number, each in enumerate(evidence):
        hall.take(each)
        for _ in range(4):
            await asyncio.sleep(0)
        told += [(number, "list", json.dumps(hall.service.summary(audience))) for audience in Audience]
    for task in tasks:
        task.cancel()
    teller = Teller("t", NPM)
    first = next(iter(hall.service.records())).hash
    hooks = (message for record in hall.service.records() for message in teller.fold(record))
    told += [(number, "webhook", json.dumps(message).replace(first[:24], "")) for message in hooks]
    views = ((audience, hall.service.newest(audience)) for audience in Audience)
    told += [(number, "home", json.dumps(values(view, audience, Language.EN))) for audience, view in views]
    return told


def test_seat_cameras_are_named_by_seat_with_their_calibration() -> None:
    assert seat_cameras(["B=/dev/video2"], ["B=b.json"]) == (SeatCamera(Seat.B, "/dev/video2", "b.json"),)
    for cameras, calibrations in ((["B=x"], []), (["E=x"], ["E=y"]), (["B"], ["B=y"])):
        with pytest.raises(EyesError, match="expected"):
            seat_cameras(cameras, calibrations)


def test_a_seat_camera_is_calibrated_by_the_corners_of_a_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = Layout(load_profile())
    camera = seat_camera(layout, Seat.A)
    known = clicked_calibration(camera, layout, Seat.A)
    picture, out = tmp_path / "row.png", tmp_path / "a.json"
    cv2.imwrite(str(picture), np.zeros((*camera.size[::-1], 3), np.uint8))
    corners = " ".join(f"{point.px[0]},{point.px[1]}" for point in known.points)
    assert calibrate.calibrate([str(picture)], out=out, corners=corners, row=True) == 0
    assert Calibration.load(out) == known
    assert calibrate.calibrate([str(picture)], out=out, row=True) == 2
    assert "--corners" in capsys.readouterr().err
