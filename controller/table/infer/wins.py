"""Wins of open hands by the record: winner, winning tile, tsumo or ron, and the circumstances."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from controller.errors import HandError
from controller.journal.events import ClaimBeside, WonHand
from controller.journal.ledger import standing
from controller.journal.state import LastAct, RiichiStand, RoundState, TableState
from controller.referee.rules.furiten import in_furiten
from controller.referee.rules.liability import kong_feeder, liable_for
from controller.referee.rules.winners import (
    LATER,
    SAME_TIME_S,
    SECOND,
    RonClaim,
    abort_the_round,
    ron_fault,
    voice_order,
    winners,
)
from controller.referee.watched import Matter, circumstances, watched_now
from controller.riichi.copies import with_due_reds
from controller.riichi.meld import MeldKind
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Round
from controller.scoring.score import NoWin, Score
from controller.scoring.scorer import score_as_if, score_win
from controller.scoring.settlement import score_rons
from controller.scoring.win import Riichi, Win, WinBy, unreachable
from controller.table.infer.kong_dora import counted_indicators, due_indicators

_ROBBABLE: Final = (MeldKind.KAN_ADDED, MeldKind.KAN_CONCEALED)


@dataclass(frozen=True, slots=True)
class _Position:
    """State, round and rulebook that all candidate wins share."""

    state: TableState
    round: RoundState
    rulebook: Rulebook


@dataclass(frozen=True, slots=True)
class ClaimedTile:
    """``won``: wins of the open hands, in turn order after the discarder; ``beside``: other claims to the tile."""

    won: tuple[WonHand, ...] = ()
    beside: tuple[ClaimBeside, ...] = ()


def won_hands(state: TableState, rulebook: Rulebook, same_time_s: float = SAME_TIME_S) -> tuple[WonHand, ...]:
    """Return the wins of the recorded open hands, in turn order after the discarder; () if there is none."""
    return claimed_tile(state, rulebook, same_time_s).won


def claimed_tile(state: TableState, rulebook: Rulebook, same_time_s: float = SAME_TIME_S) -> ClaimedTile:
    """Return the wins of open hands and other claims to the tile. Counters and sticks go to the first winner.

    Claims are simultaneous if their hands were opened within ``same_time_s`` of the first valid one, unless a person
    stated the order of the calls.
    """
    round_ = state.round
    if round_ is None:
        return ClaimedTile()
    moment = _Position(state, round_, rulebook)
    won = None if round_.lost_right[round_.turn] else _best(_tsumo(moment, round_.turn), rulebook)
    if won is not None:
        return ClaimedTile((WonHand(*won),))
    claims = _claims(moment, same_time_s)
    if all(each.code for each in claims):
        # An open hand that lost the right to win makes no result by itself; the referee is informed.
        claims = [each for each in claims if not round_.lost_right[each.win.winner]]
    found = winners(claims, _played(state, round_), rulebook)
    paid = tuple(WonHand(win, score, in_furiten(round_, win.winner, win.hand, rulebook)) for win, score in found.won)
    # Once the wall is exhausted, a hand that does not win may be shown for its tenpai.
    wins_it = (SECOND, LATER) if round_.tiles_left <= 0 else None
    beside = (ClaimBeside(seat, code) for seat, code in found.beside if wins_it is None or code in wins_it)
    return ClaimedTile(paid, tuple(beside))


def _played(state: TableState, round_: RoundState) -> Round:
    return Round(round_.prevailing_wind, round_.dealer, round_.counters, standing(state).riichi_sticks)


def _claims(moment: _Position, same_time_s: float) -> list[RonClaim]:
    """Return the rons that open hands claim, each with its fault code, if any, and its place in the order of calls."""
    round_, source = moment.round, _source(moment.round)
    if source is None:
        return []
    wins = [win for steps in range(1, 4) for win in _ron(moment, source.turn(steps), source)]
    claims = [RonClaim(win, ron_fault(round_, win, moment.rulebook)) for win in wins]
    told = voice_order(round_, moment.rulebook)
    times = {each.win.winner: _opened_at(round_, each.win.winner) for each in claims}
    first = min((times[each.win.winner] for each in claims if not each.code), default=0.0)
    return [
        replace(each, order=told.get(each.win.winner, len(told) + (times[each.win.winner] > first + same_time_s)))
        for each in claims
    ]


def won_again(
    state: TableState,
    wins: tuple[WonHand, ...],
    riichi: frozenset[Seat],
    rights: frozenset[Seat],
    rulebook: Rulebook,
) -> tuple[WonHand, ...]:
    """Return wins entered by a person, rescored after rulings on the ``riichi`` or ``rights`` of those seats."""
    round_ = state.round
    if round_ is None:
        return ()
    played = Round(round_.prevailing_wind, round_.dealer, round_.counters, standing(state).riichi_sticks)
    counted = []
    for win in (each.win for each in wins):
        bare = win
        if win.winner in riichi and round_.riichi[win.winner].stand is RiichiStand.NONE:
            bare = replace(win, riichi=Riichi.NONE, ippatsu=False, ura_indicators=())
        if win.winner not in rights or not round_.lost_right[win.winner]:
            counted.append(replace(bare, riichi_sticks=standing(state).riichi_sticks))
    if not counted:
        return ()
    if counted[0].by is WinBy.RON:
        scored = score_rons(counted, played, rulebook)
    else:
        scored = tuple((win, score) for win in counted if isinstance(score := score_as_if(win, rulebook), Score))
    furiten = {each.win.winner: each.furiten for each in wins}
    return tuple(WonHand(win, score, furiten[win.winner]) for win, score in scored)


def _opened_at(round_: RoundState, seat: Seat) -> float:
    shown = round_.revealed[seat]
    return 0.0 if shown is None else shown.at


def ura_known(round_: RoundState, wins: tuple[WonHand, ...], rulebook: Rulebook) -> bool:
    """True if no win depends on unseen ura indicators."""
    rules = rulebook.scoring
    if not rules.ura_dora.value or all(won.win.riichi is Riichi.NONE for won in wins):
        return True
    due = round_.dora if rules.kan_ura.value else round_.dora[:1]
    return bool(due) and all(shown.ura is not None for shown in due)


def worth_known(round_: RoundState, wins: tuple[WonHand, ...], rulebook: Rulebook) -> bool:
    """True if no win depends on anything unseen: dora, ura, or the time of a riichi declaration."""
    guessed = any(won.win.riichi is not Riichi.NONE and round_.riichi[won.win.winner].guessed for won in wins)
    return not guessed and _dora_known(round_, wins, rulebook) and ura_known(round_, wins, rulebook)


def _dora_known(round_: RoundState, wins: tuple[WonHand, ...], rulebook: Rulebook) -> bool:
    """True if no win depends on unseen dora indicators; a yakuman counts no dora."""
    counts = any(not won.score.yakuman for won in wins)
    return not counts or len(round_.dora) >= due_indicators(round_, rulebook).least


def is_triple_ron(state: TableState, rulebook: Rulebook, same_time_s: float = SAME_TIME_S) -> bool:
    """True if three players validly ron one tile at the same time, and the book aborts the round for it."""
    round_ = state.round
    return round_ is not None and abort_the_round(_claims(_Position(state, round_, rulebook), same_time_s), rulebook)


def lacking(state: TableState, seat: Seat, rulebook: Rulebook) -> str:
    """Return why a seat's open hand does not win, such as ``not-complete`` or ``no-yaku``; "" without a tile to win."""
    round_ = state.round
    if round_ is None:
        return ""
    moment = _Position(state, round_, rulebook)
    source = _source(round_)
    wins = [*_tsumo(moment, seat)] if seat is round_.turn else []
    if source is not None and source is not seat:
        wins += _ron(moment, seat, source)
    errors = {score.error for win in wins if isinstance(score := score_win(win, rulebook), NoWin)}
    return "no-yaku" if "no-yaku" in errors else next(iter(errors), "")


