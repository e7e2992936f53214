"""Events and evidence as JSON: one object per value, sorted keys, no spaces, so that equal values have equal bytes."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from cattrs import Converter
from cattrs.cols import namedtuple_dict_structure_factory, namedtuple_dict_unstructure_factory
from cattrs.errors import BaseValidationError
from cattrs.gen import make_dict_unstructure_fn, override
from cattrs.strategies import configure_tagged_union
from cattrs.v import transform_error

from controller.errors import JantakuError, JournalError
from controller.journal import events as ev
from controller.journal.events.league import LeagueFact, LeagueOpened
from controller.ports.evidence import Evidence, FileVouched, Tick
from controller.ports.eyes import Sighting
from controller.ports.referee import Claim, EnteredWin
from controller.ports.table import GoalReport, GoalRequest, Request, TableSignal
from controller.riichi.notation import parse_tile
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import Tile
from controller.scoring.score import DefaultLine, DoraLine, FuLine, PaymentLine, Score, YakuLine
from controller.scoring.win import Win

Json = dict[str, Any]
_Named = TypeVar("_Named")

EVENT_TYPES: Mapping[str, type[ev.Event]] = MappingProxyType({kind.__name__: kind for kind in ev.EVENTS})
EVIDENCE_TYPES: Mapping[str, type[Evidence]] = MappingProxyType(
    {kind.__name__: kind for kind in (TableSignal, Sighting, Claim, Request, GoalReport, Tick, FileVouched)}
)

# Fields added to every event after the first release.
_OF_ALL = ("maker",)
# Fields of events, of their parts and of evidence that were added after journals had been written. They are omitted at
# their default value, so that older records keep their hash.
ADDED_LATER: Mapping[type[object], tuple[str, ...]] = MappingProxyType(
    {
        TableSignal: ("board", "seconds"),
        Sighting: ("displays", "loose", "raised"),
        EnteredWin: ("liable",),
        Claim: ("beside_win", "maker", "nagashi", "teams"),
        # A part is listed before the request that contains it.
        GoalRequest: ("maker",),
        Request: ("maker",),
        GoalReport: (),
        LeagueOpened: ("book",),
        ev.PlayersSeated: ("by", "since", "teams"),
        ev.GameStarted: ("riichi_stick",),
        ev.PointsStated: ("held",),
        # A part is listed before the event that contains it.
        Win: ("kong_fed_by", "loser_in_riichi", "norths", "told"),
        ev.RoundWon: ("after", "beside", "column", "fault", "lines", "off_total", "payments", "seats"),
        ev.FaultRemedyChanged: ("acted", "penalty"),
        ev.GameEnded: ("game",),
        ev.FinePaid: ("round",),
        ev.RiichiCancelled: ("fault",),
        ev.RoundDrawn: ("fault", "nagashi_said"),
        ev.FaultDecided: ("after", "beside_win", "seat", "why", "without_effect"),
        ev.DecisionTaken: ("round", "place"),
        ev.FaultRaised: ("round",),
        ev.DeclaredWrong: ("stands",),
        ev.RiichiAmended: ("fault",),
        ev.RightLost: ("round",),
        ev.RightRestored: ("round",),
        ev.ResultAmended: ("reworked", "proposed", "back_to"),
        ev.RiichiDeclared: ("guessed",),
        ev.FaultReviewed: ("beside_win", "without_effect"),
        ev.CallUndone: ("fault",),
        ev.HandTakenUp: ("fault",),
        ev.RoundReopened: ("fault",),
        ev.RoundRenamed: ("counters_seen", "round", "sticks_seen", "wind_seen"),
    }
)


def event_to_json(event: ev.Event) -> Json:
    """Return the event as a JSON object; ``event`` is its type name, tiles are in notation, winds are letters."""
    return {"event": type(event).__name__, **_converter().unstructure(event)}


def event_from_json(body: Json) -> ev.Event:
    """Return the event of a JSON object; raises JournalError with the event, the field and the expected type."""
    return _named(body, "event", EVENT_TYPES)


def evidence_to_json(evidence: Evidence) -> Json:
    """Return the evidence as a JSON object; ``evidence`` is its type name."""
    return {"evidence": type(evidence).__name__, **_converter().unstructure(evidence)}


def evidence_from_json(body: Json) -> Evidence:
    """Return the evidence of a JSON object; raises JournalError."""
    return _named(body, "evidence", EVIDENCE_TYPES)


def plain(value: object) -> Any:
    """Return any frozen value of the journal as plain JSON values."""
    return _converter().unstructure(value)


def canonical(body: object) -> bytes:
    """Return the canonical JSON bytes of a value: sorted keys, no spaces, UTF-8; NaN and infinity: JournalError."""
    try:
        return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise JournalError(f"value cannot be written as JSON: {error}") from error


def parse(line: bytes | str) -> Json:
    """Return the JSON object of one line; raises JournalError."""
    try:
        body = json.loads(line)
    # A damaged database row may contain any value, including NULL.
    except (TypeError, ValueError, RecursionError) as error:
        raise JournalError(f"not JSON: {error}") from error
    if not isinstance(body, dict):
        raise JournalError(f"expected a JSON object, got {type(body).__name__}")
    return body


def structured(body: Json, kind: type[_Named], name: str) -> _Named:
    """Return a frozen value of that type from a JSON object; raises JournalError with its name and the bad fields."""
    try:
        return _converter().structure(body, kind)
    except Exception:
        pass
    # Convert again to get the error messages: the converter that tracks its position takes twice the time.
    try:
        return _converter(detailed=True).structure(body, kind)
    except BaseValidationError as error:
        raise JournalError(f"{name}: {'; '.join(transform_error(error))}") from error
    except (JantakuError, TypeError, ValueError) as error:
        raise JournalError(f"{name}: {error}") from error


def _named(body: Json, key: str, types: Mapping[str, type[_Named]]) -> _Named:
    rest = dict(body)
    name = rest.pop(key, None)
    kind = types.get(name) if isinstance(name, str) else None
    if kind is None:
        raise JournalError(f"unknown {key} {name!r}: expected one of {', '.join(types)}")
    return structured(rest, kind, str(name))


@cache
def _converter(detailed: bool = False) -> Converter:
    converter = Converter(forbid_extra_keys=True, prefer_attrib_converters=True, detailed_validation=detailed)
    for kind in (str, int, bool):
        converter.register_structure_hook(kind, _exactly)
    # JSON objects have string keys only; the contents are validated by their consumer.
    converter.register_structure_hook_func(lambda kind: kind == Json, lambda value, _: _exactly(value, dict))
    converter.register_structure_hook(float, lambda value, _: float(_exactly(value, int | float)))
    converter.register_unstructure_hook(float, float)
    converter.register_structure_hook(Seat, lambda value, _: Seat(_exactly(value, int)))
    converter.register_structure_hook(Tile, lambda value, _: parse_tile(_exactly(value, str)))
    converter.register_structure_hook(Wind, lambda value, _: Wind.from_letter(_exactly(value, str)))
    # Scores and score lines are named tuples for speed; JSON writes them as objects with field names.
    converter.register_structure_hook_factory(
        _is_named, lambda kind: namedtuple_dict_structure_factory(_bare(kind), converter)
    )
    converter.register_unstructure_hook_factory(
        _is_named, lambda kind: namedtuple_dict_unstructure_factory(_bare(kind), converter)
    )
    converter.register_unstructure_hook(Tile, str)
    converter.register_unstructure_hook(Wind, lambda wind: wind.letter)
    # A type is registered after the types of its fields: parts, then facts of leagues, then events.
    _leave_out(converter, [held for held in ADDED_LATER if held not in ev.EVENTS])
    configure_tagged_union(LeagueFact, converter, tag_name="tells")
    _leave_out(converter, dict.fromkeys((*(held for held in ADDED_LATER if held in ev.EVENTS), *ev.EVENTS)))
    return converter


def _leave_out(converter: Converter, kinds: Iterable[type[object]]) -> None:
    """Omit fields added later from values of these types while they are at their default value."""
    for held in kinds:
        added = (*ADDED_LATER.get(held, ()), *(_OF_ALL if held in ev.EVENTS else ()))
        left_out: dict[str, Any] = {name: override(omit_if_default=True) for name in added}
        converter.register_unstructure_hook(held, make_dict_unstructure_fn(held, converter, **left_out))


def _is_named(kind: Any) -> bool:
    return _bare(kind) in (Score, YakuLine, FuLine, DoraLine, DefaultLine, PaymentLine)


def _bare(kind: Any) -> Any:
    """Return the type itself; views wrap it in Annotated."""
    return getattr(kind, "__origin__", kind)


def _exactly(value: Any, kind: Any) -> Any:
    if type(value) is kind:
        return value
    if (type(value) is bool and kind is not bool) or not isinstance(value, kind):
        raise ValueError(f"expected {kind}, got {type(value).__name__}")
    return value
