"""Every refusal of an entry, by its code; ``refusals.toml`` has the texts and the kinds of act that may come first."""

from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from controller.ports.referee import ClaimKind as Kind
from controller.rulebooks.names.values import VALUE_NAMES
from controller.rulebooks.schema.penalties import BesideWin
from controller.table.effects import Refuse, Selectable
from controller.text import Text, rows


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an entry is impossible.

    ``first``: kinds of act that may make it possible, the most probable first; ``instead``: kinds with the same
    outcome. ``values``: only the entered values are at fault, others may be accepted now. ``choices``: those values.
    """

    code: str
    text: Text
    first: tuple[Kind, ...] = ()
    instead: tuple[Kind, ...] = ()
    values: bool = False
    choices: tuple[Selectable, ...] = ()


class Why(Enum):
    """The refusals by code. Those with neither ``first`` nor ``values`` are final or describe the present state."""

    # Results and rounds
    NO_RESULT = "no-result"
    CONFIRMED = "confirmed"
    NO_ROUND = "no-round"
    NO_PLAY = "no-play"
    PAID = "paid"
    NO_WINNER = "no-winner"
    SAME_TILE = "same-tile"
    ABORTS = "three-rons-abort"
    NO_YAKU = "no-yaku"
    NOT_COMPLETE = "not-complete"
    NOT_ROBBABLE = "kong-not-robbable"
    NO_OPEN_RIICHI = "no-open-riichi"
    IMPOSSIBLE = "impossible-win"
    NO_ABORT = "no-such-draw"
    OTHER_DRAW = "draw-not-so"
    DEAD_NAGASHI = "nagashi-without-right"
    NO_NAGASHI = "no-nagashi"
    NOT_SETTLED = "not-settled"
    GAME_OVER = "game-over"
    NO_STOP = "dealer-may-not-stop"
    NEXT_BEGUN = "next-begun"
    TOLD_BY_TABLE = "round-told"
    ROUND_RUNS = "round-runs"
    END_UNSEEN = "end-unseen"
    LOOK_FIRST = "look-first"

    # Faults
    NO_FAULT = "no-fault"
    DECIDED = "fault-decided"
    NOT_DECIDED = "fault-open"
    NO_SEAT = "no-seat"
    NO_RULING = "no-ruling"
    BESIDE_WIN = "beside-win"
    NO_CONSENT = "no-consent"
    FOR_SERVICE = "fault-of-table"
    NO_CODE = "no-such-fault"
    ALLOWED = "allowed"
    UNSPOKEN = "unspoken"
    SETTLED = "settled-by-consent"

    # Play
    NO_QUESTION = "no-question"
    ANSWERED = "answered"
    ONE_TILE = "one-tile"
    NO_TILE = "no-such-tile"
    NO_HAND = "hand-size"
    NO_RIICHI = "no-riichi"
    RIICHI_STANDS = "riichi-stands"
    ONE_SEAT = "one-seat"
    NOT_NOW_RIICHI = "riichi-not-now"
    RIICHI_SEEN = "riichi-seen"
    NO_RON_TILE = "no-ron-tile"
    NO_VOICES = "voices"
    NO_WIN_THERE = "no-win-there"
    NO_DICE = "no-dice"
    NO_PIPS = "pips"

    # Seats and clock
    BEGUN = "game-begun"
    NAMES = "names"
    NO_CLOCK = "no-clock"
    RUNNING = "clock-runs"
    STOPPED = "clock-stands"
    NO_TIME = "no-time"
    MINUTES = "minutes"
    NOT_UP = "time-not-up"

    # Undoing
    NOTHING_TO_UNDO = "nothing-to-undo"
    TOO_LATE = "undo-too-late"

    # What the venue sets
    NO_REASON = "reason"
    UNKNOWN_RELEASE = "release"
    SAME_RELEASE = "same-release"
    UNKNOWN_JUDGING = "judging"
    SAME_JUDGING = "same-judging"
    SAME_BOARD = "same-board"
    UNSEEN_BOARD = "unseen-board"

    # What the record itself forbids
    PHASE = "phase"
    RECORD = "record"
    TABLE = "table"

    @property
    def refusal(self) -> Refusal:
        """The refusal as data."""
        return _REFUSALS[self]


def _refusal(why: Why) -> Refusal:
    row = rows("refusals.toml")[why.value]
    return Refusal(
        why.value,
        Text(row["ja"], row["en"]),
        tuple(map(Kind, row.get("first", ()))),
        tuple(map(Kind, row.get("instead", ()))),
        row.get("values", False),
        tuple(Selectable("beside_win", each, VALUE_NAMES[BesideWin(each)]) for each in row.get("choices", ())),
    )


_REFUSALS: Final = MappingProxyType({why: _refusal(why) for why in Why})

MOVED_ON: Final = Refuse(
    Text(
        "その間に卓が進み、結果が変わりました。新しい内容を確かめてください。",
        "The table has moved on and the result has changed: check it again.",
    ),
    "moved-on",
)
"""Refusal of an entry that is based on a state which has changed since."""


@dataclass(frozen=True, slots=True)
class ActWords:
    """Words for an act in a refusal: what to do first (or instead), with ``{round}`` filled in, and its button.

    ``whole``: the values that an act carries are sufficient; otherwise a person fills in a form.
    """

    first: Text
    button: Text
    whole: bool = True


ACTS: Final = MappingProxyType(
    {
        Kind(kind): ActWords(Text(**row["first"]), Text(**row["button"]), row.get("whole", True))
        for kind, row in rows("words.toml")["acts"].items()
    }
)
"""Words of every kind of act that a refusal names."""
