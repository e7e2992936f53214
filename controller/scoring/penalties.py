"""Payments of penalties: chombo, noten riichi, fine for an empty call; by the rulebook or by the referee's ruling."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from controller.errors import HandError
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo, ChomboCost, ChomboSticks, Penalty
from controller.rulebooks.schema.riichi import NotenRiichi
from controller.scoring.game.flow import Following, Last, Round, after_chombo
from controller.scoring.payment_lines import four, line, totals
from controller.scoring.score import Four, PaymentLine
from controller.scoring.settlement import Settlement, asked, closing_after
from controller.text import Text


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's ruling in place of the rulebook; ``points`` as ``penalties.chombo_points``."""

    cost: ChomboCost
    points: int
    after: AfterChombo
    sticks: ChomboSticks


@dataclass(frozen=True, slots=True)
class PotFine:
    """Fine for an empty call: points paid, their worth in sticks; if unpaid, why this round is the last."""

    lines: tuple[PaymentLine, ...]
    riichi_sticks: int
    loses_right: bool
    last: Last | None
    clause: str


def settle_chombo(
    round_: Round,
    offenders: Sequence[Seat],
    book: Rulebook,
    *,
    laid: Collection[Seat] = (),
    with_win: bool = False,
    dealer_tenpai: bool = False,
    ruling: Ruling | None = None,
    scores: Four | None = None,
    last: Last | None = None,
) -> Settlement | None:
    """Return the settlement of a chombo; None if a valid simultaneous win forgives it.

    ``following`` is None if the referee decides. ``round_`` includes the sticks ``laid`` in this round. ``with_win``:
    another player won validly at the same time. ``dealer_tenpai``: found at a draw while the dealer is tenpai. Without
    a ruling a cost left to the referee is 0.
    """
    rules = book.penalties
    if not offenders or len(set(offenders)) != len(offenders):
        raise HandError(
            Text(
                "チョンボした人を1人以上、重ならないように選んでください。",
                "chombo: expected at least one offender, each once",
            )
        )
    if with_win and rules.chombo_forgiven_by_win.value:
        return None
    by_book = Ruling(rules.chombo_cost.value, rules.chombo_points.value, AfterChombo.REFEREE, rules.chombo_sticks.value)
    ruled = by_book if ruling is None else ruling
    guilty = offenders if rules.every_offender_pays.value else offenders[:1]
    owed = [paid for seat in guilty for paid in _cost(round_, seat, ruled, book)]
    in_hand = ruled.cost is not ChomboCost.OFF_TOTAL
    lines = list(owed) if in_hand else []
    left = round_.riichi_sticks
    if laid and ruled.sticks is ChomboSticks.BACK:
        lines.append(_sticks_back(laid, book))
        left -= len(laid)
    following = after_chombo(
        replace(round_, riichi_sticks=left),
        book,
        dealer_tenpai=dealer_tenpai,
        ruling=None if ruling is None else ruling.after,
        closing=closing_after(lines, scores, last),
    )
    off = [-amount for amount in totals(lines_of(owed, "CHOMBO_COLUMN"))]
    settled = Settlement(tuple(lines), left, following, True, four(off), () if in_hand else tuple(owed))
    ask = partial(
        settle_chombo,
        round_,
        offenders,
        laid=laid,
        with_win=with_win,
        dealer_tenpai=dealer_tenpai,
        ruling=ruling,
        scores=scores,
        last=last,
    )
    return asked(settled, book, ask)


def settle_noten_riichi(
    round_: Round,
    offenders: Sequence[Seat],
    book: Rulebook,
    *,
    laid: Collection[Seat] = (),
    round_won: bool = False,
    dealer_tenpai: bool = False,
    scores: Four | None = None,
    last: Last | None = None,
) -> Settlement | None:
    """Return the settlement of a noten riichi; None after a win if the rulebook checks it at a draw only.

    It is a chombo, or a payment to each player and a replay with the sticks left; after a win the referee decides on
    the sequel.
    """
    rules = book.riichi
    if rules.noten_riichi.value is NotenRiichi.CHOMBO_AT_DRAW:
        if round_won:
            return None
        return settle_chombo(round_, offenders, book, laid=laid, dealer_tenpai=dealer_tenpai, scores=scores, last=last)
    points = rules.noten_riichi_points.value
    lines = [
        line("NOTEN_RIICHI", _to_each(seat, dict.fromkeys(book.seats, points)), rules.noten_riichi_points.cite)
        for seat in offenders
    ]
    again = Following(round_, True, round_.riichi_sticks, (rules.noten_riichi.cite,), after=AfterChombo.REPLAY)
    settled = Settlement(tuple(lines), round_.riichi_sticks, None if round_won else again, True)
    ask = partial(
        settle_noten_riichi,
        round_,
        offenders,
        laid=laid,
        round_won=round_won,
        dealer_tenpai=dealer_tenpai,
        scores=scores,
        last=last,
    )
    return asked(settled, book, ask)


def fine_empty_call(seat: Seat, scores: Four, book: Rulebook) -> PotFine | None:
    """Return the fine of an empty call into the pot, None if the rulebook has none; ``scores`` per seat A-D.

    A player who cannot pay it loses the right to win, and the round is the last (teikoku art. 4-3).
    """
    rules = book.penalties
    if rules.empty_call.value is not Penalty.PAYS_POT:
        return None
    fine = rules.pot_fine.value
    if scores[seat] < fine:
        return PotFine((), 0, True, Last.POT_FINE_UNPAID, rules.pot_fine.cite)
    amounts = [-fine if other is seat else 0 for other in SEATS]
    paid = line("EMPTY_CALL", four(amounts), rules.pot_fine.cite)
    return PotFine((paid,), fine // book.scoring.riichi_stick.value, False, None, rules.pot_fine.cite)


def lines_of(lines: Sequence[PaymentLine], name: str) -> tuple[PaymentLine, ...]:
    """Return the lines with this id."""
    return tuple(one for one in lines if one.id == name)


def _cost(round_: Round, seat: Seat, ruled: Ruling, book: Rulebook) -> list[PaymentLine]:
    rules = book.penalties
    if ruled.cost is ChomboCost.REFEREE:
        return []
    if ruled.cost is not ChomboCost.TO_OTHERS:
        amounts = [-ruled.points if other is seat else 0 for other in SEATS]
        return [line(_TO[ruled.cost], four(amounts), rules.chombo_points.cite)]
    half, quarter = ruled.points // 2, ruled.points // 4
    shares = {other: half if round_.dealer in (other, seat) else quarter for other in book.seats}
    lines = [line("CHOMBO", _to_each(seat, shares), rules.chombo_points.cite)]
    if extra := round_.counters * rules.chombo_counter_points.value:
        clause = rules.chombo_counter_points.cite
        lines.append(line("CHOMBO_COUNTERS", _to_each(seat, dict.fromkeys(book.seats, extra)), clause))
    return lines


_TO: Final = {ChomboCost.OFF_TOTAL: "CHOMBO_OFF_TOTAL", ChomboCost.TO_NOBODY: "CHOMBO_COLUMN"}


def _to_each(payer: Seat, shares: dict[Seat, int]) -> Four:
    others = [0 if seat is payer else shares.get(seat, 0) for seat in SEATS]
    others[payer] = -sum(others)
    return four(others)


def _sticks_back(laid: Collection[Seat], book: Rulebook) -> PaymentLine:
    stick = book.scoring.riichi_stick.value
    amounts = [stick if seat in laid else 0 for seat in SEATS]
    return line("STICKS_BACK", four(amounts), book.penalties.chombo_sticks.cite)
