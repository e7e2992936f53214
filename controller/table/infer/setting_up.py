"""Proposals until play begins: walls, dice, break, indicators, hands dealt."""

from collections.abc import Iterator

from controller.errors import JantakuError
from controller.journal import events as ev
from controller.journal.events import StackPlace
from controller.journal.state import Phase, RoundState
from controller.machine.facts import Builder, Dealer
from controller.riichi.seat import SEATS
from controller.riichi.wall import STACKS, Break, break_from_dice, break_from_indicator
from controller.table.flow import next_round
from controller.table.observe.observation import Look

_NO_WALL = (Phase.WAITING_FOR_SET, Phase.MIXING)
_HAND = 13


def walls(look: Look) -> Iterator[ev.Event]:
    """Four full walls in sight stand, whether the table said so or not."""
    if look.now.phase in _NO_WALL and look.scene.full.held(look.dwell.wall):
        yield ev.WallsRaised(at=look.at, evidence=look.scene.full.evidence)


def next_set(look: Look) -> Iterator[ev.Event]:
    """Four full walls after a settlement: the next set was built though nothing was said of it."""
    if look.now.phase is Phase.SETTLEMENT and look.scene.full.held(look.dwell.alarm):
        yield from next_round(look.state, look.rulebook, look.at, look.scene.full.evidence)


def dice(look: Look) -> Iterator[ev.Event]:
    """Dice that lie still after they were set going; a reading that changes and stays corrects the roll."""
    now, seen = look.now, look.scene.dice
    if now.phase is not Phase.DICE or now.broken is not None or look.venue.work.builder is Builder.HANDS:
        return
    due = max(1, min(now.dice_pressed, look.rulebook.table.rolls.value))
    fresh = len(now.rolls) < due
    pips = seen.held(look.dwell.dice if fresh else look.dwell.alarm)
    if pips is not None and (fresh or _is_misread(now, pips)):
        yield ev.DiceRolled(at=look.at, evidence=seen.evidence, roll=len(now.rolls) + fresh, pips=pips)


def thrown_dice(look: Look) -> Iterator[ev.Event]:
    """Dice that people throw by hand: each throw is a roll; a reading that changes and stays corrects the last."""
    now, seen = look.now, look.scene.dice
    if look.venue.work.builder is not Builder.HANDS or now.broken is not None:
        return
    if now.phase not in (Phase.WALLS_UP, Phase.DICE) or not look.scene.thrown:
        return
    fresh = look.scene.thrown > len(now.rolls)
    pips = seen.held(look.dwell.dice if fresh else look.dwell.alarm)
    if pips is not None and (fresh or _is_misread(now, pips)):
        yield ev.DiceRolled(at=look.at, evidence=seen.evidence, roll=len(now.rolls) + fresh, pips=pips)


def _is_misread(now: RoundState, pips: tuple[int, ...]) -> bool:
    """Whether the last roll was read otherwise; what a person has said stays."""
    return len(now.rolls) not in now.rolls_said and pips != tuple(sorted(now.rolls[-1]))


def unannounced_dice(look: Look) -> Iterator[ev.Event]:
    """Dice of a roll that the table did not report, once the wall is being broken."""
    now, seen = look.now, look.scene.dice
    if now.phase is Phase.WALLS_UP and look.scene.broken.held(look.dwell.wall) is not None:
        pips = seen.held(look.dwell.alarm)
        if pips is not None:
            yield ev.DiceRolled(at=look.at, evidence=seen.evidence, roll=1, pips=pips)


def wall_break(look: Look) -> Iterator[ev.Event]:
    """The gap of the wall; one that is not where the dice put it must stay longer, and so must the dice."""
    now, scene = look.now, look.scene
    if now.broken is not None or now.phase in _NO_WALL or now.outcome is not None:
        return
    place = scene.broken.held(look.dwell.wall)
    if place is None:
        return
    seen = StackPlace(*place)
    expected = expected_break(now, scene.stacks or STACKS, look.rulebook.table.rolls.value)
    if expected is None and now.last is None:
        # The dice may still be read; without them there is nothing to compare the gap with.
        rolled_too_few = bool(now.rolls) and scene.broken.held(look.dwell.patience) is not None
        if not rolled_too_few:
            return
    if expected is not None and seen != expected and not _sure_of_wrong_break(look):
        return
    evidence = tuple(dict.fromkeys((*scene.dice.evidence, *scene.broken.evidence))) if expected else ()
    yield ev.WallBroken(at=look.at, evidence=evidence or scene.broken.evidence, expected=expected, seen=seen)


