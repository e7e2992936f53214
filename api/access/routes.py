"""The least role of every route and socket, one row each; what has no row is refused."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from starlette.datastructures import QueryParams
from starlette.routing import compile_path

from api.access.roles import CALLS, Role

KIB: Final = 1024


@dataclass(frozen=True, slots=True)
class RouteRow:
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
    least: Role | None
    asked: tuple[tuple[str, Role], ...] = ()
    sure: bool = False
    pin: bool = False
    body: int = 64 * KIB
    rate: str = ""
    ticket: bool = False
    seats: bool = False
    calls: bool = False
    cameras: bool = False
    pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make its pattern."""
        object.__setattr__(self, "pattern", compile_path(self.path)[0])

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
_STAFF_VIEW: Final = (("audience=staff", Role.REFEREE),)
_FEEDS: Final = (*_STAFF_VIEW, ("late=*", Role.OVERLAY))
_SEATS: Final = (*((f"seat={each}", Role.OVERLAY) for each in "ABCD"), ("seat=staff", Role.STAFF))
_HANDS: Final = (("hands=*", Role.OVERLAY),)
_TABLE: Final = "/api/v1/tables/{table}"
_EVENT: Final = "/api/v1/events/{event}"
_SETUP: Final = "/api/v1/setup/tables/{table}"

