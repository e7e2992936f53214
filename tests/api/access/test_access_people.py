"""People, devices, sessions, PINs, tokens and tickets: each ends when it should, and nobody is locked out."""

import io
import sqlite3
import stat
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import argon2
import msgspec
import pytest
from argon2._password_hasher import PasswordHasher

from api.access import proofs, store
from api.access.access import Access
from api.access.refusals import DeniedError
from api.access.roles import Role
from api.access.settings import AccessSettings
from api.access.store import FILE, AccessError, AccessStore
from api.access.tokens import Tickets
from api.cli.access.entrance import tell_entrance
from api.reach.reach import Reach
from tests.support.access_clock import Clock, denied, enter
from tests.support.waiting import eventually

COST = "$argon2id$v=19$m=65536,t=3,p=4"
"""The second recommendation of RFC 9106, section 4: argon2id, 64 MiB, three passes, four lanes."""
"""For so long SQLite waits for a file that another has locked."""


def test_a_link_lets_in_once_and_not_when_it_is_old(access: Access, clock: Clock) -> None:
    code, late = access.people.link(Role.REFEREE, "Sato"), access.people.link(Role.OWNER, "Kato")
    who = access.people.of_session(access.people.open_link(code, "tablet"))
    assert who is not None
    assert (who.name, who.role) == ("Sato", Role.REFEREE)
    with denied("link-spent"):
        access.people.open_link(code, "phone")
    clock.now += 51
    with denied("link-spent"):
        access.people.open_link(late, "phone")
    assert not access.people.has_owner()


def test_no_link_is_made_to_last_longer_than_ten_minutes(access: Access, clock: Clock) -> None:
    with pytest.raises(msgspec.ValidationError, match="600"):
        msgspec.convert({"link_s": 601}, AccessSettings)
    first = io.StringIO()
    tell_entrance(access, Reach(), "/login", first)
    code = first.getvalue().partition("#code=")[2].split()[0]
    clock.now += 51
    with denied("link-spent"):
        access.people.open_link(code, "phone")


def test_who_lost_the_answer_opens_the_link_again_and_nobody_else(access: Access, clock: Clock) -> None:
    """Regression: a page reloaded while its code was being spent was not logged in."""
    code, own = access.people.link(Role.REFEREE, "Sato"), "an attempt of this page"
    lost = access.people.open_link(code, "tablet", own)
    for other in ("", "an attempt of another page", "short"):
        with denied("link-spent"):
            access.people.open_link(code, "phone", other)
    again = access.people.open_link(code, "tablet", own)
    assert access.people.of_session(lost) is None, "one link, one session"
    assert access.people.of_session(again) is not None
    assert len(access.people.devices()) == 1
    clock.now += 61
    with denied("link-spent"):
        access.people.open_link(code, "tablet", own)
    assert access.people.of_session(again) is not None
    camera = access.tokens.camera_link("1/A", 50)
    first, _ = access.tokens.open_camera(camera, "phone", own)
    with denied("link-spent"):
        access.tokens.open_camera(camera, "phone", "an attempt of another page")
    second, _ = access.tokens.open_camera(camera, "phone", own)
    assert access.tokens.find(first) is None
    assert access.tokens.find(second) is not None


def test_a_link_from_which_no_session_came_was_not_opened(access: Access) -> None:
    """Regression: the link was marked as opened before all checks, so that a device without a name used it up."""
    code = access.people.link(Role.REFEREE, "Sato")
    with denied("name-empty"):
        access.people.open_link(code, "\u200b")
    assert access.people.of_session(access.people.open_link(code, "tablet")) is not None


def test_of_many_who_open_a_link_at_once_one_comes_in(tmp_path: Path) -> None:
    access = Access(tmp_path / FILE)
    code, camera = access.people.link(Role.REFEREE, "Sato"), access.tokens.camera_link("1", 50)

    def opened(number: int) -> int:
        came = 0
        for opening, secret in ((access.people.open_link, code), (access.tokens.open_camera, camera)):
            with suppress(DeniedError):
                opening(secret, f"phone {number}")
                came += 1
        return came

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(opened, range(16))) == 2
    assert len(access.people.devices()) == len(access.tokens.all()) == 1
    access.close()


