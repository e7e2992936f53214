"""Several rons on one tile: who wins, and who takes counters and sticks."""

from collections.abc import Sequence
from dataclasses import replace

from controller.errors import HandError
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import SeveralRons
from controller.scoring.game.flow import Round
from controller.scoring.score import Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Win


def score_rons(claimed: Sequence[Win], now: Round, book: Rulebook) -> tuple[tuple[Win, Score], ...]:
    """The rons that count for one tile, in turn order after the discarder; claims that are no win are left out.

    By the book one (head bump) or all; the first takes counters and sticks. Where the pot does not go to the nearest,
    every winner is paid the counters and only the sticks stay with the first. Raises HandError for rons from two seats.
    """
    losers = {win.loser for win in claimed}
    if len(losers) != 1 or None in losers or len({win.winner for win in claimed}) != len(claimed):
        raise HandError("several rons: expected different winners and one discarder")
    valid = [win for win in claimed if isinstance(score_win(win, book), Score)]
    valid.sort(key=lambda win: (win.winner - (win.loser or 0)) % 4)
    if book.claims.several_rons.value is SeveralRons.NEAREST:
        del valid[1:]
    each_counted = not book.claims.several_rons_pot_to_nearest.value
    paid: list[tuple[Win, Score]] = []
    for win in valid:
        counters = now.counters if each_counted or not paid else 0
        full = replace(win, counters=counters, riichi_sticks=0 if paid else now.riichi_sticks)
        score = score_win(full, book)
        assert isinstance(score, Score)
        paid.append((full, score))
    return tuple(paid)
