"""Names of rounds, faults, events and decisions for people. None of them contains an internal identifier."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.journal import events as ev
from controller.journal.events import Decision, DrawKind, QuestionKind
from controller.journal.ledger import round_at
from controller.journal.state import FaultState, RoundState, TableState, Undo
from controller.riichi.seat import SEATS, Seat, Wind
from controller.text import Text, words, words_of

_WINDS: Final[Mapping[Wind, Text]] = MappingProxyType(
    {
        Wind.EAST: Text("東", "East"),
        Wind.SOUTH: Text("南", "South"),
        Wind.WEST: Text("西", "West"),
        Wind.NORTH: Text("北", "North"),
    }
)
_THIS_ROUND: Final = Text("この局", "this round")


def round_title(round_: RoundState) -> Text:
    """Return the name of a round by its place in the game: 東2局1本場."""
    wind, counters = _WINDS[round_.prevailing_wind], round_.counters
    more = f", {counters} counter{'' if counters == 1 else 's'}"
    return Text(
        f"{wind.ja}{round_.number}局{f'{counters}本場' if counters else ''}",
        f"{wind.en} {round_.number}{more if counters else ''}",
    )


def seat_title(seat: Seat, dealer: Seat) -> Text:
    """Return the name of a player by seat wind: 北家."""
    wind = _WINDS[(Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH)[(seat - dealer) % len(SEATS)]]
    return Text(f"{wind.ja}家", wind.en)


def fault_title(state: TableState, standing: FaultState) -> Text:
    """Return the name of a fault with the seat wind of its offender: 多牌（北家）."""
    name, told = standing.fault.name, round_at(state, standing.round)
    if standing.offender is None or told is None:
        return name
    who = seat_title(standing.offender, told.round.dealer)
    return Text(f"{name.ja}（{who.ja}）", f"{name.en} ({who.en})")


_FACTS: Final = words("facts")
FACTS: Final[Mapping[type[ev.Event], Text]] = MappingProxyType({kind: _FACTS[kind.__name__] for kind in ev.EVENTS})
"""Noun for every type of event."""
DRAWN: Final = words_of(DrawKind, "draws")
"""Name of every kind of round end without a win."""
_DECIDED: Final = words("decided")
DECIDED: Final[Mapping[Decision | None, Text]] = MappingProxyType(
    {each: _DECIDED["open" if each is None else each.value] for each in (None, *Decision)}
)
"""Decision on a fault; None: not decided yet."""
ASKED: Final = words_of(QuestionKind, "asked")
"""Noun for the tile that a question is about."""
DONE: Final = words("done")
"""Description of the effect of every decision that can be undone."""


def not_taken(event: ev.Event, because: Text) -> Text:
    """Return the notice that a proposed event was not recorded, and why.

    Example: 「同じ牌が5枚になるため、公開された手牌を採用しませんでした」.
    """
    fact = FACTS[type(event)]
    if isinstance(event, ev.FaultRaised):
        fact = Text(f"「{event.fault.name.ja}」の指摘", f"“{event.fault.name.en}”")
    return Text(f"{because.ja}ため、{fact.ja}を採用しませんでした", f"Not recorded, as {because.en}: {fact.en}")


def done(state: TableState, undo: Undo) -> Text:
    """Return the description of the last decision's effect, for a person who may want to undo it."""
    words, round_, fault = DONE[undo.what], _THIS_ROUND, Text("", "")
    told = round_at(state, undo.round) if undo.round else None
    if told is not None and told.ordinal != state.rounds:
        round_ = round_title(told.round)
    standing = next((each for each in state.faults if each.fault.id == undo.subject), None)
    if standing is not None:
        fault = fault_title(state, standing)
    en = words.en.format(round=round_.en, fault=fault.en)
    return Text(words.ja.format(round=round_.ja, fault=fault.ja), en[:1].upper() + en[1:])
