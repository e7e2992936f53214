"""Winner of a tile that several players claim: each claim is checked for a win, then precedence decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from controller.errors import HandError
from controller.journal.state import RoundState
from controller.referee.rules.furiten import FuritenKind, furiten, furiten_case
from controller.referee.rules.meld_limits import may_rob
from controller.referee.rules.precedence import Call, Voice, precedence
from controller.riichi.meld import MeldKind
from controller.riichi.notation import count_kinds
from controller.riichi.seat import Seat
from controller.riichi.waits import is_tenpai
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import ClaimOrder, SeveralRons
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.scoring.game.flow import Round, abortive_draws
from controller.scoring.score import NoWin, Score
from controller.scoring.scorer import score_win
from controller.scoring.settlement import score_rons
from controller.scoring.win import Win
from controller.text import Text

# Hands opened within this many seconds were called simultaneously.
SAME_TIME_S: Final = 1.0
SECOND: Final = "win-second-claim"
LATER: Final = "call-too-late"
DEAD: Final = "dead-player-acts"
_ALL_OTHERS: Final = 3
IN_FURITEN: Final = frozenset(kind.value for kind in FuritenKind)
WHY: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "win-no-yaku": Text("役がありません。", "The hand has no yaku."),
        "win-incomplete": Text("アガリ形ではありません。", "The hand is not complete."),
        "hand-opened": Text("アガる牌がないのに手牌を開きました。", "The hand was opened without a winning tile."),
        DEAD: Text("アガリ放棄者が手牌を開きました。", "Opened by a player who lost the right to win."),
        SECOND: Text("他家のロンが優先します。", "Another player's ron has precedence."),
        LATER: Text(
            "後からのロンです。却下すると同時の発声として数えます。",
            "A ron called after another's. If dismissed, both count as called at the same time.",
        ),
        **dict.fromkeys(IN_FURITEN, Text("フリテンのロンです。", "A ron in furiten.")),
    }
)
"""Texts for a claim that does not count, by the code of its fault."""


@dataclass(frozen=True, slots=True)
class RonClaim:
    """A claimed ron; ``order`` of its call, 0 for the first, equal for simultaneous calls.

    ``code`` of the fault that the ron is, "" for a valid win.
    """

    win: Win
    code: str = ""
    order: int = 0


@dataclass(frozen=True, slots=True)
class Winners:
    """``won``: paid wins, in turn order after the discarder; ``beside``: the other claims by seat and code."""

    won: tuple[tuple[Win, Score], ...]
    beside: tuple[tuple[Seat, str], ...] = ()


def abort_the_round(claims: Sequence[RonClaim], book: Rulebook) -> bool:
    """True if three valid rons at the same time are no wins, because the book aborts the round for them."""
    at_once = len(claims) == _ALL_OTHERS and len({each.order for each in claims}) == 1
    return at_once and not any(each.code for each in claims) and AbortiveDraw.TRIPLE_RON in abortive_draws(book)


def ron_fault(round_: RoundState, win: Win, book: Rulebook) -> str:
    """Return the code of the fault that a ron on the record's last tile is, "" for a valid win."""
    if round_.lost_right[win.winner]:
        return DEAD
    if win.robbed_kong:
        kong = MeldKind.KAN_CONCEALED if win.robbed_concealed_kong else MeldKind.KAN_ADDED
        told = may_rob(kong, win.hand, win.melds, win.tile, book)
        if not told.allowed:
            return told.codes[0]
    score = score_win(win, book)
    if isinstance(score, NoWin):
        return "win-no-yaku" if score.error == "no-yaku" else _incomplete(win)
    try:
        return next(iter(furiten(furiten_case(round_, win.winner, win.hand), book).codes), "")
    except HandError:
        return ""


def voice_order(round_: RoundState, book: Rulebook) -> dict[Seat, int]:
    """Return the order of calls as a person stated it; equal for all if the book decides by rank, not by time."""
    by_time = book.claims.claim_order.value is ClaimOrder.EARLIER_CALL
    return {seat: order * by_time for seat, order in round_.voices}


def winners(claims: Sequence[RonClaim], played: Round, book: Rulebook) -> Winners:
    """Return rons on one tile that are paid under the book; if none is valid, those barred by furiten or a lost right.

    Of the valid rons those called first count: one by head bump, or all. A later one is not added automatically: if the
    book decides by rank and not by time, the referee is asked about it.
    """
    valid = [each for each in claims if not each.code]
    if not valid:
        barred = [each.win for each in claims if each.code in (*IN_FURITEN, DEAD)]
        return Winners(score_rons(barred, played, book) if barred else ())
    first = min(each.order for each in valid)
    together = [each for each in valid if each.order == first]
    discarder = together[0].win.loser
    assert discarder is not None
    voices = [Voice(each.win.winner, Call.RON, each.order) for each in together]
    stands = {voice.seat for voice in precedence(voices, discarder, book).stands}
    won = score_rons([each.win for each in together if each.win.winner in stands], played, book)
    beside = [(each.win.winner, each.code) for each in claims if each.code]
    beside += [
        (each.win.winner, SECOND if each in together else _later(each.win.winner, won, discarder, book))
        for each in valid
        if each.win.winner not in stands
    ]
    return Winners(won, tuple(beside))


def _later(seat: Seat, won: Sequence[tuple[Win, Score]], discarder: Seat, book: Rulebook) -> str:
    """Return the code of a valid ron called later: nothing is asked if time decides, or a nearer one wins anyway."""
    rules = book.claims
    farther = all((seat - discarder) % 4 > (win.winner - discarder) % 4 for win, _ in won)
    if rules.several_rons.value is SeveralRons.NEAREST and (
        rules.claim_order.value is ClaimOrder.EARLIER_CALL or farther
    ):
        return SECOND
    return LATER


def _incomplete(win: Win) -> str:
    """Return the code of a hand that is no win; one that is not tenpai was not opened to win another's tile."""
    return "win-incomplete" if is_tenpai(count_kinds(win.hand), win.melds, drop_held=False) else "hand-opened"
