"""Audit of one recorded round under a rulebook: its wins or its draw, its payments, and its sequel."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from controller.errors import HandError
from controller.records.audit.acts import abortive_draw_due, indicators_due
from controller.records.audit.difference import row
from controller.records.record import DrawAct, DrawName, DrawNote, RoundRecord, WinNote
from controller.records.replay import PlayedRound
from controller.records.wins import Mismatch, claimed_win, mismatches, stated_win, without_lines
from controller.referee.rules.abortive import may_abort_by_terminals
from controller.referee.rules.liability import liable_for
from controller.referee.rules.tenpai import tenpai_by_shape
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import ORPHANS
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.scoring.game.flow import Closing, Following, Round, abortive_draws, after_win
from controller.scoring.payment_lines import four
from controller.scoring.score import Four, NoWin, Score
from controller.scoring.scorer import score_as_if
from controller.scoring.settlement import NOBODY, score_rons, settle_abortive_draw, settle_draw, settle_win
from controller.scoring.win import Win, unreachable

_BY_WALL: Final = (DrawName.EXHAUSTIVE, DrawName.NAGASHI_MANGAN)
_TAKING: Final = DrawName.NAGASHI_MANGAN
"""The draw after which the winner takes the sticks, in rulebooks that count it as a win."""
_ABORTED: Final = {
    DrawName.NINE_ORPHANS: AbortiveDraw.NINE_TERMINALS,
    DrawName.FOUR_WINDS: AbortiveDraw.FOUR_WINDS,
    DrawName.FOUR_RIICHI: AbortiveDraw.FOUR_RIICHI,
    DrawName.FOUR_KONGS: AbortiveDraw.FOUR_KONGS,
    DrawName.THREE_RONS: AbortiveDraw.TRIPLE_RON,
}


@dataclass(slots=True)
class AuditedRound:
    """Differences in a round, and its sequel under the rulebook (None if unknown).

    ``unchecked``: items that could not be computed, and why.
    """

    following: Following | None = None
    mismatches: list[Mismatch] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)

    def compare(self, about: str, logged: object, computed: object) -> None:
        """Add a mismatch if the two values differ."""
        if logged != computed:
            self.mismatches.append(Mismatch(about, str(logged), str(computed)))


def audit_round(one: RoundRecord, book: Rulebook) -> AuditedRound:
    """Return the audit of a round; raises RecordError for acts that its tiles do not allow."""
    table, found = PlayedRound(one), AuditedRound()
    due = abortive_draw_due(one, book)
    if due is not None and not (isinstance(one.result, DrawNote) and _ABORTED.get(one.result.name) is due):
        found.compare("draw", "played on", due.value)
    if isinstance(one.result, DrawNote):
        _audit_draw(table, one.result, book, found)
    else:
        _audit_wins(table, one.result, book, found)
    return found


def _on_the_table(one: RoundRecord) -> tuple[Round, Four]:
    """Return the round with all its sticks, and the points in hand before its result is paid."""
    laid = one.deposits
    scores = four(one.scores[seat] - one.riichi_stick * laid[seat] for seat in SEATS)
    return Round(one.prevailing_wind, one.dealer, one.counters, one.riichi_sticks + sum(laid)), scores


def _sums(one: RoundRecord, found: AuditedRound) -> None:
    """Check that payments sum to zero, or to the sticks that a winner takes; no tiles are needed."""
    stick, total = one.riichi_stick, sum(one.deltas)
    sticks = one.riichi_sticks + sum(one.deposits)
    most = sticks if one.is_seen or one.laid is not None else sticks + len(SEATS)
    if one.wins:
        due = {stick * count for count in range(sticks, most + 1)}
    else:
        due = {0, stick * sticks} if isinstance(one.result, DrawNote) and one.result.name is _TAKING else {0}
    if total not in due:
        found.mismatches.append(Mismatch("sum", f"{row(one.deltas)} adds up to {total}", str(min(due))))


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
        win = win or stated_win(one, note, first=False)
        if win is None:
            found.unchecked.append(f"{one.name}: the winning hand or an indicator was not seen")
            _sums(one, found)
            return
        owed = liable_for(table.seats[note.winner].calls, note.winner, book)
        claimed.append(replace(win, liable=None, liable_for=owed))
    if one.is_seen:
        found.compare("indicators", len(one.dora), indicators_due(one, book))
    else:
        _sums(one, found)
    for win in claimed:
        if wrong := unreachable(win, book):
            found.compare("win", f"a win of {win.winner.name}", wrong.en)
            continue
        score = score_as_if(win, book)
        if isinstance(score, NoWin):
            found.compare("win", f"a win of {win.winner.name}", score.detail)
    if found.mismatches:
        return
    if claimed[0].loser is None:
        full = replace(claimed[0], counters=round_.counters, riichi_sticks=round_.riichi_sticks)
        first = score_as_if(full, book)
        paid: tuple[tuple[Win, Score], ...] = () if isinstance(first, NoWin) else ((full, first),)
    else:
        paid = score_rons(claimed, round_, book)
    noted = {note.winner: note if one.is_seen else without_lines(note) for note in notes}
    found.compare("winners", _names(noted), _names(win.winner for win, _ in paid))
    for win, score in paid:
        found.mismatches.extend(mismatches(noted[win.winner], win, score))
    found.following = settle_win(round_, paid, book, scores=scores).following


def _names(seats: Sequence[Seat] | Iterator[Seat] | dict[Seat, WinNote]) -> str:
    return " ".join(seat.name for seat in sorted(seats))


def _audit_draw(table: PlayedRound, note: DrawNote, book: Rulebook, found: AuditedRound) -> None:
    round_, scores = _on_the_table(table.one)
    if note.name in _ABORTED:
        kind = _ABORTED[note.name]
        if kind not in abortive_draws(book):
            found.compare("draw", note.name.value, "no such draw")
            return
        _audit_abort(table, kind, book, found)
        found.compare("payments", row(note.deltas), row(NOBODY))
        found.following = settle_abortive_draw(round_, kind, book, scores=scores).following
        return
    if note.name not in _BY_WALL:
        found.unchecked.append(f"{table.one.name}: {note.name.value}")
        return
    tenpai = _tenpai(table, note, book)
    if tenpai is None:
        found.unchecked.append(f"{table.one.name}: a hand was not seen")
        _sums(table.one, found)
        return
    is_seen = table.one.is_seen
    if is_seen:
        found.compare("wall", True, table.wall_is_spent)
    elif note.name is _TAKING:
        found.unchecked.append(f"{table.one.name}: the discards were not seen")
        _sums(table.one, found)
        return
    nagashi = _nagashi(table) if book.scoring.nagashi_mangan.value else ()
    name = DrawName.NAGASHI_MANGAN if nagashi else DrawName.EXHAUSTIVE
    found.compare("draw", note.name.value, name.value)
    settled = settle_draw(round_, tenpai, book, nagashi=nagashi, scores=scores)
    if note.tenpai is not None and not nagashi:
        found.compare("tenpai", _tenpai_text(note.tenpai), _tenpai_text(tenpai))
    found.compare("payments", row(note.deltas), row(settled.deltas))
    found.following = settled.following


def _audit_abort(table: PlayedRound, kind: AbortiveDraw, book: Rulebook, found: AuditedRound) -> None:
    """Compare an abortive draw with the recorded play; a triple ron is known only from the result itself."""
    if not table.one.is_seen:
        return
    if kind is AbortiveDraw.NINE_TERMINALS:
        last = table.last
        hand = table.hand(last.seat) if isinstance(last, DrawAct) else None
        if isinstance(last, DrawAct) and hand is not None:
            discards = len(table.seats[last.seat].river)
            found.compare("draw", True, may_abort_by_terminals(hand, table.calls, discards, book))
    elif kind is not AbortiveDraw.TRIPLE_RON:
        due = abortive_draw_due(table.one, book)
        found.compare("draw", kind.value, "no such draw" if due is None else due.value)


def _tenpai_text(tenpai: Sequence[bool]) -> str:
    return " ".join("tenpai" if ready else "noten" for ready in tenpai)


def _tenpai(table: PlayedRound, note: DrawNote, book: Rulebook) -> tuple[bool, ...] | None:
    """Return who is tenpai by the tiles, or by the note if they were not seen; None if neither is known."""
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
    """Return the seats that discarded only terminals and honours, none of them called."""
    return tuple(
        seat
        for seat in SEATS
        if table.seats[seat].river
        and all(tile.kind in ORPHANS and not called for tile, called in table.seats[seat].river)
    )
