"""The verbs of fault cases, and the staging of a whole case."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.journal.events import FaultRaised
from controller.ports.eyes import SeenHand, SeenLoose, SeenRow, SeenTile
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.notation import parse_seen, parse_tile
from controller.rulebooks.rulebook import Rulebook
from hardware.simulator.camera.plain_sight import seen
from tests.support.fault_cases import Case, Distraction, Step
from tests.support.fault_stage import LAYOUT, Stage


def _hand(stage: Stage, told: Step) -> None:
    seat = stage.seat(told["seat"])
    hand = stage.table.hands[seat]
    assert hand is not None
    stage.table.hands[seat] = SeenHand(told.get("standing", hand.standing + told.get("more", 0)))


def _open(stage: Stage, told: Step) -> None:
    stage.table.open(stage.seat(told["seat"]), told["tiles"], told.get("apart", ""))
    stage.see(told.get("see", 50))


def _fold(stage: Stage, told: Any) -> None:
    for wind in told:
        seat = stage.seat(wind)
        stage.table.fold(seat, 13 - 3 * len(stage.table.melds[seat]))
    stage.see(30)


def claim(stage: Stage, told: Step) -> None:
    table = stage.table
    seat = stage.seat(told["seat"]) if "seat" in told else None
    seats = tuple(map(stage.seat, told["seats"])) if "seats" in told else None
    subject = told.get("subject", "")
    if subject == "newest":
        subject = table.director.state.faults[-1].fault.id
    kind = ClaimKind(told["kind"])
    points = told.get("points")
    if seat is not None and "holds" in told:
        points = table.director.state.scores[seat] + told["holds"]
    table.give(
        Claim(
            *(kind, table.frame / 5, "referee", subject, seat, seats, points),
            penalty=told.get("penalty", ""),
            after=told.get("after", ""),
        )
    )


def _signal(stage: Stage, told: Step) -> None:
    table = stage.table
    seat = stage.seat(told["seat"]) if "seat" in told else None
    points, seconds = tuple(told.get("points", ())), tuple(told.get("seconds", ()))
    for _ in range(told.get("times", 1)):
        kind = SignalKind(told["kind"])
        table.give(TableSignal(kind, table.frame / 5, seat, code=told.get("code", ""), points=points, seconds=seconds))


def _points(stage: Stage, told: Any) -> None:
    """Signal the drawers' points: those of the state plus these differences by wind."""
    scores = list(stage.table.director.state.scores)
    for wind, amount in told.items():
        scores[stage.seat(wind)] += amount
    for _ in range(4):
        stage.table.give(TableSignal(SignalKind.POINTS, stage.table.frame / 5, points=tuple(scores)))


def _stick(stage: Stage, told: Any) -> None:
    for wind, there in told.items():
        stage.sticks[stage.seat(wind)] = there
    stage.pot = None


def _mark(stage: Stage, told: Step) -> None:
    if "moved" in told:
        stage.mark = stage.table.director.state.first_dealer.turn(told["moved"])
    stage.counters = stage.now.counters + told.get("counters", 0)
    stage.pot = stage.table.director.state.riichi_sticks + told.get("pot", 0)


def _wall(stage: Stage, told: Step) -> None:
    """Disturb the wall: ``wrong`` tile drawn from further on, ``fallen`` stacks knocked over, ``drawn`` more tiles."""
    if told.get("wrong"):
        slot, due = stage.broken.drawn(stage.taken + told["wrong"]), stage.broken.drawn(stage.taken - 1)
        stage.table.walls[slot.wall][slot.stack - 1] = (stage.table.walls[slot.wall][slot.stack - 1] or 0) - 1
        stage.table.walls[due.wall][due.stack - 1] = (stage.table.walls[due.wall][due.stack - 1] or 0) + 1
    for step in range(told.get("fallen", 0)):
        slot = stage.broken.drawn(stage.taken + 8 + 2 * step)
        stage.table.walls[slot.wall][slot.stack - 1] = 0
    if told.get("lost"):
        slot = stage.broken.drawn(stage.taken + 20)
        stage.table.walls[slot.wall][slot.stack - 1] = 1
    if told.get("drawn"):
        stage.taken += told["drawn"]
        stage.walls()
    if told.get("replaced"):
        stage.replaced += told["replaced"]
        stage.walls()


