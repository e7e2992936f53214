"""From a worked-out score to the lines that a record keeps of it."""

from controller.records.record import ScoreNote, WinNote, YakuNote
from controller.riichi.seat import SEATS
from controller.scoring.score import Four, Limit, Score
from controller.scoring.win import Win

DORA, URA_DORA, RED_FIVES = "DORA", "URA_DORA", "RED_FIVES"


def score_note(score: Score, win: Win) -> ScoreNote:
    """The lines of a score, dora last; 0 han where a yakuman counts."""
    yaku = [YakuNote(line.id, 0 if score.yakuman else line.han) for line in score.yaku]
    for name, han in ((DORA, score.dora), (URA_DORA, score.ura), (RED_FIVES, score.red)):
        if han and not score.yakuman:
            yaku.append(YakuNote(name, han))
    limit = Limit.YAKUMAN if score.yakuman else score.limit
    return ScoreNote(limit, None if score.yakuman else score.fu, _parts(score, win), tuple(yaku))


def win_note(score: Score, win: Win, deltas: Four | None = None) -> WinNote:
    """The note of a win; ``deltas`` where other points were paid than the score says."""
    liable = win.liable
    if liable is None and win.liable_for:
        liable = win.liable_for[0][1]
    return WinNote(win.winner, win.loser, score.payments if deltas is None else deltas, score_note(score, win), liable)


def _parts(score: Score, win: Win) -> tuple[int, ...]:
    if win.loser is not None:
        return (score.points,)
    if win.winner is win.dealer:
        return (score.points // 3,)
    for line in score.payment_lines:
        if line.id == "TSUMO":
            child = next(seat for seat in SEATS if seat not in (win.winner, win.dealer))
            return (-line.amounts[child], -line.amounts[win.dealer])
    # A liable seat pays it all: the shares are those of a limit, the dealer's twice a child's.
    return (score.points // 4, score.points - 2 * (score.points // 4))
