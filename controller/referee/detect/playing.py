"""Faults in play, each found from one event: turns, calls, kongs, riichi, acts of a player without the right to win."""

from collections.abc import Iterable, Iterator
from typing import Final

from controller.errors import HandError
from controller.journal import events as ev
from controller.journal.ledger import standing
from controller.journal.state import RiichiStand, RoundState, is_claim
from controller.referee.detect.finding import SEAT_JA, Case, Detector, Finding, findings, seats_named
from controller.referee.faults.penalties import due_penalty
from controller.referee.rules.abortive import due_by_record
from controller.referee.rules.meld_limits import MeldCase, may_meld
from controller.referee.rules.riichi_acts import next_sideways, too_few_points, too_late
from controller.referee.rules.swap_calling import swap_calling
from controller.referee.rules.tenpai import tenpai_by_shape
from controller.riichi.copies import beyond_set
from controller.riichi.meld import MeldKind
from controller.riichi.notation import format_tiles
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from controller.rulebooks.names.values import VALUE_NAMES
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import Penalty
from controller.scoring.game.flow import Last
from controller.text import Text

_NO_DRAW: Final = (MeldKind.CHII, MeldKind.PON)


def discard_out_of_turn(case: Case) -> Iterator[Finding]:
    """Find a discard by a seat not on turn; if it is the round's first, the wrong dealer has dealt."""
    round_ = case.before.round
    if not isinstance(case.event, ev.Discarded) or round_ is None or case.event.seat is round_.turn:
        return
    seat = case.event.seat
    if round_.last is None:
        yield Finding("dealer-wrong", seats_named(round_.dealer, seat), seat)
    elif not _draws_the_missing_tile(case, round_.turn):
        told = seats_named(round_.turn, seat)
        detail = Text(f"打 {case.event.tile}。{told.ja}", f"Discard {case.event.tile}. {told.en}")
        yield Finding("discard-out-of-turn", detail, seat, str(len(round_.discards)))


def clock_over(case: Case) -> Iterator[Finding]:
    """Find the first discard of a round that was begun after time."""
    round_, state = case.before.round, case.before
    if (
        not isinstance(case.event, ev.Discarded)
        or round_ is None
        or round_.last is not None
        or state.last is not Last.CLOCK
    ):
        return
    if state.rounds > state.last_round:
        yield Finding(
            "clock-over", Text("時間切れの後に始まりました。", "It began after time was up."), case.event.seat
        )


def _draws_the_missing_tile(case: Case, seat: Seat) -> bool:
    """True if the seat passed over may cure too few tiles by a draw without a discard (wakashachi art. 16)."""
    due = due_penalty("hand-too-few", case.rulebook)
    short = any(
        each.fault.code == "hand-too-few" and each.fault.seat is seat and each.round == case.before.rounds
        for each in case.before.faults
    )
    return short and due is not None and due.penalty is Penalty.CORRECTED


def dead_wall_drawn(case: Case) -> Iterator[Finding]:
    """Find a discard after a draw although no live tile was left by the record."""
    round_ = case.before.round
    if isinstance(case.event, ev.Discarded) and round_ is not None and round_.tiles_left <= 0 and not round_.drawn:
        detail = Text("海底牌の後に摸打がありました。", "A tile was drawn after the last one.")
        yield Finding("dead-wall-drawn", detail, case.event.seat)


def abortive_draw_passed(case: Case) -> Iterator[Finding]:
    """Find a discard or a call after an act that aborts the round under the book."""
    round_, event = case.before.round, case.event
    if round_ is None or not isinstance(event, ev.Discarded | ev.Called):
        return
    due = due_by_record(round_, case.rulebook, passed=True)
    if due is not None:
        told = VALUE_NAMES[due]
        detail = Text(
            f"{told.ja}で流局になるところ、続行されました。", f"Play went on past an abortive draw: {told.en}."
        )
        yield Finding("abortive-draw-passed", detail, subject=due.value)


def kuikae(case: Case) -> Iterator[Finding]:
    """Find a discard that would have completed the set just called."""
    round_ = case.before.round
    if not isinstance(case.event, ev.Discarded) or round_ is None or round_.last is None or not round_.made:
        return
    made = round_.made[-1]
    if round_.last.meld not in _NO_DRAW or made.seat is not case.event.seat:
        return
    try:
        told = swap_calling(made.meld, case.event.tile, case.rulebook)
    except HandError:
        return
    yield from findings(told, case.event.seat, str(len(round_.discards)))


def meld_limits(case: Case) -> Iterator[Finding]:
    """Find calls and kongs after the last tile, a fifth kong, a kong without a drawn tile."""
    round_, event = case.before.round, case.event
    if not isinstance(event, ev.Called) or round_ is None:
        return
    claims = is_claim(event.meld.kind)
    drew = not (round_.last is not None and round_.last.seat is event.seat and round_.last.meld in _NO_DRAW)
    left = round_.tiles_left - (not claims and not round_.drawn)
    told = may_meld(MeldCase(event.meld.kind, max(0, left), round_.kongs, drew), case.rulebook)
    yield from findings(told, event.seat, f"{event.seat.name}{len(round_.made)}")


