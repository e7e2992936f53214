"""What a table may be asked for, for its staff: goals, each pressed once at most, and how its machine stands."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException
from pydantic import BaseModel, StringConstraints

from api.http.problems import RefusedError
from api.http.routers.tables import Table
from controller.journal.codec import plain
from controller.machine.labels import BUILDS, CENTRES, LINKS, VERBS
from controller.ports.table import GoalRequest, Verb
from controller.table.effects import AskTable, Refuse
from controller.views.table import Audience


def for_staff(audience: Literal["public", "staff"] = "public") -> None:
    """403 for the public."""
    if Audience(audience) is not Audience.STAFF:
        raise HTTPException(403, "the table takes orders from its staff only: ask with audience=staff")


router = APIRouter(prefix="/api/v1/tables", tags=["tables"], dependencies=[Depends(for_staff)])

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


class GoalBody(BaseModel):
    """A goal; ``hands_clear``: whoever asks has looked, and no hands and nothing else lie in the centre."""

    verb: Verb
    why: Words = "asked at the venue's page"
    by: Words = "staff"
    hands_clear: bool = False


@router.get("/{table}/goals", summary="How the machine stands, and what it may be asked for")
def goals(table: Table) -> dict[str, Any]:
    """Link, centre and build by id and in words; the goals that this table knows; the last one asked for."""
    stand = table.machine()
    return {
        "link": {"id": stand.link, **plain(LINKS[stand.link])},
        "centre": {"id": stand.centre, **plain(CENTRES[stand.centre])},
        "build": {"id": stand.build, **plain(BUILDS[stand.build])},
        "goals": [
            {
                "verb": verb.value,
                **plain(VERBS[verb]),
                "presses": verb in stand.presses,
                "hands_clear": verb in stand.hands_clear,
            }
            for verb in stand.verbs
        ],
        "last": table.feed(Audience.STAFF).view["goal"],
    }


@router.post("/{table}/goals", status_code=202, summary="Ask for a goal: look, press once, wait for the sensor")
def ask(table: Table, body: GoalBody) -> dict[str, Any]:
    """Begin a goal; its steps come over the staff's feed as ``goal``. 409 where round or rulebook forbid it now.

    Asked twice it is not pressed twice: the second finds it under way, or already so.
    """
    effects = table.ask(GoalRequest(body.verb, body.by, body.why, body.hands_clear))
    for effect in effects:
        if isinstance(effect, AskTable):
            return {"status": "accepted", "goal": effect.goal}
        if isinstance(effect, Refuse):
            raise RefusedError(effect.reason)
    raise HTTPException(503, "the table has stopped")


@router.delete("/{table}/goals", status_code=202, summary="Call off the goal under way; every button is let go")
def call_off(table: Table, by: Words = "staff") -> dict[str, str]:
    """End what is under way; allowed at any time."""
    table.call_off(by)
    return {"status": "accepted"}
