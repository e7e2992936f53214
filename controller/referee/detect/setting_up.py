"""Faults of the set-up, each found from one event: buttons, dice, break, indicators."""

from collections.abc import Iterator
from typing import Final

from controller.journal import events as ev
from controller.journal.events import StackPlace
from controller.journal.state import Phase
from controller.referee.detect.finding import SEAT_JA, Case, Detector, Finding, seats_named
from controller.rulebooks.schema.table import SetPresser
from controller.text import Text

_BEFORE_WALLS: Final = (Phase.WAITING_FOR_SET, Phase.MIXING)
_REDONE: Final = ("dice-before-walls", "dice-imperfect")


def set_button_wrong_seat(case: Case) -> Iterator[Finding]:
    """Find a set button pressed by another seat than the book names (npm art. 13 i: the next dealer)."""
    round_ = case.after.round
    if not isinstance(case.event, ev.SetPressed) or case.event.seat is None or round_ is None:
        return
    due = round_.dealer if case.rulebook.table.set_presser.value is SetPresser.NEXT_DEALER else None
    if due is not None and case.event.seat is not due:
        yield Finding("set-button-wrong-seat", seats_named(due, case.event.seat), case.event.seat)


def dice_before_walls(case: Case) -> Iterator[Finding]:
    """Find dice rolled before the walls were up."""
    if isinstance(case.event, ev.DicePressed) and case.before.phase in _BEFORE_WALLS:
        detail = Text("壁牌が上がりきる前にサイコロが振られました。", "The dice were rolled before the walls were up.")
        yield Finding("dice-before-walls", detail, case.event.seat)


def dice_wrong_roller(case: Case) -> Iterator[Finding]:
    """Find dice started by a seat other than the dealer; a second roll is another player's (npm appendix)."""
    round_ = case.after.round
    if not isinstance(case.event, ev.DicePressed) or case.event.seat is None or round_ is None:
        return
    if round_.dice_pressed == 1 and case.event.seat is not round_.dealer:
        yield Finding("dice-wrong-roller", seats_named(round_.dealer, case.event.seat), case.event.seat)


def dice_roll_count(case: Case) -> Iterator[Finding]:
    """Find a roll after all rolls of the book were read and none is to be redone, or a break before all rolls."""
    round_, due = case.before.round, case.rulebook.table.rolls.value
    if round_ is None or not round_.walls_up:
        return
    many = isinstance(case.event, ev.DicePressed) and min(round_.dice_pressed, len(round_.rolls)) >= due
    redone = any(each.round == case.before.rounds and each.fault.code in _REDONE for each in case.before.faults)
    few = isinstance(case.event, ev.WallBroken) and round_.last is None and 0 < len(round_.rolls) < due
    if few or (many and not redone):
        detail = Text(
            f"出サイは {due} 回。読まれたのは {len(round_.rolls)} 回。",
            f"{due} rolls are due, {len(round_.rolls)} were read.",
        )
        yield Finding("dice-roll-count", detail, case.event.seat if isinstance(case.event, ev.DicePressed) else None)


def wrong_break(case: Case) -> Iterator[Finding]:
    """Find a gap in the wall that is not where the dice put it."""
    event = case.event
    if not isinstance(event, ev.WallBroken) or event.expected is None or event.seen == event.expected:
        return
    code = "break-wrong-stack" if event.seen.wall is event.expected.wall else "break-wrong-wall"
    dice = "+".join(str(pips) for roll in (case.after.round.rolls if case.after.round else ()) for pips in roll)
    places = _places(event.expected, event.seen)
    detail = Text(f"サイコロ {dice}。{places.ja}", f"Dice {dice}. {places.en}")
    yield Finding(code, detail)


def dora_wrong_position(case: Case) -> Iterator[Finding]:
    """Find an indicator turned at another stack than the book's, counted from the actual break."""
    event = case.event
    if isinstance(event, ev.DoraShown) and event.expected is not None and event.seen != event.expected:
        subject = f"{event.seen.wall.name}{event.seen.stack}"
        yield Finding("dora-wrong-position", _places(event.expected, event.seen), subject=subject)


def _places(due: StackPlace, seen: StackPlace) -> Text:
    return Text(
        f"正: {SEAT_JA[due.wall]}の山の右から{due.stack}幢目、実際: {SEAT_JA[seen.wall]}の山の右から{seen.stack}幢目",
        f"Due: stack {due.stack} from the right of wall {due.wall.name}, "
        f"seen: stack {seen.stack} of wall {seen.wall.name}",
    )


SETTING_UP: Final[tuple[Detector, ...]] = (
    set_button_wrong_seat,
    dice_before_walls,
    dice_wrong_roller,
    dice_roll_count,
    wrong_break,
    dora_wrong_position,
)
