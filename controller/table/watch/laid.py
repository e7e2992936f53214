"""Faults of rivers, melds and indicators: invalid sets, misplaced, retracted or loose tiles, dora."""

from collections.abc import Iterator
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import Final

from controller.journal import events as ev
from controller.journal.state import Phase, RiichiStand
from controller.ports.eyes import SeenRiverTile
from controller.referee.detect.finding import SEAT_JA
from controller.referee.detect.playing import fifth_copies
from controller.referee.referee import clear
from controller.referee.rules.riichi_acts import RiichiMoment, may_take_back, riichi_moment
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.meld_layout import is_set
from controller.riichi.notation import parse_tile
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import COPIES
from controller.table.infer.kong_dora import due_indicators
from controller.table.infer.sweeping import is_swept
from controller.table.observe.laid import Laid, meld_of
from controller.table.observe.loose import loose_before
from controller.table.observe.moment import Moment
from controller.table.observe.observation import Observation
from controller.table.watch.watch import Hold, Sign, Watcher, sign

_LOOSE: Final = "tile-loose"
_RUNNING: Final = (Phase.DEALT, Phase.PLAY)
_ROW_MM: Final = 20.0
"""Difference in depth, in mm, that starts a new row of discards anywhere; chosen: rows are a tile apart."""
_BACK_MM: Final = 40.0
"""Distance in mm to the left of the previous tile from which ``_NEARER_MM`` applies; chosen: two tiles."""
_NEARER_MM: Final = 10.0
"""Difference in depth, in mm, for a tile that far left: a row's last tile may lie towards its owner; chosen: half."""
_APART_MM: Final = 5.0


def melds(moment: Moment) -> Iterator[Sign]:
    """Yield signs for exposed tiles that form no set, or are not laid out as the book asks (npm art. 31)."""
    observation, round_ = moment.observation, moment.observation.round
    if round_.phase not in _RUNNING or any(round_.revealed):
        return
    reds = observation.rulebook.scoring.red_fives.value
    for seat in SEATS:
        reading = observation.scene.melds[seat]
        fresh, confidence = moment.fresh(melds=[seat]) and reading.sure, moment.confidence(melds=[seat])
        for place, laid in enumerate(reading.value or ()):
            meld, told = meld_of(laid, reds), " ".join(str(tile or "?") for tile in laid.tiles)
            subject = f"{seat.name}{place}"
            if len(laid.tiles) in (3, COPIES) and None not in laid.tiles and not is_set(laid.tiles):
                ja, en = f"{told} は面子ではありません。", f"{told} is no set."
                yield sign("meld-invalid", ja, en, seat, subject, fresh=fresh, confidence=confidence)
            elif _is_laid_wrong(laid, meld):
                ja, en = f"{told} の晒し方が違います。", f"{told} lies in the wrong way."
                yield sign("meld-orientation", ja, en, seat, subject, fresh=fresh)
        if _out_of_order(moment, seat):
            ja, en = "副露の並び順が違います。", "The melds lie in another order than they were made in."
            yield sign("meld-orientation", ja, en, seat, f"{seat.name} order", fresh=fresh)


def _is_laid_wrong(laid: Laid, meld: Meld | None) -> bool:
    if meld is None:
        return len(laid.tiles) == 3 and is_set(laid.tiles)
    if meld.kind is MeldKind.KAN_CONCEALED:
        return sum(tile is None for tile in laid.tiles) != 2
    return meld.kind is MeldKind.CHII and laid.sideways != (0,)


def _out_of_order(moment: Moment, seat: Seat) -> bool:
    observation = moment.observation
    laid, recorded = observation.scene.melds[seat].value, observation.round.melds[seat]
    if laid is None or len(laid) < 2 or len(laid) != len(recorded):
        return False
    seen = [meld_of(each, observation.rulebook.scoring.red_fives.value) for each in laid]
    kinds = [None if meld is None else meld.first_kind for meld in seen]
    due = [meld.first_kind for meld in recorded]
    return None not in kinds and kinds != due and sorted(kind or 0 for kind in kinds) == sorted(due)


