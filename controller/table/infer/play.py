"""Events of play inferred from sightings: discards, riichi, calls, and corrections of misread discards."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from controller.journal import events as ev
from controller.journal.state import Phase, RiichiStand, RoundState, is_claim
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import SEATS, Seat
from controller.table.infer.act_search import InferredDiscard, InferredMeld, acts_between, forced_acts, guessed_riichi
from controller.table.observe.laid import meld_of, without_direction
from controller.table.observe.observation import Observation
from controller.table.observe.scene import LyingTile

_RUNNING = (Phase.WALLS_UP, Phase.DICE, Phase.BROKEN, Phase.DEALT, Phase.PLAY)


def acts(observation: Observation) -> Iterator[ev.Event]:
    """Yield the acts since the record's last act, in an order that explains rivers and melds."""
    round_ = observation.round
    if round_.phase not in _RUNNING:
        return
    if round_.undone and not _put_back(observation):
        return
    rivers, melds = [_river(observation, seat) for seat in SEATS], [_melds(observation, seat) for seat in SEATS]
    taken = _last_is_gone(observation)
    unread = not _melds_are_read(observation)
    found, doubtful = _explained(observation, rivers, melds, taken=taken, unread=unread)
    if found:
        if _seen_since(observation, found):
            yield from _events(observation, found, doubtful())
        return
    waiting = observation.waiting.unexplained
    if found is not None and not _undirected(observation):
        # A single explained sighting only lowers the count, because that sighting may be the misreading.
        waiting.count = max(0, waiting.count - observation.scene.in_full_view())
        return
    if observation.scene.in_full_view():
        # Count only sightings with every river and meld in view: a hidden tile may be the explanation.
        waiting.read((tuple(map(tuple, rivers)), tuple(melds), _undirected(observation)), observation.evidence)
    if waiting.count >= observation.dwell.correction:
        laid = [_melds(observation, seat, loose=True) for seat in SEATS]
        found = acts_between(round_, rivers, laid, loose=True)
        if found:
            waiting.count = 0
            yield from _events(observation, found, guessed_riichi(found, round_, rivers, laid, loose=True))
            return
    if waiting.held(observation.dwell.patience) is not None:
        waiting.count = 0
        if taken:
            # Nobody has claimed the tile, so its absence was a misreading; continue without a claim.
            observation.scene.stays = observation.scene.gone
            return
        yield from _events(observation, forced_acts(round_, rivers, melds), frozenset(SEATS))


def _melds_are_read(observation: Observation) -> bool:
    """True if the melds of every seat are visible and have been stable for the meld dwell."""
    scene = observation.scene
    held = all(each.held(observation.dwell.meld) is not None for each in scene.melds)
    return held and scene.newest is not None and None not in scene.newest.melds


def _put_back(observation: Observation) -> bool:
    """True if melds that a ruling took back are gone from the table, and so are the discards made after them."""
    round_, scene = observation.round, observation.scene
    more = {
        seat for seat in SEATS if len(scene.rivers[seat].held(observation.dwell.river) or ()) > len(round_.river(seat))
    }
    callers = {seat for seat, _ in round_.undone}
    return (not more & callers or bool(more - callers)) and all(
        (seen := scene.melds[seat].held(observation.dwell.meld)) is not None
        and sum(len(laid.tiles) for laid in seen) == sum(len(meld.tiles) for meld in round_.melds[seat])
        for seat in callers
    )


def corrections(observation: Observation) -> Iterator[ev.Event]:
    """Correct a discard that was long read as another tile; not the last one, which may have been claimed."""
    round_ = observation.round
    if round_.phase is not Phase.PLAY:
        return
    for seat in SEATS:
        seen = observation.scene.rivers[seat].held(observation.dwell.correction)
        places = [
            place
            for place, discard in enumerate(round_.discards[:-1])
            if discard.seat is seat and discard.called_by is None
        ]
        if seen is None or len(seen) != len(round_.river(seat)):
            continue
        for place, lying in zip(places, seen, strict=False):
            if (ev.QuestionKind.DISCARD, place) in round_.said:
                continue
            if lying is not None and lying.tile is not round_.discards[place].tile:
                yield ev.DiscardCorrected(**observation.stamp, index=place, tile=lying.tile)


