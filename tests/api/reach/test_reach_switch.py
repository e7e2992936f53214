"""The switch that admits the network: immediate, stored in the venue's file, undone on failure, for the owner only."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.access.access import Access
from api.access.roles import Role
from api.demo.web import WebServer
from api.http.listening import listen
from api.tls.plan import TlsPlan
from api.venue.plan import VenuePlan, empty_plan, read_plan
from api.venue.running import RunningVenue
from tests.support.logged_in import token_for
from tests.support.reached import Client
from tests.support.waiting import eventually

WRITTEN = """# Our hall.
[http]
# Its own port.
port = 8123

[table.1]
"""
Serve = Callable[..., WebServer]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """A service of a venue's plan, or of tables without one; its authority is in the folder."""
    begun: list[Callable[[], None]] = []

    def serve(plan: VenuePlan | None = None, tls_port: int = 0, **given: Any) -> WebServer:
        venue = None if plan is None else RunningVenue(plan, given=given)
        web = WebServer({}, access=Access(), tls=TlsPlan(port=tls_port), folder=tmp_path, venue=venue)
        web.start()
        begun.extend((web.stop, web.reach.close, *(() if venue is None else (venue.close,))))
        eventually(lambda: web.reach.may_change)
        return web

    yield serve
    for end in begun:
        end()


def put(web: WebServer, role: Role = Role.OWNER, **wish: bool) -> tuple[int, Any]:
    return Client().ask("PUT", f"{web.address}/api/v1/reach", wish, token_for(web.access, role))


def test_the_file_follows_and_keeps_what_else_stands_in_it(serve: Serve, tmp_path: Path) -> None:
    file = tmp_path / "venue.toml"
    file.write_text(WRITTEN, encoding="utf-8")
    web = serve(read_plan(file))
    assert not Client().ask("GET", f"{web.address}/api/v1/reach")[1]["open"]
    status, told = put(web, network=True)
    assert (status, told["open"], told["tls"], told["file"]) == (200, True, "local", "venue.toml")
    assert {each.address.is_unspecified for each in web.reach.listeners} == {True}
    assert {each.secure for each in web.reach.listeners} == {False, True}
    after = file.read_text(encoding="utf-8")
    assert "# Our hall." in after
    assert "# Its own port.\nport = 8123" in after
    assert (read_plan(file).http.host, read_plan(file).http.tls) == ("0.0.0.0", "local")
    status, told = put(web, network=False)
    assert (status, told["open"], told["addresses"]) == (200, False, [])
    assert all(each.address.is_loopback for each in web.reach.listeners)
    assert read_plan(file).http.host == "127.0.0.1"


def test_tls_is_served_by_a_click_alone(serve: Serve, tmp_path: Path) -> None:
    file = tmp_path / "venue.toml"
    file.write_text(WRITTEN, encoding="utf-8")
    web = serve(read_plan(file))
    assert put(web, tls=True)[1]["tls"] == "local"
    assert Client().opens(f"{web.address}/authority.crt") == 200
    assert put(web, tls=False)[1]["tls"] == "off"
    assert [each.secure for each in web.reach.listeners] == [False]
    assert read_plan(file).http.tls == "off"


def test_what_cannot_be_opened_changes_nothing_and_says_why(serve: Serve, tmp_path: Path) -> None:
    file = tmp_path / "venue.toml"
    file.write_text(WRITTEN, encoding="utf-8")
    with closing(listen("127.0.0.1", 0)) as taken:
        web = serve(read_plan(file), tls_port=taken.getsockname()[1])
        before = web.reach.plan, web.reach.listeners
        status, answer = put(web, network=True)
        assert status == 409
        assert str(taken.getsockname()[1]) in answer.decode()
        assert (web.reach.plan, web.reach.listeners) == before
        assert Client().opens(f"{web.address}/healthz") == 200
    assert file.read_text(encoding="utf-8") == WRITTEN


@pytest.mark.parametrize("role", [Role.VIEWER, Role.REFEREE, Role.STAFF])
def test_nobody_but_the_owner_switches(serve: Serve, role: Role) -> None:
    web = serve()
    assert put(web, role, network=True)[0] == 403
    assert all(each.address.is_loopback for each in web.reach.listeners)


def test_a_service_without_a_file_is_switched_until_it_stops(serve: Serve) -> None:
    web = serve()
    status, told = put(web, network=True)
    assert (status, told["open"], told["file"]) == (200, True, "")


def test_a_file_that_begins_later_says_what_was_switched_before(serve: Serve, tmp_path: Path) -> None:
    web = serve(empty_plan(tmp_path / "venue.toml", "127.0.0.1", 8000))
    assert put(web, network=True)[0] == 200
    owner = token_for(web.access, Role.OWNER)
    address = f"{web.address}/api/v1/setup/tables/1"
    assert Client().ask("PUT", address, {"without": ["board", "camera", "tiles", "test"]}, owner)[0] == 200
    assert Client().ask("POST", f"{address}/save", {}, owner)[0] == 200
    begun = read_plan(tmp_path / "venue.toml").http
    assert (begun.host, begun.tls) == ("0.0.0.0", "local")


def test_the_file_edited_by_hand_is_taken_at_once_and_the_command_line_goes_before_it(tmp_path: Path) -> None:
    file = tmp_path / "venue.toml"
    file.write_text(WRITTEN, encoding="utf-8")
    venue = RunningVenue(read_plan(file, given={"host": "127.0.0.1"}), given={"host": "127.0.0.1"})
    asked: list[Any] = []
    venue.reach = Recorded(asked)  # type: ignore[assignment]  # as a reach that is served
    file.write_text(WRITTEN.replace("port = 8123", 'port = 8123\nhost = "0.0.0.0"\ntls = "local"'), encoding="utf-8")
    venue.reload()
    assert [(each.host, each.tls.kind) for each in asked] == [("127.0.0.1", "local")]
    venue.close()


class Recorded:
    """Records the requested reach."""

    def __init__(self, asked: list[Any]) -> None:
        self.plan, self._asked = replace(empty_plan(Path("x"), "127.0.0.1", 8123).listen), asked

    def change(self, plan: Any) -> None:
        self.plan = plan
        self._asked.append(plan)
