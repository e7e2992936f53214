"""mjai over real sockets and processes: permissions to follow, joining late, and an engine as a client."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from api.access.access import Access
from api.access.refusals import DeniedError
from api.access.roles import Role
from api.cli.mjai import EngineProcess, answer_body
from api.demo.web import WebServer
from api.service.table_service import TableService
from controller.records.mjai.live import round_lines
from controller.riichi.seat import SEATS, Seat
from controller.views.gate import Audience
from controller.views.policy import Release
from tests.support.logged_in import token_for
from tests.support.seen_game import played, silent_service
from tests.support.sockets import connect
from tests.support.waiting import PATIENCE_S

ENGINE = [sys.executable, "-m", "tests.support.tiny_engine"]


class Wired:
    """A service behind a web server, some way into a round in which seat A has to discard."""

    def __init__(self, service: TableService) -> None:
        self.service, self.access = service, Access()
        self.web = WebServer({"1": service}, access=self.access)
        self.left = iter(played()[0])
        self.until("dahai", 1)

    def until(self, kind: str, actor: int) -> None:
        """Play until the newest line is of this kind and actor."""
        while True:
            self.service.take(next(self.left))
            late = self.service.late_feed()
            lines = round_lines(late.view, SEATS) if late is not None and late.view is not None else []
            if lines and (lines[-1]["type"], lines[-1].get("actor")) == (kind, actor):
                return

    def token(self, role: Role = Role.VIEWER, seat: str = "") -> dict[str, str]:
        return {"authorization": f"Bearer {token_for(self.access, role, 'engine', seat)}"}

    def follow(self, query: str, **headers: str) -> ClientConnection:
        return connect(f"ws{self.web.address[4:]}/api/v1/tables/1/mjai{query}", additional_headers=headers)

    def answer(self, seat: str, body: Any, **headers: str) -> int:
        request = Request(
            f"{self.web.address}/api/v1/tables/1/mjai?seat={seat}",
            json.dumps(body).encode(),
            {"content-type": "application/json", **headers},
        )
        try:
            with urlopen(request, timeout=PATIENCE_S) as given:
                return int(given.status)
        except HTTPError as refused:
            return refused.code


@pytest.fixture(scope="module")
def wired(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wired]:
    with silent_service(tmp_path_factory.mktemp("wired"), Release.parse("live"), lambda: 0.0) as service:
        found = Wired(service)
        found.web.start()
        yield found
        found.web.stop()


def joined(socket: ClientConnection, service: TableService) -> list[dict[str, Any]]:
    """Lines that a new follower gets at once: the game, and the round up to its newest line."""
    late = service.late_feed()
    assert late is not None
    assert late.view is not None
    lines = round_lines(late.view, SEATS)
    return [json.loads(socket.recv(timeout=PATIENCE_S)) for _ in range(1 + len(lines))]


def opens(wired: Wired, query: str, **headers: str) -> int:
    """Status of a socket: 101, a refusal's status, or the code with which it is closed at once."""
    try:
        with wired.follow(query, **headers) as socket:
            socket.recv(timeout=PATIENCE_S)
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code
    except ConnectionClosed as closed:
        return 0 if closed.rcvd is None else closed.rcvd.code


def test_the_token_of_a_seat_opens_that_seat_and_what_everybody_sees(wired: Wired) -> None:
    own = wired.token(seat="1/A")
    asked = {each: opens(wired, f"?seat={each}", **own) for each in ("public", "A", "B", "C", "D", "staff")}
    assert asked == {"public": 101, "A": 101, "B": 403, "C": 403, "D": 403, "staff": 403}
    for sly in ("?seat=A&seat=B", "?seat=B&seat=A", "?seat=a", "?seat=0", "?seat=A%20"):
        assert opens(wired, sly, **own) in (403, 1008), sly
    late = f"ws{wired.web.address[4:]}/api/v1/tables/1/feed?late=1"
    with pytest.raises(InvalidStatus), connect(late, additional_headers=own):
        pass
    other = wired.token(seat="2/A")
    assert [opens(wired, f"?seat={each}", **other) for each in ("A", "public")] == [403, 101]


def test_roles_reach_what_the_late_feed_shows_them(wired: Wired) -> None:
    asked = {
        role: [opens(wired, f"?seat={seat}", **wired.token(role)) for seat in ("A", "staff")]
        for role in (Role.VIEWER, Role.OVERLAY, Role.REFEREE, Role.STAFF)
    }
    assert list(asked.values()) == [[403, 403], [101, 403], [101, 403], [101, 101]]
    assert [opens(wired, query) for query in ("", "?seat=D", "?seat=staff")] == [101, 401, 401]


