"""Events before play inferred from sightings: walls, dice, break, indicators, hands dealt."""

from collections.abc import Iterator

from controller.errors import JantakuError
from controller.journal import events as ev
from controller.journal.events import StackPlace
from controller.journal.state import Phase, RoundState
from controller.machine.facts import Dealer
from controller.riichi.seat import SEATS
from controller.riichi.wall import STACKS, Break, break_from_dice, break_from_indicator
from controller.table.flow import next_round, same_round
from controller.table.observe.observation import Observation
from controller.table.unseen_end import unseen_end

_NO_WALL = (Phase.WAITING_FOR_SET, Phase.MIXING)
_BEGUN = (Phase.BROKEN, Phase.DEALT)
_OVER = (Phase.RESULT, Phase.SETTLEMENT)
_HAND = 13


def walls(observation: Observation) -> Iterator[ev.Event]:
    """Record the walls once four full walls, or hands dealt from them, are seen, reported by the table or not."""
    if observation.round.phase in _NO_WALL and (evidence := _new_set(observation, observation.dwell.wall)):
        yield ev.WallsRaised(at=observation.at, evidence=evidence)


def next_set(observation: Observation) -> Iterator[ev.Event]:
    """Begin the round of a new set that the table did not report, or record walls that were built again.

    If the table may still report the set, the report is awaited; only a report ends a round that is being played.
    """
    begun = tuple(_begun(observation))
    yield from begun
    if begun:
        # The walls may be broken before they are seen whole.
        yield ev.WallsRaised(at=observation.at, evidence=begun[0].evidence)


def _begun(observation: Observation) -> Iterator[ev.Event]:
    """Yield the round that a new set is for, and the end of the round before it."""
    round_, phase, state, at = observation.round, observation.round.phase, observation.state, observation.at
    only_seen = observation.venue.work.is_only_seen
    # The first discards may be taken back; the hands then look freshly dealt, but the round is the same.
    played = len(round_.discards) > len(SEATS)
    alarm, wall = observation.dwell.alarm, observation.dwell.wall
    if phase in _OVER:
        if evidence := _new_set(observation, wall if only_seen else alarm):
            yield from next_round(state, observation.rulebook, ev.Stamp(at=at, evidence=evidence))
    elif only_seen and phase in _BEGUN and observation.scene.full.held(alarm):
        yield same_round(state, round_, ev.Stamp(at=at, evidence=observation.scene.full.evidence))
    elif only_seen and phase is Phase.PLAY and (evidence := _new_set(observation, alarm, by_deal=played)):
        yield from unseen_end(state, observation.rulebook, ev.Stamp(at=at, evidence=evidence))


def _new_set(observation: Observation, dwell: int, *, by_deal: bool = True) -> tuple[int, ...]:
    """Return the evidence of four full walls, or if ``by_deal`` of hands dealt from unseen walls; () without either."""
    full, dealt = observation.scene.full, observation.scene.dealt
    if full.held(dwell):
        return full.evidence
    return dealt.evidence if by_deal and dealt.held(max(dwell, observation.dwell.hand)) else ()


def dice(observation: Observation) -> Iterator[ev.Event]:
    """Record dice at rest after they were started; a changed, steady reading corrects the roll."""
    round_, seen = observation.round, observation.scene.dice
    if round_.phase is not Phase.DICE or round_.broken is not None or observation.venue.work.is_only_seen:
        return
    due = max(1, min(round_.dice_pressed, observation.rulebook.table.rolls.value))
    fresh = len(round_.rolls) < due
    pips = seen.held(observation.dwell.dice if fresh else observation.dwell.alarm)
    if pips is not None and (fresh or _is_misread(round_, pips)):
        yield ev.DiceRolled(at=observation.at, evidence=seen.evidence, roll=len(round_.rolls) + fresh, pips=pips)


def thrown_dice(observation: Observation) -> Iterator[ev.Event]:
    """Record dice without a signal: each throw is a roll; a changed, steady reading corrects the last one."""
    round_, seen = observation.round, observation.scene.dice
    if not observation.venue.work.is_only_seen or round_.broken is not None:
        return
    if round_.phase not in (Phase.WALLS_UP, Phase.DICE) or not observation.scene.thrown:
        return
    fresh = observation.scene.thrown > len(round_.rolls)
    pips = seen.held(observation.dwell.dice if fresh else observation.dwell.alarm)
    if pips is not None and (fresh or _is_misread(round_, pips)):
        yield ev.DiceRolled(at=observation.at, evidence=seen.evidence, roll=len(round_.rolls) + fresh, pips=pips)


def _is_misread(round_: RoundState, pips: tuple[int, ...]) -> bool:
    """True if the last roll reads differently now; a roll that a person stated is kept."""
    return len(round_.rolls) not in round_.rolls_said and pips != tuple(sorted(round_.rolls[-1]))


def unannounced_dice(observation: Observation) -> Iterator[ev.Event]:
    """Record the dice of a roll that the table did not report, once the wall is being broken."""
    round_, seen = observation.round, observation.scene.dice
    if round_.phase is Phase.WALLS_UP and observation.scene.broken.held(observation.dwell.wall) is not None:
        pips = seen.held(observation.dwell.alarm)
        if pips is not None:
            yield ev.DiceRolled(at=observation.at, evidence=seen.evidence, roll=1, pips=pips)


