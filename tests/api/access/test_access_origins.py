"""WebSockets of a running service: another site's page can open none, whatever credentials it has."""

from collections.abc import Iterator

import pytest
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from api.access.roles import Role
from api.access.routes import ROWS, RouteRow
from api.demo.web import WebServer
from tests.support.quiet_table import QuietTable
from tests.support.sockets import connect

SOCKETS = [row for row in ROWS if row.methods == "WS"]
FOREIGN = ("http://evil.example", "null", "file://", "https://{name}", "http://{name}:1", "http://{host}.evil.example")
HELD = ("nothing", "cookie", "ticket")


@pytest.fixture
def web(table: QuietTable) -> Iterator[WebServer]:
    assert table.service is not None
    web = WebServer({"1": table.service})
    web.start()
    yield web
    web.stop()


def opened(web: WebServer, path: str, origin: str | None, held: str) -> int:
    """Status of a handshake: 101 if the socket opened."""
    people = web.access.people
    session = people.open_link(people.link(Role.OWNER, "Sato"), "tablet")
    who = people.of_session(session)
    assert who is not None
    query = f"?ticket={web.access.tickets.issue(who)}" if held == "ticket" else ""
    headers = {"cookie": f"{web.access.cookie}={session}"} if held == "cookie" else {}
    address = f"{web.address.replace('http', 'ws')}{path.format(table='1')}{query}"
    try:
        with connect(address, origin=None if origin is None else Origin(origin), additional_headers=headers):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.mark.parametrize("row", SOCKETS, ids=lambda row: row.path)
@pytest.mark.parametrize("held", HELD)
def test_a_page_of_another_site_opens_no_socket(web: WebServer, row: RouteRow, held: str) -> None:
    host = web.address.removeprefix("http://")
    for origin in FOREIGN:
        told = origin.format(host=host, name=host.partition(":")[0])
        assert opened(web, row.path, told, held) == 403, told
    if held == "cookie":
        assert opened(web, row.path, None, held) == 403, "a cookie without the word of a page"
        assert opened(web, row.path, web.address, held) == 101
