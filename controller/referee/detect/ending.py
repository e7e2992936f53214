"""Faults at the end of a round: furiten, noten riichi, dead waits, wrong tenpai, dora of a robbed kong."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from controller.errors import HandError
from controller.journal import events as ev
from controller.journal.events import DrawKind
from controller.journal.state import RiichiStand, RoundState
from controller.referee.detect.finding import Case, Detector, Finding, findings
from controller.referee.rules.furiten import furiten, furiten_case, may_draw_after_passing
from controller.referee.rules.riichi_acts import RiichiCase, may_declare
from controller.referee.rules.riichi_kong import RiichiKongCase, riichi_kong
from controller.referee.rules.tenpai import DrawnHand, noten_riichi, tenpai_at_draw
from controller.referee.rules.winners import WHY
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import format_tiles
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.scoring.win import WinBy
from controller.text import Text


def ron_in_furiten(case: Case) -> Iterator[Finding]:
    """Find rons by players who are in furiten by the record, with every kind of furiten that applies."""
    round_, event = case.before.round, case.event
    if not isinstance(event, ev.RoundWon) or round_ is None:
        return
    for won in event.wins:
        if won.win.by is not WinBy.RON:
            continue
        seat = won.win.winner
        try:
            told = furiten(furiten_case(round_, seat, won.win.hand), case.rulebook)
        except HandError:
            continue
        yield from findings(told, seat, seat.name)


def claims_beside(case: Case) -> Iterator[Finding]:
    """Find the other claims to a tile that another player wins, each by its fault code."""
    if isinstance(case.event, ev.RoundWon):
        for each in case.event.beside:
            yield Finding(each.code, WHY[each.code], each.seat, each.seat.name)


def tsumo_after_passing(case: Case) -> Iterator[Finding]:
    """Find a tsumo by a player in riichi who passed a win, if the book does not allow a win to be passed."""
    round_, event = case.before.round, case.event
    if not isinstance(event, ev.RoundWon) or round_ is None:
        return
    for won in event.wins:
        seat = won.win.winner
        if won.win.by is not WinBy.TSUMO:
            continue
        try:
            drew = replace(furiten_case(round_, seat, won.win.hand), claimed=False, taken=True)
            told = may_draw_after_passing(drew, case.rulebook)
        except HandError:
            continue
        yield from findings(told, seat, seat.name)


def win_tile_mixed_in(case: Case) -> Iterator[Finding]:
    """Find a tsumo whose winning tile was first put into the hand (npm art. 34 ro)."""
    if isinstance(case.event, ev.RoundWon):
        for won in case.event.wins:
            if won.win.by is WinBy.TSUMO and not won.win.tile_shown_apart:
                seat = won.win.winner
                detail = Text("ツモ牌が手牌に入っています。", "The drawn tile is inside the hand.")
                yield Finding("win-tile-mixed-in", detail, seat, seat.name)


def kan_dora_robbed(case: Case) -> Iterator[Finding]:
    """Find the indicator of a robbed kong that was turned although that kong is void."""
    round_ = case.before.round
    if not isinstance(case.event, ev.RoundWon) or round_ is None or not case.event.wins:
        return
    if case.event.wins[0].win.robbed_kong and len(round_.dora) > round_.kongs:
        detail = Text("槍槓されたカンのドラ表示牌が開いています。", "The robbed kong's indicator is face up.")
        yield Finding("kan-dora-robbed", detail, None if round_.last is None else round_.last.seat)


def tenpai_shown_falsely(case: Case) -> Iterator[Finding]:
    """Find open hands at a draw that are not tenpai; a player in riichi is then in noten riichi, shown or not."""
    late = isinstance(case.event, ev.HandRevealed)
    for round_, seat in _hands_at_draw(case):
        hand = shown_hand(round_, seat)
        in_riichi = round_.riichi[seat].stand is RiichiStand.ACCEPTED
        event = case.event
        # In an unwatched round a person states who is tenpai: a player not named lays the hand down.
        told_by = isinstance(event, ev.RoundDrawn) and bool(event.by) and seat not in event.tenpai
        named = told_by and not round_.discards and not round_.lost_right[seat]
        # After a draw is recorded, hands are put down and mixed, so only shown hands count then.
        laid_down = in_riichi and not late and (named if hand is None else not hand.hand)
        if not laid_down and (hand is None or not hand.hand):
            continue
        try:
            if in_riichi:
                told = None if hand is None or laid_down else noten_riichi(hand, case.rulebook, by_draw=True)
                if told is None or "riichi-noten" in told.codes:
                    text = Text(
                        "リーチ者の手牌がテンパイしていません。", "The hand of a player in riichi is not tenpai."
                    )
                    yield Finding("riichi-noten", text, seat, seat.name)
                continue
            assert hand is not None
            if late and (round_.outcome is None or seat not in round_.outcome.tenpai):
                continue
            yield from findings(tenpai_at_draw(hand, case.rulebook), seat, seat.name)
        except HandError:
            continue


def noten_riichi_at_win(case: Case) -> Iterator[Finding]:
    """Find an open riichi hand that is not tenpai although another player won, if the book checks it then."""
    for round_, seat in _hands_at_win(case):
        hand = shown_hand(round_, seat)
        if hand is None or not hand.hand or round_.riichi[seat].stand is not RiichiStand.ACCEPTED:
            continue
        try:
            told = noten_riichi(hand, case.rulebook, by_draw=False)
        except HandError:
            continue
        yield from findings(told, seat, seat.name)


def _hands_at_draw(case: Case) -> Iterator[tuple[RoundState, Seat]]:
    """Yield the round and seats whose hands an exhaustive draw shows: all when recorded, later each that is opened."""
    event, late = case.event, _opened_late(case)
    if isinstance(event, ev.RoundDrawn) and event.kind in _DRAWN and case.before.round is not None:
        yield from ((case.before.round, seat) for seat in SEATS)
    elif late is not None and late[0].outcome is not None and late[0].outcome.draw in _DRAWN:
        yield late


def _hands_at_win(case: Case) -> Iterator[tuple[RoundState, Seat]]:
    """Yield the round and seats of the losers' hands at a win: all when recorded, later each that is opened."""
    event, late = case.event, _opened_late(case)
    if isinstance(event, ev.RoundWon) and case.before.round is not None:
        won = {each.win.winner for each in event.wins}
        yield from ((case.before.round, seat) for seat in SEATS if seat not in won)
    elif late is not None and late[0].outcome is not None and late[0].outcome.wins:
        others = {each.win.winner for each in late[0].outcome.wins}
        yield from (late,) if late[1] not in others else ()


