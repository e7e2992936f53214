"""Goals for a table's machine, for the staff: each is pressed at most once; and the state of the machine."""

from typing import Annotated, Any, TypedDict

from fastapi import APIRouter

from api.access.refusals import denied
from api.access.roles import Requester
from api.http.body import Answer, AnswerOf, JsonOf
from api.http.lanes import OfApp
from api.http.problems import RefusedError
from api.http.routers.tables import Table, entered
from api.http.schemas.claims import ClaimJson
from api.http.schemas.goals import BoardBody, GoalBody
from api.journals.machine_health import MachinePastJson
from controller.table.effects import AskTable, Refuse
from controller.views.gate import Audience
from controller.views.venue import MachineView

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])


class MachineHealthJson(MachinePastJson):
    """History of the machine of ``table``."""

    table: str


class GoalJson(TypedDict):
    """An accepted goal with its number."""

    status: str
    goal: int


@router.get("/{table}/goals", summary="How the machine stands, and what it may be asked for")
def goals(table: Table) -> Annotated[dict[str, Any], AnswerOf(MachineView)]:
    """Link, centre and build by id and in words; the goals that this table supports; the last goal."""
    return table.machine(Audience.STAFF)


@router.get("/{table}/health", summary="Machine health: its works day by day, jams, presses, maintenance due")
def health(table: Table) -> Answer[MachineHealthJson]:
    """Each operation of the machine: median duration per day, usual duration, and present duration."""
    return {"table": table.name, **table.health.rows()}


@router.post("/{table}/goals", status_code=202, summary="Ask for a goal: look, press once, wait for the sensor")
async def ask(table: Table, body: JsonOf[GoalBody], who: Requester, lanes: OfApp) -> Answer[GoalJson]:
    """Start a goal; its steps are reported on the staff's feed as ``goal``. 409 if round or rulebook forbid it now.

    Repeating a request does not repeat the press: the goal is found in progress or already reached.
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
    """End the goal in progress; allowed at any time."""
    await lanes.stop.run(table.call_off, who.name, who.maker)
    return {"status": "accepted"}


@router.post(
    "/{table}/board",
    status_code=202,
    summary="The board that somebody put in place of the table's own is its own from now on",
)
async def accept(table: Table, body: JsonOf[BoardBody], who: Requester, lanes: OfApp) -> Answer[ClaimJson]:
    """Recorded in the journal with person and reason; 409 if the board is not on the table's line, or accepted already.

    Before that, the new board is sent no presses and its messages are ignored.
    """
    return await entered(table, body.claim(who.name, table.now(), who.maker), lanes)
