"""Payment of a win: ron, tsumo, shared liability, counters and sticks, each as a line with its clause."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.schema.claims import Payer
from controller.scoring.hand.scoring_rules import ScoringRules
from controller.scoring.hand.value import Value, tsumo_total, yakuman_value
from controller.scoring.payment_lines import four, line, totals
from controller.scoring.score import Four, PaymentLine, YakuLine
from controller.scoring.win import Win


class Payment(NamedTuple):
    """Payment of a win: its lines and their sum, including counters and sticks; ``points``: total for the hand itself.

    ``shared``: a liable seat pays in addition to the discarder; ``partly``: a liable seat pays only part of the hand.
    ``fed``: the winning tile came with an open kong made from another player's discard.
    """

    lines: tuple[PaymentLine, ...]
    gains: Four
    points: int
    shared: bool
    partly: bool
    fed: bool = False


class LiablePart(NamedTuple):
    """A part of a win's value and the liable seat, None if the usual seats pay; ``clause``: of the liability."""

    value: Value
    liable: Seat | None
    clause: str = ""


def payment_of(win: Win, rules: ScoringRules, value: Value, yaku: Sequence[YakuLine], yakuman: int) -> Payment:
    """Return the payment of a win of this value."""
    feeder = win.kong_fed_by
    if win.liable is None and not win.liable_for and feeder is None:
        return usual_payment(rules, value, win.winner, win.loser, win.dealer, win.counters, win.riichi_sticks)
    claims = rules.book.claims
    parts = _parts(win, rules, value, yaku, yakuman)
    partly = 0 < sum(part.liable is not None for part in parts) < len(parts)
    if feeder is not None and claims.open_kong_rinshan_liability.value:
        fed = claims.open_kong_rinshan_liability.cite
        parts = tuple(part._replace(liable=feeder, clause=fed) if part.liable is None else part for part in parts)
    lines = [
        _hand_line(part.value, win.winner, win.loser, win.dealer, rules.seats)
        if part.liable is None or part.liable is win.loser
        else _liable_line(part, part.liable, win, rules)
        for part in parts
    ]
    owing = {part.liable: part.clause for part in reversed(parts) if part.liable is not None}
    if counters := win.counters * rules.counter_value:
        lines.append(_counters_line(win.winner, win.loser, rules, owing, counters))
    if win.riichi_sticks:
        lines.append(sticks_to(win.winner, win.riichi_sticks, rules))
    shared = win.loser is not None and any(seat is not win.loser for seat in owing)
    points = _points(value, win.loser, win.winner is win.dealer, rules)
    return Payment(tuple(lines), totals(lines), points, shared, partly, feeder is not None)


def usual_payment(
    rules: ScoringRules, value: Value, winner: Seat, loser: Seat | None, dealer: Seat, counters: int, sticks: int
) -> Payment:
    """Return the payment of a win of this value without liability."""
    hand = _hand_line(value, winner, loser, dealer, rules.seats)
    lines: tuple[PaymentLine, ...] = (hand,)
    gains = hand.amounts
    if points := counters * rules.counter_value:
        lines += (_usual_counters_line(winner, loser, rules, points),)
    if sticks:
        lines += (sticks_to(winner, sticks, rules),)
    if len(lines) > 1:
        gains = totals(lines)
    return Payment(lines, gains, _points(value, loser, winner is dealer, rules), False, False)


def _parts(
    win: Win, rules: ScoringRules, value: Value, yaku: Sequence[YakuLine], yakuman: int
) -> tuple[LiablePart, ...]:
    """Return a win split by liability; yakuman without a liable seat come last."""
    claims = rules.book.claims
    clause = claims.liability.cite
    owed: dict[Seat, int] = {}
    for one in yaku:
        seat = win.liable_seat(one.id) if one.id in claims.liability.value else None
        if seat is not None:
            owed[seat] = owed.get(seat, 0) + one.yakuman
    if not owed:
        return (LiablePart(value, None),)
    if not claims.liability_only_its_yakuman.value:
        first = next(iter(owed))
        owed[first] += max(0, yakuman - sum(owed.values()))
    dealer = win.winner is win.dealer
    parts = []
    left = yakuman
    for seat, times in owed.items():
        if taken := min(times, left):
            parts.append(LiablePart(yakuman_value(rules, taken, dealer), seat, clause))
            left -= taken
    if left:
        parts.append(LiablePart(yakuman_value(rules, left, dealer), None))
    return tuple(parts)


