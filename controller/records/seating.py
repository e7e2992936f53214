"""Seat numbers of record formats: counted from the East of the first round."""

from dataclasses import replace
from typing import Any

from controller.records.record import Act, DrawNote, RoundRecord, WinNote
from controller.riichi.seat import SEATS, Seat


def first_east(dealer: Seat, number: int) -> Seat:
    """Return the seat that dealt first, given that ``dealer`` deals round ``number`` (1-4) of a wind."""
    return dealer.turn(1 - number)


def from_first_east(one: RoundRecord, number: int) -> RoundRecord:
    """Return a round with table seats converted to seats of the game."""
    first = first_east(one.dealer, number)
    if first is SEATS[0]:
        return one

    def seat(old: Seat) -> Seat:
        return old.turn(-first)

    def row(old: tuple[Any, ...]) -> tuple[Any, ...]:
        return turned(old, first)

    def win(note: WinNote) -> WinNote:
        return replace(
            note,
            winner=seat(note.winner),
            loser=None if note.loser is None else seat(note.loser),
            liable=None if note.liable is None else seat(note.liable),
            deltas=row(note.deltas),
        )

    acts: tuple[Act, ...] = tuple(replace(act, seat=seat(act.seat)) for act in one.acts)
    result: tuple[WinNote, ...] | DrawNote
    if isinstance(one.result, DrawNote):
        told = one.result.tenpai
        result = replace(one.result, deltas=row(one.result.deltas), tenpai=None if told is None else row(told))
    else:
        result = tuple(win(note) for note in one.result)
    return replace(
        one,
        dealer=seat(one.dealer),
        scores=row(one.scores),
        hands=row(one.hands),
        shown=row(one.shown),
        acts=acts,
        result=result,
        laid=None if one.laid is None else row(one.laid),
    )


def turned(row: tuple[Any, ...], first: Seat) -> tuple[Any, ...]:
    """Return a tuple over seats A-D rotated so that ``first`` is in front."""
    return (*row[first:], *row[:first])