def test_a_session_ends_unused_and_at_last_in_any_case(access: Access, clock: Clock) -> None:
    unused, used = enter(access), enter(access)
    for _ in range(11):
        clock.now += 90
        if clock.now < 1_001_000:
            assert access.people.of_session(used) is not None
    assert access.people.of_session(unused) is None
    clock.now += 50
    assert access.people.of_session(used) is None


def test_a_revoked_device_and_a_revoked_token_end_at_once(access: Access) -> None:
    session, other = enter(access), enter(access)
    who = access.people.of_session(session)
    token = access.tokens.make("wall", Role.OVERLAY)
    machine = access.tokens.find(token)
    assert who is not None
    assert machine is not None
    assert access.is_valid(who)
    assert access.people.revoke(who.device)
    assert access.tokens.revoke(machine.device)
    assert access.people.of_session(session) is access.tokens.find(token) is None
    assert not access.is_valid(who)
    assert not access.is_valid(machine)
    assert access.people.of_session(other) is not None
    assert [device["id"] == who.device for device in access.people.devices()] == [False]


def test_a_pin_counts_for_a_while_and_is_changed_by_who_knows_it(access: Access, clock: Clock) -> None:
    session = enter(access)
    who = access.people.of_session(session)
    assert who is not None
    with denied("pin-unset"):
        access.people.confirm(session, "2580")
    for weak in ("123", "0000", "12a4", "1" * 13):
        with denied("pin-weak"):
            access.people.choose(who.id, pin=weak)
    access.people.choose(who.id, pin="2580")
    with denied("pin-wrong"):
        access.people.confirm(session, "2581")
    assert not who.sure
    before, session = session, access.people.confirm(session, "2580")
    sure = access.people.of_session(session)
    assert sure is not None
    assert sure.sure
    assert access.people.of_session(before) is None, "whoever read it before has nothing of the PIN"
    clock.now += 11
    again = access.people.of_session(session)
    assert again is not None
    assert not again.sure
    with denied("present-wrong"):
        access.people.choose(who.id, pin="1470", present="9999")
    access.people.choose(who.id, pin="1470", present="2580")
    assert access.people.forget_secrets("Sato")
    assert not access.people.has_pin(who.id)


def test_whoever_entered_the_pin_and_lost_the_answer_is_still_logged_in(access: Access) -> None:
    """Regression: the old secret ended at once, though the answer with the new one was lost."""
    session = enter(access)
    who = access.people.of_session(session)
    assert who is not None
    access.people.choose(who.id, pin="2580")
    lost = access.people.confirm(session, "2580")
    still = access.people.of_session(session)
    assert still is not None
    assert not still.sure, "the PIN counts for the new secret alone"
    came = access.people.confirm(session, "2580")
    assert access.people.of_session(lost) is None, "one session goes on as one"
    assert access.people.of_session(came) is not None
    left = access.people.confirm(came, "2580")
    access.people.leave(came)
    assert access.people.of_session(left) is None
    assert not access.people.is_valid(who.device)


def test_passwords_that_most_people_take_are_refused_however_they_are_written(access: Access) -> None:
    who = access.people.of_session(enter(access))
    assert who is not None
    for common in ("1234567890", "password12345", "iloveyou1234", "1q2w3e4r5t6y", "QwertyUiop123", "P@ssword1234"):
        with denied("password-weak"):
            access.people.choose(who.id, password=common)
    access.people.choose(who.id, password="正確な馬の電池でした")


