"""A run of rounds under one rulebook: deals, players, scores and what comes next; everything follows from the seed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from controller.errors import JantakuError
from controller.riichi.seat import SEATS, Seat, Wind
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.score import Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Win
from hardware.simulator.bots import Style
from hardware.simulator.deal import Deal, Standing, deal
from hardware.simulator.play import STICK, Play, Played, Won

FOUR = tuple[int, int, int, int]


class StagingError(JantakuError):
    """A stage direction that cannot be read."""


@dataclass(frozen=True, slots=True)
class WrongBreaks:
    """Which rounds are broken at a wrong stack: every so manieth, or those of a list; rounds count from 1."""

    every: int = 0
    rounds: frozenset[int] = frozenset()

    @classmethod
    def parse(cls, text: str) -> "WrongBreaks":
        """``4`` is every fourth round, ``2,5,9`` (or ``3,``) those rounds, empty none; raises StagingError."""
        words = [word.strip() for word in text.split(",") if word.strip()]
        if not all(word.isdecimal() and int(word) > 0 for word in words):
            raise StagingError(f"wrong breaks {text!r}: expected a number such as 4, or rounds such as 2,5,9")
        if "," in text:
            return cls(rounds=frozenset(int(word) for word in words))
        return cls(every=int(words[0]) if words else 0)

    def __contains__(self, number: int) -> bool:
        return number in self.rounds or (self.every > 0 and number % self.every == 0)


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it was played; ``payments`` at its end per seat A-D, the sticks laid in it not counted."""

    rulebook: str
    game: int
    deal: Deal
    played: Played
    payments: FOUR
    points_after: FOUR
    nagashi: bool = False


def play_rounds(
    book: Rulebook, seed: int, count: int, stacks: FOUR = (17, 17, 17, 17), wrong: WrongBreaks | None = None
) -> Iterator[Round]:
    """``count`` rounds, game after game; the same arguments give the same rounds. Lazy."""
    start = book.settlement.start_points.value
    styles = _styles(seed)
    game = 1
    opening = Standing(1, Wind.EAST, Seat.A, 0, 0, (start, start, start, start))
    standing = opening
    for number in range(1, count + 1):
        rng = Random(f"{seed}/{number}")
        staged = wrong is not None and number in wrong
        dealt = deal(replace(standing, number=number), rng, book.scoring.red_fives.value, stacks, staged)
        played = _play(book, game, dealt, styles)
        yield played
        following = _following(book, played)
        if following is None:
            game += 1
        standing = opening if following is None else following


def _play(book: Rulebook, game: int, dealt: Deal, styles: tuple[Style, ...]) -> Round:
    def judge(win: Win) -> Score | None:
        score = score_win(win, book)
        return score if isinstance(score, Score) else None

    played = Play(dealt, styles, judge, drop_held=not book.flow.tenpai_holding_all_waits.value).run()
    payments = played.end.score.payments if isinstance(played.end, Won) else _noten(book, played.end.tenpai)
    after = [
        points + payment - STICK * laid
        for points, payment, laid in zip(dealt.standing.points, payments, played.sticks, strict=True)
    ]
    return Round(book.id, game, dealt, played, payments, (after[0], after[1], after[2], after[3]))


def _noten(book: Rulebook, tenpai: tuple[bool, bool, bool, bool]) -> FOUR:
    ready = sum(tenpai)
    if ready in (0, 4):
        return (0, 0, 0, 0)
    total = book.flow.noten_payment.value
    a, b, c, d = (total // ready if each else -total // (4 - ready) for each in tenpai)
    return (a, b, c, d)


def _following(book: Rulebook, over: Round) -> Standing | None:
    """What the next round starts from, or None when the game is over."""
    flow, standing, end = book.flow, over.deal.standing, over.played.end
    laid = standing.riichi_sticks + sum(over.played.sticks)
    if isinstance(end, Won):
        stays = end.winner is standing.dealer and flow.dealer_stays_on_win.value
        keeps = stays or not flow.counters_cleared_by_child_win.value
        counters = standing.counters + flow.counter_on_dealer_win.value if stays else standing.counters * keeps
        sticks = 0
    else:
        stays = end.tenpai[standing.dealer] and flow.dealer_stays_on_tenpai.value
        put = flow.counter_on_draw_dealer_stays if stays else flow.counter_on_draw_dealer_passes
        counters, sticks = standing.counters + put.value, laid
    dealer = standing.dealer if stays else standing.dealer.turn(1)
    wind = standing.prevailing_wind
    if not stays and dealer is Seat.A:
        if wind + 1 >= flow.winds_played.value:
            return None
        wind = Wind(wind + 1)
    if flow.ends_below_zero.value and min(over.points_after) < 0:
        return None
    return Standing(standing.number + 1, wind, dealer, counters, sticks, over.points_after)


def _styles(seed: int) -> tuple[Style, ...]:
    rng = Random(f"{seed}/styles")
    return tuple(Style(rng.random() < 0.8, rng.random() < 0.6) for _ in SEATS)
