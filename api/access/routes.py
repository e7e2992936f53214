"""The least role of every route and socket, one row each in ``routes.toml``; what has no row is refused."""

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
    """A route: its methods (``WS``: a socket), its path as the application writes it, and who may.

    ``least`` None: nobody is asked who they are. ``asked``: higher roles for values of a query, each ``name=value``
    (``name=*``: any value but those that say no). ``sure``: with a PIN entered a moment ago; ``pin``: the
    same, but of a person who has none nothing is asked. ``body``: most bytes of a body. ``rate``: which limit counts
    it. ``ticket``: a one-use ticket in the address may stand for a principal. ``seats``: the token of a seat opens that
    seat's own, whatever the query asks for otherwise; ``calls``: that of a seat's call button too, which opens nothing
    else; ``cameras``: that of a phone that is a camera.
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
        """Make its pattern."""
        msgspec.structs.force_setattr(self, "pattern", compile_path(self.path)[0])

    def needed(self, query: QueryParams) -> Role | None:
        """The least role for a request with this query: the highest that any of its values asks for."""
        needed = self.least
        for word, role in self.asked:
            name, _, value = word.partition("=")
            given = query.getlist(name)
            wants = any(each.lower() not in _NO for each in given) if value == "*" else value in given
            if wants and (needed is None or role.may(needed)):
                needed = role
        return needed

    def is_own(self, path: str, query: QueryParams, seat: str) -> bool:
        """Whether a request is for the seat, ``TABLE/SEAT``, that a token was made for, and for nothing else.

        ``seat`` with ``CALLS`` behind it: of the token of a call button.
        """
        found, own = self.pattern.match(path), seat.removesuffix(CALLS)
        return (
            (self.calls if own != seat else self.seats)
            and found is not None
            and [f"{found['table']}/{each}" for each in query.getlist("seat")] == [own]
        )

    def is_own_camera(self, path: str, query: QueryParams, camera: str) -> bool:
        """Whether a request is for sending the pictures of that camera, ``TABLE`` or ``TABLE/SEAT``."""
        found = self.pattern.match(path)
        if not self.cameras or found is None:
            return False
        table = found.groupdict().get("table")
        return table is None or "/".join((table, *query.getlist("seat"))) == camera


_NO: Final = frozenset({"0", "false", "no", "off", "n", "f", ""})


class _RoleRow(RouteRow, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row that must name its role: one that was forgotten opens nothing."""

    least: Role


class _RouteFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``anybody``: routes on which nobody is asked; ``hub``: of its pages, beside those that a venue has too."""

    anybody: tuple[RouteRow, ...]
    venue: tuple[_RoleRow, ...]
    hub: tuple[_RoleRow, ...]


_ROUTES: Final = worded("routes.toml", _RouteFile)
ROWS: Final[tuple[RouteRow, ...]] = (*_ROUTES.anybody, *_ROUTES.venue)
_ACCESS: Final = "/api/v1/access/"
_AT_HUB: Final = frozenset({"/", "/login", "/access", "/static/{path:path}", "/healthz", "/api/v1/reach"})
HUB_ROWS: Final = (
    *_ROUTES.hub,
    # As at a venue; where a hub listens is said where it is started, and no phone films at it.
    *(row for row in ROWS if row.path in _AT_HUB and row.methods == "GET"),
    *(row for row in ROWS if row.path.startswith(_ACCESS) and row.path != f"{_ACCESS}cameras"),
)
"""Of the pages of a hub."""


def rows_of(path: str, rows: Iterable[RouteRow]) -> tuple[RouteRow, ...]:
    """The rows that a path of a request falls under, in their order; none for a path that nobody has named."""
    return tuple(row for row in rows if row.pattern.match(path))