def test_a_name_and_its_password_let_in_and_nothing_tells_which_was_wrong(access: Access) -> None:
    who = access.people.of_session(enter(access))
    assert who is not None
    with denied("wrong-password"):
        access.people.enter("Sato", "", "phone")
    for weak in ("too short", "Mahjong2026!", "sato-sato-sato", "jantakujantaku", "x" * 129):
        with denied("password-weak"):
            access.people.choose(who.id, password=weak)
    access.people.choose(who.id, password="correct horse")
    assert access.people.of_session(access.people.enter("Sato", "correct horse", "phone")) is not None
    told = set()
    for name, password in (("Sato", "wrong horse"), ("Nobody", "correct horse")):
        with denied("wrong-password") as refused:
            access.people.enter(name, password, "phone")
        told.add(str(refused.value))
    assert len(told) == 1


def test_a_chosen_secret_costs_what_it_should(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uses the product's cost parameters, which all other tests reduce; an unknown name must cost as much."""
    monkeypatch.setattr(argon2, "PasswordHasher", PasswordHasher)
    kept = proofs.hashed("2580")
    assert {each.rpartition("$")[0].rpartition("$")[0] for each in (kept, proofs._NOBODYS)} == {COST}
    assert [proofs.matches(said, to) for said, to in (("2580", kept), ("2581", kept), ("2580", None))] == [
        True,
        False,
        False,
    ]


def test_a_device_is_lent_no_more_than_its_link_said(access: Access) -> None:
    enter(access, Role.OWNER, "Sato")
    lent = access.people.of_session(enter(access, Role.REFEREE, "Sato"))
    assert lent is not None
    assert lent.role is Role.REFEREE
    staff = access.people.of_session(enter(access, Role.STAFF, "Kato"))
    assert staff is not None
    assert not access.people.may_invite(staff, "Sato")
    assert access.people.may_invite(staff, "Mori")
    assert access.people.owner_name() == "Sato"


def test_a_ticket_opens_one_socket_and_soon_none() -> None:
    clock = Clock()
    tickets = Tickets(clock)
    who = Access().visitor
    assert who is not None
    secret, late = tickets.issue(who), tickets.issue(who)
    assert tickets.take(secret) == who
    assert tickets.take(secret) is None
    clock.now += 31
    assert tickets.take(late) is None
    assert tickets.take("made up") is None


def test_the_file_is_for_its_user_alone_and_holds_no_secret(tmp_path: Path) -> None:
    access = Access(tmp_path / FILE)
    code = access.people.link(Role.OWNER, "Sato")
    session = access.people.open_link(code, "tablet")
    token = access.tokens.make("wall", Role.OVERLAY)
    who = access.people.of_session(session)
    assert who is not None
    # Four digits occur in random digests by chance.
    pin = "820593714625"
    access.people.choose(who.id, pin=pin, password="correct horse")
    files = list(tmp_path.iterdir())
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    kept = b"".join(file.read_bytes() for file in files)
    assert [secret for secret in (code, session, token, pin, "correct horse") if secret.encode() in kept] == []
    access.close()


def test_another_start_knows_everybody_again_and_a_foreign_file_is_refused(tmp_path: Path) -> None:
    session = enter(Access(tmp_path / FILE), Role.OWNER)
    again = Access(tmp_path / FILE)
    assert again.people.of_session(session) is not None
    with sqlite3.connect(tmp_path / FILE) as file:
        file.execute("PRAGMA user_version = 99")
    with pytest.raises(AccessError, match="version 99"):
        AccessStore(tmp_path / FILE)
    with sqlite3.connect(tmp_path / "other") as file:
        file.execute("CREATE TABLE things (name TEXT)")
    with pytest.raises(AccessError, match="something else"):
        AccessStore(tmp_path / "other")


def test_who_is_known_waits_for_no_disk_and_is_written_down_later(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: each request stored on the loop when a device was seen: a locked file delayed everybody for 5 s."""
    access = Access(tmp_path / FILE, clock=clock)
    session, token = enter(access), access.tokens.make("wall", Role.OVERLAY)
    who = access.people.of_session(session)
    assert who is not None
    access.people.choose(who.id, pin="2580")
    renewed = access.people.confirm(session, "2580")
    clock.now += 60
    wrote, change = list[threading.Thread](), AccessStore.change

    def noted(store: AccessStore, *changes: tuple[str, Mapping[str, object]]) -> int:
        wrote.append(threading.current_thread())
        return change(store, *changes)

    monkeypatch.setattr(AccessStore, "change", noted)
    with sqlite3.connect(tmp_path / FILE, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        assert access.people.of_session(renewed) is not None
        assert access.people.of_session(session) is None, "the secret of before has ended, written or not"
        assert access.tokens.find(token) is not None
        assert threading.current_thread() not in wrote
        other.execute("COMMIT")
    access.close()
    again = Access(tmp_path / FILE, clock=clock)
    assert [device["seen"] for device in again.people.devices()] == [clock.now]
    assert [each["seen"] for each in again.tokens.all()] == [clock.now]
    assert again.people.of_session(session) is None
    again.close()


def test_what_could_not_be_written_down_is_written_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    access, change, tried = Access(tmp_path / FILE), AccessStore.change, list[object]()
    token = access.tokens.make("wall", Role.OVERLAY)

    def full(*_: object) -> int:
        tried.append(_)
        raise AccessError("the disk is full")

    monkeypatch.setattr(store, "_LEFT_OUT_S", 0.0)
    monkeypatch.setattr(AccessStore, "change", full)
    assert access.tokens.find(token) is not None
    eventually(lambda: tried)
    monkeypatch.setattr(AccessStore, "change", change)
    assert access.tokens.find(token) is not None
    access.close()
    again = Access(tmp_path / FILE)
    assert [each["seen"] is not None for each in again.tokens.all()] == [True]
    again.close()


def test_an_upgrade_locks_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = enter(Access(tmp_path / FILE), Role.OWNER)
    later = store.MIGRATIONS | {7: ("ALTER TABLE people ADD COLUMN badge TEXT",)}
    monkeypatch.setattr(store, "MIGRATIONS", later)
    for _ in range(2):
        upgraded = Access(tmp_path / FILE)
        assert upgraded.people.of_session(session) is not None
        upgraded.close()
    monkeypatch.undo()
    with pytest.raises(AccessError, match="version 7"):
        AccessStore(tmp_path / FILE)


@pytest.mark.parametrize(("kind", "most"), [("login", 10), ("wrong_pin", 10)])
def test_guessing_is_slowed(access: Access, kind: str, most: int) -> None:
    assert [access.rates.wait_s(kind, "Sato") for _ in range(most)] == [0] * most
    assert access.rates.wait_s(kind, "Sato") > 0
    assert access.rates.wait_s(kind, "Sato") > 0, "what is refused counts for nothing"
    access.rates.forgive(kind, "Sato")
    assert access.rates.wait_s(kind, "Sato") == 0
    assert access.rates.wait_s(kind, "Kato") == 0


@pytest.mark.parametrize("typed", ["Ｓａｔｏ", " Sato\n", "\u202eSato", "Sa\u200bto", "Sato\x00"])
def test_names_that_look_the_same_are_the_same_person(access: Access, typed: str) -> None:
    first = access.people.of_session(enter(access))
    again = access.people.of_session(access.people.open_link(access.people.link(Role.STAFF, typed), "phone"))
    assert first is not None
    assert again is not None
    assert (again.id, again.name) == (first.id, "Sato")


def test_a_seats_token_is_a_viewers_of_one_seat(access: Access) -> None:
    for seat, role in (("1/E", Role.VIEWER), ("1/A\n", Role.VIEWER), ("a/b/A", Role.VIEWER), ("1/A", Role.REFEREE)):
        with pytest.raises(DeniedError) as refused:
            access.tokens.make("engine", role, seat)
        assert refused.value.status == 409
    assert access.tokens.make("engine", Role.VIEWER, "1/A")
