"""Wins scored again: under another name of the round, with another pot, or after rulings on riichi and rights."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from controller.errors import HandError
from controller.journal.events import WonHand
from controller.journal.state import RiichiStand, RoundState
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Round
from controller.scoring.score import Score
from controller.scoring.scorer import score_as_if
from controller.scoring.settlement import score_rons
from controller.scoring.win import Riichi, Win, WinBy


def rescored(won: Sequence[WonHand], name: Round, book: Rulebook) -> tuple[WonHand, ...] | None:
    """Return the wins under that name and with its pot, ``dealer`` by seats of the table; None if one is no win."""
    wins = [
        replace(
            each.win,
            prevailing_wind=name.prevailing_wind,
            dealer=name.dealer,
            counters=name.counters,
            riichi_sticks=name.riichi_sticks,
        )
        for each in won
    ]
    try:
        if wins[0].by is WinBy.RON:
            scored = score_rons(wins, name, book)
        else:
            scored = tuple((win, score) for win in wins if isinstance(score := score_as_if(win, book), Score))
    except HandError:
        return None
    furiten = {each.win.winner: each.furiten for each in won}
    again = tuple(WonHand(win, score, furiten[win.winner]) for win, score in scored)
    return again if len(again) == len(wins) else None


def left_standing(round_: RoundState, won: Sequence[WonHand], book: Rulebook) -> Iterator[WonHand]:
    """Yield the wins left by rulings on riichi and rights, each with its winner's present riichi."""
    for each in won:
        stood = _stood(round_, each.win)
        if not round_.lost_right[stood.winner] and (stood == each.win or isinstance(score_as_if(stood, book), Score)):
            yield replace(each, win=stood)


def _stood(round_: RoundState, win: Win) -> Win:
    seat = win.winner
    if all(whose is not seat for whose, _ in round_.cancelled_by):
        return win
    stand = round_.riichi[seat]
    if stand.stand is RiichiStand.NONE:
        return replace(win, riichi=Riichi.NONE, ippatsu=False, ura_indicators=())
    if win.riichi is not Riichi.NONE or any(meld.is_open for meld in win.melds):
        return win
    ura = tuple(shown.ura for shown in round_.dora if shown.ura is not None)
    return replace(win, riichi=Riichi.DOUBLE if stand.double else Riichi.RIICHI, ura_indicators=ura)
