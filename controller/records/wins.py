"""Every win of a record, replayed tile by tile and scored by a rulebook, to compare with what was written."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from controller.errors import HandError, RecordError
from controller.records.record import CallAct, RoundRecord, WinNote
from controller.records.replay import PlayedRound
from controller.referee.rules.liability import liable_for
from controller.riichi.meld import MeldKind
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.score import NoWin, Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Riichi, Win, WinBy

_DORA: Final = ("DORA", "URA_DORA", "RED_FIVES")


@dataclass(frozen=True, slots=True)
class ScoredWin:
    """A win of a record as replayed and scored; ``score`` None with ``unknown`` where tiles or circumstances lack."""

    name: str
    note: WinNote
    win: Win | None = None
    score: Score | NoWin | None = None
    unknown: str = ""
    differences: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether it could be scored, and as written."""
        return isinstance(self.score, Score) and not self.differences


class Mismatch(NamedTuple):
    """One thing about a win that was noted otherwise than it is scored; ``about``: payments, points, han, fu, yaku."""

    about: str
    written: str
    scored: str


def scored_wins(one: RoundRecord, book: Rulebook) -> Iterator[ScoredWin]:
    """Each win of a round under a rulebook. Shown hands stand in for hands that were not followed.

    Who is liable is worked out from the calls. The first winner takes counters and sticks. Raises RecordError for a
    play that its tiles do not allow.
    """
    table = PlayedRound(one)
    for place, note in enumerate(one.wins):
        yield _scored(table, note, book, first=place == 0)


def likeliest_wins(one: RoundRecord, book: Rulebook, others: Iterable[RoundRecord]) -> list[ScoredWin]:
    """Each win as ``scored_wins`` has it, in the first order of play that agrees: of this round or of ``others``.

    A play that its tiles do not allow gives a win that cannot be scored, with the reason.
    """
    first = _tried(one, book)
    if all(win.agrees for win in first):
        return first
    found = (_tried(other, book) for other in others)
    return next((wins for wins in found if all(win.agrees for win in wins)), first)


def _tried(one: RoundRecord, book: Rulebook) -> list[ScoredWin]:
    try:
        return list(scored_wins(one, book))
    except RecordError as error:
        return [ScoredWin(f"{one.name} winner {note.winner}", note, unknown=str(error)) for note in one.wins]


def _scored(table: PlayedRound, note: WinNote, book: Rulebook, first: bool) -> ScoredWin:
    name = f"{table.one.name} winner {note.winner}"
    try:
        win = claimed_win(table, note, first)
    except HandError as error:
        return ScoredWin(name, note, unknown=str(error))
    if win is None:
        return ScoredWin(name, note, unknown="the winning hand or an indicator was not seen")
    owed = liable_for(table.seats[note.winner].calls, note.winner, book)
    if owed:
        win = replace(win, liable=None, liable_for=owed)
    score = score_win(win, book)
    return ScoredWin(name, note, win, score, differences=tuple(_said(each) for each in mismatches(note, win, score)))


def _said(each: Mismatch) -> str:
    return f"{each.about}: written {each.written}, scored {each.scored}"


def claimed_win(table: PlayedRound, note: WinNote, first: bool) -> Win | None:
    """The win of a note, liability as noted, with counters and sticks if it is the ``first``.

    None where its hand or an indicator was not seen; raises HandError for tiles that cannot be.
    """
    one, player, last = table.one, table.seats[note.winner], table.last
    tsumo = note.loser is None
    tile, hand = table.winning_tile(note), table.hand(note.winner, drawn=tsumo)
    if tile is None or hand is None or any(shown is None for shown in one.dora):
        return None
    robbed = isinstance(last, CallAct)
    # A riichi that was won on in its own turn stands in nobody's way; the winner's own has long been paid.
    sticks = one.riichi_sticks + len(tuple(one.riichi_paid()))
    return Win(
        hand=hand,
        tile=tile,
        by=WinBy.TSUMO if tsumo else WinBy.RON,
        melds=tuple(player.melds),
        prevailing_wind=one.prevailing_wind,
        winner=note.winner,
        dealer=one.dealer,
        loser=note.loser,
        riichi=player.riichi,
        ippatsu=player.ippatsu,
        last_tile=table.wall_is_spent and not (tsumo and table.after_kong) and not robbed,
        replacement=tsumo and table.after_kong,
        robbed_kong=robbed,
        robbed_concealed_kong=isinstance(last, CallAct) and last.meld.kind is MeldKind.KAN_CONCEALED,
        first_turn=not table.calls and not player.river and (tsumo or note.winner is not one.dealer),
        dora_indicators=tuple(shown for shown in one.dora if shown is not None),
        ura_indicators=one.ura if player.riichi is not Riichi.NONE else (),
        counters=one.counters if first else 0,
        riichi_sticks=sticks if first else 0,
        liable=note.liable,
    )


def mismatches(note: WinNote, win: Win, score: Score | NoWin) -> Iterator[Mismatch]:
    """Where a win as scored is not what was noted of it."""
    if isinstance(score, NoWin):
        yield Mismatch("win", "a win", score.detail)
        return
    if score.payments != note.deltas:
        yield Mismatch("payments", str(list(note.deltas)), str(list(score.payments)))
    if note.score is None:
        return
    points = note.score.points(win.winner is win.dealer, win.by_tsumo)
    if points != score.points:
        yield Mismatch("points", str(points), str(score.points))
    if not score.yakuman and note.score.han and note.score.han != score.han:
        yield Mismatch("han", str(note.score.han), str(score.han))
    if note.score.limit is None and not score.yakuman and note.score.fu != score.fu:
        yield Mismatch("fu", str(note.score.fu), str(score.fu))
    if not note.score.yaku:
        return
    written, scored = Counter[str](), Counter({line.id: line.han for line in score.yaku})
    for line in note.score.yaku:
        written[line.id] += line.han
    if not score.yakuman:
        scored |= Counter({"DORA": score.dora, "URA_DORA": score.ura, "RED_FIVES": score.red})
    if written != scored or set(written) - {*_DORA} != set(scored) - {*_DORA}:
        yield Mismatch("yaku", _lines(written), _lines(scored))


def _lines(yaku: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {han}" if han else name for name, han in sorted(yaku.items()) if han or name not in _DORA)