def taken_from_elsewhere(case: Case) -> Iterator[Finding]:
    """Find a sideways tile that points to another seat than the discarder, or a chow not from the left."""
    event = case.event
    if not isinstance(event, ev.Called) or event.taken_from is None:
        return
    tiles = format_tiles(event.meld.tiles)
    detail = Text(
        f"{tiles}: 実際は{SEAT_JA[event.taken_from]}の捨て牌です。",
        f"{tiles}: the tile is seat {event.taken_from.name}'s.",
    )
    code = "chi-not-from-left" if event.meld.kind is MeldKind.CHII else "meld-orientation"
    yield Finding(code, detail, event.seat, tiles)


def riichi_acts(case: Case) -> Iterator[Finding]:
    """Find a riichi with an open hand, too late, or with less than a stick; seen, or stated by a person."""
    round_, seat = case.after.round, _riichi_of(case)
    if seat is None or round_ is None:
        return
    book = case.rulebook
    if any(meld.is_open for meld in round_.melds[seat]):
        detail = Text("門前ではありません。", "The hand is open.")
        yield Finding("riichi-open-hand", detail, seat, seat.name)
    if too_late(round_.tiles_left, book):
        detail = Text(f"残り {round_.tiles_left} 枚。", f"{round_.tiles_left} tiles are left.")
        yield Finding("riichi-too-late", detail, seat, seat.name)
    points = standing(case.before).scores[seat]
    if too_few_points(points, book):
        detail = Text(f"持ち点 {points}。", f"The player has {points}.")
        yield Finding("riichi-no-points", detail, seat, seat.name)


def riichi_next_not_sideways(case: Case) -> Iterator[Finding]:
    """Find a discard after a called riichi tile that is not sideways."""
    round_, event = case.after.round, case.event
    if not isinstance(event, ev.Discarded) or round_ is None or round_.riichi[event.seat].stand is RiichiStand.NONE:
        return
    own = [each for each in round_.discards if each.seat is event.seat]
    yield from findings(next_sideways(own, case.rulebook), event.seat, event.seat.name)


def riichi_hand_changed(case: Case) -> Iterator[Finding]:
    """Find a call or an added kong by a player in riichi."""
    round_, event = case.before.round, case.event
    if not isinstance(event, ev.Called) or round_ is None or event.meld.kind is MeldKind.KAN_CONCEALED:
        return
    if round_.riichi[event.seat].stand is not RiichiStand.NONE:
        tiles = format_tiles(event.meld.tiles)
        detail = Text(f"リーチ後に {tiles} を鳴きました。", f"{tiles} called after riichi.")
        yield Finding("riichi-hand-changed", detail, event.seat, event.seat.name)


def dead_player_acts(case: Case) -> Iterator[Finding]:
    """Find a call, a kong, a riichi or a win of a player who lost the right to win."""
    round_ = case.before.round
    if round_ is None:
        return
    for seat, act in _acts(case):
        if round_.lost_right[seat]:
            detail = Text(f"アガリ放棄後の{act.ja}。", f"After the right to win was lost: {act.en}.")
            yield Finding("dead-player-acts", detail, seat, f"{seat.name}{act.en}{len(round_.made)}")


def _riichi_of(case: Case) -> Seat | None:
    """Return the seat whose riichi begins with the event: its declaration, or its stick if that was not seen."""
    event, before = case.event, case.before.round
    if not isinstance(event, ev.RiichiDeclared | ev.RiichiAccepted) or before is None:
        return None
    return event.seat if before.riichi[event.seat].stand is RiichiStand.NONE else None


def _acts(case: Case) -> Iterator[tuple[Seat, Text]]:
    event, declared = case.event, _riichi_of(case)
    if isinstance(event, ev.Called):
        yield event.seat, Text("副露", "a call")
    elif declared is not None:
        yield declared, Text("リーチ", "riichi")
    elif isinstance(event, ev.RoundWon):
        for won in event.wins:
            yield won.win.winner, Text("アガリ", "a win")


def lost_right(round_: RoundState, seat: Seat, rulebook: Rulebook) -> bool:
    """True if the seat lost the right to win and is noten because of it."""
    return round_.lost_right[seat] and rulebook.penalties.lost_right_is_noten.value


def shows_tenpai(round_: RoundState, seat: Seat, rulebook: Rulebook) -> bool:
    """True if the open hand of a seat is tenpai under the book; a hand without the right to win may not count."""
    hand, melds = round_.revealed[seat], round_.melds[seat]
    if hand is None or hand.apart is not None or len(hand.tiles) != 13 - 3 * len(melds):
        return False
    if lost_right(round_, seat, rulebook):
        return False
    return tenpai_by_shape(hand.tiles, melds, rulebook)


def fifth_copies(tiles: Iterable[Tile], rulebook: Rulebook) -> Iterator[Finding]:
    """Find tiles that are visible more often than the set has them; red fives by the book's number."""
    for tile, count in beyond_set(tiles, rulebook.scoring.red_fives.value).items():
        detail = Text(f"{tile} が {count} 枚見えています。", f"{count} tiles of {tile} are visible.")
        yield Finding("tile-fifth-copy", detail, subject=str(tile))


PLAYING: Final[tuple[Detector, ...]] = (
    discard_out_of_turn,
    clock_over,
    dead_wall_drawn,
    abortive_draw_passed,
    kuikae,
    meld_limits,
    taken_from_elsewhere,
    riichi_acts,
    riichi_next_not_sideways,
    riichi_hand_changed,
    dead_player_acts,
)
