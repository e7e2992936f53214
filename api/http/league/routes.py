"""``/api/v1/events``: events of many games. Everybody sees them; referees enter games, the staff everything else."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from secrets import randbelow
from typing import Annotated, Final, Literal, TypeVar

from fastapi import APIRouter, Depends, Request, Response
from starlette.requests import HTTPConnection

from api.access.refusals import DeniedError
from api.access.roles import Principal, Requester
from api.http.body import Answer, JsonOf, expect_kind
from api.http.lanes import OfApp
from api.http.league.bodies import CarryBody, DrawBody, FactBody, FactKind
from api.http.league.desk import LeagueDesk, LeagueStand
from api.http.league.event_files import Doubt
from api.http.league.schemas import (
    DoubtJson,
    EventJson,
    EventSummaryJson,
    FactJson,
    LinkedEventJson,
    SheetTakenJson,
    facts_json,
    summary,
    whole,
)
from api.http.league.sheets import SheetPart, facts_of, sheet_of
from api.http.problems import RefusedError
from api.http.reaching.links import links_of
from api.http.schemas.wire import MalformedError
from controller.errors import EventError, RecordError, RulebookError, SheetError
from controller.journal.events.league import DrawRule, LeagueFact, SeatedTable, SeatingDrawn
from controller.league.league import LeagueError
from controller.league.seating import drawn
from controller.league.standing import carried, entrants_of
from controller.sheets.decode import decoded, one_form
from controller.text import Text

router = APIRouter(prefix="/api/v1/events", tags=["events"])
_CSV: Final = "text/csv"
_BODY: Final = {"requestBody": {"required": True, "content": {_CSV: {"schema": {"type": "string"}}}}}
_ID: Final = re.compile(r"[\w-]{1,40}")
T = TypeVar("T")
PartName = Literal["standings", "seating", "games", "players"]


async def desk_of(connection: HTTPConnection) -> LeagueDesk:
    """Return the app's desk of events."""
    found: LeagueDesk = connection.app.state.leagues
    return found


Desk = Annotated[LeagueDesk, Depends(desk_of)]
Stood = Answer[EventJson]


@router.get("", summary="Events of the venue")
async def events(desk: Desk, lanes: OfApp) -> list[Answer[EventSummaryJson]]:
    """The newest first: id, name, rulebook, how many players, rounds and games."""
    return await lanes.reckon.run(lambda: [summary(name, league) for name, league in desk.names()])


@router.get("/{event}", summary="An event: standings, teams, rounds, games")
async def event(request: Request, event: str, desk: Desk, lanes: OfApp) -> Answer[LinkedEventJson]:
    """Points in ``unit``. ``seating``: tables, players and results of each round. ``link``: address for phones."""
    told = await lanes.reckon.run(_event_json, desk, event)
    return {**told, "link": links_of(request).link_json(f"/events/{event}")}


@router.get("/{event}/facts", summary="What was told of an event, the newest first")
async def facts(event: str, desk: Desk, lanes: OfApp) -> list[Answer[FactJson]]:
    """Facts that are not withdrawn; ``number`` identifies a fact for withdrawing it."""
    return await lanes.reckon.run(lambda: facts_json(_existing_event(desk, event).league))


@router.get("/{event}/sheets/{part}", summary="A table of an event as CSV", response_class=Response)
async def sheet(event: str, part: PartName, desk: Desk, lanes: OfApp) -> Response:
    """Standings, seating, games or players, for spreadsheets; all but the standings can be uploaded again."""

    def written() -> str:
        stand = _existing_event(desk, event)
        return sheet_of(SheetPart(part), stand.league, stand.standing)

    told = {"content-disposition": f'attachment; filename="{part}.csv"'}
    return Response(await lanes.reckon.run(written), media_type=f"{_CSV}; charset=utf-8", headers=told)


@router.post("/{event}/games", summary="Enter how a game ended")
async def game(event: str, desk: Desk, lanes: OfApp, who: Requester, body: JsonOf[FactBody]) -> Stood:
    """Enter a fact of kind ``game``; entering the same game again corrects it. Returns the updated event."""
    if body.kind is not FactKind.GAME:
        raise RefusedError(
            Text("ここでは成績だけを入力できます", "games alone are entered here: others are told at …/facts")
        )
    return await lanes.enter.run(_tell, desk, event, [_refused(body.fact)], who)