def _best(wins: Iterator[Win], rulebook: Rulebook) -> tuple[Win, Score] | None:
    scored = [(win, score) for win in wins if isinstance(score := score_win(win, rulebook), Score)]
    return max(scored, key=lambda pair: pair[1].points, default=None)


def _source(round_: RoundState) -> Seat | None:
    """Return the seat whose tile can be won now: the last discard, or the tile of a kong just made; else None."""
    if round_.last is None:
        return None
    if round_.last.meld is None:
        return None if not round_.discards or round_.discards[-1].called_by is not None else round_.last.seat
    return round_.last.seat if round_.last.meld in _ROBBABLE else None


def _tsumo(moment: _Position, seat: Seat) -> Iterator[Win]:
    round_ = moment.round
    hand, melds = round_.revealed[seat], round_.melds[seat]
    if hand is None:
        return
    size = 13 - 3 * len(melds)
    if hand.apart is not None:
        candidates = [(hand.tiles, hand.apart, True)]
    elif not _in_order(hand.tiles) and _in_order(hand.tiles[:-1]):
        # Nobody sorts a hand out of order: a tile that breaks the order was drawn, even if it lies close to the others.
        candidates = [(hand.tiles[:-1], hand.tiles[-1], True)]
    else:
        # The drawn tile was put into the hand and cannot be identified, so every tile is tried as the book allows it.
        # Of equal values the rightmost is more probable: drawn tiles are held there.
        candidates = [
            (hand.tiles[:place] + hand.tiles[place + 1 :], tile, False)
            for place, tile in reversed(tuple(enumerate(hand.tiles)))
            if tile not in hand.tiles[place + 1 :]
        ]
    replacement = round_.last == LastAct(seat, MeldKind.KAN_OPEN) or (
        round_.last is not None and round_.last.seat is seat and round_.last.meld in _ROBBABLE
    )
    after_claim = round_.last is not None and round_.last.seat is seat and not replacement
    for tiles, tile, apart in candidates:
        if len(tiles) != size or after_claim:
            continue
        yield from _win(
            moment,
            seat,
            tiles,
            tile,
            by=WinBy.TSUMO,
            replacement=replacement,
            tile_shown_apart=apart or not moment.rulebook.scoring.mixed_in_loses_wait.value,
        )