def indicators(look: Look) -> Iterator[ev.Event]:
    """Tiles that lie face up on a wall: the dora indicator, then those of kongs."""
    now, scene = look.now, look.scene
    if now.broken is None and now.last is None:
        # The break may still be seen, and with it the place that is due.
        return
    known = {shown.place for shown in now.dora}
    number = len(now.dora)
    if number > now.kongs:
        return
    expected = expected_indicator(now, scene.stacks or STACKS, number)
    for place, steady in sorted(scene.dora.items(), key=lambda pair: (pair[0].wall, pair[0].stack)):
        if place in known:
            continue
        wrong = expected is not None and place != expected
        tile = steady.held(look.dwell.alarm if wrong else look.dwell.indicator)
        if tile is not None:
            yield ev.DoraShown(at=look.at, evidence=steady.evidence, tile=tile, expected=expected, seen=place)
            return


def dealt_by_machine(look: Look) -> Iterator[ev.Event]:
    """Where the machine deals: hands stand with the walls, its indicator tells the first draw."""
    now, scene = look.now, look.scene
    if look.venue.work.dealer is not Dealer.MACHINE or now.outcome is not None:
        return
    if now.phase is Phase.WALLS_UP:
        yield from _hands_stand(look)
    elif now.dealt and now.broken is None and scene.stacks is not None and not now.dora:
        shown = [
            (place, steady) for place, steady in scene.dora.items() if steady.held(look.dwell.indicator) is not None
        ]
        if len(shown) == 1:
            place, steady = shown[0]
            first = break_from_indicator(place.wall, place.stack, scene.stacks)
            yield ev.WallBroken(at=look.at, evidence=steady.evidence, expected=None, seen=StackPlace(*first))


def hands_dealt(look: Look) -> Iterator[ev.Event]:
    """Thirteen tiles stand before every seat, or fourteen."""
    if look.now.phase is Phase.BROKEN:
        yield from _hands_stand(look)


def _hands_stand(look: Look) -> Iterator[ev.Event]:
    hands = [look.scene.hands[seat].held(look.dwell.hand) for seat in SEATS]
    if all(hand is not None and hand.standing in (_HAND, _HAND + 1) for hand in hands):
        yield ev.HandsDealt(at=look.at, evidence=(look.evidence,))


def expected_break(now: RoundState, stacks: tuple[int, int, int, int], rolls: int) -> StackPlace | None:
    """The first stack to be taken as the dice say; None until all due rolls are known, or where they cannot be."""
    if len(now.rolls) < rolls:
        return None
    try:
        due = break_from_dice(now.dealer, now.rolls[:rolls], stacks)
    except JantakuError:
        return None
    return StackPlace(due.wall, due.stack)


def expected_indicator(now: RoundState, stacks: tuple[int, int, int, int], kongs: int) -> StackPlace | None:
    """The stack of the indicator turned with that many kongs, counted from the break as it was made."""
    if now.broken is None:
        return None
    try:
        slot = Break(now.broken.wall, now.broken.stack, stacks).indicator(kongs)
    except JantakuError:
        return None
    return StackPlace(slot.wall, slot.stack)


def _sure_of_wrong_break(look: Look) -> bool:
    """Whether gap and dice have both stayed for the alarm's dwell, the dice as they are recorded."""
    rolled = tuple(sorted(look.now.rolls[-1])) if look.now.rolls else ()
    dice = look.scene.dice.held(look.dwell.alarm)
    return look.scene.broken.held(look.dwell.alarm) is not None and dice == rolled


STANDING_WALLS = (next_set, walls)
SETTING_UP = (dice, thrown_dice, unannounced_dice, wall_break, dealt_by_machine, indicators, hands_dealt)
