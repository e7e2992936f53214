"""Monitoring endpoints: ``/healthz``, ``/readyz``, ``/metrics``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypedDict

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import HTTPConnection

from api.access.roles import Requester, Role
from api.health.troubles import SOURCE_NAMES, HealthSource, TableTrouble, TroubleJson
from api.http.body import Answer
from api.http.guard.named import no_table, tables_of
from api.http.problems import language_of, problem
from controller.text import Language, Text, TextJson

UNWATCHED: Final = Text("卓を監視していません。", "The table is not being watched.")
router = APIRouter(tags=["health"])


class SourceJson(TypedDict):
    """A source of a table's observations; ``well``: it works."""

    source: str
    name: TextJson
    well: bool


class HealthJson(TypedDict):
    """Sources of a table and present troubles."""

    watched: bool
    sources: list[SourceJson]
    troubles: list[TroubleJson]


class TroublesJson(HealthJson):
    """Sources and troubles of ``table``."""

    table: str


@dataclass(frozen=True, slots=True)
class TableHealth:
    """Health of one table; ``watched``: what happens there is observed and recorded.

    ``fitted``: the sources that the table has; empty for a mirrored table, or one that could not be opened.
    """

    watched: bool
    troubles: tuple[TableTrouble, ...] = ()
    fitted: frozenset[HealthSource] = field(default=frozenset())

    @property
    def why(self) -> Text:
        """Return why the table is not watched, from the texts of its troubles."""
        said = [each.text for each in self.troubles if each.blinds] or [UNWATCHED]
        return Text("".join(each.ja for each in said), " ".join(each.en for each in said))

    def up(self) -> dict[HealthSource, bool]:
        """Return for each source of the table whether it works."""
        down = {each.source for each in self.troubles if each.kind.stops}
        return {source: source not in down for source in HealthSource if source in self.fitted | down}

    def to_json(self, *, staff: bool) -> HealthJson:
        """Return the health as JSON values; ``staff``: with details for the staff."""
        sources: list[SourceJson] = [
            {"source": source.value, "name": SOURCE_NAMES[source].to_json(), "well": well}
            for source, well in self.up().items()
        ]
        troubles = sorted(self.troubles, key=lambda each: (not each.blinds, each.since))
        return {
            "watched": self.watched,
            "sources": sources,
            "troubles": [each.to_json(staff=staff) for each in troubles],
        }


def health_of(connection: HTTPConnection) -> Mapping[str, TableHealth]:
    """Return the health of every table by id."""
    venue = connection.app.state.venue
    known = {name: _of(table) for name, table in tables_of(connection).items()}
    closed = () if venue is None else venue.tables.closed()
    return {**known, **{each.table: TableHealth(False, (each,)) for each in closed}}


def _of(table: Any) -> TableHealth:
    """Return the health of a table; a mirrored table only reports whether it has anything to show."""
    sources = getattr(table, "sources", None)
    troubles = () if sources is None else table.troubles()
    return TableHealth(table.ready, troubles, frozenset() if sources is None else sources.fitted)


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
    summary="Whether every table is watched",
    response_model=None,
    responses={
        200: {"description": "Every table is watched", "content": {"application/json": {"schema": _READY}}},
        503: {"description": "Some table is not: a problem with `tables`, and `troubles` for the staff"},
    },
)
def ready(request: Request, who: Requester) -> Response | dict[str, Any]:
    """200 if every table is watched and recorded, else 503 with the others and why, in detail for the staff."""
    known = health_of(request)
    stand = {name: health.watched for name, health in known.items()}
    if all(stand.values()):
        return {"status": "ok", "tables": stand}
    language = language_of(request.headers.get("accept-language", ""))
    why = {name: known[name].why for name in sorted(stand) if not stand[name]}
    said = Text(*("; ".join(f"{name}: {each.of(one)}" for name, each in why.items()) for one in Language))
    staff = who.role.may(Role.REFEREE)
    detail = {name: health.to_json(staff=True)["troubles"] for name, health in known.items()} if staff else {}
    more = {"troubles": detail} if detail else {}
    return problem(503, said, language, detail=said.of(language), tables=stand, **more)


@router.get("/api/v1/tables/{table}/troubles", summary="What is wrong at a table, since when, and what to do")
def troubles(request: Request, table: str) -> Answer[TroublesJson]:
    """State of each source and present troubles, also of a table that could not be opened."""
    found = health_of(request).get(table)
    if found is None:
        raise no_table(request, table)
    return {"table": table, **found.to_json(staff=True)}


@router.get(
    "/metrics",
    summary="Figures for Prometheus",
    response_class=Response,
    responses={200: {"description": "In its text format", "content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def metrics(request: Request) -> Response:
    """Metrics of tables, requests and process, in the text format of Prometheus."""
    return Response(
        request.app.state.metrics.text(), headers={"content-type": CONTENT_TYPE_LATEST, "cache-control": "no-store"}
    )
