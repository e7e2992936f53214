"""What a table may be asked for, for its staff: goals, each pressed once at most, and how its machine stands."""

from typing import Annotated, Any, TypedDict

from fastapi import APIRouter, Depends

from api.access.refusals import denied
from api.access.roles import Requester
from api.http.body import Answer, AnswerOf, described, json_body
from api.http.lanes import OfApp
from api.http.problems import RefusedError
from api.http.routers.tables import Table, entered
from api.http.schemas.claims import ClaimTold
from api.http.schemas.goals import BoardBody, GoalBody
from api.journals.machine_health import MachinePastTold
from controller.table.effects import AskTable, Refuse
from controller.views.gate import Audience
from controller.views.venue import MachineView

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])


class MachineHealthTold(MachinePastTold):
    """The machine's history of the table of that id."""

    table: str


class GoalTold(TypedDict):
    """A goal that is under way, by its number."""

    status: str
    goal: int


@router.get("/{table}/goals", summary="How the machine stands, and what it may be asked for")
def goals(table: Table) -> Annotated[dict[str, Any], AnswerOf(MachineView)]:
    """Link, centre and build by id and in words; the goals that this table knows; the last one asked for."""
    return table.machine(Audience.STAFF)


@router.get("/{table}/health", summary="Machine health: its works day by day, jams, presses, maintenance due")
def health(table: Table) -> Answer[MachineHealthTold]:
    """Each work of the machine with the middle of its times on every day, what is usual, and what it takes now."""
    return {"table": table.name, **table.health.rows()}


@router.post(
    "/{table}/goals",
    status_code=202,
    summary="Ask for a goal: look, press once, wait for the sensor",
    openapi_extra=described(GoalBody),
)
async def ask(
    table: Table, body: Annotated[GoalBody, Depends(json_body(GoalBody))], who: Requester, lanes: OfApp
) -> Answer[GoalTold]:
    """Begin a goal; its steps come over the staff's feed as ``goal``. 409 where round or rulebook forbid it now.

    Asked twice it is not pressed twice: the second finds it under way, or already so.
    """
    if body.hands_clear and not who.is_person:
        raise denied("hands-clear")
    effects = await lanes.enter.run(table.ask, body.request(who.name, who.maker))
    for effect in effects:
        if isinstance(effect, AskTable):
            return {"status": "accepted", "goal": effect.goal}
        if isinstance(effect, Refuse):
            raise RefusedError.of(effect)
    raise denied("table-stopped")


@router.delete("/{table}/goals", status_code=202, summary="Call off the goal under way; every button is let go")
async def call_off(table: Table, who: Requester, lanes: OfApp) -> dict[str, str]:
    """End what is under way; allowed at any time."""
    await lanes.stop.run(table.call_off, who.name, who.maker)
    return {"status": "accepted"}


@router.post(
    "/{table}/board",
    status_code=202,
    summary="The board that somebody put in place of the table's own is its own from now on",
    openapi_extra=described(BoardBody),
)
async def accept(
    table: Table, body: Annotated[BoardBody, Depends(json_body(BoardBody))], who: Requester, lanes: OfApp
) -> Answer[ClaimTold]:
    """A fact of the journal, with who and why. 409 for a board that is not on the table's line, or is its own already.

    Until then nothing is pressed and nothing is taken from it.
    """
    return await entered(table, body.claim(who.name, table.now(), who.maker), lanes)
