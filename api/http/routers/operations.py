"""What those who run the service ask of it: ``/healthz``, ``/readyz``, ``/metrics``."""

from typing import Any, Final

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST

from api.http.guard.named import tables_of
from api.http.problems import language_of, problem
from api.service.table_service import TableService
from controller.text import Text

NOT_BEGUN: Final = Text("卓を見ていない。", "The table is not being watched.")
router = APIRouter(tags=["health"])


@router.get("/healthz", summary="Whether the process answers")
def healthy() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


_STAND: Final = {"type": "object", "additionalProperties": {"type": "boolean"}, "description": "by table's id"}
_READY: Final = {
    "type": "object",
    "properties": {"status": {"const": "ok"}, "tables": _STAND},
    "required": ["status", "tables"],
}


@router.get(
    "/readyz",
    summary="Whether every table works",
    response_model=None,
    responses={
        200: {"description": "Every table works", "content": {"application/json": {"schema": _READY}}},
        503: {"description": "Some table does not: a problem with `tables`"},
    },
)
def ready(request: Request) -> Response | dict[str, Any]:
    """Every table takes in what happens and can keep it; 503 with those that do not."""
    tables, venue = tables_of(request), request.app.state.venue
    stand = {name: table.ready for name, table in tables.items()}
    if venue is not None:
        stand.update({each.table: False for each in venue.tables.stands if not each.running})
    if all(stand.values()):
        return {"status": "ok", "tables": stand}
    language = language_of(request.headers.get("accept-language", ""))
    said = "; ".join(f"{name}: {_why(tables.get(name)).of(language)}" for name in sorted(stand) if not stand[name])
    return problem(503, said, language, tables=stand)


@router.get(
    "/metrics",
    summary="Figures for Prometheus",
    response_class=Response,
    responses={200: {"description": "In its text format", "content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def metrics(request: Request) -> Response:
    """Figures of tables, requests and process, in the text format of Prometheus."""
    return Response(
        request.app.state.metrics.text(), headers={"content-type": CONTENT_TYPE_LATEST, "cache-control": "no-store"}
    )


def _why(table: TableService | None) -> Text:
    """Why a table does not work; a mirrored one, and one that could not start, knows no more than that."""
    upkeep = getattr(table, "upkeep", None)
    return NOT_BEGUN if upkeep is None else upkeep.halted or NOT_BEGUN
