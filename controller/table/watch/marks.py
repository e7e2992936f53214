"""Faults of objects beside the tiles: dice, sticks, counters, the dealer's marker, points in the drawers."""

from collections.abc import Iterator
from typing import Final

from controller.journal.ledger import standing
from controller.journal.state import Phase, RiichiStand, TableState, is_claim
from controller.machine.facts import Builder
from controller.referee.detect.finding import Finding, seats_named
from controller.referee.faults.kinds import FAULT_KINDS
from controller.riichi.seat import SEATS, Wind
from controller.table.infer.sweeping import is_swept
from controller.table.observe.debounce import Debounced
from controller.table.observe.moment import Moment
from controller.table.watch.watch import Sign, Watcher, sign
from controller.text import Text

ROOM: Final = 5
"""Counters that fit side by side between a hand and its rail; chosen: more are laid elsewhere, or worth more each."""
_WIND_JA: Final = dict(zip(Wind, "東南西北", strict=True))


def marks(moment: Moment) -> Iterator[Sign]:
    """Yield signs if marker, counters or sticks differ from the state during play."""
    observation, round_, state = moment.observation, moment.observation.round, moment.observation.state
    seen = observation.scene.newest
    if seen is None or not _played(moment):
        return
    mark, counters, pot = observation.scene.mark.value, observation.scene.counters.value, observation.scene.pot.value
    if mark is not None and mark is not state.first_dealer:
        told = seats_named(state.first_dealer, mark)
        yield sign("seat-wind-wrong", told.ja, told.en, mark, "mark", fresh=seen.dealer_mark is not None)
    shown, played = observation.scene.mark_wind.value, round_.prevailing_wind
    if mark is not None and shown is not None and shown is not played:
        ja = f"正: {_WIND_JA[played]}、表示: {_WIND_JA[shown]}"
        en = f"Due: {played.name.capitalize()}, shown: {shown.name.capitalize()}"
        yield sign("seat-wind-wrong", ja, en, mark, "wind", fresh=seen.mark_wind is not None)
    if counters not in (None, round_.counters, min(round_.counters, ROOM)):
        ja, en = f"正: {round_.counters} 本場、表示: {counters}", f"Due: {round_.counters} counters, seen: {counters}"
        yield sign("honba-wrong", ja, en, subject="counters", fresh=seen.counters is not None)
    due = standing(state).riichi_sticks
    if pot is not None and pot != due:
        ja, en = f"正: 供託 {due} 本、卓上: {pot}", f"Due: {due} sticks, seen: {pot}"
        # A stick may belong to an unrecorded riichi, whose tile and all later ones wait for an unreadable river.
        yield sign("pot-wrong", ja, en, subject="pot", fresh=seen.pot is not None and moment.at_rest())


def _played(moment: Moment) -> bool:
    """True if a round is being played: no hand lies open, and nobody sweeps the table after an unseen end."""
    round_ = moment.observation.round
    return round_.phase is Phase.PLAY and not any(round_.revealed) and not is_swept(moment.observation)


def riichi_acts(moment: Moment) -> Iterator[Sign]:
    """Yield signs for a riichi without its stick, or a stick without a sideways tile (npm art. 32 ro)."""
    observation, round_ = moment.observation, moment.observation.round
    seen = observation.scene.newest
    if seen is None or seen.sticks is None or not _played(moment):
        return
    for seat in SEATS:
        stand, stick = round_.riichi[seat].stand, observation.scene.sticks[seat].value
        fresh = seen.sticks[seat] is not None
        if stand is RiichiStand.ACCEPTED and stick is False:
            yield sign(
                "riichi-incomplete", "リーチ棒が出ていません。", "The riichi stick is missing.", seat, fresh=fresh
            )
        elif stand is RiichiStand.NONE and stick is True and round_.turn is not seat and moment.at_rest():
            if any(each.sideways for each in round_.discards if each.seat is seat):
                # A riichi that was not accepted: its stick is still on the table and its tile lies sideways.
                continue
            ja, en = "打牌が横向きではありません。", "The declared tile does not lie sideways."
            yield sign("riichi-incomplete", ja, en, seat, fresh=fresh)


def call_before_stick(moment: Moment) -> Iterator[Sign]:
    """Yield a sign if the declared tile was called before its stick was on the table (teikoku art. 3-1)."""
    for case in moment.happened_calls():
        round_, event = case.before.round, case.event
        if round_ is None or not is_claim(event.meld.kind) or not round_.discards:
            continue
        declarer = round_.discards[-1].seat
        stick = moment.observation.scene.sticks[declarer]
        # The riichi is accepted in the same sighting that records the call, so the record's last discard decides.
        read_since = stick.last >= moment.observation.scene.melds[event.seat].first
        if round_.discards[-1].sideways and read_since and stick.held(moment.dwell("call-before-stick")) is False:
            ja, en = "リーチ棒を出す前に宣言牌が鳴かれました。", "The declared tile was taken before the stick."
            yield sign("call-before-stick", ja, en, event.seat, sure=True)


def imperfect_dice(moment: Moment) -> Iterator[Sign]:
    """Yield a sign if dice at rest, of a roll that is still due, are incomplete or unreadable."""
    observation, round_ = moment.observation, moment.observation.round
    seen = observation.scene.newest
    due = observation.venue.work.uses_dice and len(round_.rolls) < observation.rulebook.table.rolls.value
    if seen is None or not due or observation.scene.rolling:
        return
    # On a table with a machine, the dice of the last round lie in the middle until they are started.
    thrown = observation.venue.work.builder is Builder.HANDS and round_.phase is Phase.WALLS_UP
    if round_.phase is not Phase.DICE and not thrown:
        return
    if not seen.dice or round_.broken is not None:
        return
    if len(seen.dice) < observation.venue.dice:
        ja = f"サイコロが {len(seen.dice)} 個しか見えません。"
        yield sign("dice-imperfect", ja, f"Only {len(seen.dice)} of the dice lies in the middle.", subject="dice")
    elif any(die.pips is None for die in seen.dice):
        yield sign("dice-imperfect", "サイコロの目が読み取れません。", "A die cannot be read.", subject="dice")


def wrong_points(state: TableState, reported: Debounced[tuple[int, ...]]) -> Iterator[Finding]:
    """Yield findings if drawers, or all together, held other points than settled in several consecutive reports."""
    points = reported.held(FAULT_KINDS["points-paid-wrong"].dwell)
    if points is None or len(points) != len(SEATS) or state.phase is not Phase.SETTLEMENT:
        return
    books = standing(state)
    total = sum(points) + books.riichi_stick * books.riichi_sticks + sum(books.column)
    if total != state.starting_sum:
        detail = Text(f"合計 {total}、正: {state.starting_sum}", f"Total {total}, due: {state.starting_sum}")
        yield Finding("points-total-wrong", detail, subject="total")
        return
    for seat in SEATS:
        if points[seat] != books.scores[seat]:
            due, has = books.scores[seat], points[seat]
            yield Finding(
                "points-paid-wrong", Text(f"正: {due}、卓: {has}", f"Due: {due}, holds: {has}"), seat, seat.name
            )


MARKS: Final[tuple[Watcher, ...]] = (imperfect_dice, marks, riichi_acts, call_before_stick)
