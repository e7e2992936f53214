"""An engine's answer, validated: its action, its values, and the line that it answers."""

import math
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta

from api.http.mjai.stream import ACTS, cursors
from api.http.schemas.wire import MalformedError
from controller.records.mjai.live import actor_of, round_lines
from controller.records.mjai.names import named_tile
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from controller.text import Text
from controller.views.late.advice import AdviceView, ValueView

Act = Literal["dahai", "reach", "chi", "pon", "daiminkan", "kakan", "ankan", "hora", "ryukyoku", "none"]
_KINDS: Final = frozenset(get_args(Act))
STALE: Final = Text(
    "その答えの対象となる場面は、もう無いか、訂正されています。",
    "The situation this answers has passed or was corrected.",
)
_MOST: Final = 64
TileName = Annotated[str, Meta(max_length=3)]


class ActBody(msgspec.Struct, frozen=True):
    """An action in mjai's words; unknown fields are ignored."""

    type: Act
    pai: TileName = ""
    consumed: Annotated[tuple[TileName, ...], Meta(max_length=4)] = ()


class AnswerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An engine's answer to a line.

    ``cursor``: of the line answered. ``values``: by tile for discards, else by action.
    """

    cursor: Annotated[str, Meta(max_length=60)]
    action: ActBody
    values: Annotated[dict[Annotated[str, Meta(max_length=10)], float], Meta(max_length=_MOST)] = {}


def advice(body: AnswerBody, view: dict[str, Any], seat: Seat, engine: str) -> AdviceView | None:
    """Return the answer as a view for the late feed, or None if the line is unknown or outdated.

    A line is outdated once the round has ended or the seat has acted after it. ``view``: the released view of the
    table. Raises MalformedError for an invalid tile or value.
    """
    values = sorted((_valued(name, value) for name, value in body.values.items()), key=lambda each: -each.value)
    tile = _tile(body.action.pai, "action.pai") if body.action.pai else None
    own = tuple(_tile(name, "action.consumed") for name in body.action.consumed)
    if view["round"] is None:
        return None
    ordinal, lines = view["round"]["ordinal"], round_lines(view, (seat,))
    named = list(cursors(ordinal, lines))
    if body.cursor not in named:
        return None
    place = named.index(body.cursor)
    later = [line for line in lines[place + 1 :] if line["type"] in ACTS or line["type"] == "end_kyoku"]
    if any(line["type"] == "end_kyoku" or line["actor"] == actor_of(view, seat) for line in later):
        return None
    acts = sum(line["type"] in ACTS for line in lines[: place + 1])
    return AdviceView(
        *(seat, engine, body.cursor, ordinal, acts, not later, body.action.type, tile, own),
        values=tuple(values),
    )


def _valued(name: str, value: float) -> ValueView:
    if not math.isfinite(value):
        raise MalformedError(f"values.{name}: expected a finite number")
    if name in _KINDS:
        return ValueView(name, None, value)
    return ValueView("dahai", _tile(name, "values"), value)


def _tile(name: str, where: str) -> Tile:
    tile = named_tile(name)
    if tile is None:
        raise MalformedError(f"{where}: {name!r} is no tile: expected such as 5m, 5mr, E, P")
    return tile
