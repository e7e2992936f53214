"""Precedence of calls for one tile: claim order, head bump or several rons, and who takes the pot."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from controller.errors import HandError
from controller.referee.verdict import Ground, Verdict, ground, verdict
from controller.riichi.meld import MeldKind
from controller.riichi.seat import From, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import ClaimOrder, SeveralRons
from controller.text import Text


class Call(IntEnum):
    """Kinds of calls for another player's tile, the highest first."""

    RON = 0
    SET = 1
    CHOW = 2


CALLED: Final = {MeldKind.PON: Call.SET, MeldKind.KAN_OPEN: Call.SET, MeldKind.CHII: Call.CHOW}


@dataclass(frozen=True, slots=True)
class Voice:
    """A call and its order in time: ``order`` 0 for the first, equal for simultaneous calls."""

    seat: Seat
    call: Call
    order: int = 0


@dataclass(frozen=True, slots=True)
class Precedence:
    """``stands``: the valid calls, rons in turn order after the discarder; the first of these takes the pot.

    ``outranked``: the other calls, none of which counts as an empty call (npm art. 27 ha); ``verdict``: the clauses.
    """

    stands: tuple[Voice, ...]
    outranked: tuple[Voice, ...]
    verdict: Verdict


def precedence(voices: Sequence[Voice], discarder: Seat, book: Rulebook) -> Precedence:
    """Return the valid calls for one tile. Raises HandError without calls, on the discarder's own or on a far chow."""
    for voice in voices:
        if voice.seat is discarder:
            raise HandError(f"seat {voice.seat.name} calls its own discard: expected another seat")
        if voice.call is Call.CHOW and voice.seat.towards(discarder) is not From.LEFT:
            raise HandError(f"seat {voice.seat.name} calls a chow from seat {discarder.name}: expected its left")
    if not voices:
        raise HandError("no calls: expected at least one")
    by_time = book.claims.claim_order.value is ClaimOrder.EARLIER_CALL
    ranked = sorted(voices, key=lambda each: (each.order * by_time, each.call, (each.seat - discarder) % 4))
    first = ranked[0]
    rons = [each for each in ranked if each.call is Call.RON and each.order * by_time == first.order * by_time]
    several = book.claims.several_rons.value is SeveralRons.ALL
    stands = tuple(rons) if first.call is Call.RON and several else (first,)
    outranked = tuple(each for each in ranked if each not in stands)
    return Precedence(stands, outranked, verdict((), _grounds(voices, len(rons), book)))


def _grounds(voices: Sequence[Voice], rons: int, book: Rulebook) -> list[Ground]:
    rules = book.claims
    found = []
    orders, calls = ({each.order for each in voices}, {each.call for each in voices})
    if rons > 1:
        several = rules.several_rons.value is SeveralRons.ALL
        text = (
            Text("全員のロンを認めます。", "Every ron stands.")
            if several
            else Text("頭ハネです。", "Only the first in turn order wins (head bump).")
        )
        found.append(ground(rules.several_rons, "several_rons", text))
        if several:
            text = Text("供託は放銃者に近い者が取ります。", "The winner nearest to the discarder takes the pot.")
            found.append(ground(rules.several_rons_pot_to_nearest, "several_rons_pot_to_nearest", text))
    if len(calls) > 1 or len(orders) > 1 or not found:
        if rules.claim_order.value is ClaimOrder.EARLIER_CALL and len(orders) > 1:
            text = Text("先に発声した者が優先します。", "The earlier call has precedence.")
        else:
            text = Text(
                "アガリ、ポン・カン、チーの順に優先します。",
                "A win has precedence over pon and kan, and these over chii.",
            )
        found.append(ground(rules.claim_order, "claim_order", text))
    return found
