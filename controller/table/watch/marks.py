"""What sticks, counters and the dealer's marker show, for eyes that see them."""

from collections.abc import Iterator
from typing import Final

from controller.journal.state import Phase, RiichiStand, is_claim
from controller.referee.detect.finding import seats_told
from controller.riichi.seat import SEATS, Wind
from controller.table.observe.moment import Moment
from controller.table.watch.watch import Sign, Watcher, sign

_WIND_JA: Final = dict(zip(Wind, "東南西北", strict=True))


def marks(moment: Moment) -> Iterator[Sign]:
    """Marker, counters and sticks against the state, once play is on."""
    observation, round_, state = moment.observation, moment.observation.round, moment.observation.state
    seen = observation.scene.newest
    if seen is None or round_.phase is not Phase.PLAY or any(round_.revealed):
        return
    mark, counters, pot = observation.scene.mark.value, observation.scene.counters.value, observation.scene.pot.value
    if mark is not None and mark is not state.first_dealer:
        told = seats_told(state.first_dealer, mark)
        yield sign("seat-wind-wrong", told.ja, told.en, mark, "mark", fresh=seen.dealer_mark is not None)
    shown, played = observation.scene.mark_wind.value, round_.prevailing_wind
    if mark is not None and shown is not None and shown is not played:
        ja = f"正: {_WIND_JA[played]}、表示: {_WIND_JA[shown]}"
        en = f"Due: {played.name.capitalize()}, shown: {shown.name.capitalize()}"
        yield sign("seat-wind-wrong", ja, en, mark, "wind", fresh=seen.mark_wind is not None)
    if counters is not None and counters != round_.counters:
        ja, en = f"正: {round_.counters} 本場、表示: {counters}", f"Due: {round_.counters} counters, seen: {counters}"
        yield sign("honba-wrong", ja, en, subject="counters", fresh=seen.counters is not None)
    if pot is not None and pot != state.riichi_sticks:
        due = state.riichi_sticks
        ja, en = f"正: 供託 {due} 本、卓上: {pot}", f"Due: {due} sticks, seen: {pot}"
        yield sign("pot-wrong", ja, en, subject="pot", fresh=seen.pot is not None)


def riichi_acts(moment: Moment) -> Iterator[Sign]:
    """A riichi whose stick is missing, or a stick without a sideways tile (npm art. 32 ro)."""
    observation, round_ = moment.observation, moment.observation.round
    seen = observation.scene.newest
    if seen is None or seen.sticks is None or round_.phase is not Phase.PLAY or any(round_.revealed):
        return
    for seat in SEATS:
        stand, stick = round_.riichi[seat].stand, observation.scene.sticks[seat].value
        fresh = seen.sticks[seat] is not None
        if stand is RiichiStand.ACCEPTED and stick is False:
            yield sign("riichi-incomplete", "リーチ棒が出ていない。", "The stick is missing.", seat, fresh=fresh)
        elif stand is RiichiStand.NONE and stick is True and round_.turn is not seat and moment.at_rest():
            ja, en = "打牌が横向きでない。", "The declared tile does not lie sideways."
            yield sign("riichi-incomplete", ja, en, seat, fresh=fresh)


def call_before_stick(moment: Moment) -> Iterator[Sign]:
    """The declared tile was called before its stick lay there (teikoku art. 3-1)."""
    for case in moment.happened_calls():
        round_, event = case.before.round, case.event
        if round_ is None or not is_claim(event.meld.kind) or not round_.discards:
            continue
        declarer = round_.discards[-1].seat
        stick = moment.observation.scene.sticks[declarer]
        # The stand is accepted in the same look, as the call is recorded; the record's last discard tells.
        read_since = stick.last >= moment.observation.scene.melds[event.seat].first
        if round_.discards[-1].sideways and read_since and stick.held(moment.dwell("call-before-stick")) is False:
            ja, en = "リーチ棒の前に宣言牌を鳴いた。", "The declared tile was taken before the stick."
            yield sign("call-before-stick", ja, en, event.seat, sure=True)


MARKS: Final[tuple[Watcher, ...]] = (marks, riichi_acts, call_before_stick)
