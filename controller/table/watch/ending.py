"""What open hands show: wins that are none, hands opened or scrambled, a second ron on the same tile."""

from collections.abc import Iterator
from typing import Final

from controller.journal import events as ev
from controller.journal.state import Phase
from controller.riichi.notation import count_kinds
from controller.riichi.seat import SEATS, Seat
from controller.riichi.waits import is_tenpai
from controller.table.infer.aborted import shows_terminals
from controller.table.infer.ending import is_exhausted
from controller.table.infer.wins import lacking, outranked_rons, won_hands
from controller.table.observe.moment import Moment
from controller.table.watch.watch import Sign, Watcher, sign

Key = tuple[str, str]
_RUNNING: Final = (Phase.DEALT, Phase.PLAY)
_CODES: Final = {"no-yaku": "win-no-yaku", "not-complete": "win-incomplete", "kong-not-robbable": "win-incomplete"}
_NEARER: Final = ("頭ハネ。", "A nearer player wins the tile.")
_WHY: Final = {
    "win-no-yaku": ("役がない。", "The hand has no yaku."),
    "win-incomplete": ("和了形でない。", "The hand is not complete."),
    "hand-opened": ("和了する牌がないのに開いた。", "The hand was opened with no tile to win."),
    "dead-player-acts": ("和了放棄者が手牌を開いた。", "Opened by a player who lost the right to win."),
}


def still_wrong(moment: Moment, seat: Seat) -> tuple[frozenset[Key], frozenset[Key]]:
    """Faults (code, subject) that the open hand of a seat may be, and those of all hands that it is as recorded now."""
    signs = (each.finding for each in no_win(moment))
    return frozenset((code, seat.name) for code in _WHY), frozenset((each.code, each.subject) for each in signs)


def no_win(moment: Moment) -> Iterator[Sign]:
    """Open hands that are no win before the end of the wall."""
    observation, round_ = moment.observation, moment.observation.round
    if round_.phase not in _RUNNING or is_exhausted(observation) or won_hands(observation.state, observation.rulebook):
        return
    for seat in SEATS:
        hand = round_.revealed[seat]
        if hand is None or not hand.tiles or observation.scene.open_hand(seat) is None:
            continue
        if seat is shows_terminals(round_, observation.rulebook) and not round_.lost_right[seat]:
            continue
        code = "dead-player-acts" if round_.lost_right[seat] else _code(moment, seat)
        reading = observation.scene.hands[seat]
        fresh = moment.fresh(hands=[seat]) and reading.sure
        yield sign(code, *_WHY[code], seat, fresh=fresh, confidence=moment.confidence(hands=[seat]))


def _code(moment: Moment, seat: Seat) -> str:
    observation, round_ = moment.observation, moment.observation.round
    code = _CODES.get(lacking(observation.state, seat, observation.rulebook), "hand-opened")
    hand = round_.revealed[seat]
    if code != "win-incomplete" or hand is None or hand.apart is not None or seat is round_.turn:
        return code
    # Without a tile set apart, a hand that waits for nothing was not opened for a win on another's tile.
    waits_for_some = is_tenpai(count_kinds(hand.tiles), round_.melds[seat], drop_held=False)
    return code if waits_for_some else "hand-opened"


def scrambled(moment: Moment) -> Iterator[Sign]:
    """A winner's hand no longer lies as it was shown, before the result is confirmed (npm art. 35 i, 52 ni)."""
    observation, round_ = moment.observation, moment.observation.round
    if round_.phase is not Phase.RESULT or round_.outcome is None:
        return
    for won in round_.outcome.wins:
        seat = won.win.winner
        shown, seen = round_.revealed[seat], observation.scene.hands[seat].value
        if shown is None or seen is None or len(seen.shown) + seen.standing >= len(shown.tiles):
            continue
        ja, en = "確認前に和了者の手牌が崩れた。", "The winner's hand is broken up before it was confirmed."
        yield sign("win-scrambled", ja, en, seat, fresh=moment.fresh(hands=[seat]))


def second_ron(moment: Moment) -> Iterator[Sign]:
    """A ron on a tile that a nearer player wins, where the book lets one win."""
    for case in moment.happened(ev.RoundWon):
        for seat in outranked_rons(case.before, moment.observation.rulebook):
            yield sign("win-second-claim", *_NEARER, seat, sure=True)
    for case in moment.happened(ev.HandRevealed):
        event = case.event
        if not isinstance(event, ev.HandRevealed) or case.before.phase is not Phase.RESULT:
            continue
        if event.seat in outranked_rons(case.after, moment.observation.rulebook):
            yield sign("win-second-claim", *_NEARER, event.seat, sure=True)


ENDS: Final[tuple[Watcher, ...]] = (no_win, scrambled, second_ron)