def accepted_riichi(round_: RoundState, stamp: ev.Stamp) -> Iterator[ev.Event]:
    """Accept every declared riichi, which pays its stick: the declared tile has passed."""
    for seat in SEATS:
        if round_.riichi[seat].stand is RiichiStand.DECLARED:
            yield ev.RiichiAccepted(**stamp, seat=seat)


def _last_is_gone(observation: Observation) -> bool:
    """True if the newest discard is missing from its river, or another tile is in its place: somebody took it."""
    round_, scene = observation.round, observation.scene
    newest = len(round_.discards) - 1
    if newest < 0 or round_.discards[newest].called_by is not None or scene.stays == newest:
        return False
    last = round_.discards[newest]
    lying, places = scene.rivers[last.seat].held(observation.dwell.river), len(round_.river(last.seat))
    if lying is not None and len(lying) == places - 1:
        scene.gone = newest
    elif lying is not None and len(lying) >= places and (there := lying[places - 1]) is not None:
        scene.gone = None if there.tile is last.tile else newest
    return scene.gone == newest


def _explained(
    observation: Observation,
    rivers: list[Sequence[LyingTile]],
    melds: list[Sequence[Meld]],
    *,
    taken: bool,
    unread: bool,
) -> tuple[tuple[InferredDiscard | InferredMeld, ...] | None, Callable[[], frozenset[Seat]]]:
    """Return acts that explain the table (None if none do), and a function for the seats whose riichi is guessed."""
    round_, untimely = observation.round, partial(_untimely, observation)
    found = acts_between(round_, rivers, melds, taken=taken, unread=unread, untimely=untimely)
    if found is not None:
        return found, partial(guessed_riichi, found, round_, rivers, melds, taken=taken)
    # If one seat cannot be read yet, try without it: the acts of the others may be explained.
    for seat in SEATS:
        if len(rivers[seat]) < len(round_.river(seat)) or len(melds[seat]) > len(round_.melds[seat]):
            # A tile that vanished was taken and a visible meld was made, even if the rest is unreadable.
            continue
        without_rivers, without_melds = list(rivers), list(melds)
        without_rivers[seat], without_melds[seat] = _recorded(round_, seat), round_.melds[seat]
        found = acts_between(round_, without_rivers, without_melds, taken=taken, unread=unread, untimely=untimely)
        if found:
            return found, partial(guessed_riichi, found, round_, without_rivers, without_melds, taken=taken)
    return None, frozenset


def _events(
    observation: Observation, acts_found: Sequence[InferredDiscard | InferredMeld], doubtful: frozenset[Seat]
) -> Iterator[ev.Event]:
    """Yield the events of acts; ``doubtful``: seats whose riichi may have come earlier or later among these acts."""
    stamp = observation.stamp
    declared = {seat for seat in SEATS if observation.round.riichi[seat].stand is not RiichiStand.NONE}
    waiting = {seat for seat in SEATS if observation.round.riichi[seat].stand is RiichiStand.DECLARED}
    place = len(observation.round.discards)
    if not observation.round.dealt:
        yield ev.HandsDealt(**stamp)
    for act in acts_found:
        for seat in sorted(waiting):
            yield ev.RiichiAccepted(**stamp, seat=seat)
        waiting.clear()
        if isinstance(act, InferredMeld):
            yield ev.Called(**stamp, seat=act.seat, meld=act.meld, taken_from=act.source)
            continue
        sideways = act.sideways or (act.supposed and _lay_sideways(observation, act))
        if act.supposed and not sideways:
            observation.scene.supposed[act.seat] = place
        place += 1
        yield ev.Discarded(**stamp, seat=act.seat, tile=act.tile, sideways=sideways)
        if sideways and act.seat not in declared:
            declared.add(act.seat)
            waiting.add(act.seat)
            guessed = act.seat in doubtful
            yield ev.RiichiDeclared(**stamp, seat=act.seat, guessed=guessed)


def _lay_sideways(observation: Observation, act: InferredDiscard) -> bool:
    """True if a tile that was claimed before it was read steadily lay sideways when last seen."""
    gone = observation.scene.rivers[act.seat].gone
    return gone is not None and gone.sideways and gone.tile == act.tile


