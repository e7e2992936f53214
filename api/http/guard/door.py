"""Access check of every request and WebSocket; a refused one never reaches the application."""

import asyncio
from typing import Final

import structlog
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, QueryParams
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.access.access import Access
from api.access.refusals import DeniedError, denied, role_too_low
from api.access.roles import Principal, Proof, Role
from api.access.routes import RouteRow, rows_of
from api.access.store import AccessError
from api.http.guard.bodies import BodyRefusedError, BodyRoom, read_body, replayed
from api.http.guard.borders import is_own_page, knows_host
from api.http.guard.places import one_client
from api.http.problems import denial, language_of, problem, unavailable
from controller.ports.log import WordLog

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
# Seconds between two checks whether the client of an open socket still has access.
LOOK_S: Final = 0.5
REVOKED: Final = 4401
LATER: Final = 1013
"""Close code "try again later" (IANA's registry of WebSocket close codes)."""
MOST_HEADS: Final = 100
"""Maximum headers of a request, as each is searched many times; chosen: browsers behind two proxies send forty."""


log: WordLog = structlog.get_logger()


class Door:
    """ASGI middleware: checks host, origin, identity, role, rate and body, then calls the application."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        """Wrap ``app``."""
        self._app, self._access = app, access
        self._room, self._known_room = BodyRoom(), BodyRoom()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass an admitted request on, or answer it with the refusal."""
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        try:
            row, who = self._admitted(scope)
        except (DeniedError, AccessError) as error:
            return await _refuse(scope, receive, send, error)
        if scope["type"] == "websocket" or scope["method"] in _SAFE:
            return await self._serve(row, who, scope, receive, send)
        room = self._room if who.proof is Proof.NONE else self._known_room
        with room.held() as body:
            try:
                whole = await read_body(Headers(scope=scope), receive, row.body, body)
            except BodyRefusedError as error:
                return await _refuse_body(scope, receive, send, error)
            return await self._serve(row, who, scope, replayed(whole, receive), send)

    async def _serve(self, row: RouteRow, who: Principal, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the application as the admitted principal."""
        scope.setdefault("state", {})["principal"] = who
        _note(who)
        if who.proof is Proof.NONE or not (scope["type"] == "websocket" or row.ticket):
            return await self._app(scope, receive, send)
        return await self._while_it_stands(who, scope, receive, send)

    def _admitted(self, scope: Scope) -> tuple[RouteRow, Principal]:
        """Return the row of the route and the principal; raises DeniedError."""
        if len(scope["headers"]) > MOST_HEADS:
            raise denied("too-many-headers")
        connection = HTTPConnection(scope)
        headers = connection.headers
        if not knows_host(scope, headers, scope["app"].state.reach.names):
            raise denied("host-unknown")
        method = "WS" if scope["type"] == "websocket" else scope["method"]
        row = _row(rows_of(scope["path"], scope["app"].state.rows), method)
        who, by_cookie = self._who(connection, row)
        page = is_own_page(scope, headers)
        if method not in _SAFE and (page is False or (page is None and by_cookie)):
            raise denied("foreign-page")
        query = QueryParams(scope["query_string"])
        is_own = who is not None and _is_own(who, row, scope["path"], query)
        needed = Role.VIEWER if is_own else row.needed(query)
        if needed is not None:
            if who is not None and who.camera and not is_own:
                raise denied("camera-only")
            if who is None or (who.proof is Proof.NONE and not who.role.may(needed)):
                raise denied("session-over" if _is_over(connection) else "log-in", {"www-authenticate": "Bearer"})
            if not who.role.may(needed):
                raise DeniedError(403, "role-too-low", role_too_low(who.role, needed))
            if not who.sure and (row.sure or (row.pin and who.is_person and self._access.people.has_pin(who.id))):
                raise denied("pin-needed")
        who = who or ANYBODY
        if row.rate:
            client = who.device or one_client(scope["client"][0] if scope.get("client") else "")
            wait = self._access.rates.wait_s(row.rate, client)
            if wait:
                raise denied("too-often", {"retry-after": str(wait)})
        return row, who

    def _who(self, connection: HTTPConnection, row: RouteRow) -> tuple[Principal | None, bool]:
        """Return the principal, and True if only a cookie identifies it. Raises DeniedError.

        The principal is None if the client is unknown and viewers have to log in.
        """
        ticket = connection.query_params.get("ticket")
        if ticket is not None and row.ticket:
            found = self._access.tickets.take(ticket)
            if found is None:
                raise denied("ticket-spent")
            return found, False
        kind, _, secret = connection.headers.get("authorization", "").partition(" ")
        if kind:
            found = self._access.tokens.find(secret.strip()) if kind.lower() == "bearer" else None
            if found is None:
                raise denied("token-unknown", {"www-authenticate": "Bearer"})
            return found, False
        cookie = self._access.session_in(connection.cookies) if row.path != _FILES else None
        found = self._access.people.of_session(cookie) if cookie else None
        connection.scope.setdefault("state", {})["session_over"] = bool(cookie) and found is None
        return (self._access.visitor, False) if found is None else (found, True)

    async def _while_it_stands(self, who: Principal, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket or stream until it ends, or until its principal loses access."""
        serving = asyncio.ensure_future(self._app(scope, receive, send))
        try:
            while not (await asyncio.wait({serving}, timeout=LOOK_S))[0]:
                if not await run_in_threadpool(self._access.is_valid, who):
                    serving.cancel()
                    await asyncio.wait({serving})
                    if scope["type"] == "websocket":
                        await send({"type": "websocket.close", "code": REVOKED, "reason": "revoked"})
                    return
            await serving
        finally:
            serving.cancel()


def _note(who: Principal) -> None:
    """Add kind and id of the principal to every log line of this request; names appear only in logged decisions."""
    maker = who.maker
    if maker is not None:
        device = {"device": maker.device} if maker.device else {}
        structlog.contextvars.bind_contextvars(maker=f"{maker.kind.value} {maker.id}", **device)


def _is_over(connection: HTTPConnection) -> bool:
    """True if the browser sent a session that has ended."""
    return bool(connection.scope.get("state", {}).get("session_over"))


def _is_own(who: Principal, row: RouteRow, path: str, query: QueryParams) -> bool:
    """True if the request is for the very seat or camera that the principal's token was made for."""
    if who.camera:
        return row.is_own_camera(path, query, who.camera)
    return bool(who.seat) and row.is_own(path, query, who.seat)


_FILES: Final = "/static/{path:path}"
ANYBODY: Final = Principal("", "", Role.VIEWER)


def _row(rows: tuple[RouteRow, ...], method: str) -> RouteRow:
    for row in rows:
        if method in row.methods.split() or (method == "HEAD" and "GET" in row.methods.split()):
            return row
    found = {each for row in rows for each in row.methods.split()} - {"WS"}
    allowed = sorted(found | {"HEAD"} if "GET" in found else found)
    if method != "WS" and allowed:
        raise denied("method", {"allow": ", ".join(allowed)})
    raise denied("nothing-here")


async def _refuse_body(scope: Scope, receive: Receive, send: Send, error: BodyRefusedError) -> None:
    answer = problem(error.status, error.said, language_of(Headers(scope=scope).get("accept-language", "")))
    answer.headers["connection"] = "close"
    if error.status == 503:
        answer.headers["retry-after"] = "1"
    await answer(scope, receive, send)


async def _refuse(scope: Scope, receive: Receive, send: Send, error: DeniedError | AccessError) -> None:
    accepted = Headers(scope=scope).get("accept-language", "")
    if isinstance(error, DeniedError):
        answer, code, reason = denial(error, accepted), 1008, error.code
    else:
        log.warning("people not read", reason=str(error))
        answer, code, reason = unavailable(accepted), LATER, "unavailable"
    if scope["type"] == "http":
        return await answer(scope, receive, send)
    if "websocket.http.response" not in scope.get("extensions", {}):
        return await send({"type": "websocket.close", "code": code, "reason": reason})

    async def denying(message: Message) -> None:
        await send({**message, "type": f"websocket.{message['type']}"})

    await answer({**scope, "type": "http", "method": "GET"}, receive, denying)
    return None
