"""Conditions that must hold after every event. A proposed event that would break one is rejected and not recorded."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from controller.journal import events as ev
from controller.journal.ledger import books_of
from controller.journal.state import TableState
from controller.riichi.copies import beyond_set
from controller.riichi.seat import SEATS
from controller.riichi.tile import COPIES, RED_FIVES, Tile
from controller.rulebooks.rulebook import Rulebook
from controller.text import Text, words

_MELDS: Final = 4
_KONGS: Final = 4
_INDICATORS: Final = 5

_PAYING: Final = (
    ev.SessionOpened,
    ev.GameStarted,
    ev.RiichiAccepted,
    ev.RiichiCancelled,
    ev.FinePaid,
    ev.SettlementConfirmed,
    ev.GameEnded,
    ev.TimeTakenBack,
    ev.DecisionUndone,
    ev.ResultConfirmed,
    ev.PaymentsAmended,
    ev.FineAmended,
    ev.RiichiAmended,
    ev.GameBeginAmended,
)

Check = Callable[[TableState, ev.Event, TableState, Rulebook], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Invariant:
    """Condition on every step of the record: its id, its text for people, and the check that yields breaches.

    ``because``: a breach as a reason, to be placed before 「ため」 and after "as".
    """

    id: str
    text: Text
    because: Text
    check: Check


@dataclass(frozen=True, slots=True)
class Breach:
    """Invariant that an event would break; ``detail``: how, in English, for the log."""

    invariant: Invariant
    detail: str


def broken_invariants(before: TableState, event: ev.Event, after: TableState, rulebook: Rulebook) -> tuple[Breach, ...]:
    """Return all invariants that the step breaks; () if none."""
    return tuple(Breach(rule, detail) for rule in CHECKS for detail in rule.check(before, event, after, rulebook))


def _points(before: TableState, event: ev.Event, after: TableState, _rulebook: Rulebook) -> Iterator[str]:
    for books in (books_of(after, after.game), *(() if after.games is before.games else after.games)):
        total = sum(books.scores) + books.riichi_stick * books.riichi_sticks + sum(books.column)
        if total != books.starting_sum:
            yield f"scores, sticks and penalty column make {total}: expected {books.starting_sum}"
        if books.riichi_sticks < 0:
            yield f"{books.riichi_sticks} riichi sticks: expected 0 or more"
    if before.scores != after.scores and not isinstance(event, _PAYING):
        yield f"{type(event).__name__} changes scores"


def _newly_seen(before: TableState, after: TableState) -> tuple[Tile, ...]:
    """Return all tiles whose face is recorded if they changed in this step, else ()."""
    now = () if after.round is None else after.round.seen_tiles()
    return () if before.round is not None and before.round.seen_tiles() == now else now


def _copies(before: TableState, _event: ev.Event, after: TableState, rulebook: Rulebook) -> Iterator[str]:
    for tile, count in beyond_set(_newly_seen(before, after), rulebook.scoring.red_fives.value).items():
        if not tile.is_red:
            yield f"{count} tiles of {tile}: expected {COPIES} at most"


def _reds(before: TableState, _event: ev.Event, after: TableState, rulebook: Rulebook) -> Iterator[str]:
    most = dict(zip(RED_FIVES, rulebook.scoring.red_fives.value, strict=True))
    for tile, count in beyond_set(_newly_seen(before, after), rulebook.scoring.red_fives.value).items():
        if tile.is_red:
            yield f"{count} tiles of {tile}: expected {most[tile]} at most"


def _sizes(_before: TableState, _event: ev.Event, after: TableState, _rulebook: Rulebook) -> Iterator[str]:
    round_ = after.round
    if round_ is None:
        return
    for seat in SEATS:
        if len(round_.melds[seat]) > _MELDS:
            yield f"seat {seat.name} has {len(round_.melds[seat])} melds: expected {_MELDS} at most"
    if round_.kongs > _KONGS:
        yield f"{round_.kongs} kongs: expected {_KONGS} at most"
    if len(round_.dora) > _INDICATORS:
        yield f"{len(round_.dora)} indicators: expected {_INDICATORS} at most"


def _growth(before: TableState, event: ev.Event, after: TableState, _rulebook: Rulebook) -> Iterator[str]:
    old, new = before.round, after.round
    if old is None or new is None or isinstance(event, ev.RoundStarted | ev.DecisionUndone | ev.CallUndone):
        return
    if len(new.discards) < len(old.discards):
        yield "a discard is gone from the record"
    if any(len(new.melds[seat]) < len(old.melds[seat]) for seat in SEATS):
        yield "a meld is gone from the record"


def _claims(before: TableState, event: ev.Event, after: TableState, _rulebook: Rulebook) -> Iterator[str]:
    if not isinstance(event, ev.Called) or event.meld.source is None or event.meld.called is None:
        return
    old, new = before.round, after.round
    grown = old is not None and new is not None and len(old.melds[event.seat]) == len(new.melds[event.seat])
    if old is not None and new is not None and not grown and old.discards == new.discards:
        yield "a claim of a tile that nobody discarded"


def _over(before: TableState, event: ev.Event, _after: TableState, _rulebook: Rulebook) -> Iterator[str]:
    unplayed = before.round is not None and before.round.outcome is None
    if before.game_over and unplayed and isinstance(event, ev.RiichiAccepted | ev.RoundWon | ev.RoundDrawn):
        yield f"{type(event).__name__} in a round that the game, which is over, does not count"


_TEXTS: Final = words("invariants")
_BREACHES: Final = words("breaches")

CHECKS: Final[tuple[Invariant, ...]] = tuple(
    Invariant(name, _TEXTS[name], _BREACHES[name], check)
    for name, check in (
        ("points", _points),
        ("copies", _copies),
        ("reds", _reds),
        ("sizes", _sizes),
        ("growth", _growth),
        ("claims", _claims),
        ("over", _over),
    )
)
