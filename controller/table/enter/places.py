"""Where an entry is made: the thing it is about, so that its undoing stands there too."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from controller.ports.referee import Claim, ClaimKind

Place = Callable[[Claim, int], str]


def _fault(claim: Claim, _ordinal: int) -> str:
    return f"fault {claim.subject}"


def _result(_claim: Claim, ordinal: int) -> str:
    return f"result {ordinal}"


def _seat(claim: Claim, _ordinal: int) -> str:
    return "" if claim.seat is None else f"seat {claim.seat.value}"


def _always(place: str) -> Place:
    return lambda _claim, _ordinal: place


_PLACES: Final[Mapping[ClaimKind, Place]] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                ClaimKind.UPHOLD_FAULT,
                ClaimKind.REVIEW_FAULT,
                ClaimKind.DISMISS_FAULT,
                ClaimKind.CORRECT_FAULT,
                ClaimKind.SETTLE_FAULT,
            ),
            _fault,
        ),
        **dict.fromkeys(
            (
                ClaimKind.CONFIRM_SETTLEMENT,
                ClaimKind.CONFIRM_DRAW,
                ClaimKind.VOID_ROUND,
                ClaimKind.ENTER_RESULT,
                ClaimKind.DEALER_STOPS,
                ClaimKind.END_GAME,
                ClaimKind.STATE_VOICES,
            ),
            _result,
        ),
        **dict.fromkeys((ClaimKind.CANCEL_RIICHI, ClaimKind.STATE_RIICHI, ClaimKind.CORRECT_HAND), _seat),
        **dict.fromkeys(
            (
                ClaimKind.TIME_UP,
                ClaimKind.TIME_BACK,
                ClaimKind.START_CLOCK,
                ClaimKind.STOP_CLOCK,
                ClaimKind.SET_CLOCK,
                ClaimKind.ADD_TIME,
            ),
            _always("clock"),
        ),
        ClaimKind.ANSWER_QUESTION: lambda claim, _: f"question {claim.subject}",
        ClaimKind.CORRECT_DISCARD: lambda claim, _: f"discard {claim.index}",
        ClaimKind.CORRECT_INDICATOR: lambda claim, _: f"{claim.subject or 'dora'} {claim.index}",
        ClaimKind.SEAT_PLAYERS: _always("seats"),
        ClaimKind.STATE_DICE: _always("dice"),
    }
)


def place_of(claim: Claim, ordinal: int) -> str:
    """Kind of thing and its number, such as ``fault F2`` or ``result 12``; ``ordinal``: of the round it is about."""
    found = _PLACES.get(claim.kind)
    return "" if found is None else found(claim, ordinal)
