"""A sequence of rounds under one rulebook: deals, players, scores and progression, all determined by the seed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from controller.errors import JantakuError
from controller.machine.facts import USUAL_WORK, TableWork
from controller.referee.rules.abortive import PlaySoFar, due_abortive_draw
from controller.riichi.seat import SEATS, Seat, Wind
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.scoring.game import flow
from controller.scoring.score import Four, Score
from controller.scoring.scorer import score_win
from controller.scoring.settlement import noten_payments
from controller.scoring.win import Win
from controller.table.compatibility import due_rolls
from hardware.simulator.game.acts import Act
from hardware.simulator.game.bots import PlayerStyle
from hardware.simulator.game.deal import Deal, RoundStart, deal
from hardware.simulator.game.mistakes import WRONG_BREAK, Mistakes, with_mistake
from hardware.simulator.game.play import Aborted, Exhausted, Play, Played, Won

FOUR = tuple[int, int, int, int]


class StagingError(JantakuError):
    """A staging option that cannot be parsed."""


@dataclass(frozen=True, slots=True)
class WrongBreaks:
    """Rounds whose wall is broken at a wrong stack: every n-th, or those listed; rounds count from 1."""

    every: int = 0
    rounds: frozenset[int] = frozenset()

    @classmethod
    def parse(cls, text: str) -> "WrongBreaks":
        """Parse ``4`` (every fourth round), ``2,5,9`` or ``3,`` (those rounds) or empty (none); raises StagingError."""
        words = [word.strip() for word in text.split(",") if word.strip()]
        if not all(word.isdecimal() and int(word) > 0 for word in words):
            raise StagingError(f"wrong breaks {text!r}: expected a number such as 4, or rounds such as 2,5,9")
        if "," in text:
            return cls(rounds=frozenset(int(word) for word in words))
        return cls(every=int(words[0]) if words else 0)

    def __contains__(self, number: int) -> bool:
        return number in self.rounds or (self.every > 0 and number % self.every == 0)


@dataclass(frozen=True, slots=True)
class SimulatedRound:
    """A played round; ``payments`` at its end per seat A-D, without its riichi sticks.

    ``mistake``: the staged mistake of the players, empty for none.
    """

    rulebook: str
    game: int
    deal: Deal
    played: Played
    payments: FOUR
    points_after: FOUR
    mistake: str = ""

    @property
    def done(self) -> tuple[Act, ...]:
        """Acts of the round in the order in which they are shown, including the staged mistake."""
        return with_mistake(self.played.acts, self.mistake)

    @property
    def staged(self) -> str:
        """Prefix of the fault code that the round's mistake causes, empty for none."""
        return WRONG_BREAK if self.deal.wrong_break else self.mistake if self.done != self.played.acts else ""


NO_MISTAKES: Final = Mistakes()


def play_rounds(
    book: Rulebook,
    seed: int,
    count: int,
    stacks: FOUR = (17, 17, 17, 17),
    wrong: WrongBreaks | None = None,
    work: TableWork = USUAL_WORK,
    mistakes: Mistakes = NO_MISTAKES,
) -> Iterator[SimulatedRound]:
    """Lazily yield ``count`` rounds of consecutive games at a table of that kind, determined by the arguments."""
    start = book.settlement.start_points.value
    styles = _styles(seed)
    game = 1
    opening = RoundStart(1, Wind.EAST, Seat.A, 0, 0, (start, start, start, start))
    standing = opening
    for number in range(1, count + 1):
        rng = Random(f"{seed}/{number}")
        mistake = mistakes.due(number)
        staged = (wrong is not None and number in wrong) or mistake == WRONG_BREAK
        reds, rolls = book.scoring.red_fives.value, due_rolls(book, work)
        dora_stack = book.table.dora_stack.value
        dealt = deal(replace(standing, number=number), rng, reds, stacks, staged, rolls, work, dora_stack)
        played = _play(book, game, dealt, styles)
        yield replace(played, mistake=mistake)
        following = _following(book, played)
        if following is None:
            game += 1
        standing = opening if following is None else following


def _play(book: Rulebook, game: int, dealt: Deal, styles: tuple[PlayerStyle, ...]) -> SimulatedRound:
    def judge(win: Win) -> Score | None:
        score = score_win(win, book)
        return score if isinstance(score, Score) else None

    def aborts(play: PlaySoFar) -> AbortiveDraw | None:
        return due_abortive_draw(play, book)

    turned = (book.riichi.kong_dora_shown.value, book.riichi.open_kong_dora_shown.value)
    played = Play(dealt, styles, judge, not book.flow.tenpai_holding_all_waits.value, aborts, turned).run()
    payments = _payments(played.end, book)
    after = [
        points + payment - book.scoring.riichi_stick.value * laid
        for points, payment, laid in zip(dealt.standing.points, payments, played.sticks, strict=True)
    ]
    return SimulatedRound(book.id, game, dealt, played, payments, (after[0], after[1], after[2], after[3]))


def _payments(end: Won | Exhausted | Aborted, book: Rulebook) -> Four:
    if isinstance(end, Won):
        return end.score.payments
    return (0, 0, 0, 0) if isinstance(end, Aborted) else noten_payments(end.tenpai, book)


def _following(book: Rulebook, over: SimulatedRound) -> RoundStart | None:
    """Return the start of the next round, or None if the game is over."""
    standing, end = over.deal.standing, over.played.end
    sticks = standing.riichi_sticks + sum(over.played.sticks)
    now = flow.Round(standing.prevailing_wind, standing.dealer, standing.counters, sticks)
    closing = flow.Closing(scores=over.points_after)
    if isinstance(end, Won):
        after = flow.after_win(now, (end.winner,), book, closing)
    elif isinstance(end, Aborted):
        after = flow.after_abortive_draw(now, book, closing)
    else:
        after = flow.after_draw(now, end.tenpai, book, closing)
    then = after.round
    if then is None:
        return None
    number, points = standing.number + 1, over.points_after
    return RoundStart(number, then.prevailing_wind, then.dealer, then.counters, then.riichi_sticks, points)


def _styles(seed: int) -> tuple[PlayerStyle, ...]:
    rng = Random(f"{seed}/styles")
    return tuple(PlayerStyle(rng.random() < 0.8, rng.random() < 0.6) for _ in SEATS)