def _river(stage: Stage, told: Step) -> None:
    """``back`` removes the last tile of a river, ``straight`` turns sideways tiles, ``row`` extends the first row."""
    seat = stage.seat(told["seat"])
    river = stage.table.rivers[seat]
    if told.get("back"):
        river.pop()
    if told.get("straight"):
        stage.table.rivers[seat] = [replace(each, sideways=False) for each in river]
    if told.get("row"):
        for place, each in enumerate(river):
            spot = LAYOUT.river_slot(seat, min(place, 5))
            extra = max(0, place - 5) * 26.0
            turned = LAYOUT.place(seat, *_shifted(LAYOUT.local(seat, spot.x, spot.y), extra))
            river[place] = replace(each, seen=replace(each.seen, x=turned.x, y=turned.y))


def _shifted(local: tuple[float, float], by: float) -> tuple[float, float]:
    return local[0] + by, local[1]


def _loose(stage: Stage, tile: str) -> None:
    """Put a tile face up outside every row, in front of the seat on turn; "" for none."""
    spot = LAYOUT.place(stage.turn, 120.0, 160.0)
    lying = [SeenLoose(SeenTile(parse_tile(tile), spot.x, spot.y, spot.angle, 0.99))] if tile else []
    stage.table.loose = lying


def _concealed(stage: Stage, told: Step) -> None:
    stage.concealed = stage.concealed or [None] * 4
    seat = stage.seat(told["seat"])
    stage.concealed[seat] = SeenRow(tuple(seen(tile, seat) for tile in parse_seen(told["tiles"])))
    stage.see(told.get("see", 20))


def _fines(stage: Stage, told: Step) -> None:
    """Report and uphold an empty call ``times`` times."""
    for _ in range(told["times"]):
        claim(stage, {"kind": "report_fault", "subject": "call-empty", "seat": told["seat"]})
        claim(stage, {"kind": "uphold_fault", "subject": "newest"})


def _to_last(stage: Stage, told: Step) -> None:
    """Play short rounds (``rounds``, 7 by default)."""
    for _ in range(told.get("rounds", 7)):
        _round_passes(stage)


def _melds_swapped(stage: Stage, told: str) -> None:
    stage.table.melds[stage.seat(told)].reverse()


VERBS: Final[dict[str, Callable[[Stage, Any], None]]] = {
    "set_out": Stage.set_out,
    "turns": Stage.turns,
    "draw": lambda stage, wind: stage.draw(stage.seat(wind)),
    "discard": lambda stage, told: stage.discard(
        stage.seat(told["seat"]), told.get("tile", ""), told.get("sideways", False), told.get("see", 45)
    ),
    "meld": Stage.meld,
    "kan": Stage.kan,
    "to_haitei": Stage.to_haitei,
    "see": Stage.see,
    "hand": _hand,
    "open": _open,
    "fold": _fold,
    "claim": claim,
    "signal": _signal,
    "points": _points,
    "stick": _stick,
    "mark": _mark,
    "wall": _wall,
    "river": _river,
    "concealed": _concealed,
    "loose": _loose,
    "swap_melds": _melds_swapped,
    "fines": _fines,
    "to_last": _to_last,
}


def staged(
    case: Case, book: str, variant: int, noise: bool = True, law: Rulebook | None = None
) -> tuple[Stage, list[FaultRaised]]:
    """Stage a case under a book in one variant; return the stage and every fault raised. ``law``: the altered book."""
    stage = Stage(book, variant, case.marks, noise, law=law)
    for _ in range(variant % 4 if case.steps and "set_out" in case.steps[0] else 0):
        _round_passes(stage)
    before = len(stage.table.events)
    for step in case.steps:
        for verb, told in step.items():
            VERBS[verb](stage, told)
    raised = [each for each in stage.table.events[before:] if isinstance(each, FaultRaised)]
    return stage, raised


def _round_passes(stage: Stage) -> None:
    """Play a short round that ends with nobody tenpai, so that the deal passes."""
    noisy, stage.distraction = stage.distraction, Distraction(None)
    stage.set_out({})
    stage.turns(["5m"])
    claim(stage, {"kind": "confirm_draw", "seats": []})
    claim(stage, {"kind": "confirm_settlement"})
    stage.distraction, stage.played = noisy, 0
