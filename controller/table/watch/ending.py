"""Faults of open hands: hands that do not win, opened or scrambled hands, a second ron on the same tile."""

from collections.abc import Iterator
from typing import Final

from controller.journal import events as ev
from controller.journal.reduce import reduce
from controller.journal.state import Phase, is_claim, undoable
from controller.referee.detect.finding import Case
from controller.referee.rules.winners import DEAD, IN_FURITEN, LATER, SECOND, WHY
from controller.riichi.notation import count_kinds
from controller.riichi.seat import SEATS, Seat
from controller.riichi.waits import is_tenpai
from controller.table.infer.aborted import shows_terminals
from controller.table.infer.ending import is_exhausted
from controller.table.infer.sweeping import zones_swept
from controller.table.infer.wins import claimed_tile, lacking, won_hands
from controller.table.observe.moment import Moment
from controller.table.observe.observation import Observation
from controller.table.watch.watch import Sign, Watcher, sign

Key = tuple[str, str]
_RUNNING: Final = (Phase.DEALT, Phase.PLAY)
_CODES: Final = {"no-yaku": "win-no-yaku", "not-complete": "win-incomplete", "kong-not-robbable": "win-incomplete"}
_SHOWN: Final = ("win-no-yaku", "win-incomplete", "hand-opened", DEAD)
# Code and words for a call that took a tile which another open hand wins.
_ROBBED_OF: Final = (
    "call-priority",
    "鳴いた牌で他家の手牌がアガリ形になります。",
    "Another hand that lies open wins the tile that was called.",
)
_MISCOUNTED: Final = ("win-incomplete", "手牌の枚数が合いません。", "The hand has a wrong number of tiles.")
_COMPLETE: Final = (13, 14)
# Faults that claim the tile even after the result; any other hand without a win may then merely be shown.
_STILL_A_CLAIM: Final = (SECOND, LATER, "win-no-yaku", *IN_FURITEN)


def still_wrong(moment: Moment, seat: Seat) -> tuple[frozenset[Key], frozenset[Key]]:
    """Return the faults (code, subject) possible for a seat's open hand, and those of all open hands now."""
    signs = (each.finding for each in no_win(moment))
    return frozenset((code, seat.name) for code in _SHOWN), frozenset((each.code, each.subject) for each in signs)


def no_win(moment: Moment) -> Iterator[Sign]:
    """Yield signs for open hands that do not win, before the end of the wall."""
    observation, round_ = moment.observation, moment.observation.round
    if round_.phase not in _RUNNING or is_exhausted(observation) or won_hands(observation.state, observation.rulebook):
        return
    for seat in SEATS:
        hand = round_.revealed[seat]
        if hand is None or not hand.tiles or observation.scene.open_hand(seat) is None:
            continue
        if seat is shows_terminals(round_, observation.rulebook) and not round_.lost_right[seat]:
            continue
        called = None if round_.lost_right[seat] else _call_before(observation, seat)
        if called is not None:
            fresh = moment.fresh(hands=[seat])
            yield sign(*_ROBBED_OF, called, fresh=fresh, confidence=moment.confidence(hands=[seat]))
            continue
        code = DEAD if round_.lost_right[seat] else _code(moment, seat)
        reading = observation.scene.hands[seat]
        fresh = moment.fresh(hands=[seat]) and reading.sure
        yield sign(code, WHY[code].ja, WHY[code].en, seat, fresh=fresh, confidence=moment.confidence(hands=[seat]))


def _call_before(observation: Observation, seat: Seat) -> Seat | None:
    """Return the seat whose call, the last act, took the tile that the open hand of ``seat`` would win; else None."""
    last = observation.round.last
    made = None if last is None or last.meld is None else undoable(observation.round, last.seat)
    if made is None or not is_claim(made.meld.kind) or made.seat is seat:
        return None
    without = reduce(observation.state, ev.CallUndone(at=observation.at, seat=made.seat, meld=made.meld))
    found = claimed_tile(without, observation.rulebook, observation.venue.same_time_s)
    return made.seat if any(won.win.winner is seat for won in found.won) else None


def _code(moment: Moment, seat: Seat) -> str:
    observation, round_ = moment.observation, moment.observation.round
    code = _CODES.get(lacking(observation.state, seat, observation.rulebook), "hand-opened")
    hand = round_.revealed[seat]
    if code != "win-incomplete" or hand is None or hand.apart is not None or seat is round_.turn:
        return code
    # A hand with no tile set apart that is not tenpai was not opened to win another player's tile.
    waits_for_some = is_tenpai(count_kinds(hand.tiles), round_.melds[seat], drop_held=False)
    return code if waits_for_some else "hand-opened"


def no_win_by_count(moment: Moment) -> Iterator[Sign]:
    """Yield signs for hands opened with a wrong number of tiles before the end of the wall."""
    observation, round_ = moment.observation, moment.observation.round
    if round_.phase not in _RUNNING or is_exhausted(observation):
        return
    for seat in SEATS:
        hand = observation.scene.open_hand(seat)
        if hand is None or round_.revealed[seat] is not None:
            continue
        tiles = len(hand.shown) + (hand.apart is not None) + 3 * len(round_.melds[seat])
        if tiles not in _COMPLETE:
            fresh = moment.fresh(hands=[seat]) and observation.scene.hands[seat].sure
            yield sign(*_MISCOUNTED, seat, fresh=fresh, confidence=moment.confidence(hands=[seat]))


def scrambled(moment: Moment) -> Iterator[Sign]:
    """Yield a sign if only a winner's hand was broken up before the result is confirmed (npm art. 35 i, 52 ni).

    If other zones lose tiles as well, people are sweeping the table, which is no fault of the winner.
    """
    observation, round_ = moment.observation, moment.observation.round
    if round_.phase is not Phase.RESULT or round_.outcome is None or zones_swept(observation):
        return
    for won in round_.outcome.wins:
        seat = won.win.winner
        shown, seen = round_.revealed[seat], observation.scene.hands[seat].value
        if shown is None or seen is None or len(seen.shown) + seen.standing >= len(shown.tiles):
            continue
        ja, en = "確認前にアガリ者の手牌が崩れました。", "The winner's hand is broken up before it was confirmed."
        yield sign("win-scrambled", ja, en, seat, fresh=moment.fresh(hands=[seat]))


def ron_after_result(moment: Moment) -> Iterator[Sign]:
    """Yield signs for hands opened to claim a tile that another player has won, before the result is confirmed."""
    observation = moment.observation
    for case in moment.happened(ev.HandRevealed):
        if not isinstance(case.event, ev.HandRevealed) or case.before.phase is not Phase.RESULT:
            continue
        for each in claimed_tile(case.after, observation.rulebook, observation.venue.same_time_s).beside:
            if each.seat is case.event.seat and each.code in (*_STILL_A_CLAIM, *_shown_at_once(moment, case)):
                why = WHY[each.code]
                yield sign(each.code, why.ja, why.en, each.seat, sure=True)


def _shown_at_once(moment: Moment, case: Case) -> tuple[str, ...]:
    """Return codes that count only for a hand opened together with the winner's; later it may merely be shown."""
    round_ = case.after.round
    if round_ is None or round_.outcome is None or not isinstance(case.event, ev.HandRevealed):
        return ()
    shown = [round_.revealed[won.win.winner] for won in round_.outcome.wins]
    within = [hand for hand in shown if hand and case.event.at - hand.at <= moment.observation.venue.same_time_s]
    return ("win-incomplete", DEAD) if within else ()


ENDS: Final[tuple[Watcher, ...]] = (no_win, no_win_by_count, scrambled, ron_after_result)