ROWS: Final = (
    # Shells of pages and their assets: they hold no facts.
    RouteRow("GET", "/", None),
    RouteRow("GET", "/tables/{table}", None),
    RouteRow("GET", "/seat/{table}/{seat}", None),
    RouteRow("GET", "/tables/{table}/replay", None),
    RouteRow("GET", "/tables/{table}/report", None),
    RouteRow("GET", "/tables/{table}/troubles", None),
    RouteRow("GET", "/overlay/{table}", None),
    RouteRow("GET", "/overlay/{table}/preview", None),
    RouteRow("GET", "/overlay/{table}/{part}", None),
    RouteRow("GET", "/camera/{table}", None),
    RouteRow("GET", "/camera/{table}/{seat}", None),
    RouteRow("GET", "/authority", None),
    RouteRow("GET", "/authority.crt", None),
    RouteRow("GET", "/authority.mobileconfig", None),
    RouteRow("GET", "/api/v1/authority", None),
    RouteRow("GET", "/score", None),
    RouteRow("GET", "/score-worker.js", None),
    RouteRow("GET", "/score.webmanifest", None),
    RouteRow("GET", "/login", None),
    RouteRow("GET", "/access", None),
    RouteRow("GET", "/rules", None),
    RouteRow("GET", "/records", None),
    RouteRow("GET", "/events", None),
    RouteRow("GET", "/events/{event}", None),
    RouteRow("GET", "/setup", None),
    RouteRow("GET", "/start", None),
    RouteRow("GET", "/static/{path:path}", None),
    RouteRow("GET", "/healthz", None),
    RouteRow("GET", "/readyz", None),
    RouteRow("GET", "/api/v1/start", Role.REFEREE),
    # Figures tell how often something happened, seen by all or not.
    RouteRow("GET", "/metrics", Role.REFEREE),
    RouteRow("GET", "/docs", None),
    RouteRow("GET", "/gallery", None),
    RouteRow("GET", "/openapi.json", Role.VIEWER),
    # Coming in, and who may.
    RouteRow("POST", "/api/v1/access/login", None, body=4 * KIB, rate="login"),
    RouteRow("POST", "/api/v1/access/logout", Role.VIEWER),
    RouteRow("GET", "/api/v1/access/me", Role.VIEWER),
    RouteRow("POST", "/api/v1/access/pin", Role.OVERLAY, body=4 * KIB, rate="change"),
    RouteRow("PUT", "/api/v1/access/secrets", Role.OVERLAY, body=4 * KIB, rate="change"),
    RouteRow("GET", "/api/v1/access/devices", Role.STAFF),
    RouteRow("DELETE", "/api/v1/access/devices/{device}", Role.STAFF, rate="change"),
    # Other devices under a person's name: any of that person's sessions may list and end them.
    RouteRow("PUT", "/api/v1/access/others", Role.OVERLAY, rate="change"),
    RouteRow("DELETE", "/api/v1/access/others/{device}", Role.OVERLAY, rate="change"),
    RouteRow("POST", "/api/v1/access/pairings", Role.STAFF, pin=True, rate="change"),
    RouteRow("GET", "/api/v1/access/tokens", Role.STAFF),
    RouteRow("POST", "/api/v1/access/tokens", Role.STAFF, pin=True, rate="change"),
    RouteRow("DELETE", "/api/v1/access/tokens/{token}", Role.STAFF, rate="change"),
    RouteRow("POST", "/api/v1/access/tickets", Role.VIEWER, rate="claim", cameras=True),
    RouteRow("POST", "/api/v1/access/cameras", None, body=4 * KIB, rate="login"),
    # At which addresses the service is reached; whom it lets connect is its owner's to say.
    RouteRow("GET", "/api/v1/reach", Role.VIEWER),
    RouteRow("PUT", "/api/v1/reach", Role.OWNER, pin=True, body=4 * KIB, rate="change"),
    # The law.
    RouteRow("POST", "/api/v1/scores", Role.VIEWER, body=1024 * KIB, rate="reckon"),
    RouteRow("POST", "/api/v1/entries", Role.VIEWER, rate="reckon"),
    RouteRow("POST", "/api/v1/photos", Role.VIEWER, body=12 * 1024 * KIB, rate="photo"),
    RouteRow("GET", "/api/v1/rulebooks", Role.VIEWER),
    RouteRow("GET", "/api/v1/rulebooks/{first}/differences/{second}", Role.VIEWER),
    RouteRow("POST", "/api/v1/standings", Role.VIEWER, body=1024 * KIB, rate="reckon"),
    RouteRow("GET", "/api/v1/faults", Role.VIEWER),
    RouteRow("POST", "/api/v1/records", Role.VIEWER, body=4 * 1024 * KIB, rate="reckon"),
    RouteRow("POST", "/api/v1/records/{form}", Role.VIEWER, body=4 * 1024 * KIB, rate="reckon"),
    # Schemas of messages, without facts.
    RouteRow("GET", "/api/v1/schemas", Role.VIEWER),
    RouteRow("GET", "/api/v1/schemas/{name}", Role.VIEWER),
    # What the room sees, and what only its staff see.
    RouteRow("GET", "/api/v1/tables", Role.VIEWER, asked=_STAFF_VIEW),
    RouteRow("GET", "/api/v1/board", Role.VIEWER, asked=_STAFF_VIEW),
    RouteRow("WS", "/api/v1/board/feed", Role.VIEWER, asked=_STAFF_VIEW, ticket=True),
    RouteRow("GET", "/api/v1/board/standings", Role.VIEWER, rate="reckon"),
    RouteRow("GET", _TABLE, Role.VIEWER, asked=_STAFF_VIEW),
    RouteRow("WS", f"{_TABLE}/feed", Role.VIEWER, asked=_FEEDS, ticket=True),
    RouteRow("GET", f"{_TABLE}/events", Role.VIEWER, asked=_FEEDS, ticket=True),
    RouteRow("WS", f"{_TABLE}/mjai", Role.VIEWER, asked=_SEATS, ticket=True, seats=True),
    RouteRow("POST", f"{_TABLE}/mjai", Role.OVERLAY, body=16 * KIB, rate="answer", seats=True),
    RouteRow("GET", f"{_TABLE}/rounds", Role.VIEWER, asked=_STAFF_VIEW, rate="reckon"),
    RouteRow("GET", f"{_TABLE}/rounds/{{ordinal}}", Role.VIEWER, asked=_STAFF_VIEW, rate="reckon"),
    RouteRow("GET", f"{_TABLE}/sheet", Role.VIEWER, rate="reckon"),
    RouteRow("GET", f"{_TABLE}/record", Role.VIEWER, asked=_HANDS, rate="reckon"),
    # How players look on a stream: what the venue shows the room.
    RouteRow("GET", f"{_TABLE}/broadcast", Role.VIEWER, ticket=True),
    RouteRow("GET", f"{_TABLE}/photos/{{seat}}", Role.VIEWER, ticket=True, rate="picture"),
    RouteRow("POST", f"{_TABLE}/claims", Role.REFEREE, rate="claim"),
    # Calls of a seat for the referee, and who answers them.
    RouteRow("POST", f"{_TABLE}/calls", Role.REFEREE, rate="claim", seats=True, calls=True),
    RouteRow("PUT", f"{_TABLE}/calls", Role.REFEREE, rate="claim"),
    RouteRow("DELETE", f"{_TABLE}/calls", Role.REFEREE, rate="claim", seats=True, calls=True),
    RouteRow("POST", f"{_TABLE}/entries", Role.REFEREE, rate="reckon"),
    RouteRow("GET", f"{_TABLE}/troubles", Role.REFEREE),
    RouteRow("GET", f"{_TABLE}/evidence/{{subject}}", Role.REFEREE),
    RouteRow("GET", f"{_TABLE}/evidence/{{subject}}/frames/{{number}}", Role.REFEREE, rate="picture"),
    RouteRow("GET", f"{_TABLE}/evidence/{{subject}}/crop", Role.REFEREE, rate="picture"),
    RouteRow("GET", f"{_TABLE}/row", Role.REFEREE, rate="picture"),
    # Works of the machine by day: nothing of the game is in them.
    RouteRow("GET", f"{_TABLE}/health", Role.REFEREE, rate="reckon"),
    RouteRow("POST", "/api/v1/seating", Role.REFEREE),
    RouteRow("GET", "/api/v1/players", Role.REFEREE),
    # Phones that are cameras: staff pair them, and they send their pictures.
    RouteRow("GET", f"{_TABLE}/cameras", Role.REFEREE),
    RouteRow("POST", f"{_TABLE}/cameras", Role.STAFF, pin=True, body=4 * KIB, rate="change"),
    RouteRow("WS", f"{_TABLE}/camera", Role.STAFF, rate="camera", ticket=True, cameras=True),
    # The venue's file and its tables.
    RouteRow("GET", "/api/v1/venue", Role.STAFF),
    RouteRow("POST", "/api/v1/venue/reload", Role.OWNER, pin=True, rate="claim"),
    # A table set up: what is found and tried; its camera's picture between rounds alone. What stays beyond the draft,
    # in file, board or set of tiles, asks for the PIN.
    RouteRow("GET", "/api/v1/setup", Role.STAFF),
    RouteRow("GET", "/api/v1/setup/found", Role.STAFF),
    RouteRow("GET", "/api/v1/setup/sheets.pdf", Role.STAFF),
    RouteRow("GET", _SETUP, Role.STAFF),
    RouteRow("PUT", _SETUP, Role.STAFF, rate="claim"),
    RouteRow("DELETE", _SETUP, Role.STAFF, rate="claim"),
    RouteRow("POST", f"{_SETUP}/board", Role.STAFF, pin=True, rate="claim"),
    RouteRow("DELETE", f"{_SETUP}/board", Role.STAFF),
    RouteRow("POST", f"{_SETUP}/profile", Role.OWNER, pin=True, rate="claim"),
    RouteRow("POST", f"{_SETUP}/goal", Role.STAFF, sure=True, rate="claim"),
    RouteRow("GET", f"{_SETUP}/look", Role.STAFF),
    RouteRow("GET", f"{_SETUP}/picture", Role.STAFF),
    RouteRow("POST", f"{_SETUP}/aim", Role.STAFF, rate="claim"),
    RouteRow("POST", f"{_SETUP}/tiles", Role.STAFF, pin=True, body=12 * 1024 * KIB, rate="photo"),
    RouteRow("POST", f"{_SETUP}/save", Role.OWNER, pin=True, rate="claim"),
    # Events of many games: everybody sees the standings, referees enter games, the staff all else.
    RouteRow("GET", "/api/v1/events", Role.VIEWER),
    RouteRow("GET", _EVENT, Role.VIEWER, rate="reckon"),
    RouteRow("GET", f"{_EVENT}/facts", Role.REFEREE),
    RouteRow("GET", f"{_EVENT}/sheets/{{part}}", Role.VIEWER, rate="reckon"),
    RouteRow("POST", f"{_EVENT}/games", Role.REFEREE, rate="claim"),
    RouteRow("POST", f"{_EVENT}/facts", Role.STAFF, rate="claim"),
    RouteRow("POST", f"{_EVENT}/draws", Role.STAFF, rate="claim"),
    RouteRow("POST", f"{_EVENT}/carried", Role.STAFF, rate="claim"),
    RouteRow("POST", f"{_EVENT}/sheets", Role.STAFF, body=1024 * KIB, rate="claim"),
    # When hands may be seen, and released hands.
    RouteRow("GET", f"{_TABLE}/release", Role.REFEREE),
    RouteRow("POST", f"{_TABLE}/release", Role.STAFF, sure=True, rate="claim"),
    RouteRow("GET", f"{_TABLE}/released", Role.OVERLAY),
    # Commands to the machine; whoever may see them may stop it at once.
    RouteRow("GET", f"{_TABLE}/goals", Role.REFEREE),
    RouteRow("POST", f"{_TABLE}/goals", Role.STAFF, sure=True, rate="claim"),
    RouteRow("DELETE", f"{_TABLE}/goals", Role.REFEREE),
    RouteRow("POST", f"{_TABLE}/board", Role.STAFF, sure=True, rate="claim"),
)

_ACCESS: Final = "/api/v1/access/"
_AT_HUB: Final = frozenset({"/", "/login", "/access", "/static/{path:path}", "/healthz", "/api/v1/reach"})
HUB_ROWS: Final = (
    RouteRow("GET", "/api/v1/hub", Role.REFEREE),
    RouteRow("POST", "/api/v1/hub/breaks/{number}/clearance", Role.STAFF, pin=True, body=4 * KIB, rate="change"),
    # As at a venue; where a hub listens is said where it is started, and no phone films at it.
    *(row for row in ROWS if row.path in _AT_HUB and row.methods == "GET"),
    *(row for row in ROWS if row.path.startswith(_ACCESS) and row.path != f"{_ACCESS}cameras"),
)
"""Of the pages of a hub."""


def rows_of(path: str, rows: Iterable[RouteRow]) -> tuple[RouteRow, ...]:
    """The rows that a path of a request falls under, in their order; none for a path that nobody has named."""
    return tuple(row for row in rows if row.pattern.match(path))
