"""Settlement at the end of a round: a win, several rons, a draw, nagashi mangan; with lines, pot and sequel."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from controller.errors import HandError
from controller.riichi.seat import Seat
from controller.rulebooks.doubts import Resting
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import SeveralRons
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.scoring.game.flow import (
    CHAPTERS,
    Closing,
    Following,
    Last,
    Round,
    abortive_draws,
    after_abortive_draw,
    after_draw,
    after_nagashi,
    after_win,
)
from controller.scoring.hand.defaults_used import default_lines
from controller.scoring.hand.scoring_rules import scoring_rules_of, unstated_among
from controller.scoring.hand.value import mangan_value
from controller.scoring.payment_lines import four, line, totals
from controller.scoring.payments import counters_from, sticks_to, tsumo_gains
from controller.scoring.score import Four, PaymentLine, Score
from controller.scoring.scorer import score_as_if
from controller.scoring.win import Win
from controller.text import Text

_SEVERAL: Final = ("several_rons", "several_rons_pot_to_nearest")
_CHAPTERS: Final = (*CHAPTERS, "penalties.", "riichi.", "scoring.")
NOBODY: Final[Four] = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Settlement:
    """Payments at a round's end. ``lines`` change the points in hand, ``off_total`` only those of the event.

    ``riichi_sticks``: on the table afterwards. ``following`` None: the referee decides. ``void``: the round does not
    count. ``column``: points per seat that went into the penalty column, to nobody. ``leaning``: defaults on which the
    scores of a win rest.
    """

    lines: tuple[PaymentLine, ...]
    riichi_sticks: int
    following: Following | None
    void: bool = False
    column: Four = NOBODY
    off_total: tuple[PaymentLine, ...] = ()
    leaning: tuple[str, ...] = ()
    resting: "Resting[Settlement | None] | None" = field(default=None, compare=False, repr=False)

    @property
    def deltas(self) -> Four:
        """Change of the points in hand per seat A-D."""
        return totals(self.lines)

    @property
    def unstated(self) -> tuple[str, ...]:
        """Rulebook fields left at their default on which the settlement rests."""
        return self.leaning if self.resting is None else tuple(dict.fromkeys((*self.leaning, *self.resting.names)))

    @property
    def what(self) -> object:
        """Payments and sequel without texts and clauses, for comparison."""
        then = self.following and self.following.what
        return self.deltas, totals(self.off_total), self.column, self.riichi_sticks, then


def closing_after(lines: Sequence[PaymentLine], scores: Four | None, last: Last | None) -> Closing:
    """Return the conditions for a game's end after these lines are paid; ``scores`` before them, None if unknown."""
    if scores is None:
        return Closing(last)
    return Closing(last, [had + gained for had, gained in zip(scores, totals(lines), strict=True)])


def score_rons(claimed: Sequence[Win], round_: Round, book: Rulebook) -> tuple[tuple[Win, Score], ...]:
    """Return the valid rons on one tile, in turn order after the discarder; claims that are no win are left out.

    By the rulebook one (head bump) or all; the first takes counters and sticks. If the pot does not go to the nearest,
    every winner is paid the counters and only the sticks stay with the first. Raises HandError for rons from two seats.
    """
    losers = {win.loser for win in claimed}
    if len(losers) != 1 or None in losers or len({win.winner for win in claimed}) != len(claimed):
        raise HandError(
            Text(
                "同時のロンは、別々の人が同じ人からアガった場合だけです。",
                "several rons: expected different winners and one discarder",
            )
        )
    valid = [win for win in claimed if isinstance(score_as_if(win, book), Score)]
    valid.sort(key=lambda win: (win.winner - (win.loser or 0)) % 4)
    if book.claims.several_rons.value is SeveralRons.NEAREST:
        del valid[1:]
    each_counted = not book.claims.several_rons_pot_to_nearest.value
    names = unstated_among(scoring_rules_of(book), *_SEVERAL) if len(valid) > 1 else ()
    paid: list[tuple[Win, Score]] = []
    for win in valid:
        counters = round_.counters if each_counted or not paid else 0
        full = replace(win, counters=counters, riichi_sticks=0 if paid else round_.riichi_sticks)
        score = score_as_if(full, book)
        assert isinstance(score, Score)
        paid.append((full, _leaning_on(score, names, book)))
    return tuple(paid)


def _leaning_on(score: Score, names: Sequence[str], book: Rulebook) -> Score:
    """Return the score with these defaults added to its ``unstated``."""
    more = tuple(name for name in names if name not in score.unstated)
    if not more:
        return score
    words = (*score.default_lines, *default_lines(book, more))
    return score._replace(unstated=(*score.unstated, *more), default_lines=words)


