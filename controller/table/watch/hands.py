"""Faults of hands: too many or too few tiles, an early draw, the wrong dealer, tiles missing from the set."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from controller.journal.state import Phase, RiichiStand, RoundState
from controller.machine.facts import Dealer
from controller.referee.detect.finding import SEAT_JA, seats_named
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import TILES
from controller.riichi.wall import STACKS
from controller.table.infer.setting_up import expected_indicator
from controller.table.observe.moment import Moment
from controller.table.observe.scene import ObservedHand
from controller.table.watch.watch import Hold, Sign, Watcher, sign

_HAND: Final = 13
_FIRST_DISCARDS: Final = 4
_SETTING: Final = (Phase.BROKEN, Phase.DEALT)


def hand_sizes(moment: Moment) -> Iterator[Sign | Hold]:
    """Yield signs for hands at rest without 13 tiles (14 on their turn); each meld counts as three tiles."""
    observation, round_ = moment.observation, moment.observation.round
    if round_.phase is not Phase.PLAY or any(round_.revealed):
        return
    if not moment.at_rest():
        yield Hold(("hand-too-many", "hand-too-few"))
        return
    early = _drawn_ahead(moment)
    for seat in SEATS:
        hand = observation.scene.hands[seat].value
        if hand is None or not hand.standing or hand.shown or hand.apart is not None:
            continue
        size = hand.standing + 3 * len(round_.melds[seat])
        most = _HAND + (seat is round_.turn or (seat is round_.turn.turn(1) and early))
        least = _HAND
        fresh = moment.in_full_view() and moment.fresh(hands=[seat])
        if size > most:
            yield sign(
                "hand-too-many", f"手牌 {hand.standing} 枚。", f"{hand.standing} tiles stand.", seat, fresh=fresh
            )
        elif size < least:
            yield sign("hand-too-few", f"手牌 {hand.standing} 枚。", f"{hand.standing} tiles stand.", seat, fresh=fresh)


def draw_early(moment: Moment) -> Iterator[Sign]:
    """Yield a sign if the next player holds a drawn tile before the player on turn has discarded (npm art. 21)."""
    observation, round_ = moment.observation, moment.observation.round
    if round_.phase is not Phase.PLAY or any(round_.revealed) or not moment.at_rest() or not _drawn_ahead(moment):
        return
    turn, then = round_.turn, round_.turn.turn(1)
    if all(_holds(observation.scene.hands[seat].value, round_, seat) == _HAND + 1 for seat in (turn, then)):
        fresh = moment.in_full_view() and moment.fresh(hands=[turn, then])
        ja = f"{SEAT_JA[turn]}の打牌前に{SEAT_JA[then]}がツモりました。"
        en = f"Seat {then.name} drew before seat {turn.name} discarded."
        yield sign("draw-early", ja, en, then, str(len(round_.discards)), fresh=fresh)


def dealer_wrong(moment: Moment) -> Iterator[Sign]:
    """Yield a sign if a seat other than the dealer took the fourteenth tile."""
    observation, round_ = moment.observation, moment.observation.round
    if round_.phase not in _SETTING or round_.last is not None:
        return
    held = [_holds(observation.scene.hands[seat].value, round_, seat) for seat in SEATS]
    others = [seat for seat in SEATS if held[seat] == _HAND + 1]
    if sorted(size or 0 for size in held) == [13, 13, 13, 14] and others[0] is not round_.dealer:
        told = seats_named(round_.dealer, others[0])
        yield sign("dealer-wrong", told.ja, told.en, others[0], fresh=moment.fresh(hands=SEATS))


def discard_before_ready(moment: Moment) -> Iterator[Sign]:
    """Yield signs if the dealer discarded while a hand was short or no indicator was open (npm art. 13 ho)."""
    observation, round_ = moment.observation, moment.observation.round
    if (
        round_.phase is not Phase.PLAY
        or not 1 <= len(round_.discards) <= _FIRST_DISCARDS
        or round_.made
        or any(round_.revealed)
    ):
        return
    seen = observation.scene.newest
    if seen is not None and not round_.dora and round_.broken is not None:
        # Any face read on a wall, on either tier, is an open indicator; an unreadable stack may hide one.
        stacks, dora_stack = observation.scene.stacks or STACKS, observation.rulebook.table.dora_stack.value
        due = expected_indicator(round_, stacks, 0, dora_stack)
        wall = None if due is None else seen.walls[due.wall]
        hidden = seen.indicators is None or due is None or wall is None or wall[due.stack - 1] is None
        if not seen.indicators:
            yield sign(
                *("discard-before-ready", "ドラ表示牌が開いていません。", "No dora indicator lies open."),
                round_.dealer,
                fresh=not hidden,
            )
    if len(round_.discards) == 1 and moment.at_rest():
        held = [_holds(observation.scene.hands[seat].value, round_, seat) for seat in SEATS]
        short = [seat for seat in SEATS if seat is not round_.dealer and 0 < (held[seat] or 0) < _HAND]
        if short:
            yield sign(
                *("discard-before-ready", "配牌が済んでいません。", "Not every hand was dealt."),
                round_.dealer,
                fresh=moment.fresh(hands=short),
            )


def riichi_not_tsumogiri(moment: Moment) -> Iterator[Sign]:
    """Yield a sign if a seat camera reads another hand than at the declaration, without naming secret tiles."""
    observation, round_ = moment.observation, moment.observation.round
    if round_.phase is not Phase.PLAY or not moment.at_rest():
        return
    for seat in SEATS:
        kept, seen = observation.scene.riichi_hands.get(seat), observation.scene.concealed[seat]
        held = seen.value
        if kept is None or held is None or round_.riichi[seat].stand is not RiichiStand.ACCEPTED or seat is round_.turn:
            continue
        if held.apart is None and len(held.tiles) == len(kept) and Counter(kept) != Counter(held.tiles):
            fresh = seen.last == observation.evidence
            yield sign(
                *("riichi-not-tsumogiri", "リーチ後に手牌が変わりました。", "The hand changed after riichi."),
                seat,
                fresh=fresh,
            )


def tile_missing(moment: Moment) -> Iterator[Sign | Hold]:
    """Yield a sign if all zones together show fewer tiles than the set."""
    observation, round_ = moment.observation, moment.observation.round
    seen = observation.scene.newest
    if seen is None or round_.phase is not Phase.PLAY or any(round_.revealed):
        return
    heights = [height for wall in seen.walls for height in (wall if wall is not None else (None,))]
    hands = [observation.scene.hands[seat].value for seat in SEATS]
    in_view = moment.in_full_view() and moment.fresh(hands=SEATS) and moment.at_rest()
    if None in heights or None in hands or not in_view:
        yield Hold(("tile-missing",))
        return
    total = sum(height or 0 for height in heights) + sum(_tiles(hand) for hand in hands if hand is not None)
    total += sum(len(river) for river in seen.rivers if river is not None)
    total += sum(len(meld.tiles) for row in seen.melds if row is not None for meld in row)
    if total > TILES:
        # More tiles than the set has: a stack of one was read as two, so missing tiles cannot be counted.
        yield Hold(("tile-missing",))
    elif total < TILES - _beside_the_wall(moment):
        yield sign("tile-missing", f"卓上に {total} 枚。", f"{total} tiles are visible.", subject="set")


def _beside_the_wall(moment: Moment) -> int:
    """Return 1 if a machine dealt and no kong was made: the lowered tile then lies on no stack. Return 0 otherwise."""
    return int(moment.observation.venue.work.dealer is Dealer.MACHINE and not moment.observation.round.kongs)


def _drawn_ahead(moment: Moment) -> bool:
    """True if the walls, where readable, lack more tiles than the record and the draw of this turn explain."""
    observation, round_ = moment.observation, moment.observation.round
    standing = observation.scene.wall_tiles.value
    if standing is None:
        return False
    gone = TILES - standing - round_.kongs - _beside_the_wall(moment)
    return gone >= 52 + round_.live_draws + (not round_.drawn) + 1


def _holds(hand: ObservedHand | None, round_: RoundState, seat: Seat) -> int | None:
    if hand is None or hand.shown or hand.apart is not None:
        return None
    return hand.standing + 3 * len(round_.melds[seat])


def _tiles(hand: ObservedHand) -> int:
    return hand.standing + len(hand.shown) + (hand.apart is not None)


HANDS: Final[tuple[Watcher, ...]] = (
    hand_sizes,
    draw_early,
    dealer_wrong,
    discard_before_ready,
    riichi_not_tsumogiri,
    tile_missing,
)