def claimed_another_tile(moment: Moment) -> Iterator[Sign]:
    """Yield signs for melds whose sideways tile is not the last discard, although that was read surely for long."""
    for case in moment.happened_calls():
        round_, event = case.before.round, case.event
        if round_ is None or event.meld.called is None or event.meld.kind is MeldKind.KAN_ADDED:
            continue
        taken = [each for each in round_.discards if each.called_by is None]
        if not taken or round_.last is None or round_.last.meld is not None:
            continue
        last, sure = taken[-1], moment.observation.scene.last_lying
        if last.tile.kind == event.meld.called.kind or sure is None:
            continue
        if (sure.seat, sure.tile.kind) == (last.seat, last.tile.kind) and sure.count >= moment.dwell("meld-invalid"):
            yield sign(
                "meld-invalid",
                f"捨て牌 {last.tile} を使っていません。",
                f"The meld does not use the discard {last.tile}.",
                event.seat,
                f"{event.seat.name}{len(round_.made)}",
                sure=True,
                confidence=moment.confidence(melds=[event.seat]),
            )


def fifth_copy(moment: Moment) -> Iterator[Sign | Hold]:
    """Yield signs for five visible tiles of one kind, or more red fives than the set has."""
    observation = moment.observation
    if not moment.in_full_view():
        yield Hold(("tile-fifth-copy",))
        return
    for finding in fifth_copies(observation.scene.tiles_in_sight(observation.dwell.hand), observation.rulebook):
        yield Sign(finding, confidence=moment.confidence(tile=parse_tile(finding.subject)))


def fifth_kong(moment: Moment) -> Iterator[Sign]:
    """Yield a sign if more kongs lie on the table than the book allows in a round."""
    observation = moment.observation
    rows = [observation.scene.melds[seat].value or () for seat in SEATS]
    made = [(seat, laid) for seat, row in zip(SEATS, rows, strict=True) for laid in row if len(laid.tiles) == COPIES]
    if len(made) > observation.rulebook.riichi.most_kongs.value and observation.round.phase in _RUNNING:
        fresh = moment.fresh(melds=SEATS)
        yield sign(
            "kan-fifth",
            f"カンが {len(made)}つあります。",
            f"{len(made)} kongs are on the table.",
            subject="kongs",
            fresh=fresh,
        )


def discard_taken_back(moment: Moment) -> Iterator[Sign | Hold]:
    """Yield a sign if the last tile of a river is gone and no meld contains it."""
    observation, round_ = moment.observation, moment.observation.round
    if round_.phase is not Phase.PLAY or any(round_.revealed):
        return
    gaps = []
    for seat in SEATS:
        length, laid = observation.scene.rivers[seat].length.value, observation.scene.melds[seat].value
        if laid is not None and len(laid) != len(round_.melds[seat]):
            return
        if length is not None and length < len(round_.river(seat)):
            gaps.append(seat)
        elif length is not None and length > len(round_.river(seat)):
            yield Hold(("discard-taken-back",))
            return
    for seat in gaps[:1]:
        river = round_.river(seat)
        subject = f"{seat.name}{len(river)}"
        ja, en = f"{river[-1].tile} が河から消えました。", f"{river[-1].tile} is gone from the river."
        yield sign("discard-taken-back", ja, en, seat, subject, fresh=moment.in_full_view())


def river_rows(moment: Moment) -> Iterator[Sign]:
    """Yield signs for rows of discards longer than the book's row, or shorter although the next row has begun."""
    observation, round_ = moment.observation, moment.observation.round
    due = observation.rulebook.table.river_row.value
    if round_.phase is not Phase.PLAY:
        return
    for seat in SEATS:
        river = observation.scene.lying[seat]
        if len(river) < 2:
            continue
        rows = _rows(river, seat)
        if not rows:
            continue
        called = any(each.seat is seat and each.called_by is not None for each in round_.discards)
        wrong = [length for length in rows if length > due] + [
            length for length in rows[:-1] if length < due and not called
        ]
        if wrong:
            ja, en = f"一列 {wrong[0]} 枚。", f"{wrong[0]} tiles in a row."
            subject = f"{seat.name}{len(rows)}"
            yield sign("river-row-length", ja, en, seat, subject, fresh=moment.fresh(rivers=[seat]))


