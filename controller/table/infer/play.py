"""Proposals of play: discards, riichi, calls, and corrections of what was misread."""

from collections.abc import Iterator, Sequence

from controller.journal import events as ev
from controller.journal.state import Phase, RiichiStand, RoundState
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import SEATS, Seat
from controller.table.infer.act_search import Drop, Take, acts_between, forced_acts
from controller.table.observe.laid import meld_of, without_direction
from controller.table.observe.observation import Look
from controller.table.observe.scene import LyingTile

_RUNNING = (Phase.WALLS_UP, Phase.DICE, Phase.BROKEN, Phase.DEALT, Phase.PLAY)


def acts(look: Look) -> Iterator[ev.Event]:
    """What was done since the record's last act, in an order that explains rivers and melds."""
    now = look.now
    if now.phase not in _RUNNING:
        return
    rivers, melds = [_river(look, seat) for seat in SEATS], [_melds(look, seat) for seat in SEATS]
    found = _explained(now, rivers, melds)
    if found:
        if _seen_since(look, found):
            yield from _events(look, found)
        return
    waiting = look.waiting.unexplained
    if found is not None and not _undirected(look):
        # A wrong reading for a moment explains nothing away.
        waiting.count = max(0, waiting.count - look.scene.in_full_view())
        return
    if look.scene.in_full_view():
        # What a hand hides may explain it yet.
        waiting.look((tuple(map(tuple, rivers)), tuple(melds), _undirected(look)), look.evidence)
    if waiting.count >= look.dwell.correction:
        found = acts_between(now, rivers, [_melds(look, seat, loose=True) for seat in SEATS], loose=True)
        if found:
            waiting.count = 0
            yield from _events(look, found)
            return
    if waiting.held(look.dwell.patience) is not None:
        waiting.count = 0
        yield from _events(look, forced_acts(now, rivers, melds))


def corrections(look: Look) -> Iterator[ev.Event]:
    """A recorded discard that has long been read as another tile; not the last one, which may have been claimed."""
    now = look.now
    if now.phase is not Phase.PLAY:
        return
    for seat in SEATS:
        seen = look.scene.rivers[seat].held(look.dwell.correction)
        places = [
            place
            for place, discard in enumerate(now.discards[:-1])
            if discard.seat is seat and discard.called_by is None
        ]
        if seen is None or len(seen) != len(now.river(seat)):
            continue
        for place, lying in zip(places, seen, strict=False):
            if (ev.QuestionKind.DISCARD, place) in now.said:
                continue
            if lying is not None and lying.tile is not now.discards[place].tile:
                yield ev.DiscardCorrected(at=look.at, evidence=(look.evidence,), index=place, tile=lying.tile)


def accepted_riichi(now: RoundState, at: float, evidence: tuple[int, ...]) -> Iterator[ev.Event]:
    """The stick of a riichi whose tile has passed."""
    for seat in SEATS:
        if now.riichi[seat].stand is RiichiStand.DECLARED:
            yield ev.RiichiAccepted(at=at, evidence=evidence, seat=seat)


def _explained(
    now: RoundState, rivers: list[Sequence[LyingTile]], melds: list[Sequence[Meld]]
) -> tuple[Drop | Take, ...] | None:
    found = acts_between(now, rivers, melds)
    if found is not None:
        return found
    # One player's part may be unreadable for now; the others' acts stand if they explain themselves.
    for seat in SEATS:
        if len(rivers[seat]) < len(now.river(seat)):
            # A tile that is gone was taken, whatever else can be read.
            continue
        without_rivers, without_melds = list(rivers), list(melds)
        without_rivers[seat], without_melds[seat] = _recorded(now, seat), now.melds[seat]
        found = acts_between(now, without_rivers, without_melds)
        if found:
            return found
    return None


def _events(look: Look, acts_found: Sequence[Drop | Take]) -> Iterator[ev.Event]:
    evidence = (look.evidence,)
    declared = {seat for seat in SEATS if look.now.riichi[seat].stand is not RiichiStand.NONE}
    waiting = {seat for seat in SEATS if look.now.riichi[seat].stand is RiichiStand.DECLARED}
    place = len(look.now.discards)
    if not look.now.dealt:
        yield ev.HandsDealt(at=look.at, evidence=evidence)
    for act in acts_found:
        for seat in sorted(waiting):
            yield ev.RiichiAccepted(at=look.at, evidence=evidence, seat=seat)
        waiting.clear()
        if isinstance(act, Take):
            yield ev.Called(at=look.at, evidence=evidence, seat=act.seat, meld=act.meld, taken_from=act.source)
            continue
        sideways = act.sideways or (act.supposed and _lay_sideways(look, act))
        if act.supposed and not sideways:
            look.scene.supposed[act.seat] = place
        place += 1
        yield ev.Discarded(at=look.at, evidence=evidence, seat=act.seat, tile=act.tile, sideways=sideways)
        if sideways and act.seat not in declared:
            declared.add(act.seat)
            waiting.add(act.seat)
            yield ev.RiichiDeclared(at=look.at, evidence=evidence, seat=act.seat)


