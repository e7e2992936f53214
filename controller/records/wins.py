"""Wins of records: notes made from scores, and recorded wins replayed and scored by a rulebook for comparison."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from controller.errors import HandError, RecordError
from controller.records.record import CallAct, RoundRecord, ScoreNote, WinNote, YakuNote
from controller.records.replay import PlayedRound
from controller.referee.rules.liability import liable_for
from controller.riichi.meld import MeldKind
from controller.riichi.seat import SEATS
from controller.riichi.tile import Tile
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.score import Limit, NoWin, Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Riichi, Win, WinBy
from controller.text import Text

DORA, URA_DORA, RED_FIVES = "DORA", "URA_DORA", "RED_FIVES"
_DORA: Final = (DORA, URA_DORA, RED_FIVES)
_AT_LIMIT: Final = 30
"""Default fu of a hand whose han alone make a limit."""
_NOT_SEEN: Final = Text("アガリの手牌か表示牌が見えていない", "the winning hand or an indicator was not seen")


@dataclass(frozen=True, slots=True)
class ScoredWin:
    """A recorded win as replayed and scored; ``score`` None, with ``unknown``: tiles or circumstances are missing."""

    name: str
    note: WinNote
    win: Win | None = None
    score: Score | NoWin | None = None
    unknown: Text | None = None
    differences: tuple["Mismatch", ...] = ()

    @property
    def agrees(self) -> bool:
        """True if the win could be scored, and the score is as recorded."""
        return isinstance(self.score, Score) and not self.differences


class Mismatch(NamedTuple):
    """One difference between a noted and a scored win; ``about``: win, payments, points, han, fu, yaku."""

    about: str
    written: str
    scored: str

    def __str__(self) -> str:
        """Return the form printed by commands."""
        return f"{self.about}: written {self.written}, scored {self.scored}"


def scored_wins(one: RoundRecord, book: Rulebook) -> Iterator[ScoredWin]:
    """Yield each win of a round under a rulebook. Shown hands replace hands that were not followed.

    The liable player is found from the calls. The first winner takes counters and sticks. Raises RecordError for acts
    that its tiles do not allow.
    """
    table = PlayedRound(one)
    for place, note in enumerate(one.wins):
        yield _scored(table, note, book, first=place == 0)


def likeliest_wins(one: RoundRecord, book: Rulebook, others: Iterable[RoundRecord]) -> list[ScoredWin]:
    """Return each win as in ``scored_wins``, in the first order of play that agrees: of this round or of ``others``.

    For acts that the tiles do not allow, the win cannot be scored and has the reason.
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
        return [_unscored(f"{one.name} winner {note.winner}", note, error) for note in one.wins]


def _unscored(name: str, note: WinNote, error: RecordError | HandError) -> ScoredWin:
    return ScoredWin(name, note, unknown=Text(str(error), str(error)))


def _scored(table: PlayedRound, note: WinNote, book: Rulebook, first: bool) -> ScoredWin:
    name = f"{table.one.name} winner {note.winner}"
    try:
        win = claimed_win(table, note, first)
    except HandError as error:
        return _unscored(name, note, error)
    compared = note
    if win is None:
        win, compared = stated_win(table.one, note, first), without_lines(note)
    if win is None:
        return ScoredWin(name, note, unknown=_NOT_SEEN)
    owed = liable_for(table.seats[note.winner].calls, note.winner, book)
    if owed:
        win = replace(win, liable=None, liable_for=owed)
    try:
        score = score_win(win, book)
    except HandError as error:
        return _unscored(name, note, error)
    return ScoredWin(name, note, win, score, differences=tuple(mismatches(compared, win, score)))


def claimed_win(table: PlayedRound, note: WinNote, first: bool) -> Win | None:
    """Return the win of a note, with liability as noted; the ``first`` winner takes counters and sticks.

    None if its hand or an indicator was not seen; raises HandError for impossible tiles.
    """
    one, player, last = table.one, table.seats[note.winner], table.last
    tsumo = note.loser is None
    tile, hand = table.winning_tile(note), table.hand(note.winner, drawn=tsumo)
    if tile is None or hand is None or any(shown is None for shown in one.dora):
        return None
    robbed = isinstance(last, CallAct)
    # A riichi won on at its declaration tile blocks nobody; the winner's own stick was paid long before.
    sticks = one.riichi_sticks + sum(one.deposits)
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