@router.post("/{event}/facts", summary="Tell a fact of an event")
async def tell(event: str, desk: Desk, lanes: OfApp, who: Requester, body: JsonOf[FactBody]) -> Stood:
    """``open`` creates the event or changes its rules; 409 if a fact contradicts it. Returns the updated event."""
    _check_id(event)
    return await lanes.enter.run(_tell, desk, event, [_refused(body.fact)], who)


@router.post("/{event}/draws", summary="Draw the seats of rounds")
async def draw(event: str, desk: Desk, lanes: OfApp, who: Requester, body: JsonOf[DrawBody]) -> Stood:
    """Draw the seats of the next rounds, or again from ``round`` on. Returns the updated event."""
    return await lanes.reckon.run(lambda: _tell(desk, event, draw_of(_existing_event(desk, event), body), who))


@router.post("/{event}/carried", summary="Take points over from an earlier event")
async def carry(event: str, desk: Desk, lanes: OfApp, who: Requester, body: JsonOf[CarryBody]) -> Stood:
    """Carrying over again replaces the points by those of the earlier event now. Returns the updated event."""

    def told() -> EventJson:
        earlier, own = _existing_event(desk, body.event), _existing_event(desk, event)
        taken = carried(own.league, earlier.standing, earlier.league.rules.name, body.percent)
        return _tell(desk, event, list(taken), who)

    return await lanes.enter.run(told)


@router.post("/{event}/sheets", summary="Take a table of players, seating, games or points", openapi_extra=_BODY)
async def take_sheet(request: Request, event: str, desk: Desk, lanes: OfApp, who: Requester) -> Answer[SheetTakenJson]:
    """The kind of table follows from its headings; it is taken completely or not at all.

    ``doubts``: places that a person must check, with line and column.
    """
    expect_kind(request, _CSV)
    raw = await request.body()

    def told() -> SheetTakenJson:
        unit, doubts = _existing_event(desk, event).standing.event.unit, list[Doubt]()
        taken = _refused(lambda: facts_of(decoded(raw), unit, doubts))
        answer = _tell(desk, event, taken, who)
        said: list[DoubtJson] = [{"where": each.where, **each.said.to_json(), "asks": each.asks} for each in doubts]
        return {**answer, "taken": len(taken), "doubts": said}

    return await lanes.enter.run(told)


def draw_of(stand: LeagueStand, body: DrawBody) -> list[LeagueFact]:
    """Return the drawn seats of the next rounds, or of those from ``round`` on; raises RefusedError."""
    league = stand.league
    seed = randbelow(2**31) if body.seed is None else body.seed
    first = body.round or max(league.rounds, default=0) + 1
    before = {number: each for number, each in league.rounds.items() if number < first}
    if body.rule is DrawRule.PRESCRIBED:
        raise RefusedError(
            Text("指定の組み合わせは抽選できません", "prescribed seats are told as a fact, or as a table")
        )
    entrants = entrants_of(replace(league, rounds=before), stand.standing, tuple(map(one_form, body.players)))
    rounds = _refused(lambda: drawn(body.rule, entrants, body.rounds, seed))
    names = (*body.tables, *(str(number) for number in range(1, 41) if str(number) not in body.tables))
    return [
        SeatingDrawn(
            first + turn,
            body.rule,
            tuple(SeatedTable(name, table) for name, table in zip(names, each.tables, strict=False)),
            seed,
            each.resting,
        )
        for turn, each in enumerate(rounds)
    ]


def _event_json(desk: LeagueDesk, event: str) -> EventJson:
    return whole(event, _existing_event(desk, event))


def _tell(desk: LeagueDesk, event: str, told: Sequence[LeagueFact], who: Principal) -> EventJson:
    return whole(event, _refused(lambda: desk.tell(event, told, who.name, who.maker)))


def _existing_event(desk: LeagueDesk, event: str) -> LeagueStand:
    stand = _refused(lambda: desk.stand(event))
    if stand is None:
        raise DeniedError(404, "event-unknown", Text(f"大会「{event}」はありません", f"no event {event!r}"))
    return stand


def _check_id(event: str) -> None:
    if not _ID.fullmatch(event):
        raise RefusedError(
            Text(
                "IDは40字までの英数字と-と_です",
                f"event {event!r}: expected an id of up to 40 letters, digits, - and _",
            )
        )


def _refused(work: Callable[[], T]) -> T:
    """Return the result of ``work``; errors of the event are raised as RefusedError."""
    try:
        return work()
    except LeagueError as error:
        raise RefusedError(error.said) from None
    except (EventError, MalformedError, RulebookError, SheetError, RecordError) as error:
        raise RefusedError(Text(str(error), str(error))) from None
