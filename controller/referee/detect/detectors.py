"""Small detectors, each for one kind of breach, over one event between two states; none knows a rulebook by name."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from controller.journal import events as ev
from controller.journal.events import StackPlace
from controller.journal.state import Phase, TableState
from controller.ports.table import SignalKind, TableSignal
from controller.referee.faults.kinds import FAULT_KINDS
from controller.riichi.seat import Seat
from controller.riichi.tile import COPIES, KINDS, RED_FIVES, Tile
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.table import SetPresser
from controller.text import Text

SEAT_JA: Final = ("A席", "B席", "C席", "D席")
_BEFORE_WALLS: Final = (Phase.WAITING_FOR_SET, Phase.MIXING)
# A table with one lamp for every fault: the lamp does not tell which it is.
UNTOLD: Final = "table-fault"
_UNTOLD: Final = Text(
    "卓の異常ランプが点いた。原因は卓からは分からない。", "The table's fault lamp is lit; it does not tell the cause."
)
_REDONE: Final = ("dice-before-walls", "dice-imperfect")


@dataclass(frozen=True, slots=True)
class Finding:
    """A breach that was found; ``subject`` tells two of one code apart within a round. ``by``: who entered it."""

    code: str
    detail: Text
    seat: Seat | None = None
    subject: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """What a detector judges: an event with the state before it and after it."""

    rulebook: Rulebook
    before: TableState
    event: ev.Event
    after: TableState


Detector = Callable[[Case], Iterable[Finding]]


def set_button_wrong_seat(case: Case) -> Iterator[Finding]:
    """The set button was not pressed by whom the book names (npm art. 13 i: the next dealer)."""
    now = case.after.round
    if not isinstance(case.event, ev.SetPressed) or case.event.seat is None or now is None:
        return
    due = now.dealer if case.rulebook.table.set_presser.value is SetPresser.NEXT_DEALER else None
    if due is not None and case.event.seat is not due:
        yield Finding("set-button-wrong-seat", seats_told(due, case.event.seat), case.event.seat)


def dice_before_walls(case: Case) -> Iterator[Finding]:
    """The dice were rolled before the walls stood."""
    if isinstance(case.event, ev.DicePressed) and case.before.phase in _BEFORE_WALLS:
        detail = Text("壁牌が上がりきる前にサイコロが振られた。", "The dice were rolled before the walls stood.")
        yield Finding("dice-before-walls", detail, case.event.seat)


def dice_wrong_roller(case: Case) -> Iterator[Finding]:
    """The dice were set going by another than the dealer; with two rolls the second is another's (npm appendix)."""
    now = case.after.round
    if not isinstance(case.event, ev.DicePressed) or case.event.seat is None or now is None:
        return
    if now.dice_pressed == 1 and case.event.seat is not now.dealer:
        yield Finding("dice-wrong-roller", seats_told(now.dealer, case.event.seat), case.event.seat)


def dice_roll_count(case: Case) -> Iterator[Finding]:
    """Rolled again after every roll that the book asks for was read, with no roll to be redone; or broken too early."""
    now, due = case.before.round, case.rulebook.table.rolls.value
    if now is None or not now.walls_up:
        return
    many = isinstance(case.event, ev.DicePressed) and min(now.dice_pressed, len(now.rolls)) >= due
    redone = any(each.round == case.before.rounds and each.fault.code in _REDONE for each in case.before.faults)
    few = isinstance(case.event, ev.WallBroken) and now.last is None and 0 < len(now.rolls) < due
    if few or (many and not redone):
        detail = Text(
            f"出サイは {due} 回。読まれたのは {len(now.rolls)} 回。",
            f"{due} rolls are due, {len(now.rolls)} were read.",
        )
        yield Finding("dice-roll-count", detail, case.event.seat if isinstance(case.event, ev.DicePressed) else None)


def wrong_break(case: Case) -> Iterator[Finding]:
    """The gap in the wall is not where the dice put it."""
    event = case.event
    if not isinstance(event, ev.WallBroken) or event.expected is None or event.seen == event.expected:
        return
    code = "break-wrong-stack" if event.seen.wall is event.expected.wall else "break-wrong-wall"
    dice = "+".join(str(pips) for roll in (case.after.round.rolls if case.after.round else ()) for pips in roll)
    places = _places(event.expected, event.seen)
    detail = Text(f"サイコロ {dice}。{places.ja}", f"Dice {dice}. {places.en}")
    yield Finding(code, detail)


def dora_wrong_position(case: Case) -> Iterator[Finding]:
    """An indicator was turned at another stack than the book says, counted from the break as it was made."""
    event = case.event
    if isinstance(event, ev.DoraShown) and event.expected is not None and event.seen != event.expected:
        subject = f"{event.seen.wall.name}{event.seen.stack}"
        yield Finding("dora-wrong-position", _places(event.expected, event.seen), subject=subject)


SETTING_UP: Final[tuple[Detector, ...]] = (
    set_button_wrong_seat,
    dice_before_walls,
    dice_wrong_roller,
    dice_roll_count,
    wrong_break,
    dora_wrong_position,
)


def fifth_copies(tiles: Iterable[Tile], rulebook: Rulebook) -> Iterator[Finding]:
    """Kinds of which more tiles are in sight than the set holds; red fives by the book's number."""
    counts, reds = [0] * KINDS, dict.fromkeys(RED_FIVES, 0)
    for tile in tiles:
        counts[tile.kind] += 1
        if tile.is_red:
            reds[tile] += 1
    most = dict(zip(RED_FIVES, rulebook.scoring.red_fives.value, strict=True))
    many = {Tile(kind): count for kind, count in enumerate(counts) if count > COPIES}
    many |= {red: count for red, count in reds.items() if count > most[red]}
    for tile, count in many.items():
        detail = Text(f"{tile} が {count} 枚見えている。", f"{count} tiles of {tile} are in sight.")
        yield Finding("tile-fifth-copy", detail, subject=str(tile))


def trouble(signal: TableSignal) -> Finding | None:
    """What a device reports about itself, as a finding; None for a signal that reports no trouble."""
    if signal.kind is SignalKind.LINK_LOST:
        return Finding("link-lost", Text(f"理由: {signal.code or '不明'}", f"Reason: {signal.code or 'unknown'}"))
    if signal.kind is not SignalKind.FAULT:
        return None
    code = trouble_code(signal.code)
    told = Text(f"卓の報告: {signal.code}", f"The table reports: {signal.code}")
    return Finding(code, _UNTOLD if signal.code == UNTOLD else told, signal.seat, signal.code)


def trouble_code(code: str) -> str:
    """The catalogue's code for a table's own fault code; ``table-fault`` for one that is not in it."""
    return code if code in FAULT_KINDS else UNTOLD


def trouble_subject(signal: TableSignal) -> str:
    """What a device's report is about: its own code, of each seat's device apart."""
    return signal.code if signal.seat is None else f"{signal.code} {signal.seat.name}"


def seats_told(due: Seat, seen: Seat) -> Text:
    """Whose act was due and whose it was."""
    return Text(f"正: {SEAT_JA[due]}、実際: {SEAT_JA[seen]}", f"Due: seat {due.name}, was: seat {seen.name}")


def _places(due: StackPlace, seen: StackPlace) -> Text:
    return Text(
        f"正: {SEAT_JA[due.wall]}の山の右から{due.stack}幢目、実際: {SEAT_JA[seen.wall]}の山の右から{seen.stack}幢目",
        f"Due: stack {due.stack} from the right of wall {due.wall.name}, "
        f"seen: stack {seen.stack} of wall {seen.wall.name}",
    )