def late_riichi(observation: Observation) -> Iterator[ev.Event]:
    """Yield a riichi that is recognised late, by its stick or its ura indicators.

    Its tile was claimed before it was seen, or was first read as upright.
    """
    round_ = observation.round
    if round_.phase is not Phase.PLAY:
        return
    for seat in SEATS:
        # Undoing a decision may have taken the discard back.
        newest = max((index for index, discard in enumerate(round_.discards) if discard.seat is seat), default=None)
        if newest is None:
            continue
        free = round_.riichi[seat].stand is RiichiStand.NONE and not any(meld.is_open for meld in round_.melds[seat])
        unread = observation.scene.supposed.get(seat) == newest
        misread = round_.declarations[seat] is None and _turned_out_sideways(observation, seat, newest)
        if (
            free
            and (unread or misread)
            and (observation.scene.sticks[seat].held(observation.dwell.river) or _shows_ura(round_, seat))
        ):
            yield ev.RiichiDeclared(**observation.stamp, seat=seat)
            yield ev.RiichiAccepted(**observation.stamp, seat=seat)


def _turned_out_sideways(observation: Observation, seat: Seat, newest: int) -> bool:
    """True if the newest discard of a seat, recorded as upright, has long been read as sideways."""
    last = observation.round.discards[newest]
    if last.sideways or last.called_by is not None:
        return False
    seen = observation.scene.rivers[seat].held(observation.dwell.correction)
    if seen is None or len(seen) != len(observation.round.river(seat)):
        return False
    return seen[-1] is not None and seen[-1].sideways


def _shows_ura(round_: RoundState, seat: Seat) -> bool:
    """True if ura indicators are shown and the seat's hand is the only open one."""
    opened = [each for each in SEATS if (hand := round_.revealed[each]) is not None and hand.tiles]
    return opened == [seat] and any(shown.ura is not None for shown in round_.dora)


def _river(observation: Observation, seat: Seat) -> Sequence[LyingTile]:
    """Return the debounced river; unsteady places come from the record or, after patience, from most readings."""
    recorded = _recorded(observation.round, seat)
    river = observation.scene.rivers[seat]
    seen = river.held(observation.dwell.river)
    if seen is None:
        return recorded
    row: list[LyingTile] = []
    for place, lying in enumerate(seen):
        known = (
            lying if lying is not None or place < len(recorded) else river.likeliest(place, observation.dwell.patience)
        )
        if known is not None and not (place >= len(recorded) and _hardly_declared(observation, seat, place, known)):
            row.append(known)
        elif place < len(recorded):
            row.append(recorded[place])
        else:
            break
    return row


def _hardly_declared(observation: Observation, seat: Seat, place: int, lying: LyingTile) -> bool:
    """True if a sideways tile counts as skewed: riichi is impossible, and the tile was not seen so for long."""
    opened = any(meld.is_open for meld in observation.round.melds[seat])
    return lying.sideways and opened and observation.scene.rivers[seat].places[place].count < observation.dwell.askew


def _recorded(round_: RoundState, seat: Seat) -> Sequence[LyingTile]:
    return [LyingTile(discard.tile, discard.sideways) for discard in round_.river(seat)]


def _seen_since(observation: Observation, found: Sequence[InferredDiscard | InferredMeld]) -> bool:
    """True if every river was read to its end after each new meld and after each earlier discard.

    Only then is it certain from which river a claimed tile is missing.
    """
    callers = {act.seat for act in found if isinstance(act, InferredMeld)}
    scene, river = observation.scene, observation.dwell.river
    settled = all(
        row.length.held(river) is not None and row.length.last >= scene.melds[caller].first
        for row in scene.rivers
        for caller in callers
    ) and not (callers and any(_begins_to_change(observation, seat) for seat in SEATS))
    observation.waiting.claims.read(tuple(found), observation.evidence)
    if not settled and observation.waiting.claims.held(observation.dwell.patience) is None:
        return False
    return all(
        (scene.rivers[before].length.held(river) is not None and scene.rivers[before].length.last >= laid)
        or observation.evidence - laid > observation.dwell.patience
        for before, laid in _one_after_another(observation, found)
    )


