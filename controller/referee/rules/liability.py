"""Liability (pao): which call made its discarder liable for a yakuman, or for the tile drawn after a kong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Final

from controller.journal.state import LastAct, RoundState
from controller.referee.verdict import Ground, ground
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import Seat
from controller.riichi.tile import DRAGONS, WINDS
from controller.rulebooks.doubts import Resting
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import LiabilityTrigger
from controller.text import Text

# yakuman: kinds whose sets are counted (None: kongs of any kind), how many sets settle it, its name
SETTLED: Final[Mapping[str, tuple[frozenset[int] | None, int, Text]]] = MappingProxyType(
    {
        "DAISANGEN": (frozenset(DRAGONS), 3, Text("大三元", "Big three dragons")),
        "DAISUUSHII": (frozenset(WINDS), 4, Text("大四喜", "Big four winds")),
        "SUUKANTSU": (None, 4, Text("四槓子", "Four kongs")),
    }
)
_TRIGGERS: Final = {
    LiabilityTrigger.PON: (MeldKind.PON,),
    LiabilityTrigger.PON_OR_KONG: (MeldKind.PON, MeldKind.KAN_OPEN),
}


@dataclass(frozen=True, slots=True)
class Liability:
    """``seat`` is liable for ``yakuman`` because of ``call``."""

    yakuman: str
    seat: Seat
    call: Meld
    ground: Ground
    resting: Resting[tuple[tuple[str, Seat], ...]] = field(compare=False, repr=False)

    @property
    def unstated(self) -> tuple[str, ...]:
        """Fields of the rulebook on whose defaults the liability depends."""
        return self.resting.names


def liabilities(calls: Sequence[Meld], seat: Seat, book: Rulebook) -> tuple[Liability, ...]:
    """Return who is liable towards ``seat``. ``calls``: its melds in order; an added kong also as the pung before it.

    The yakuman need not be won yet, and another yakuman in addition does not matter. () under a book without liability.
    """
    found = []
    resting = Resting(book, partial(liable_for, calls, seat), lambda told: told, ("claims.liability",))
    for yakuman in book.claims.liability.value:
        call = _settling_call(calls, yakuman, book)
        if call is not None and call.source is not None:
            name = SETTLED[yakuman][2]
            text = Text(f"{name.ja}を確定させました。", f"Completed {name.en}.")
            told = ground(book.claims.liability, "liability", text)
            found.append(Liability(yakuman, seat.turn(call.source.value), call, told, resting))
    return tuple(found)


def liable_for(calls: Sequence[Meld], seat: Seat, book: Rulebook) -> tuple[tuple[str, Seat], ...]:
    """Return yakuman and liable seats in the form of a ``Win``; see ``liabilities``."""
    return tuple((each.yakuman, each.seat) for each in liabilities(calls, seat, book))


def kong_feeder(round_: RoundState, seat: Seat) -> Seat | None:
    """Return whose discard made the open kong whose replacement tile the seat has just drawn; else None."""
    if round_.last != LastAct(seat, MeldKind.KAN_OPEN):
        return None
    return next((each.seat for each in reversed(round_.discards) if each.called_by is seat), None)


def _settling_call(calls: Sequence[Meld], yakuman: str, book: Rulebook) -> Meld | None:
    """Return the call that settled the yakuman if its discarder is liable for it; else None."""
    if yakuman not in SETTLED:
        return None
    kinds, due, _ = SETTLED[yakuman]
    counted: set[int] = set()
    for call in calls:
        if call.kind is MeldKind.CHII or (call.first_kind not in kinds if kinds is not None else not call.kind.is_kong):
            continue
        if call.kind is MeldKind.KAN_CONCEALED and not book.claims.liability_counts_concealed_kongs.value:
            continue
        if call.first_kind in counted:
            continue
        counted.add(call.first_kind)
        if len(counted) == due:
            return call if call.kind in _TRIGGERS[book.claims.liability_trigger.value] else None
    return None
