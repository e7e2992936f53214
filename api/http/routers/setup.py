"""``/api/v1/setup``: setting up a table from the setup page, for the staff; it writes the venue file."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

from fastapi import APIRouter, Depends, Request, Response
from starlette.requests import HTTPConnection

from api.access.refusals import denied
from api.access.roles import Requester, Role
from api.hiding import Hiding
from api.http.body import Answer, JsonOf, expect_kind
from api.http.lanes import OfApp
from api.http.problems import RefusedError
from api.http.schemas.goals import GoalBody
from api.photos.schemas import LearntJson
from api.setup.asked import AimBody, BoardActBody, SetupBody
from api.setup.schemas import AimLookJson, CycleJson, FittedJson, FoundJson, OverviewJson, SetupJson
from api.venue.stand import VenueChange
from controller.errors import EyesError
from controller.text import Text
from firmware_bridge.doctor import refused_port
from firmware_bridge.session.link import PortError
from vision.capture.picture_files import MEDIA_TYPES

if TYPE_CHECKING:
    # Type-only imports: a service of a single table must not load these modules.
    from api.setup.desk import SetupDesk
    from api.setup.table_setup import TableSetup

router = APIRouter(prefix="/api/v1/setup", tags=["setup"])
OfTable = Answer[SetupJson]
_TABLE = "/tables/{table}"
T = TypeVar("T")
_OTHERS = Text(
    "別の人がこの卓を変えました。今の内容を表示します。もう一度選んでください",
    "somebody else has changed this table; the current settings are shown: choose again",
)
_BUSY = Text(
    "この卓では別の作業が進んでいます。終わってからもう一度",
    "another task is running on this table: wait until it ends",
)
_HELD = Text("コントローラーは動いている卓{}が使っています", "the board is held by table {}, which runs")


async def _desk(connection: HTTPConnection) -> "SetupDesk":
    """Return the setup desk of the venue; raises DeniedError (404) if the tables come from no venue file."""
    desk: SetupDesk | None = connection.app.state.setup
    if desk is None:
        raise denied("no-venue-file")
    return desk


if TYPE_CHECKING:
    Desk = SetupDesk
else:
    Desk = Annotated[object, Depends(_desk)]


@router.get("", summary="The venue's tables, families of tables")
async def overview(desk: Desk, lanes: OfApp) -> Answer[OverviewJson]:
    """Tables in the venue file, and tables being set up."""
    return await lanes.setup.run(desk.overview)


@router.get("/found", summary="Boards and cameras that this machine finds")
async def found(desk: Desk, lanes: OfApp) -> Answer[FoundJson]:
    """Serial ports with their USB ids, likely boards first, and video devices."""
    return await lanes.setup.run(desk.found)


@router.get(
    "/sheets.pdf",
    summary="The sheets that calibrate a camera, to print",
    response_class=Response,
    responses={200: {"description": "Four pages", "content": {"application/pdf": {}}}},
)
async def sheets(lanes: OfApp) -> Response:
    """Four A4 pages, one for each corner of the table."""
    from vision.camera.sheets import pdf

    told = {"content-disposition": 'inline; filename="jantaku-sheets.pdf"'}
    return Response(await lanes.setup.run(pdf), media_type="application/pdf", headers=told)


@router.get(_TABLE, summary="One table as it is set up")
async def state(table: str, desk: Desk, lanes: OfApp) -> OfTable:
    """Steps with their state, choices, results of trials, and the check list with remedies."""
    return await lanes.setup.run(_setup_json, desk, table)


@router.put(_TABLE, summary="Choose for a table")
async def choose(table: str, desk: Desk, lanes: OfApp, who: Requester, body: JsonOf[SetupBody]) -> OfTable:
    """The table with the new choices; the venue file is written only by saving."""
    return await lanes.setup.run(_chosen, desk, table, body, who.role.may(Role.OWNER))


@router.delete(_TABLE, summary="Leave off what was chosen and not saved")
async def leave_off(table: str, desk: Desk, lanes: OfApp) -> OfTable:
    """The table as in the venue file."""
    await lanes.setup.run(desk.forget, table)
    return await lanes.setup.run(_setup_json, desk, table)


@router.post(f"{_TABLE}/board", summary="Try, pin, set or test the board")
async def board(table: str, desk: Desk, lanes: OfApp, body: JsonOf[BoardActBody]) -> OfTable:
    """The updated table; the board stays open as long as the page keeps polling. No button is pressed."""
    return await lanes.setup.run(_of_board, desk, table, body)


@router.post(f"{_TABLE}/profile", summary="Write a profile of the table's own of what its board showed")
async def profile(table: str, desk: Desk, lanes: OfApp) -> OfTable:
    """The updated table; the profile is stored beside the venue file and selected."""
    return await lanes.setup.run(_with_board, desk, table, "profile", lambda draft: draft.own_profile())


@router.delete(f"{_TABLE}/board", status_code=204, summary="Let board and camera go")
async def let_go(table: str, desk: Desk, lanes: OfApp) -> None:
    """Close board and camera; the results of trials are kept."""
    await lanes.setup.run(desk.draft(table).let_go)


@router.post(f"{_TABLE}/goal", summary="A test cycle: look, press once, wait for the sensor")
async def goal(table: str, desk: Desk, lanes: OfApp, who: Requester, body: JsonOf[GoalBody]) -> Answer[CycleJson]:
    """Result of the goal; the press log names the person who asked for it."""
    if body.hands_clear and not who.is_person:
        raise denied("hands-clear")
    _refuse_port_in_use(desk, table)
    draft = desk.draft(table)
    return await lanes.setup.run(_alone, draft, "goal", lambda: draft.cycle(body.request(who.name, who.maker)))


@router.get(f"{_TABLE}/look", summary="How sharp and light the camera's picture is, and the field drawn over it")
async def look(table: str, desk: Desk, lanes: OfApp, who: Requester) -> Answer[AimLookJson]:
    """Exposure and focus readings, visible sheets, and lines in px; 409 during a round in the camera's view."""
    await _may_see(table, desk, lanes, who)
    return await lanes.picture.run(_seen, desk.draft(table).look)