def _points(value: Value, loser: Seat | None, by_dealer: bool, rules: ScoringRules) -> int:
    return tsumo_total(value, by_dealer, len(rules.seats)) if loser is None else value.ron


def tsumo_gains(value: Value, winner: Seat, dealer: Seat, seats: Sequence[Seat]) -> Four:
    """Return the gains per seat from a tsumo of this value, without counters and sticks."""
    gains = [0, 0, 0, 0]
    for seat in seats:
        if seat is not winner:
            gains[seat] = -(value.dealer_share if seat is dealer else value.child_share)
    gains[winner] = -sum(gains)
    return four(gains)


def counters_from(payers: Sequence[Seat], winner: Seat, counters: int, clause: str) -> PaymentLine:
    """Return the line of the counters' points, in equal shares from the payers to the winner."""
    gains = [0, 0, 0, 0]
    for seat in payers:
        gains[seat] = -(counters // len(payers))
    gains[winner] = -sum(gains)
    return line("COUNTERS", four(gains), clause)


@lru_cache(maxsize=1 << 12)
def sticks_to(winner: Seat, sticks: int, rules: ScoringRules) -> PaymentLine:
    """Return the line of the sticks on the table, taken by the winner."""
    amounts = [sticks * rules.riichi_stick if seat is winner else 0 for seat in SEATS]
    return line("RIICHI_STICKS", four(amounts), rules.book.scoring.riichi_stick.cite)


@lru_cache(maxsize=1 << 15)
def _hand_line(value: Value, winner: Seat, loser: Seat | None, dealer: Seat, seats: tuple[Seat, ...]) -> PaymentLine:
    if loser is None:
        return line("TSUMO", tsumo_gains(value, winner, dealer, seats), value.clause)
    gains = [0, 0, 0, 0]
    gains[winner], gains[loser] = value.ron, -value.ron
    return line("RON", four(gains), value.clause)


def _liable_line(part: LiablePart, liable: Seat, win: Win, rules: ScoringRules) -> PaymentLine:
    claims, value = rules.book.claims, part.value
    gains = [0, 0, 0, 0]
    if win.loser is None:
        whole = tsumo_total(value, win.winner is win.dealer, len(rules.seats))
        gains[win.winner], gains[liable] = whole, -whole
        return line("LIABILITY_TSUMO", four(gains), part.clause)
    share = value.ron * claims.liability_ron_percent.value // 100 // rules.rounding * rules.rounding
    gains[win.winner], gains[liable], gains[win.loser] = value.ron, -share, share - value.ron
    return line("LIABILITY_RON", four(gains), claims.liability_ron_percent.cite)


@lru_cache(maxsize=1 << 12)
def _usual_counters_line(winner: Seat, loser: Seat | None, rules: ScoringRules, counters: int) -> PaymentLine:
    return _counters_line(winner, loser, rules, {}, counters)


def _counters_line(
    winner: Seat, loser: Seat | None, rules: ScoringRules, liable: Mapping[Seat, str], counters: int
) -> PaymentLine:
    claims = rules.book.claims
    clause = rules.book.scoring.counter_value.cite
    payers = [seat for seat in rules.seats if seat is not winner]
    if loser is not None:
        payers = [loser]
        if liable and claims.liability_counters.value is Payer.LIABLE:
            payers = [[*liable][-1]]
        if any(seat is not loser for seat in liable):
            clause = claims.liability_counters.cite
    elif liable:
        # Two seats are liable for one hand: the texts do not cover this; the nearest after the winner pays all
        # counters.
        payers = [min(liable, key=lambda seat: (seat - winner) % 4)]
        clause = liable[payers[0]]
    return counters_from(payers, winner, counters, clause)
