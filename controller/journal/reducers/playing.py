"""Reducers of discards, calls, riichi and sightings of hands."""

from collections import Counter
from dataclasses import replace

from controller.journal import events as ev
from controller.journal.reducers.rows import put
from controller.journal.reducers.taken_back import lasting
from controller.journal.state import (
    Discard,
    LastAct,
    Made,
    RiichiStand,
    RiichiState,
    RoundState,
    Standing,
    TableState,
    is_claim,
)
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import SEATS, Seat
from controller.scoring.payment_lines import four


def discarded(round_: RoundState, event: ev.Discarded) -> RoundState:
    """Return the round with one more discard: the owner's ippatsu ends and the turn passes on."""
    stands = round_.riichi
    if round_.last is not None and round_.last.meld is not None:
        # A kong that can be robbed ends ippatsu only once it has not been robbed.
        stands = _without_ippatsu(stands)
    return replace(
        round_,
        discards=(*round_.discards, Discard(event.seat, event.tile, event.sideways)),
        live_draws=round_.live_draws + (not round_.drawn),
        drawn=False,
        last=LastAct(event.seat),
        # A discard out of turn does not change whose turn it is.
        turn=event.seat.turn(1) if event.seat is round_.turn else round_.turn,
        riichi=put(stands, event.seat, replace(stands[event.seat], ippatsu=False)),
        voices=(),
        undone=(),
        taken_back=lasting(round_.taken_back),
    )


def riichi_declared(round_: RoundState, event: ev.RiichiDeclared) -> RoundState:
    """Return the round with a declared riichi; double if it is the seat's first discard and before any call."""
    own = _discards_of(round_, event.seat)
    # The declaration may be recorded only after its tile was called.
    called_before = any(made.discards <= own[-1] for made in round_.made) if own else round_.calls > 0
    double = len(own) <= 1 and not called_before
    declared = RiichiState(RiichiStand.DECLARED, double=double, guessed=event.guessed)
    by = put(round_.declarations, event.seat, own[-1]) if own else round_.declarations
    return replace(round_, riichi=put(round_.riichi, event.seat, declared), declarations=by)


def riichi_accepted(state: TableState, event: ev.RiichiAccepted) -> TableState:
    """Return the state with the stick paid; ippatsu is possible unless the declaration tile was called."""
    round_ = state.round
    if round_ is None:
        return state
    own = _discards_of(round_, event.seat)
    passed = not own or round_.discards[own[-1]].called_by is None
    accepted = replace(round_.riichi[event.seat], stand=RiichiStand.ACCEPTED, ippatsu=passed)
    paid = tuple(
        score - state.riichi_stick * (seat is event.seat) for seat, score in zip(SEATS, state.scores, strict=True)
    )
    return replace(
        state,
        scores=four(paid),
        riichi_sticks=state.riichi_sticks + 1,
        round=replace(round_, riichi=put(round_.riichi, event.seat, accepted)),
    )


def riichi_cancelled(state: TableState, event: ev.RiichiCancelled) -> TableState:
    """Return the state with the riichi void; a paid stick is returned."""
    round_ = state.round
    if round_ is None:
        return state
    paid = round_.riichi[event.seat].stand is RiichiStand.ACCEPTED and state.riichi_sticks > 0
    back = tuple(
        score + state.riichi_stick * (paid and seat is event.seat)
        for seat, score in zip(SEATS, state.scores, strict=True)
    )
    was = round_.riichi[event.seat]
    cancelled = replace(
        round_,
        riichi=put(round_.riichi, event.seat, RiichiState()),
        # A reinstated riichi has no ippatsu: tiles have been discarded or called since, or may have been.
        cancelled=put(round_.cancelled, event.seat, replace(was, ippatsu=False) if event.fault else None),
        cancelled_by=(*round_.cancelled_by, (event.seat, event.fault)) if event.fault else round_.cancelled_by,
    )
    return replace(state, scores=four(back), riichi_sticks=state.riichi_sticks - paid, round=cancelled)


def called(round_: RoundState, event: ev.Called) -> RoundState:
    """Return the round with one more meld. A claimed discard leaves its river, and every ippatsu ends."""
    claim = is_claim(event.meld.kind)
    return replace(
        round_,
        discards=_claimed(round_.discards, event) if claim else round_.discards,
        melds=put(round_.melds, event.seat, _with_meld(round_.melds[event.seat], event.meld)),
        riichi=_without_ippatsu(round_.riichi) if claim else round_.riichi,
        calls=round_.calls + 1,
        live_draws=round_.live_draws + (not claim and not round_.drawn),
        drawn=True,
        last=LastAct(event.seat, event.meld.kind),
        turn=event.seat,
        made=(*round_.made, Made(event.seat, event.meld, len(round_.discards))),
        voices=(),
        undone=(),
        taken_back=lasting(round_.taken_back),
    )


def play_unseen(round_: RoundState, event: ev.PlayUnseen) -> RoundState:
    """Return the round with an unobserved stretch of play added, updated, or removed once accounted for."""
    others = tuple(each for each in round_.unseen_play if each[0] != event.since)
    unseen = others if event.accounted else (*others, (event.since, event.until))
    return replace(round_, unseen_play=unseen)


def hand_seen(round_: RoundState, event: ev.HandSeen) -> RoundState:
    """Return the round with a hand as read by its seat's camera."""
    places = [place for place, discard in enumerate(round_.discards) if discard.seat is event.seat]
    calls = sum(made.seat is event.seat for made in round_.made)
    before, after = round_.standing[event.seat], Standing(event.tiles, event.drawn, len(places), calls)
    looks = put(round_.looks, event.seat, (*round_.looks[event.seat], after))
    round_ = replace(round_, standing=put(round_.standing, event.seat, after), looks=looks)
    if before is None or before.discards + 1 != after.discards or len(before.tiles) != len(after.tiles):
        return round_
    discards, last = list(round_.discards), places[-1]
    discards[last] = replace(discards[last], from_hand=_from_hand(before, after, discards[last]))
    return replace(round_, discards=tuple(discards))


def _discards_of(round_: RoundState, seat: Seat) -> list[int]:
    """Return the indexes of a seat's discards."""
    return [place for place, discard in enumerate(round_.discards) if discard.seat is seat]


def _claimed(discards: tuple[Discard, ...], event: ev.Called) -> tuple[Discard, ...]:
    """Return the discards with the newest one of the seat that the meld points to marked as called."""
    source = None if event.meld.source is None else event.seat.turn(event.meld.source.value)
    source = event.taken_from if event.taken_from is not None else source
    for place in range(len(discards) - 1, -1, -1):
        discard = discards[place]
        if discard.called_by is None and source in (None, discard.seat):
            return (*discards[:place], replace(discard, called_by=event.seat), *discards[place + 1 :])
    return discards


def _without_ippatsu(stands: tuple[RiichiState, ...]) -> tuple[RiichiState, ...]:
    return tuple(replace(stand, ippatsu=False) for stand in stands)


def _with_meld(row: tuple[Meld, ...], meld: Meld) -> tuple[Meld, ...]:
    if meld.kind is MeldKind.KAN_ADDED:
        for place, old in enumerate(row):
            if old.kind is MeldKind.PON and old.first_kind == meld.first_kind:
                return (*row[:place], meld, *row[place + 1 :])
    return (*row, meld)


def _from_hand(before: Standing, after: Standing, discard: Discard) -> bool | None:
    """True if the discard came from the hand, False if it was the drawn tile; None if the hand held the same face."""
    if Counter(before.tiles) != Counter(after.tiles):
        return True
    return None if discard.tile in before.tiles else False