def wall_break(observation: Observation) -> Iterator[ev.Event]:
    """Record the gap in the wall. A gap that contradicts the dice must be stable for longer, and so must the dice."""
    round_, scene = observation.round, observation.scene
    if round_.broken is not None or round_.phase in _NO_WALL or round_.outcome is not None:
        return
    place = scene.broken.held(observation.dwell.wall)
    if place is None:
        return
    seen = StackPlace(*place)
    expected = expected_break(round_, scene.stacks or STACKS, observation.rulebook.table.rolls.value)
    if expected is None and round_.last is None:
        # The dice may still be read; without them there is nothing to compare the gap with.
        rolled_too_few = bool(round_.rolls) and scene.broken.held(observation.dwell.patience) is not None
        if not rolled_too_few:
            return
    if expected is not None and seen != expected and not _sure_of_wrong_break(observation):
        return
    evidence = tuple(dict.fromkeys((*scene.dice.evidence, *scene.broken.evidence))) if expected else ()
    yield ev.WallBroken(at=observation.at, evidence=evidence or scene.broken.evidence, expected=expected, seen=seen)


def indicators(observation: Observation) -> Iterator[ev.Event]:
    """Record face-up tiles on a wall: the dora indicator, then those of kongs."""
    round_, scene = observation.round, observation.scene
    if round_.broken is None and round_.last is None:
        # The break may still be seen, which determines the stack of the indicator.
        return
    known = {shown.place for shown in round_.dora}
    number = len(round_.dora)
    if number > round_.kongs:
        return
    dora_stack = observation.rulebook.table.dora_stack.value
    expected = expected_indicator(round_, scene.stacks or STACKS, number, dora_stack)
    for place, reading in sorted(scene.dora.items(), key=lambda pair: (pair[0].wall, pair[0].stack)):
        if place in known:
            continue
        wrong = expected is not None and place != expected
        tile = reading.held(observation.dwell.alarm if wrong else observation.dwell.indicator)
        if tile is not None:
            yield ev.DoraShown(at=observation.at, evidence=reading.evidence, tile=tile, expected=expected, seen=place)
            return


def dealt_by_machine(observation: Observation) -> Iterator[ev.Event]:
    """Record hands and walls that appear together where the machine deals; the indicator determines the first draw."""
    round_, scene = observation.round, observation.scene
    if observation.venue.work.dealer is not Dealer.MACHINE or round_.outcome is not None:
        return
    if round_.phase is Phase.WALLS_UP:
        yield from _hands_stand(observation)
    elif round_.dealt and round_.broken is None and scene.stacks is not None and not round_.dora:
        shown = [
            (place, reading)
            for place, reading in scene.dora.items()
            if reading.held(observation.dwell.indicator) is not None
        ]
        if len(shown) == 1:
            place, reading = shown[0]
            dora_stack = observation.rulebook.table.dora_stack.value
            first = break_from_indicator(place.wall, place.stack, scene.stacks, dora_stack)
            yield ev.WallBroken(at=observation.at, evidence=reading.evidence, expected=None, seen=StackPlace(*first))


def hands_dealt(observation: Observation) -> Iterator[ev.Event]:
    """Record the deal once all hands have thirteen tiles, or fourteen."""
    if observation.round.phase is Phase.BROKEN:
        yield from _hands_stand(observation)


def _hands_stand(observation: Observation) -> Iterator[ev.Event]:
    if _all_stand(observation):
        yield ev.HandsDealt(**observation.stamp)


def _all_stand(observation: Observation) -> bool:
    """True if every seat has thirteen tiles, or fourteen."""
    hands = [observation.scene.hands[seat].held(observation.dwell.hand) for seat in SEATS]
    return all(hand is not None and hand.standing in (_HAND, _HAND + 1) for hand in hands)


def expected_break(round_: RoundState, stacks: tuple[int, int, int, int], rolls: int) -> StackPlace | None:
    """Return the first stack to be taken by the dice; None until all due rolls are known, or if they name no stack."""
    if len(round_.rolls) < rolls:
        return None
    try:
        due = break_from_dice(round_.dealer, round_.rolls[:rolls], stacks)
    except JantakuError:
        return None
    return StackPlace(due.wall, due.stack)


def expected_indicator(
    round_: RoundState, stacks: tuple[int, int, int, int], kongs: int, dora_stack: int
) -> StackPlace | None:
    """Return the stack of indicator number ``kongs`` (0: the first), counted from the actual break; None if unknown."""
    if round_.broken is None:
        return None
    try:
        slot = Break(round_.broken.wall, round_.broken.stack, stacks, dora_stack).indicator(kongs)
    except JantakuError:
        return None
    return StackPlace(slot.wall, slot.stack)


def _sure_of_wrong_break(observation: Observation) -> bool:
    """True if the gap and the recorded dice have both been stable for the alarm dwell.

    Before the hands are complete the gap must be stable twice as long, because walls are misread while tiles are taken,
    and must be empty, because the replacement tile is lowered after the deal.
    """
    round_, scene, dwell = observation.round, observation.scene, observation.dwell
    rolled = tuple(sorted(round_.rolls[-1])) if round_.rolls else ()
    place = scene.broken.held(dwell.alarm)
    if place is None or scene.dice.held(dwell.alarm) != rolled:
        return False
    if round_.last is not None or _all_stand(observation):
        return True
    wall, stack = place
    seen = None if scene.newest is None else scene.newest.walls[wall]
    return scene.broken.held(2 * dwell.alarm) is not None and (seen is None or not seen[stack - 1])


STANDING_WALLS = (next_set, walls)
SETTING_UP = (dice, thrown_dice, unannounced_dice, wall_break, dealt_by_machine, indicators, hands_dealt)
