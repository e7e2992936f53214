"""One recorded round under a rulebook: its wins or its draw, what they move, and what follows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from controller.errors import HandError
from controller.records.audit.difference import row
from controller.records.record import CallAct, DiscardAct, DrawName, DrawNote, RoundRecord, WinNote
from controller.records.replay import PlayedRound
from controller.records.wins import Mismatch, claimed_win, mismatches
from controller.referee.rules.liability import liable_for
from controller.referee.rules.tenpai import tenpai_by_shape
from controller.riichi.meld import MeldKind
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import ORPHANS
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.rulebooks.schema.riichi import KongDoraShown
from controller.scoring.game.flow import Closing, Following, Round, abortive_draws, after_win
from controller.scoring.payment_lines import four
from controller.scoring.score import Four, NoWin, Score
from controller.scoring.scorer import score_win
from controller.scoring.settlement import NOBODY, score_rons, settle_abortive_draw, settle_draw, settle_win
from controller.scoring.win import Win


class _Opening(NamedTuple):
    """What turns an indicator that a kong has put off: another kong too, and only once nobody won on that tile."""

    by_kong: bool
    once_passed: bool


_OPENS: Final = {
    KongDoraShown.WITH_DISCARD: _Opening(by_kong=False, once_passed=False),
    KongDoraShown.AFTER_DISCARD: _Opening(by_kong=False, once_passed=True),
    KongDoraShown.WITH_NEXT_ACT: _Opening(by_kong=True, once_passed=False),
    KongDoraShown.AFTER_NEXT_ACT: _Opening(by_kong=True, once_passed=True),
}
_BY_WALL: Final = (DrawName.EXHAUSTIVE, DrawName.NAGASHI_MANGAN)
_ABORTED: Final = {
    DrawName.NINE_ORPHANS: AbortiveDraw.NINE_TERMINALS,
    DrawName.FOUR_WINDS: AbortiveDraw.FOUR_WINDS,
    DrawName.FOUR_RIICHI: AbortiveDraw.FOUR_RIICHI,
    DrawName.FOUR_KONGS: AbortiveDraw.FOUR_KONGS,
    DrawName.THREE_RONS: AbortiveDraw.TRIPLE_RON,
}


@dataclass(slots=True)
class AuditedRound:
    """What is off in a round, and what follows it under the book; None where that cannot be told.

    ``unchecked``: what could not be worked out, and why.
    """

    following: Following | None = None
    mismatches: list[Mismatch] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)

    def compare(self, about: str, logged: object, computed: object) -> None:
        """Take down what differs."""
        if logged != computed:
            self.mismatches.append(Mismatch(about, str(logged), str(computed)))


def audit_round(one: RoundRecord, book: Rulebook) -> AuditedRound:
    """A round checked; raises RecordError for a play that its tiles do not allow."""
    table, found = PlayedRound(one), AuditedRound()
    if isinstance(one.result, DrawNote):
        _audit_draw(table, one.result, book, found)
    else:
        _audit_wins(table, one.result, book, found)
    return found


def _on_the_table(one: RoundRecord) -> tuple[Round, Four]:
    """The round with all its sticks, and the points in hand before its result is paid."""
    laid = tuple(one.riichi_paid())
    scores = four(one.scores[seat] - one.riichi_stick * laid.count(seat) for seat in SEATS)
    return Round(one.prevailing_wind, one.dealer, one.counters, one.riichi_sticks + len(laid)), scores


def _audit_wins(table: PlayedRound, notes: Sequence[WinNote], book: Rulebook, found: AuditedRound) -> None:
    one = table.one
    round_, scores = _on_the_table(one)
    paid_as_logged = [had + gained for had, gained in zip(scores, one.deltas, strict=True)]
    found.following = after_win(round_, {note.winner for note in notes}, book, Closing(scores=paid_as_logged))
    claimed: list[Win] = []
    for note in notes:
        try:
            win = claimed_win(table, note, first=False)
        except HandError as error:
            found.compare("win", "a win", str(error))
            return
        if win is None:
            found.unchecked.append(f"{one.name}: the winning hand or an indicator was not seen")
            return
        owed = liable_for(table.seats[note.winner].calls, note.winner, book)
        claimed.append(replace(win, liable=None, liable_for=owed))
    found.compare("indicators", len(one.dora), _indicators_due(one, book))
    for win in claimed:
        score = score_win(win, book)
        if isinstance(score, NoWin):
            found.compare("win", f"a win of {win.winner.name}", score.detail)
    if found.mismatches:
        return
    if claimed[0].loser is None:
        full = replace(claimed[0], counters=round_.counters, riichi_sticks=round_.riichi_sticks)
        first = score_win(full, book)
        paid: tuple[tuple[Win, Score], ...] = () if isinstance(first, NoWin) else ((full, first),)
    else:
        paid = score_rons(claimed, round_, book)
    noted = {note.winner: note for note in notes}
    found.compare("winners", _names(noted), _names(win.winner for win, _ in paid))
    for win, score in paid:
        found.mismatches.extend(mismatches(noted[win.winner], win, score))
    found.following = settle_win(round_, paid, book, scores=scores).following


def _indicators_due(one: RoundRecord, book: Rulebook) -> int:
    """How many dora indicators lie open when the round is won; that of a robbed kong does not."""
    shown = 1
    owed: list[_Opening] = []
    for place, act in enumerate(one.acts):
        won_on = place + 1 == len(one.acts)
        kong = isinstance(act, CallAct) and act.meld.kind.is_kong
        turned = [each for each in owed if isinstance(act, DiscardAct) or (kong and each.by_kong)]
        owed = [each for each in owed if each not in turned]
        shown += sum(not (won_on and each.once_passed) for each in turned)
        if isinstance(act, CallAct) and kong and not won_on:
            rules = book.riichi
            concealed = act.meld.kind is MeldKind.KAN_CONCEALED
            timing = (rules.kong_dora_shown if concealed else rules.open_kong_dora_shown).value
            if timing in _OPENS:
                owed.append(_OPENS[timing])
            else:
                shown += 1
    return shown


def _names(seats: Sequence[Seat] | Iterator[Seat] | dict[Seat, WinNote]) -> str:
    return " ".join(seat.name for seat in sorted(seats))


def _audit_draw(table: PlayedRound, note: DrawNote, book: Rulebook, found: AuditedRound) -> None:
    round_, scores = _on_the_table(table.one)
    if note.name in _ABORTED:
        kind = _ABORTED[note.name]
        if kind not in abortive_draws(book):
            found.compare("draw", note.name.value, "no such draw")
            return
        found.compare("payments", row(note.deltas), row(NOBODY))
        found.following = settle_abortive_draw(round_, kind, book, scores=scores).following
        return
    if note.name not in _BY_WALL:
        found.unchecked.append(f"{table.one.name}: {note.name.value}")
        return
    tenpai = _tenpai(table, note, book)
    if tenpai is None:
        found.unchecked.append(f"{table.one.name}: a hand was not seen")
        return
    found.compare("wall", True, table.wall_is_spent)
    nagashi = _nagashi(table) if book.scoring.nagashi_mangan.value else ()
    name = DrawName.NAGASHI_MANGAN if nagashi else DrawName.EXHAUSTIVE
    found.compare("draw", note.name.value, name.value)
    settled = settle_draw(round_, tenpai, book, nagashi=nagashi, scores=scores)
    if note.tenpai is not None and not nagashi:
        found.compare("tenpai", _told(note.tenpai), _told(tenpai))
    found.compare("payments", row(note.deltas), row(settled.deltas))
    found.following = settled.following


def _told(tenpai: Sequence[bool]) -> str:
    return " ".join("tenpai" if ready else "noten" for ready in tenpai)


def _tenpai(table: PlayedRound, note: DrawNote, book: Rulebook) -> tuple[bool, ...] | None:
    """Who is tenpai by the tiles, by the note where they were not seen; None where neither tells."""
    found = []
    for seat in SEATS:
        hand = table.hand(seat)
        if hand is not None:
            found.append(tenpai_by_shape(hand, table.seats[seat].melds, book))
        elif note.tenpai is not None:
            found.append(note.tenpai[seat])
        else:
            return None
    return tuple(found)


def _nagashi(table: PlayedRound) -> tuple[Seat, ...]:
    """Seats that discarded terminals and honours only, none of them called."""
    return tuple(
        seat
        for seat in SEATS
        if table.seats[seat].river
        and all(tile.kind in ORPHANS and not called for tile, called in table.seats[seat].river)
    )