def stated_win(one: RoundRecord, note: WinNote, first: bool) -> Win | None:
    """Return the win by the han and fu that a person stated; None if they, or the liable seat, are missing."""
    score = note.score
    if one.is_seen or score is None or note.liable is not None or (score.limit is Limit.YAKUMAN and not score.han):
        return None
    if not score.han or (score.fu is None and score.limit is None):
        return None
    beyond = sum(one.deltas) - one.riichi_stick * (one.riichi_sticks + sum(one.deposits))
    if one.laid is None and beyond > 0 and beyond % one.riichi_stick == 0:
        # The round has sticks that are not recorded.
        return None
    by_tsumo = note.loser is None
    return Win(
        hand=(),
        tile=Tile.M1,
        by=WinBy.TSUMO if by_tsumo else WinBy.RON,
        prevailing_wind=one.prevailing_wind,
        winner=note.winner,
        dealer=one.dealer,
        loser=note.loser,
        counters=one.counters if first else 0,
        riichi_sticks=one.riichi_sticks + sum(one.deposits) if first else 0,
        told=(score.han, score.fu or _AT_LIMIT, 0),
    )


def without_lines(note: WinNote) -> WinNote:
    """Return the note without yaku lines, for comparison if no tile is known."""
    return note if note.score is None else replace(note, score=replace(note.score, yaku=(), said_han=note.score.han))


def mismatches(note: WinNote, win: Win, score: Score | NoWin) -> Iterator[Mismatch]:
    """Yield the differences between a win as noted and as scored."""
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
    if note.score.limit is None and not score.yakuman and (note.score.fu or 0) != score.fu:
        yield Mismatch("fu", str(note.score.fu), str(score.fu))
    if not note.score.yaku:
        return
    written, scored = Counter[str](), Counter({line.id: line.han for line in score.yaku})
    for line in note.score.yaku:
        written[line.id] += line.han
    if not score.yakuman:
        scored |= Counter(dict(zip(_DORA, (score.dora, score.ura, score.red), strict=True)))
    if written != scored or set(written) - {*_DORA} != set(scored) - {*_DORA}:
        yield Mismatch("yaku", _lines(written), _lines(scored))


def _lines(yaku: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {han}" if han else name for name, han in sorted(yaku.items()) if han or name not in _DORA)


def score_note(score: Score, win: Win) -> ScoreNote:
    """Return the lines of a score, dora last; 0 han if it is a yakuman."""
    yaku = [YakuNote(line.id, 0 if score.yakuman else line.han) for line in score.yaku]
    for name, han in ((DORA, score.dora), (URA_DORA, score.ura), (RED_FIVES, score.red)):
        if han and not score.yakuman:
            yaku.append(YakuNote(name, han))
    limit = Limit.YAKUMAN if score.yakuman else score.limit
    fu, han = (None, 0) if score.yakuman else (score.fu, score.han)
    return ScoreNote(limit, fu, _parts(score, win), tuple(yaku), han)


def win_note(score: Score, win: Win) -> WinNote:
    """Return the note of a win."""
    liable = win.liable
    if liable is None and win.liable_for:
        liable = win.liable_for[0][1]
    return WinNote(win.winner, win.loser, score.payments, score_note(score, win), liable)


def circumstances_json(win: Win) -> dict[str, Any]:
    """Return the circumstances of a win as JSON values."""
    return {
        "riichi": win.riichi.value,
        "ippatsu": win.ippatsu,
        "last_tile": win.last_tile,
        "replacement": win.replacement,
        "robbed_kong": win.robbed_kong,
        "first_turn": win.first_turn,
    }


def worth_json(score: Score) -> dict[str, Any]:
    """Return the value of a score and its basis as JSON values."""
    return {
        "han": score.han,
        "fu": score.fu,
        "yakuman": score.yakuman,
        "limit": None if score.limit is None else score.limit.value,
        "yaku": [{"id": line.id, "han": line.han, "yakuman": line.yakuman} for line in score.yaku],
        "dora": score.dora,
        "ura": score.ura,
        "red": score.red,
        "points": score.points,
        "payments": list(score.payments),
    }


def _parts(score: Score, win: Win) -> tuple[int, ...]:
    if win.loser is not None:
        return (score.points,)
    if win.winner is win.dealer:
        return (score.points // 3,)
    for line in score.payment_lines:
        if line.id == "TSUMO":
            child = next(seat for seat in SEATS if seat not in (win.winner, win.dealer))
            return (-line.amounts[child], -line.amounts[win.dealer])
    # A liable seat pays it all: the shares are those of a limit, with the dealer's twice a child's.
    return (score.points // 4, score.points - 2 * (score.points // 4))