@pytest.mark.parametrize(("role", "seat"), [(Role.OVERLAY, "1/A"), (Role.VIEWER, "1/E"), (Role.VIEWER, "A")])
def test_a_token_is_of_a_seat_that_can_be_and_of_nothing_more(wired: Wired, role: Role, seat: str) -> None:
    with pytest.raises(DeniedError):
        wired.access.tokens.make("engine", role, seat)


def test_an_answer_is_shown_late_until_its_moment_has_passed(wired: Wired) -> None:
    own = wired.token(seat="1/A")
    wired.until("tsumo", 0)
    with wired.follow("?seat=A", **own) as socket:
        told = joined(socket, wired.service)
    assert [line["type"] for line in told[:2]] == ["start_game", "start_kyoku"]
    assert all("cursor" in line for line in told[1:])
    drawn = max(place for place, line in enumerate(told) if line["type"] == "tsumo" and line["actor"] == 0)
    tile, cursor = told[drawn]["pai"], told[drawn]["cursor"]
    body = {"cursor": cursor, "action": {"type": "dahai", "actor": 0, "pai": tile}, "values": {tile: 0.5, "none": -1}}
    assert wired.answer("A", body, **own) == 202
    late = wired.service.late_feed()
    assert late is not None
    assert late.view is not None
    (advice,) = late.view["advice"]
    assert (advice["seat"], advice["kind"], advice["now"]) == (Seat.A, "dahai", True)
    assert [each["value"] for each in advice["values"]] == [0.5, -1.0]
    for audience in Audience:
        assert "advice" not in wired.service.newest(audience)
    assert wired.answer("B", body, **own) == 403
    assert wired.answer("B", body, **wired.token(Role.OVERLAY)) == 409
    for wrong in ({**body, "values": {"x": 1}}, {**body, "action": {"type": "cheat"}}, {}, {**body, "more": 1}):
        assert wired.answer("A", wrong, **own) == 422
    wired.until("dahai", 0)
    assert late.view["advice"][0]["now"] is False
    assert wired.answer("A", body, **own) == 409


def test_an_engine_from_a_registry_plays_at_the_other_end(wired: Wired, tmp_path: Path) -> None:
    late = wired.service.late_feed()
    assert late is not None
    token = tmp_path / "token"
    token.write_text(wired.token(seat="1/B")["authorization"].removeprefix("Bearer "), encoding="utf-8")
    command = [sys.executable, "-m", "api", "mjai", "--address", wired.web.address, "--seat", "B"]

    async def advised() -> dict[str, Any]:
        async for message in late.follow():
            for each in message.get("changes", {}).get("advice", ()):
                if each["seat"] == Seat.B:
                    return dict(each)
        raise AssertionError("the feed has ended")

    wired.until("tsumo", 1)
    with subprocess.Popen([*command, "--token-file", str(token), "--", *ENGINE, "{id}"]) as running:
        try:
            found = asyncio.run(asyncio.wait_for(advised(), PATIENCE_S))
        finally:
            running.terminate()
    assert found["kind"] == "dahai"
    assert found["tile"] == found["values"][0]["tile"]
    # Each token has a unique name: the helper appends numbers.
    assert re.fullmatch(r"engine( \d+)?", found["engine"])


def test_an_engine_is_begun_anew_when_something_was_put_right(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    script = f"import sys\nwith open({str(seen)!r}, 'a') as out:\n out.write('begun '); out.writelines(sys.stdin)"
    engine = EngineProcess([sys.executable, "-c", script], every=True, told=lambda _, __: None)
    for line in ({"type": "start_game", "id": 2}, {"type": "restart"}, {"type": "start_game"}, {"type": "end_game"}):
        engine.tell(line)
    engine.close()
    assert seen.read_text().split("begun ")[1:] == [
        '{"type":"start_game","id":2}\n',
        '{"type":"start_game"}\n{"type":"end_game"}\n',
    ]


def test_what_mortal_says_of_its_choice_becomes_values_by_tile() -> None:
    meta = {"mask_bits": 1 | 1 << 34 | 1 << 45, "q_values": [0.1, 0.7, -0.2]}
    body = answer_body("1.2.ab", {"type": "dahai", "actor": 0, "pai": "5mr", "tsumogiri": False, "meta": meta})
    assert body["values"] == {"none": -0.2, "1m": 0.1, "5mr": 0.7}
    assert body["action"] == {"type": "dahai", "pai": "5mr"}
