"""A table on the venue's board: the round, the points, and the items that wait for a person, most urgent first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from controller.ports.table import MachineStatus
from controller.riichi.seat import Seat, Wind
from controller.text import Text
from controller.views.clock import ClockView
from controller.views.gate import Public, Staff, View
from controller.views.referee import OPEN, FaultView, SummonsView
from controller.views.standing import StandingView
from controller.views.table import TableView
from controller.views.venue import MachineView, machine_view

NEEDS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "call": Text("審判を呼んでいる", "Calls the referee"),
        "halted": Text("卓の記録が止まっている", "The table is not followed"),
        "fault": Text("指摘", "Fault"),
        "question": Text("牌の確認", "A tile is asked for"),
        "stuck": Text("処理が返ってこない", "A part does not answer"),
        "device": Text("機器の不具合", "Device trouble"),
        "points": Text("持ち点の申告", "Points are to be declared"),
        "clock": Text("残り時間わずか", "Time is nearly over"),
        "answered": Text("審判が対応中", "The referee is there"),
        "result": Text("精算待ち", "A result waits"),
        "note": Text("注意", "Note"),
    }
)
"""Kinds of items that wait for a person, most urgent first; chosen: people who wait, then what stops play or the
record, then what can be done in passing."""
_RANKS: Final = {kind: rank for rank, kind in enumerate(NEEDS)}
_KINDS: Final = {"referee": "fault", "service": "device", "note": "note"}
STUCK: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "table": Text("コントローラーとの通信が返ってこない", "The board's line does not answer"),
        "camera": Text("カメラの処理が返ってこない", "The camera's part does not answer"),
    }
)
_STUCK_CURE: Final = Text(
    "ケーブルを挿し直してください。続くときはサービスを再起動してください。記録は保存されています。",
    "Plug the cable in again; if that does not help, restart the service. The record is safe.",
)


@dataclass(frozen=True, slots=True)
class NeedView(View):
    """An item that waits for a person; ``rank``: lowest first; ``since``: seconds since the epoch, None if unknown.

    ``text``: name of the fault or trouble; ``cure``: what to do; ``by``: who has answered the call.
    """

    kind: Public[str]
    rank: Public[int]
    text: Public[Text]
    since: Public[float | None] = None
    seat: Public[Seat | None] = None
    detail: Public[Text | None] = None
    cure: Public[Text | None] = None
    code: Public[str] = ""
    by: Staff[str] = ""


@dataclass(frozen=True, slots=True)
class CardSeatView(View):
    """A player on the board."""

    seat: Public[Seat]
    name: Public[str]
    wind: Public[Wind]
    standing: Public[StandingView]
    riichi: Public[bool]


@dataclass(frozen=True, slots=True)
class CardRoundView(View):
    """The round on the board; sticks as in ``RoundView``; ``began`` in seconds since the epoch, None if unknown."""

    ordinal: Public[int]
    wind: Public[Wind]
    number: Public[int]
    dealer: Public[Seat]
    counters: Public[int]
    riichi_sticks: Public[int]
    sticks_open: Public[int]
    began: Public[float | None]


@dataclass(frozen=True, slots=True)
class WorkView(View):
    """An operation of the machine; ``now_s``, ``usual_s``: present and usual duration in seconds, 0 if unknown.

    ``times``: how often it was timed since its last maintenance; ``due``: maintenance is due; ``standing``: verdict as
    text.
    """

    work: Staff[str]
    name: Staff[Text]
    now_s: Staff[float]
    usual_s: Staff[float]
    times: Staff[int]
    due: Staff[bool]
    standing: Staff[Text]


@dataclass(frozen=True, slots=True)
class CardView(View):
    """One table on the board. ``needs``: waiting items shown to everybody; ``waits``: items for the staff only.

    ``began``: start of the game. ``works``: operations of the machine that were ever timed.
    """

    phase: Public[str]
    rulebook: Public[Text]
    game: Public[int]
    game_over: Public[bool]
    began: Public[float | None]
    round: Public[CardRoundView | None]
    names: Public[tuple[str, str, str, str]]
    teams: Public[tuple[str, str, str, str]]
    seats: Public[tuple[CardSeatView, ...]]
    tiles_left: Public[int | None]
    clock: Public[ClockView | None]
    halted: Public[Text | None]
    needs: Public[tuple[NeedView, ...]]
    waits: Staff[tuple[NeedView, ...]]
    points_mark: Public[int]
    machine: Staff[MachineView]
    works: Staff[tuple[WorkView, ...]] = ()


@dataclass(frozen=True, slots=True)
class StandView(View):
    """State of a table on the board. ``place``: its index in the venue's file; ``gone``: no longer in that file.

    ``silent_since``: it has not answered since then, and the data shown is that old. ``trouble``: why it does not run.
    """

    table: Public[str]
    place: Public[int]
    running: Public[bool]
    teams: Public[tuple[str, ...]] = ()
    gone: Public[bool] = False
    silent_since: Public[float | None] = None
    trouble: Staff[Text | None] = None
    pending: Staff[tuple[str, ...]] = ()


def card_view(
    view: TableView,
    stand: MachineStatus,
    began: tuple[float, float] | None,
    stuck: Mapping[str, float],
    now: float,
    works: tuple[WorkView, ...] = (),
) -> CardView:
    """Return the card of a table. ``began``: start of game and round; ``stuck``: loops that hang, and since when.

    ``now`` in seconds since the epoch; ``works``: operations of its machine.
    """
    game_began, round_began = began or (None, None)
    round_ = view.round
    return CardView(
        *(view.phase, view.rulebook, view.game, view.game_over, game_began),
        None
        if round_ is None
        else CardRoundView(
            *(round_.ordinal, round_.wind, round_.number, round_.dealer, round_.counters),
            *(round_.riichi_sticks, round_.sticks_open, round_began),
        ),
        view.names,
        view.teams,
        tuple(CardSeatView(each.seat, each.name, each.wind, each.standing, each.riichi) for each in view.seats),
        view.tiles_left,
        view.clock,
        view.halted,
        _first(_seen_by_all(view, now)),
        _first(_for_staff(view, stuck)),
        view.points_mark,
        machine_view(stand, view.goal),
        works,
    )


def _first(needs: Iterator[NeedView]) -> tuple[NeedView, ...]:
    return tuple(sorted(needs, key=lambda each: (each.rank, each.since or 0.0)))


def _need(kind: str, text: Text | None = None, **more: Any) -> NeedView:
    return NeedView(kind, _RANKS[kind], text or NEEDS[kind], **more)


def _seen_by_all(view: TableView, now: float) -> Iterator[NeedView]:
    yield from map(_called, view.summons)
    if view.halted is not None:
        yield _need("halted", detail=view.halted)
    clock = view.clock
    if clock is not None and clock.at is not None and not view.game_over:
        left = clock.left_s - (max(0.0, now - clock.at) if clock.running else 0.0)
        if left <= clock.warn_s:
            yield _need("clock", since=clock.at + clock.left_s - clock.warn_s if clock.running else None)


def _called(each: SummonsView) -> NeedView:
    kind = "call" if each.answered_at is None else "answered"
    return _need(kind, since=each.at, seat=each.seat, by=each.answered_by)


def _for_staff(view: TableView, stuck: Mapping[str, float]) -> Iterator[NeedView]:
    for fault in view.faults:
        if fault.decision == OPEN:
            yield _of_fault(fault)
    for question in view.questions:
        if question.answer is None:
            yield _need("question", seat=question.seat)
    for loop, since in stuck.items():
        yield _need("stuck", STUCK[loop], since=since, cure=_STUCK_CURE)
    if view.points_due:
        yield _need("points")
    if view.pending or (view.result is not None and not view.result.confirmed):
        yield _need("result")


def _of_fault(fault: FaultView) -> NeedView:
    kind = _KINDS[fault.severity]
    cure = None if kind == "note" else fault.remedy
    return _need(kind, fault.name, since=fault.at, seat=fault.seat, detail=fault.detail, cure=cure, code=fault.code)