def _in_order(tiles: Sequence[Tile]) -> bool:
    """True if tiles are sorted by suit, and within the suits all ascending or all descending."""
    runs = [(suit, [tile.kind for tile in own]) for suit, own in groupby(tiles, key=lambda tile: tile.suit)]
    one_each = len({suit for suit, _ in runs}) == len(runs)
    return one_each and (
        all(own == sorted(own) for _, own in runs) or all(own == sorted(own, reverse=True) for _, own in runs)
    )


def _ron(moment: _Position, seat: Seat, source: Seat) -> Iterator[Win]:
    round_ = moment.round
    hand = round_.revealed[seat]
    size = 13 - 3 * len(round_.melds[seat])
    if hand is None or len(hand.tiles) != size or hand.apart is not None:
        return
    robbed = round_.last is not None and round_.last.meld is not None
    tile = _kong_tile(round_, source) if robbed else round_.discards[-1].tile
    if tile is None:
        return
    yield from _win(
        moment,
        seat,
        hand.tiles,
        tile,
        by=WinBy.RON,
        loser=source,
        robbed_kong=robbed,
        robbed_concealed_kong=robbed and round_.last is not None and round_.last.meld is MeldKind.KAN_CONCEALED,
    )


def _kong_tile(round_: RoundState, source: Seat) -> Tile | None:
    assert round_.last is not None
    kongs = [meld for meld in round_.melds[source] if meld.kind is round_.last.meld]
    return kongs[-1].tiles[-1] if kongs else None


def _win(
    moment: _Position,
    seat: Seat,
    tiles: tuple[Tile, ...],
    tile: Tile,
    *,
    by: WinBy,
    loser: Seat | None = None,
    replacement: bool = False,
    robbed_kong: bool = False,
    robbed_concealed_kong: bool = False,
    tile_shown_apart: bool = True,
) -> Iterator[Win]:
    """Yield the win, or nothing if the tiles and the record contradict each other."""
    round_ = moment.round
    melds = round_.melds[seat]
    in_riichi = round_.riichi[seat].stand is RiichiStand.ACCEPTED and not any(meld.is_open for meld in melds)
    # A circumstance seen only in part is asked about, and does not count before a person states it.
    told = circumstances(watched_now(moment.state, round_), seat, by, replacement or robbed_kong)
    counted = {matter for matter, whole in told.items() if whole}
    riichi = Riichi.DOUBLE if Matter.DOUBLE_RIICHI in counted else Riichi.RIICHI
    # A robbed kong is void and has no dora (npm art. 9 ro); the indicator of another kong may not be due yet.
    dora = round_.dora[: counted_indicators(round_, moment.rulebook, robbed_kong)]
    ura = tuple(shown.ura for shown in dora if shown.ura is not None)
    reds = moment.rulebook.scoring.red_fives.value
    rows = (tuple(shown.tile for shown in dora), ura, tiles, *(meld.tiles for meld in melds), (tile,))
    indicators, ura, tiles, *laid, (tile,) = with_due_reds(rows, reds)
    try:
        melds = tuple(
            meld if meld.tiles == painted else replace(meld, tiles=painted)
            for meld, painted in zip(melds, laid, strict=True)
        )
        win = Win(
            hand=tiles,
            tile=tile,
            by=by,
            melds=melds,
            prevailing_wind=round_.prevailing_wind,
            winner=seat,
            dealer=round_.dealer,
            loser=loser,
            riichi=riichi if in_riichi else Riichi.NONE,
            ippatsu=Matter.IPPATSU in counted,
            last_tile=Matter.LAST_TILE in counted,
            replacement=replacement,
            robbed_kong=robbed_kong,
            robbed_concealed_kong=robbed_concealed_kong,
            first_turn=Matter.FIRST_TURN in counted,
            dora_indicators=indicators,
            ura_indicators=ura,
            counters=round_.counters,
            riichi_sticks=standing(moment.state).riichi_sticks,
            liable_for=liable_for([made.meld for made in round_.made if made.seat is seat], seat, moment.rulebook),
            tile_shown_apart=tile_shown_apart,
            kong_fed_by=kong_feeder(round_, seat) if replacement else None,
        )
    except HandError:
        return
    if not unreachable(win, moment.rulebook):
        yield win