def _lay_sideways(look: Look, act: Drop) -> bool:
    """Whether a tile that was claimed before it had lain long was read sideways when it was last seen."""
    gone = look.scene.rivers[act.seat].gone
    return gone is not None and gone.sideways and gone.tile == act.tile


def late_riichi(look: Look) -> Iterator[ev.Event]:
    """A riichi whose declared tile was claimed before it was seen to lie: its stick tells, or the ura shown for it."""
    now = look.now
    if now.phase is not Phase.PLAY:
        return
    for seat, place in look.scene.supposed.items():
        # A decision that was undone may have taken the discard back.
        newest = max((index for index, discard in enumerate(now.discards) if discard.seat is seat), default=None)
        free = now.riichi[seat].stand is RiichiStand.NONE and not any(meld.is_open for meld in now.melds[seat])
        if place == newest and free and (look.scene.sticks[seat].held(look.dwell.river) or _shows_ura(now, seat)):
            yield ev.RiichiDeclared(at=look.at, evidence=(look.evidence,), seat=seat)
            yield ev.RiichiAccepted(at=look.at, evidence=(look.evidence,), seat=seat)


def _shows_ura(now: RoundState, seat: Seat) -> bool:
    """Whether ura are shown for the open hand of a seat, the only one."""
    opened = [each for each in SEATS if (hand := now.revealed[each]) is not None and hand.tiles]
    return opened == [seat] and any(shown.ura is not None for shown in now.dora)


def _river(look: Look, seat: Seat) -> Sequence[LyingTile]:
    """The river as far as it is steady; the record where it is not, and what never gets steady as it is likeliest."""
    recorded = _recorded(look.now, seat)
    river = look.scene.rivers[seat]
    seen = river.held(look.dwell.river)
    if seen is None:
        return recorded
    row: list[LyingTile] = []
    for place, lying in enumerate(seen):
        known = lying if lying is not None or place < len(recorded) else river.likeliest(place, look.dwell.patience)
        if known is not None:
            row.append(known)
        elif place < len(recorded):
            row.append(recorded[place])
        else:
            break
    return row


def _recorded(now: RoundState, seat: Seat) -> Sequence[LyingTile]:
    return [LyingTile(discard.tile, discard.sideways) for discard in now.river(seat)]


def _seen_since(look: Look, found: Sequence[Drop | Take]) -> bool:
    """Whether every river was read after each new meld: the claimed tile is gone from one of them, but from which?"""
    callers = {act.seat for act in found if isinstance(act, Take)}
    scene, river = look.scene, look.dwell.river
    settled = all(
        row.length.held(river) is not None and row.length.last >= scene.melds[caller].first
        for row in scene.rivers
        for caller in callers
    )
    look.waiting.claims.look(tuple(found), look.evidence)
    return settled or look.waiting.claims.held(look.dwell.patience) is not None


def _undirected(look: Look) -> bool:
    """Whether a set lies there that tells not from whom it was called."""
    rows = [look.scene.melds[seat].held(look.dwell.meld) or () for seat in SEATS]
    return any(without_direction(laid, None) is not None for row in rows for laid in row)


def _melds(look: Look, seat: Seat, loose: bool = False) -> Sequence[Meld]:
    """The melds as far as they are steady and understood; the record where they are not.

    ``loose``: a set whose sideways tile is missing is understood too.
    """
    recorded = look.now.melds[seat]
    seen = look.scene.melds[seat].held(look.dwell.meld)
    if seen is None or len(seen) < len(recorded):
        return recorded
    row: list[Meld] = []
    for place, laid in enumerate(seen):
        meld = meld_of(laid, look.rulebook.scoring.red_fives.value)
        if meld is None and loose:
            meld = without_direction(laid, look.now.discards[-1].tile if look.now.discards else None)
        if meld is not None:
            row.append(meld)
        elif place < len(recorded):
            row.append(recorded[place])
        else:
            break
    return _in_order(row, recorded)


def _in_order(row: Sequence[Meld], recorded: Sequence[Meld]) -> tuple[Meld, ...]:
    """The melds as they were made, though they may lie in another order (npm art. 31 he)."""
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
