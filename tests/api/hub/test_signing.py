"""Public messages are shown only if their venue's agent has signed them, and unchanged."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from api.gateway import mirror as mirroring
from api.gateway.mirror import Mirror
from api.gateway.mirrored_table import MirroredTable
from api.hub import signing
from api.hub.broker import connect
from api.hub.config import BrokerConfig
from api.hub.hub_store import HubStore
from api.hub.signing import AT, KEY, SIGNATURE, Keys, SignatureError, Signer
from api.hub.subjects import TableAddress
from controller.errors import JantakuError
from controller.views.gate import Audience
from tests.support.guarded_brokers import OTHER, VENUE, GuardedNats
from tests.support.hubs import hub_running, until
from tests.support.real_nats import need_nats
from tests.support.waiting import PATIENCE_S

PLACE = TableAddress(VENUE, "t")
BODY = b'{"type":"beat","number":1}'
SEAT = {"seat": "A", "name": "", "wind": "E", "riichi": False, "standing": {"points": 25000}}


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    return Signer(VENUE, tmp_path / "own" / "key.pem")


def view(points: int) -> bytes:
    seat = SEAT | {"standing": {"points": points}}
    return json.dumps({"type": "snapshot", "number": 1, "view": {"round": None, "seats": [seat]}}).encode()


def test_a_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "key.pem"
    assert Signer(VENUE, file).public == Signer(VENUE, file).public
    assert file.stat().st_mode & 0o077 == 0
    assert [each.name for each in tmp_path.iterdir()] == ["key.pem"]
    file.chmod(0o644)
    Signer(VENUE, file)
    assert file.stat().st_mode & 0o077 == 0, "as it was carried from another machine"
    file.write_bytes(b"nothing")
    with pytest.raises(JantakuError, match="signing key"):
        Signer(VENUE, file)


CHANGES: dict[str, Any] = {
    "another table": lambda place, headers, body: (TableAddress(place.venue, "u"), headers, body),
    "another venue": lambda place, headers, body: (TableAddress(OTHER, place.table), headers, body),
    "another body": lambda place, headers, body: (place, headers, body + b" "),
    "another time": lambda place, headers, body: (place, headers | {AT: str(int(headers[AT]) + 1)}, body),
    "no time": lambda place, headers, body: (place, headers | {AT: "soon"}, body),
    "no signature": lambda place, headers, body: (place, {KEY: headers[KEY], AT: headers[AT]}, body),
    "half a signature": lambda place, headers, body: (place, headers | {SIGNATURE: headers[SIGNATURE][:-4]}, body),
    "no base64": lambda place, headers, body: (place, headers | {SIGNATURE: "\u00e9"}, body),
    "unknown key": lambda place, headers, body: (place, headers | {KEY: "0" * 16}, body),
    "nothing": lambda place, _headers, body: (place, {}, body),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_was_changed_is_not_taken(signer: Signer, tmp_path: Path, change: str) -> None:
    keys = Keys(lines=[signer.public, Signer(OTHER, tmp_path / "other.pem").public])
    headers = signer.headers(PLACE, BODY)
    assert keys.check(PLACE, headers, BODY) == int(headers[AT])
    with pytest.raises(SignatureError):
        keys.check(*CHANGES[change](PLACE, headers, BODY))


def test_nobody_is_believed_where_no_key_is_known(signer: Signer) -> None:
    with pytest.raises(SignatureError):
        Keys().check(PLACE, signer.headers(PLACE, BODY), BODY)


def test_the_next_key_is_known_before_it_signs_and_the_last_one_can_be_taken_back(tmp_path: Path) -> None:
    old, new, file = Signer(VENUE, tmp_path / "1.pem"), Signer(VENUE, tmp_path / "2.pem"), tmp_path / "venues.keys"

    def taken(keys: Keys, by: Signer) -> bool:
        try:
            keys.look()
            keys.check(PLACE, by.headers(PLACE, BODY), BODY)
        except SignatureError:
            return False
        return True

    file.write_text(f"# venues\n{old.public}\n")
    keys = Keys(file)
    assert (taken(keys, old), taken(keys, new)) == (True, False)
    file.write_text(f"{old.public}\n{new.public} # from May\n")
    assert (taken(keys, old), taken(keys, new)) == (True, True)
    file.write_text(f"{new.public}\n")
    assert (taken(keys, old), taken(keys, new)) == (False, True)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda file: file.write_text("kyoto\n"), ":1: expected a venue"),
        (lambda file: file.write_text("kyoto nara AAAA\n"), ":1: expected a venue"),
        (lambda file: file.write_bytes(b"\xff"), "decode"),
        (Path.unlink, "No such file"),
    ],
    ids=["half a line", "too many words", "no text", "gone for a moment"],
)
def test_a_file_of_keys_that_cannot_be_read_ends_nothing_and_is_told_once(
    signer: Signer, tmp_path: Path, change: Callable[[Path], object], said: str
) -> None:
    """Regression: the error was raised: a hub ended by it, and a gateway received no more updates."""
    file = tmp_path / "venues.keys"
    file.write_text(f"{signer.public}\n")
    keys = Keys(file)
    with capture_logs() as logs:
        change(file)
        keys.look()
        keys.look()
        assert keys.check(PLACE, signer.headers(PLACE, BODY), BODY), "what was known is known still"
        file.write_text("# nobody any more\n")
        keys.look()
    with pytest.raises(SignatureError):
        keys.check(PLACE, signer.headers(PLACE, BODY), BODY)
    (told,) = logs
    assert said in told["reason"]


def test_what_is_signed_is_dated_later_each_time_whatever_the_clock_does(
    signer: Signer, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = signing._now_ms()
    dates = []
    for clock in (now, now, now - 60_000, now + 5):
        monkeypatch.setattr(signing, "_now_ms", lambda clock=clock: clock)
        dates.append(int(signer.headers(PLACE, BODY)[AT]))
    assert dates == sorted(set(dates))
    signer.after(now + 1000)
    headers = signer.headers(PLACE, BODY)
    assert int(headers[AT]) > now + 1000
    monkeypatch.setattr(signing, "_now_ms", lambda: now - 3_600_000)
    with pytest.raises(SignatureError, match="future"):
        Keys(lines=[signer.public]).check(PLACE, headers, BODY)


@pytest.mark.parametrize("ahead_ms", [200_000, 3 * 3_600_000])
def test_a_clock_that_was_ahead_keeps_nothing_out_once_it_is_right(
    signer: Signer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead_ms: int
) -> None:
    """Regression: every later message had an earlier date than the wrong one, and was shown by nobody for hours."""
    keys, now, table = Keys(lines=[signer.public]), signing._now_ms(), MirroredTable("t", PLACE)

    def show(by: Signer, points: int) -> int:
        body = view(points)
        at = keys.check(PLACE, by.headers(PLACE, body), body)
        assert table.take(table.sequence + 1, body, at)
        return at

    monkeypatch.setattr(signing, "_now_ms", lambda: now + ahead_ms)
    show(signer, 25000)
    monkeypatch.setattr(signing, "_now_ms", lambda: now)
    after = Signer(VENUE, tmp_path / "own" / "key.pem")
    after.after(show(signer, 26000))
    show(after, 27000)


def test_what_was_signed_before_what_is_shown_is_not_shown_again() -> None:
    table = MirroredTable("t", PLACE)
    assert table.take(1, view(25000), 10)
    assert table.take(2, view(26000), 20)
    with pytest.raises(ValueError, match="signed before"):
        table.take(3, view(25000), 10)


@pytest.fixture
def broker(tmp_path: Path, signer: Signer, monkeypatch: pytest.MonkeyPatch) -> Iterator[GuardedNats]:
    need_nats()
    monkeypatch.setattr(mirroring, "LOOK_S", 0.1)
    server, store = GuardedNats(), HubStore(f"sqlite:///{tmp_path / 'hub.sqlite'}")
    try:
        server.start()
        with hub_running(server.address_of("hub"), store, keys=Keys(lines=[signer.public])):
            until(lambda: server.kept)
            yield server
    finally:
        store.close()
        server.close()


def test_points_that_the_venues_agent_has_not_signed_reach_no_page(
    broker: GuardedNats, signer: Signer, tmp_path: Path
) -> None:
    """The broker's password alone puts nothing on the public table: not live, nor for later subscribers."""
    thief = Signer(VENUE, tmp_path / "thief.pem")
    forged = view(99900)
    told: tuple[dict[str, str], ...] = (
        {},
        thief.headers(PLACE, forged),
        signer.headers(TableAddress(VENUE, "u"), forged),
    )

    async def publish() -> None:
        client = await connect(BrokerConfig(nats=broker.address_of(f"agent-{VENUE}")), "agent")
        jetstream = client.jetstream(timeout=PATIENCE_S)
        genuine = view(25000)
        await jetstream.publish(PLACE.public, genuine, headers=signer.headers(PLACE, genuine))
        for headers in told:
            await jetstream.publish(PLACE.public, forged, headers=headers)
        last = view(26000)
        await jetstream.publish(PLACE.public, last, headers=signer.headers(PLACE, last))
        await client.close()

    def points(mirror: Mirror) -> int:
        seats = mirror["t"].newest(Audience.PUBLIC)["seats"] if "t" in mirror and mirror["t"].ready else []
        return int(seats[0]["standing"]["points"]) if seats else 0

    seen: set[int] = set()

    def follow(mirror: Mirror) -> bool:
        seen.add(points(mirror))
        return 26000 in seen

    early = Mirror(BrokerConfig(nats=broker.address_of("gateway")), VENUE, Keys(lines=[signer.public]))
    early.start()
    asyncio.run(publish())
    until(lambda: follow(early))
    late = Mirror(BrokerConfig(nats=broker.address_of("gateway")), VENUE, Keys(lines=[signer.public]))
    late.start()
    until(lambda: follow(late))
    assert seen <= {0, 25000, 26000}
    for mirror in (early, late):
        mirror.stop()
