"""The least role of every route and socket, one row each in ``routes.toml``; a route without a row is refused."""

import re
from collections.abc import Iterable
from typing import Final

import msgspec
from starlette.datastructures import QueryParams
from starlette.routing import compile_path

from api.access.roles import CALLS, Role
from api.worded import worded

_ANY: Final = re.compile("")


class RouteRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A route: its methods (``WS``: a WebSocket), its path pattern as in the application, and who may use it.

    ``least``: the least role, None: open to anybody. ``asked``: higher roles for query values, each ``name=value``
    (``name=*``: any value except those that mean no). ``sure``: requires a PIN entered recently; ``pin``: the same, but
    only of a person who has a PIN. ``body``: maximum bytes of a body. ``rate``: name of the rate limit. ``ticket``: a
    one-use ticket in the address may identify the client. ``seats``: open to the token of a seat, for that seat only,
    regardless of the role required. ``calls``: open to the token of a seat's call button, which opens nothing else.
    ``cameras``: open to the token of a camera phone.
    """

    methods: str
    path: str
    least: Role | None = None
    asked: tuple[tuple[str, Role], ...] = ()
    sure: bool = False
    pin: bool = False
    body: int = 65_536
    rate: str = ""
    ticket: bool = False
    seats: bool = False
    calls: bool = False
    cameras: bool = False
    pattern: re.Pattern[str] = _ANY

    def __post_init__(self) -> None:
        """Compile the path pattern."""
        msgspec.structs.force_setattr(self, "pattern", compile_path(self.path)[0])

    def needed(self, query: QueryParams) -> Role | None:
        """Return the least role for a request with this query: the highest required by any of its values."""
        needed = self.least
        for word, role in self.asked:
            name, _, value = word.partition("=")
            given = query.getlist(name)
            wants = any(each.lower() not in _NO for each in given) if value == "*" else value in given
            if wants and (needed is None or role.may(needed)):
                needed = role
        return needed

    def is_own(self, path: str, query: QueryParams, seat: str) -> bool:
        """True if a request is for exactly the seat, ``TABLE/SEAT``, that a token was made for.

        ``seat`` with suffix ``CALLS``: for the token of a call button.
        """
        found, own = self.pattern.match(path), seat.removesuffix(CALLS)
        return (
            (self.calls if own != seat else self.seats)
            and found is not None
            and [f"{found['table']}/{each}" for each in query.getlist("seat")] == [own]
        )

    def is_own_camera(self, path: str, query: QueryParams, camera: str) -> bool:
        """True if a request sends pictures of that camera, ``TABLE`` or ``TABLE/SEAT``."""
        found = self.pattern.match(path)
        if not self.cameras or found is None:
            return False
        table = found.groupdict().get("table")
        return table is None or "/".join((table, *query.getlist("seat"))) == camera


_NO: Final = frozenset({"0", "false", "no", "off", "n", "f", ""})


class _RoleRow(RouteRow, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row whose role is required, so that forgetting it cannot open a route."""

    least: Role


class _RouteFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``anybody``: routes open to unknown clients. ``hub``: the hub's own routes, beside those shared with venues."""

    anybody: tuple[RouteRow, ...]
    venue: tuple[_RoleRow, ...]
    hub: tuple[_RoleRow, ...]


_ROUTES: Final = worded("routes.toml", _RouteFile)
ROWS: Final[tuple[RouteRow, ...]] = (*_ROUTES.anybody, *_ROUTES.venue)
_ACCESS: Final = "/api/v1/access/"
_AT_HUB: Final = frozenset({"/", "/login", "/access", "/static/{path:path}", "/healthz", "/api/v1/reach"})
HUB_ROWS: Final = (
    *_ROUTES.hub,
    # Shared with venues, except for changing the listeners and pairing camera phones.
    *(row for row in ROWS if row.path in _AT_HUB and row.methods == "GET"),
    *(row for row in ROWS if row.path.startswith(_ACCESS) and row.path != f"{_ACCESS}cameras"),
)
"""Routes of a hub."""


def rows_of(path: str, rows: Iterable[RouteRow]) -> tuple[RouteRow, ...]:
    """Return the rows that match a request's path, in their order; empty for an unknown path."""
    return tuple(row for row in rows if row.pattern.match(path))
