"""Basis of a result: a record seen in full, seen in part, or stated by a person."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from controller.errors import HandError
from controller.journal.events import DrawKind, WonHand
from controller.journal.state import Outcome, PastRound, TableState, is_claim
from controller.referee.rules.furiten import FuritenKind, furiten, furiten_case
from controller.referee.rules.liability import SETTLED, liable_for
from controller.referee.watched import (
    MATTERS,
    Matter,
    RoundSight,
    circumstances,
    nagashi_asked,
    nagashi_seen,
    passing_seen,
    watched_now,
)
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.win import Win, WinBy
from controller.text import Text


class Seen(Enum):
    """How the basis of a result is known; the value is its name in feeds."""

    WHOLE = "whole"
    PATCHY = "patchy"
    SAID = "said"


@dataclass(frozen=True, slots=True)
class KnownBy:
    """One basis of a result, its seat, and how it is known."""

    matter: Matter
    seat: Seat | None
    seen: Seen


_SAID: Final = {
    Seen.WHOLE: Text("{}：記録全体によります。", "{}: from the whole record."),
    Seen.PATCHY: Text(
        "{}：見えていない部分があり、数えていません。確かめてください。",
        "{}: not all of it was seen, so it does not count; please check.",
    ),
    Seen.SAID: Text("{}：人の入力によります。", "{}: entered by a person."),
}


def in_words(each: KnownBy) -> Text:
    """Return in words what the basis is, of which seat, and how it is known."""
    who, name, said = "" if each.seat is None else each.seat.name, MATTERS[each.matter], _SAID[each.seen]
    return Text(said.ja.format(f"{who}席の{name.ja}" if who else name.ja), said.en.format(f"{who} {name.en}".strip()))


def known_by(state: TableState, told: PastRound, book: Rulebook) -> tuple[KnownBy, ...]:
    """Return what a round's result depends on that was not seen in full, each with how it is known."""
    outcome = told.round.outcome
    if outcome is None:
        return ()
    seen = watched_now(state, told.round)
    found = _of_draw(seen, outcome, book) if not outcome.wins else _of_wins(seen, outcome, book)
    return tuple(each for each in found if each.seen is not Seen.WHOLE)


def _of_draw(seen: RoundSight, outcome: Outcome, book: Rulebook) -> Iterator[KnownBy]:
    if outcome.draw is not None and outcome.draw.aborts is not None:
        known = Seen.SAID if outcome.by else Seen.WHOLE if seen.since() else Seen.PATCHY
        yield KnownBy(Matter.ABORTIVE_DRAW, outcome.seats[0] if outcome.seats else None, known)
    if outcome.draw not in (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN) or not book.scoring.nagashi_mangan.value:
        return
    paid = outcome.seats if outcome.draw is DrawKind.NAGASHI_MANGAN else ()
    by_record = nagashi_seen(seen)
    for seat in SEATS:
        if outcome.nagashi_said:
            agrees = seen.to_the_end and (seat in paid) is (seat in by_record)
            if not agrees and (seat in paid or seat in nagashi_asked(seen.round)):
                yield KnownBy(Matter.NAGASHI_MANGAN, seat, Seen.SAID)
        elif seat in nagashi_asked(seen.round) and seat not in by_record:
            yield KnownBy(Matter.NAGASHI_MANGAN, seat, Seen.PATCHY)


def _of_wins(seen: RoundSight, outcome: Outcome, book: Rulebook) -> Iterator[KnownBy]:
    for won in outcome.wins:
        win = won.win
        by_record = circumstances(seen, win.winner, win.by, win.replacement or win.robbed_kong)
        if outcome.by and not seen.discards:
            # Nothing was watched, so the record contradicts nothing.
            by_record = {}
        for matter, counted in _counted(win).items():
            if outcome.by:
                if counted or matter in by_record:
                    agrees = counted and by_record.get(matter, False)
                    yield KnownBy(matter, win.winner, Seen.WHOLE if agrees else Seen.SAID)
            elif not by_record.get(matter, True):
                yield KnownBy(matter, win.winner, Seen.PATCHY)
        patchy = seen.round.riichi[win.winner].guessed or not passing_seen(seen, win.winner)
        if win.by is WinBy.RON and patchy and _let_pass(seen, win, book):
            yield KnownBy(Matter.FURITEN, win.winner, Seen.SAID if outcome.by else Seen.PATCHY)
        yield from _of_liability(seen, outcome, won, book)


def _counted(win: Win) -> dict[Matter, bool]:
    return {
        Matter.IPPATSU: win.ippatsu,
        Matter.DOUBLE_RIICHI: win.riichi.double,
        Matter.FIRST_TURN: win.first_turn,
        Matter.LAST_TILE: win.last_tile,
    }


def _let_pass(seen: RoundSight, win: Win, book: Rulebook) -> bool:
    """True if the winner passed a tile that completes the hand, by what was seen."""
    try:
        codes = furiten(furiten_case(seen.round, win.winner, win.hand, as_read=True), book).codes
    except HandError:
        return False
    return any(code in (FuritenKind.SAME_TURN.value, FuritenKind.AFTER_RIICHI.value) for code in codes)


def _of_liability(seen: RoundSight, outcome: Outcome, won: WonHand, book: Rulebook) -> Iterator[KnownBy]:
    """Yield liability for a yakuman: stated by a person, or open if the source of one of its sets was not seen."""
    win = won.win
    by_calls = liable_for([made.meld for made in seen.round.made if made.seat is win.winner], win.winner, book)
    unread = any(is_claim(meld.kind) and meld.source is None for meld in win.melds)
    if outcome.by and (win.liable is not None or win.liable_for != by_calls):
        yield KnownBy(Matter.LIABILITY, win.winner, Seen.SAID)
    elif unread and not outcome.by and any(line.id in SETTLED for line in won.score.yaku):
        yield KnownBy(Matter.LIABILITY, win.winner, Seen.PATCHY)
