"""Wins scored again: in a round of another name, with another pot, or without a winner whose win does not stand."""

from collections.abc import Sequence
from dataclasses import replace

from controller.errors import HandError
from controller.journal.events import WonHand
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Round
from controller.scoring.score import Score
from controller.scoring.scorer import score_as_if
from controller.scoring.settlement import score_rons
from controller.scoring.win import WinBy


def rescored(won: Sequence[WonHand], name: Round, book: Rulebook) -> tuple[WonHand, ...] | None:
    """The wins under that name and with its pot, ``dealer`` by seats of the table; None where one would be none."""
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
