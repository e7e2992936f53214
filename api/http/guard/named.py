"""Checks whether the table, seat or overlay part in an address exists."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from starlette.requests import HTTPConnection, Request

from api.access.refusals import DeniedError
from api.access.roles import VISITOR, Principal, Proof
from api.service.table_service import TableService
from controller.riichi.seat import Seat
from controller.text import Text

if TYPE_CHECKING:
    # Type-only imports: a service of a single table must not load these modules.
    from api.setup.desk import SetupDesk
    from api.venue.running import RunningVenue

PARTS: Final = ("scores", "hands", "waits", "river", "round", "dora", "result")
"""Parts of the overlay, the same as in ``api/web/overlay/parameters.js``."""
_CAMERA: Final = "/camera/"


def tables_of(connection: HTTPConnection) -> dict[str, TableService]:
    """Return the running tables of the app by id."""
    tables: dict[str, TableService] = connection.app.state.tables
    return tables


def no_table(connection: HTTPConnection, table: str) -> DeniedError:
    """Return the error for a table that does not run: stopped, or unknown to this venue."""
    if table in _stopped(connection):
        return DeniedError(
            404,
            "table-stopped",
            Text(f"卓「{table}」は動いていません", f"table {table!r} is not running"),
        )
    known = ", ".join(sorted(tables_of(connection)))
    return DeniedError(
        404,
        "table-unknown",
        Text(
            f"卓「{table}」はありません。動いている卓: {known or 'なし'}",
            f"no table {table!r}: known are {known or 'none'}",
        ),
    )


def check_place(request: Request) -> None:
    """Raise DeniedError if a page address names a seat, part or table that does not exist.

    Tables are not checked for a client without login, so that it does not learn which exist.
    """
    found = request.path_params
    seat, part, table = found.get("seat"), found.get("part"), found.get("table")
    if seat is not None and seat not in Seat.__members__:
        raise DeniedError(
            404, "seat-unknown", Text(f"席「{seat}」はありません。席は A〜D です", f"no seat {seat!r}: A to D")
        )
    if part is not None and part not in PARTS:
        known = ", ".join(PARTS)
        said = Text(f"パーツ `{part}` はありません：`{known}`", f"no part {part!r}: known are {known}")
        raise DeniedError(404, "part-unknown", said)
    if table is None or not _may_look(request) or table in tables_of(request) or table in _stopped(request):
        return
    # A phone may be paired as the camera of a table whose setup is not finished.
    desk: SetupDesk | None = request.app.state.setup
    if desk is None or not request.url.path.startswith(_CAMERA) or table not in desk.begun():
        raise no_table(request, table)


def _stopped(connection: HTTPConnection) -> Sequence[str]:
    venue: RunningVenue | None = connection.app.state.venue
    return () if venue is None else [each.table for each in venue.tables.stands if not each.running]


def _may_look(request: Request) -> bool:
    """True if the client may learn which tables exist.

    False on the camera page without login: a phone is paired before its table runs, or for a calibration without a
    table.
    """
    who: Principal = request.scope.get("state", {}).get("principal", VISITOR)
    is_open = request.app.state.access.visitor is not None and not request.url.path.startswith(_CAMERA)
    return who.proof is not Proof.NONE or is_open