@router.get(
    f"{_TABLE}/picture",
    summary="The camera's newest picture",
    response_class=Response,
    responses={200: {"description": "A picture", "content": {"image/jpeg": {}}}},
)
async def picture(table: str, desk: Desk, lanes: OfApp, who: Requester) -> Response:
    """A JPEG, only for logged-in staff; 409 during a round in the camera's view, as it would show hands."""
    await _may_see(table, desk, lanes, who)
    data = await lanes.setup.run(_seen, lambda: desk.draft(table).open_camera().picture())
    return Response(data, media_type="image/jpeg")


@router.post(f"{_TABLE}/aim", summary="Calibrate by corners or sheets")
async def aim(table: str, desk: Desk, lanes: OfApp, who: Requester, body: JsonOf[AimBody]) -> Answer[FittedJson]:
    """Quality of the fit: how well the camera found explains the corners or sheets."""
    await _may_see(table, desk, lanes, who)
    draft = desk.draft(table)

    def aimed() -> FittedJson:
        told = _seen(lambda: _alone(draft, "aim", lambda: draft.aim(body.corners)))
        desk.keep(table)
        return told

    return await lanes.picture.run(aimed)


@router.post(
    f"{_TABLE}/tiles",
    summary="Learn the table's tiles from one photo",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in MEDIA_TYPES},
        }
    },
)
async def tiles(request: Request, table: str, desk: Desk, lanes: OfApp, faces: str = "") -> Answer[LearntJson]:
    """The faces learnt, and pairs that look alike in this set. ``faces``: those in the photo, row by row."""
    expect_kind(request, *MEDIA_TYPES)
    from api.photos.reading import learn_tiles

    draft, photo = desk.draft(table), await request.body()

    def learnt() -> LearntJson:
        draft.tiles = _alone(draft, "tiles", lambda: learn_tiles(table, photo, faces))
        desk.keep(table)
        return draft.tiles

    return await lanes.picture.run(learnt)


@router.post(f"{_TABLE}/save", summary="Write the table into the venue's file, and begin")
async def save(table: str, desk: Desk, lanes: OfApp, who: Requester) -> Answer[VenueChange]:
    """Tables added and changed; 409 with every error if the file would be invalid, and it stays unchanged."""
    return await lanes.setup.run(desk.save, table, who.name)


def _setup_json(desk: "SetupDesk", table: str) -> SetupJson:
    draft = desk.draft(table)
    if draft.board is not None and draft.board.open:
        draft.answered = draft.board.to_json(draft.profile)
    return desk.to_json(table)


def _chosen(desk: "SetupDesk", table: str, body: SetupBody, is_owner: bool) -> SetupJson:
    without = body.without if isinstance(body.without, tuple) else None
    simulated = body.simulated if isinstance(body.simulated, bool) else None
    seen = body.seen if isinstance(body.seen, int) else None
    if not desk.draft(table).choose_all(body.changes(is_owner), without, simulated, seen):
        raise RefusedError(_OTHERS)
    desk.keep(table)
    return _setup_json(desk, table)


def _of_board(desk: "SetupDesk", table: str, body: BoardActBody) -> SetupJson:
    return _with_board(desk, table, body.act, lambda draft: _acted(draft, body))


def _with_board(desk: "SetupDesk", table: str, doing: str, work: "Callable[[TableSetup], None]") -> SetupJson:
    _refuse_port_in_use(desk, table)
    draft = desk.draft(table)
    try:
        _alone(draft, doing, lambda: work(draft))
    except PortError as error:
        found = refused_port(error, str(draft.values.get("serial", "")))
        raise RefusedError(Text(f"{found.ja}。{found.cure_ja}", f"{found.en}: {found.cure_en}")) from None
    desk.keep(table)
    return _setup_json(desk, table)


def _acted(draft: "TableSetup", body: BoardActBody) -> None:
    bench = draft.open_board()
    if body.act == "pin":
        draft.pin()
    elif body.act == "selftest":
        bench.test()
    elif body.act == "write":
        bench.write(draft.profile)
    elif body.act == "clear":
        bench.clear(body.fault)


def _alone(draft: "TableSetup", doing: str, work: Callable[[], T]) -> T:
    """Run ``work`` as the table's only task on its devices; raises RefusedError while another task is running."""
    if not draft.begin(doing):
        raise RefusedError(_BUSY)
    try:
        return work()
    finally:
        draft.end()


def _seen(look: Callable[[], T]) -> T:
    """Return the result of ``look``; a camera error is raised as RefusedError, with passwords removed."""
    try:
        return look()
    except EyesError as error:
        raise RefusedError(Text(*map(Hiding().line, error.said))) from None


def _refuse_port_in_use(desk: "SetupDesk", table: str) -> None:
    holder = desk.held(str(desk.draft(table).values.get("serial", "")))
    if holder:
        raise RefusedError(Text(_HELD.ja.format(holder), _HELD.en.format(holder)))


async def _may_see(table: str, desk: "SetupDesk", lanes: OfApp, who: Requester) -> None:
    """Raise DeniedError for a program, and RefusedError while a picture would show hands."""
    if not who.is_person:
        raise denied("persons-only")
    barred = await lanes.setup.run(desk.may_show, table)
    if barred is not None:
        raise RefusedError(barred)