def _opened_late(case: Case) -> tuple[RoundState, Seat] | None:
    """Return the round and the seat of a hand opened between the result and its confirmation; else None."""
    round_, event = case.after.round, case.event
    if not isinstance(event, ev.HandRevealed) or round_ is None or not round_.pending:
        return None
    return round_, event.seat


def riichi_on_dead_wait(case: Case) -> Iterator[Finding]:
    """Find a riichi declared although the player saw every tile that would complete the hand."""
    for round_, seat in _hands_at_draw(case):
        hand = shown_hand(round_, seat)
        declared = _declared_at(round_, seat)
        if (
            hand is None
            or declared is None
            or any(made.seat is seat and made.discards > declared for made in round_.made)
        ):
            continue
        try:
            judged = RiichiCase(hand.hand, hand.melds, visible=_visible(round_, seat, declared))
        except HandError:
            continue
        if "riichi-dead-wait" in may_declare(judged, case.rulebook).codes:
            waits = format_tiles(map(Tile, judged.wanted()))
            text = Text(f"待ち {waits} は宣言時にすべて見えています。", f"All {waits} were visible at the declaration.")
            yield Finding("riichi-dead-wait", text, seat, seat.name)


def riichi_kong_at_draw(case: Case) -> Iterator[Finding]:
    """Find illegal concealed kongs made in riichi, judged by the hand shown at the draw."""
    for round_, seat in _hands_at_draw(case):
        hand, declared = shown_hand(round_, seat), _declared_at(round_, seat)
        if hand is None or not hand.hand or declared is None:
            continue
        melds, tiles = list(hand.melds), hand.hand
        later = [
            made.meld
            for made in round_.made
            if made.seat is seat and made.discards > declared and made.meld.kind is MeldKind.KAN_CONCEALED
        ]
        for kong in reversed(later):
            melds.remove(kong)
            tiles = (*tiles, *kong.tiles[:3])
            try:
                judged = RiichiKongCase(
                    tiles,
                    kong.tiles[3],
                    kong.first_kind,
                    tuple(melds),
                    round_.prevailing_wind,
                    seat,
                    round_.dealer,
                )
                told = riichi_kong(judged, case.rulebook)
            except HandError:
                break
            for ground in told.grounds[:1]:
                if ground.code:
                    yield Finding(ground.code, ground.text, seat, f"{seat.name}{kong.first_kind}")


_DRAWN: Final = (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN)


def shown_hand(round_: RoundState, seat: Seat) -> DrawnHand | None:
    """Return the hand of a seat at the end; without tiles if it is face down, None if it was not seen."""
    hand = round_.revealed[seat]
    if hand is None or hand.apart is not None:
        return None
    return DrawnHand(
        hand.tiles,
        round_.melds[seat],
        riichi=round_.riichi[seat].stand is RiichiStand.ACCEPTED,
        lost_right=round_.lost_right[seat],
        prevailing_wind=round_.prevailing_wind,
        seat=seat,
        dealer=round_.dealer,
    )


def _declared_at(round_: RoundState, seat: Seat) -> int | None:
    """Return the place of the seat's declared tile among the round's discards; None without a valid riichi."""
    if round_.riichi[seat].stand is not RiichiStand.ACCEPTED:
        return None
    places = (place for place, each in enumerate(round_.discards) if each.seat is seat and each.sideways)
    return next(places, None)


def _visible(round_: RoundState, seat: Seat, declared: int) -> tuple[Tile, ...]:
    """Return the tiles that the declarer saw outside hand and melds at the declaration."""
    rivers = [each.tile for each in round_.discards[: declared + 1] if each.called_by is not seat]
    made = [each for each in round_.made if each.discards <= declared and each.seat is not seat]
    melds = [tile for each in made for tile in _own_tiles(each.meld)]
    kongs = sum(each.meld.kind.is_kong for each in round_.made if each.discards <= declared)
    return (*rivers, *melds, *(shown.tile for shown in round_.dora[: 1 + kongs]))


def _own_tiles(meld: Meld) -> list[Tile]:
    """Return the tiles of a meld that came from the hand: for an added kong the added one."""
    if meld.kind is MeldKind.KAN_ADDED:
        return [meld.tiles[-1]]
    tiles = list(meld.tiles)
    if meld.called is not None:
        tiles.remove(meld.called)
    return tiles


ENDING: Final[tuple[Detector, ...]] = (
    ron_in_furiten,
    claims_beside,
    tsumo_after_passing,
    win_tile_mixed_in,
    kan_dora_robbed,
    tenpai_shown_falsely,
    noten_riichi_at_win,
    riichi_on_dead_wait,
    riichi_kong_at_draw,
)