def _rows(river: tuple[SeenRiverTile, ...], seat: Seat) -> list[int]:
    """Return the number of tiles per row; a tile with a large enough difference in depth to the last begins a new row.

    Empty if two tiles have the same position, because the reader then gives no positions.
    """
    if any(hypot(b.seen.x - a.seen.x, b.seen.y - a.seen.y) < _APART_MM for a, b in pairwise(river)):
        return []
    angle = radians(90.0 * seat)
    # Rows of seat A run along x; those of each following seat are turned by a further 90 degrees.
    spots = [
        (
            each.seen.x * cos(angle) - each.seen.y * sin(angle),
            each.seen.y * cos(angle) + each.seen.x * sin(angle),
        )
        for each in river
    ]
    rows = [1]
    for (end, before), (across, depth) in pairwise(spots):
        if abs(depth - before) > (_NEARER_MM if end - across > _BACK_MM else _ROW_MM):
            rows.append(0)
        rows[-1] += 1
    return rows


def riichi_taken_back(moment: Moment) -> Iterator[Sign]:
    """Yield a sign if the declared tile was turned upright although the book forbids retracting the riichi then."""
    for seat, moved in straightened(moment):
        if not may_take_back(moved, moment.observation.rulebook).allowed:
            fresh = moment.fresh(rivers=[seat])
            ja, en = "宣言牌が縦に戻されました。", "The declared tile lies straight again."
            yield sign("riichi-taken-back", ja, en, seat, fresh=fresh)


def straightened(moment: Moment) -> Iterator[tuple[Seat, RiichiMoment]]:
    """Yield seats whose declared tile lies upright again, each with how late that is."""
    observation, round_ = moment.observation, moment.observation.round
    if round_.phase is not Phase.PLAY:
        return
    for seat in SEATS:
        river = round_.river(seat)
        seen = observation.scene.rivers[seat]
        declared = [place for place, each in enumerate(river) if each.sideways]
        if round_.riichi[seat].stand is RiichiStand.NONE or not declared or seen.length.value != len(river):
            continue
        lying = seen.places[declared[0]].value
        if lying is not None and not lying.sideways and lying.tile is river[declared[0]].tile:
            yield seat, riichi_moment(round_, seat)


def kong_dora(moment: Moment) -> Iterator[Sign | Hold]:
    """Yield a sign if fewer or more indicators are open than the kongs require by now."""
    observation, round_ = moment.observation, moment.observation.round
    seen = observation.scene.newest
    if (
        seen is None
        or round_.phase is not Phase.PLAY
        or any(round_.revealed)
        or round_.last is None
        or round_.broken is None
    ):
        return
    shown = len(observation.scene.dora)
    if not moment.at_rest() or not shown:
        yield Hold(("kan-dora-missing", "kan-dora-early"))
        return
    fresh = moment.fresh(melds=SEATS, indicators=True) and None not in seen.walls
    ja, en = f"カン {round_.kongs}、表示牌 {shown}。", f"{round_.kongs} kongs, {shown} indicators."
    due = due_indicators(round_, observation.rulebook)
    if max(shown, len(round_.dora)) < due.least and round_.last.meld is None:
        yield sign("kan-dora-missing", ja, en, subject=str(round_.kongs), fresh=fresh)
    elif shown > due.most:
        yield sign("kan-dora-early", ja, en, subject=str(round_.kongs), fresh=fresh)


def loose_tiles(moment: Moment) -> Iterator[Sign]:
    """Yield signs for tiles outside every row during play."""
    observation, round_ = moment.observation, moment.observation.round
    seen = observation.scene.newest
    if seen is None or round_.phase is not Phase.PLAY or any(round_.revealed) or is_swept(observation):
        return
    for seat in sorted(loose_before(seen)):
        ja = f"{SEAT_JA[seat]}の前に、列から外れた牌があります。誰の牌ですか。"
        yield sign(_LOOSE, ja, f"A tile lies off its row before seat {seat.name}: whose?", subject=seat.name)


def found_its_place(observation: Observation) -> Iterator[ev.Event]:
    """Clear the question about a loose tile once every zone was readable for long and no tile lies outside its row."""
    for seat in SEATS:
        if observation.scene.loose[seat].held(observation.dwell.correction) is False:
            yield from clear(observation.state, _LOOSE, seat.name, observation.stamp)


LAID: Final[tuple[Watcher, ...]] = (
    melds,
    claimed_another_tile,
    fifth_copy,
    fifth_kong,
    discard_taken_back,
    river_rows,
    riichi_taken_back,
    kong_dora,
    loose_tiles,
)
