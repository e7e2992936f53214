"""Reducers of rulings that undo a call with the discard after it, or conceal an open hand again."""

from dataclasses import replace

from controller.journal import events as ev
from controller.journal.events import QuestionKind
from controller.journal.reducers.rows import put
from controller.journal.state import (
    Discard,
    LastAct,
    Made,
    RiichiStand,
    RiichiState,
    RoundState,
    TakenBack,
    is_claim,
    undoable,
)
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import SEATS, Seat


def lasting(taken: TakenBack | None) -> TakenBack | None:
    """Return what can still be restored after another act: only a result, because it ended the round."""
    return taken if taken is not None and taken.outcome is not None else None


def call_undone(round_: RoundState, event: ev.CallUndone) -> RoundState:
    """Return the round without its last call; unchanged if that call can no longer be undone."""
    made = undoable(round_, event.seat)
    if made is None or made.meld != event.meld:
        return round_
    claim = is_claim(made.meld.kind)
    discards = round_.discards[: made.discards]
    source, discards = _back_in_river(discards, made.seat) if claim else (None, discards)
    before = round_.made[:-1]
    earlier = next((each for each in reversed(before) if each.discards == made.discards), None)
    if earlier is not None:
        last = LastAct(earlier.seat, earlier.meld.kind)
    else:
        last = LastAct(discards[-1].seat if discards else made.seat)
    return replace(
        round_,
        discards=discards,
        melds=put(round_.melds, made.seat, _without(round_.melds[made.seat], made, before)),
        riichi=_with_ippatsu(round_.riichi, discards, before),
        calls=max(0, round_.calls - 1),
        drawn=not claim,
        last=last,
        turn=made.seat if source is None else source.turn(1),
        made=before,
        voices=(),
        undone=(*round_.undone, (made.seat, made.meld)),
        taken_back=TakenBack(event.fault, made=made, discards=round_.discards[made.discards :]),
        undone_by=(*round_.undone_by, event.fault),
    )


def hand_taken_up(round_: RoundState, event: ev.HandTakenUp) -> RoundState:
    """Return the round with a hand concealed again."""
    said = tuple(each for each in round_.said if each != (QuestionKind.HAND, int(event.seat)))
    shown, kept = round_.revealed[event.seat], round_.taken_back
    if event.fault and shown is not None:
        own = kept if kept is not None and kept.fault == event.fault else TakenBack(event.fault)
        kept = replace(own, shown=(event.seat, shown))
    back = replace(round_, revealed=put(round_.revealed, event.seat, None), said=said, taken_back=kept)
    return replace(back, undone_by=(*round_.undone_by, event.fault)) if event.fault else back


def _back_in_river(discards: tuple[Discard, ...], caller: Seat) -> tuple[Seat | None, tuple[Discard, ...]]:
    """Return the seat whose tile the caller took last, and the discards with that tile back in its river."""
    for place in range(len(discards) - 1, -1, -1):
        if discards[place].called_by is caller:
            freed = replace(discards[place], called_by=None)
            return freed.seat, (*discards[:place], freed, *discards[place + 1 :])
    return None, discards


def _without(row: tuple[Meld, ...], made: Made, before: tuple[Made, ...]) -> tuple[Meld, ...]:
    """Return a seat's melds without the last one; an undone added kong becomes its pung again."""
    place = len(row) - 1 - row[::-1].index(made.meld) if made.meld in row else len(row)
    kind = made.meld.first_kind
    pung = [each.meld for each in before if each.seat is made.seat and each.meld.kind is MeldKind.PON]
    grown = [meld for meld in pung if meld.first_kind == kind] if made.meld.kind is MeldKind.KAN_ADDED else []
    return (*row[:place], *grown[:1], *row[place + 1 :])


def _with_ippatsu(
    stands: tuple[RiichiState, ...], discards: tuple[Discard, ...], made: tuple[Made, ...]
) -> tuple[RiichiState, ...]:
    """Return the riichi states, with ippatsu restored if the seat has no later discard and nobody called since."""
    row = []
    for seat, stand in zip(SEATS, stands, strict=True):
        own = [place for place, each in enumerate(discards) if each.seat is seat]
        fresh = (
            stand.stand is RiichiStand.ACCEPTED
            and bool(own)
            and discards[own[-1]].sideways
            and discards[own[-1]].called_by is None
            and all(each.discards <= own[-1] for each in made)
        )
        row.append(replace(stand, ippatsu=stand.ippatsu or fresh))
    return tuple(row)