def settle_win(
    round_: Round,
    won: Sequence[tuple[Win, Score]],
    book: Rulebook,
    *,
    scores: Four | None = None,
    last: Last | None = None,
) -> Settlement:
    """Return the settlement of a tsumo, or of the valid rons (see ``score_rons``); ``scores`` before it."""
    if not won:
        raise HandError(Text("アガった人を1人以上選んでください。", "a win without a winner: expected at least one"))
    lines = tuple(paid for _, score in won for paid in score.payment_lines)
    taken = sum(score.riichi_sticks_taken for _, score in won)
    following = after_win(round_, {win.winner for win, _ in won}, book, closing_after(lines, scores, last))
    names = [name for _, score in won for name in score.unstated]
    if len(won) > 1:
        names += unstated_among(scoring_rules_of(book), *_SEVERAL)
    ask = partial(settle_win, round_, won, scores=scores, last=last)
    return asked(Settlement(lines, round_.riichi_sticks - taken, following, leaning=tuple(names)), book, ask)


def noten_payments(tenpai: Sequence[bool], book: Rulebook) -> tuple[int, int, int, int]:
    """Return the gain per seat A-D at an exhaustive draw; ``tenpai`` by seat. All 0 if all or none are tenpai."""
    ready = sum(tenpai[: len(book.seats)])
    players = len(book.seats)
    if ready in (0, players):
        return 0, 0, 0, 0
    pot = book.flow.noten_payment.value
    gains = [pot // ready if is_ready else -(pot // (players - ready)) for is_ready in tenpai[:players]]
    return four((*gains, *NOBODY[players:]))


def settle_draw(
    round_: Round,
    tenpai: Sequence[bool],
    book: Rulebook,
    *,
    nagashi: Collection[Seat] = (),
    scores: Four | None = None,
    last: Last | None = None,
) -> Settlement:
    """Return the settlement of an exhaustive draw; ``tenpai`` by seat, ``nagashi``: seats with nagashi mangan.

    Nagashi mangan has priority. Raises HandError for it in a rulebook without it.
    """
    if nagashi:
        return _settle_nagashi(round_, tenpai, nagashi, book, scores, last)
    paid = noten_payments(tenpai, book)
    lines = (line("NOTEN", paid, book.flow.noten_payment.cite),) if any(paid) else ()
    following = after_draw(round_, tenpai, book, closing_after(lines, scores, last))
    ask = partial(settle_draw, round_, tenpai, scores=scores, last=last)
    return asked(Settlement(lines, round_.riichi_sticks, following), book, ask)


def settle_abortive_draw(
    round_: Round, kind: AbortiveDraw, book: Rulebook, *, scores: Four | None = None, last: Last | None = None
) -> Settlement:
    """Return the settlement of an aborted round: sticks stay. Raises HandError if the rulebook lacks the draw."""
    rules = book.flow
    if kind not in abortive_draws(book):
        raise HandError(
            Text(
                "この規定にはその途中流局はありません。",
                f"{kind.value} aborts no round here ({rules.abortive_draws.cite})",
            )
        )
    following = after_abortive_draw(round_, book, closing_after((), scores, last))
    ask = partial(settle_abortive_draw, round_, kind, scores=scores, last=last)
    return asked(Settlement((), round_.riichi_sticks, following), book, ask)


def _settle_nagashi(
    round_: Round,
    tenpai: Sequence[bool],
    nagashi: Collection[Seat],
    book: Rulebook,
    scores: Four | None,
    last: Last | None,
) -> Settlement:
    rules, scoring_rules = book.scoring, scoring_rules_of(book)
    if not rules.nagashi_mangan.value:
        raise HandError(
            Text("この規定では流し満貫はありません。", f"nagashi mangan is no win here ({rules.nagashi_mangan.cite})")
        )
    seats = sorted(nagashi, key=lambda seat: (seat - round_.dealer) % 4)
    clause = rules.nagashi_mangan.cite
    lines = [
        line(
            "NAGASHI_MANGAN",
            tsumo_gains(mangan_value(scoring_rules, seat is round_.dealer), seat, round_.dealer, book.seats),
            clause,
        )
        for seat in seats
    ]
    left = round_.riichi_sticks
    if book.flow.nagashi_is_win.value:
        # Several seats with nagashi mangan: the first in turn order from the dealer takes counters and sticks, as with
        # rons.
        first = seats[0]
        if points := round_.counters * scoring_rules.counter_value:
            others = [seat for seat in book.seats if seat is not first]
            lines.append(counters_from(others, first, points, rules.counter_value.cite))
        if left:
            lines.append(sticks_to(first, left, scoring_rules))
        left = 0
    following = after_nagashi(round_, seats, tenpai, book, closing_after(lines, scores, last))
    ask = partial(settle_draw, round_, tenpai, nagashi=nagashi, scores=scores, last=last)
    return asked(Settlement(tuple(lines), left, following), book, ask)


def asked(settled: Settlement, book: Rulebook, ask: Callable[[Rulebook], Settlement | None]) -> Settlement:
    """Return the settlement with a function that recomputes it under another rulebook."""
    return replace(settled, resting=Resting(book, ask, lambda told: told and told.what, _CHAPTERS))
