"""Situations under the law played through a real table: sightings, signals and entries in, plain results out.

A situation is a list of steps of ``fault_verbs`` and of this module; the result is plain data with seats by letter.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.journal.state import Outcome, RiichiStand
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind
from controller.riichi.seat import SEATS, Seat
from controller.table.effects import Refuse
from tests.support.fault_cases import Step
from tests.support.fault_stage import Stage
from tests.support.fault_verbs import VERBS as FAULT_VERBS

Told = dict[str, Any]
_OF_WALLS: Final = ("wall-broken", "tile-missing", "draw-wrong-end")


class Played(Stage):
    """A table on which a situation is played; ``refused``: reasons of refused entries."""

    refused: tuple[str, ...] = ()

    def give(self, kind: ClaimKind, **told: Any) -> None:
        """Make an entry of the referee."""
        self.table.give(replace(Claim(kind, self.table.frame / 5, "referee"), **told))
        self.refused += tuple(each.reason.en for each in self.table.steps[-1].effects if isinstance(each, Refuse))

    def fault(self, code: str) -> str:
        """Return the id of the newest fault with this code."""
        return [each.fault.id for each in self.table.director.state.faults if each.fault.code == code][-1]


def _ron(stage: Played, told: Step) -> None:
    stage.table.open(stage.seat(told["seat"]), told["tiles"])
    stage.see(told.get("see", 30))


def _tsumo(stage: Played, told: Step) -> None:
    """Show a tsumo with the drawn tile apart, or ``mixed`` into the hand; ``drawn``: drawn before, as a replacement
    tile.
    """
    seat = stage.seat(told["seat"])
    if not told.get("drawn"):
        stage.draw(seat)
    if told.get("mixed"):
        stage.table.open(seat, told["tiles"] + told["win"])
    else:
        stage.table.open(seat, told["tiles"], told["win"])
    stage.see(told.get("see", 50))


def _report(stage: Played, told: Step) -> None:
    seat = stage.seat(told["seat"]) if "seat" in told else None
    more = {"points": told["points"]} if "points" in told else {}
    stage.give(ClaimKind.REPORT_FAULT, subject=told["code"], seat=seat, **more)


def _uphold(stage: Played, told: Any) -> None:
    told = {"code": told} if isinstance(told, str) else told
    seat = stage.seat(told["seat"]) if "seat" in told else None
    more = {name: told[name] for name in ("penalty", "after", "beside_win") if name in told}
    stage.give(ClaimKind.UPHOLD_FAULT, subject=stage.fault(told["code"]), seat=seat, **more)


def _settle(stage: Played, _told: Any) -> None:
    stage.give(ClaimKind.CONFIRM_SETTLEMENT)


def _next(stage: Played, _told: Any) -> None:
    """Confirm the settlement and press the set button."""
    stage.give(ClaimKind.CONFIRM_SETTLEMENT)
    stage.table.signal(SignalKind.SET_PRESSED, Seat.A)
    stage.table.signal(SignalKind.MIXING)


def _drawn(stage: Played, told: Any) -> None:
    """Play an exhaustive draw to its end: these hands open, by wind, the others face down."""
    if stage.now.tiles_left:
        stage.to_haitei(0)
    for seat in SEATS:
        wind = "ESWN"[(seat - stage.now.dealer) % 4]
        if wind in told:
            stage.table.open(seat, told[wind])
        else:
            stage.table.fold(seat, 13 - 3 * len(stage.table.melds[seat]))
    stage.see(60)


VERBS: Final[Mapping[str, Callable[[Any, Any], None]]] = {
    **FAULT_VERBS,
    "ron": _ron,
    "tsumo": _tsumo,
    "report": _report,
    "uphold": _uphold,
    "settle": _settle,
    "next": _next,
    "drawn_out": _drawn,
}


def play(steps: Sequence[Step], book: str, marks: bool = False) -> Told:
    """Play the steps under a book and return the result."""
    stage = Played(book, 0, marks, noise=False)
    for step in steps:
        for verb, told in step.items():
            VERBS[verb](stage, told)
    return tell(stage)


def tell(stage: Played) -> Told:
    """Return the state as plain data."""
    state = stage.table.director.state
    now = state.round
    assert now is not None
    faults = [each for each in state.faults if each.fault.code not in _OF_WALLS]
    outcome = now.outcome or (state.past[-1].round.outcome if state.past else None)
    start = stage.table.director.rulebook.settlement.start_points.value
    return {
        "gained": [points - start for points in state.scores],
        "round": f"{now.prevailing_wind.name[0]}{now.number} {now.counters} {state.riichi_sticks}",
        "over": state.game_over,
        "riichi": [seat.name for seat in SEATS if now.riichi[seat].stand is RiichiStand.ACCEPTED],
        "lost": [seat.name for seat in SEATS if now.lost_right[seat]],
        "column": {seat.name: state.column[seat] for seat in SEATS if state.column[seat]},
        "off_total": {seat.name: state.off_total[seat] for seat in SEATS if state.off_total[seat]},
        "faults": {
            each.fault.code: "" if each.fault.penalty is None else each.fault.penalty.penalty.value for each in faults
        },
        **_outcome(outcome),
    }


def _outcome(outcome: Outcome | None) -> Told:
    wins = () if outcome is None else outcome.wins
    return {
        "winners": [each.win.winner.name for each in wins],
        "yaku": {line.id for each in wins for line in each.score.yaku},
        "tenpai": [] if outcome is None else [seat.name for seat in outcome.tenpai],
    }