def _begins_to_change(observation: Observation, seat: Seat) -> bool:
    """True if another tile was just seen in the place of a seat's newest discard, but not often enough to count."""
    recorded, places = _recorded(observation.round, seat), observation.scene.rivers[seat].places
    if not 0 < len(recorded) <= len(places):
        return False
    there = places[len(recorded) - 1]
    return (
        there.value is not None
        and there.value.tile is not recorded[-1].tile
        and there.held(observation.dwell.river) is None
    )


def _one_after_another(
    observation: Observation, found: Sequence[InferredDiscard | InferredMeld]
) -> Iterator[tuple[Seat, int]]:
    """Yield seats whose discard was followed by another seat's, unclaimed, and that discard's first evidence id."""
    round_, scene = observation.round, observation.scene
    lying = [len(round_.river(seat)) for seat in SEATS]
    last = round_.discards[-1] if round_.discards else None
    before = None if last is None or last.called_by is not None else last.seat
    for act in found:
        if isinstance(act, InferredMeld) or act.supposed:
            return
        places = scene.rivers[act.seat].places
        if before is not None and before is not act.seat and lying[act.seat] < len(places):
            yield before, places[lying[act.seat]].first
        lying[act.seat] += 1
        before = act.seat


def _untimely(observation: Observation, order: Sequence[InferredDiscard | InferredMeld]) -> int:
    """Count pairs of acts in ``order`` where the later one was seen while the earlier one was not yet on the table."""
    round_, scene = observation.round, observation.scene
    lying, made = ([len(of_seat) for of_seat in rows] for rows in (map(round_.river, SEATS), round_.melds))
    known = []
    for act in order:
        if isinstance(act, InferredMeld):
            if is_claim(act.meld.kind) and act.meld.source is not None:
                lying[act.seat.turn(act.meld.source.value)] -= 1
            if act.meld.kind is not MeldKind.KAN_ADDED:
                known += scene.melded[act.seat][made[act.seat] : made[act.seat] + 1]
                made[act.seat] += 1
            continue
        river, place = scene.rivers[act.seat], lying[act.seat]
        if not act.supposed and place < len(river.places):
            known.append((river.before[place], river.places[place].first))
        lying[act.seat] += 1
    return sum(before >= first for at, (before, _) in enumerate(known) for _, first in known[at + 1 :])


def _undirected(observation: Observation) -> bool:
    """True if a called set has no sideways tile, so that its source is unknown."""
    rows = [observation.scene.melds[seat].held(observation.dwell.meld) or () for seat in SEATS]
    return any(without_direction(laid, None) is not None for row in rows for laid in row)


def _melds(observation: Observation, seat: Seat, loose: bool = False) -> Sequence[Meld]:
    """Return the debounced melds; the recorded ones where a meld is not understood.

    ``loose``: also accept a set without a sideways tile.
    """
    recorded = observation.round.melds[seat]
    seen = observation.scene.melds[seat].held(observation.dwell.meld)
    if seen is None or len(seen) < len(recorded):
        return recorded
    row: list[Meld] = []
    for place, laid in enumerate(seen):
        meld = meld_of(laid, observation.rulebook.scoring.red_fives.value)
        if meld is None and loose:
            meld = without_direction(laid, observation.round.discards[-1].tile if observation.round.discards else None)
        if meld is not None:
            row.append(meld)
        elif place < len(recorded):
            row.append(recorded[place])
        else:
            break
    return _in_order(row, recorded)


def _in_order(row: Sequence[Meld], recorded: Sequence[Meld]) -> tuple[Meld, ...]:
    """Return the melds in the order in which they were made; on the table it may differ (npm art. 31 he)."""
    rest, first = list(row), []
    for old in recorded:
        same = next((meld for meld in rest if meld.first_kind == old.first_kind and _alike(meld, old)), None)
        if same is None:
            return tuple(row)
        rest.remove(same)
        first.append(same)
    return (*first, *rest)


def _alike(meld: Meld, old: Meld) -> bool:
    return meld.kind is old.kind or (meld.kind.is_kong and old.kind is MeldKind.PON)


PLAYING = (acts, late_riichi, corrections)
