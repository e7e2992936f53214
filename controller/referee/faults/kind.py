"""One kind of fault as a row of data, from what shows it to what is due for it."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from controller.journal.events import Severity
from controller.ports.referee import ClaimKind
from controller.rulebooks.schema.table import Remedy
from controller.text import Text


class Source(Enum):
    """What can show a fault: the table's events, the camera, a person's entry, the table's point sticks."""

    TABLE = "T"
    CAMERA = "C"
    CLAIM = "K"
    POINTS = "P"


class Lawful(NamedTuple):
    """Rulebook field and value under which the act is no fault; ``besides``: further fields and values required."""

    field: str
    value: object
    besides: tuple[tuple[str, object], ...] = ()


class AfterOpening(NamedTuple):
    """The field that names an opening, and the field whose remedy is due once the round is past that opening."""

    opening: str
    remedy: str


class Upholding(Enum):
    """Effect of upholding a fault on the round, besides its penalty."""

    VOIDS_ROUND = "voids_round"
    CANCELS_RIICHI = "cancels_riichi"
    RANKS_BELOW = "ranks_below"
    TAKES_CALL_BACK = "takes_call_back"


@dataclass(frozen=True, slots=True)
class FaultKind:
    """One kind of fault. Fields of a rulebook are dotted names, such as ``table.rolls``; "" if there is none.

    ``shown_by``: letters of its sources. ``field``: the field about the fault, which contains its remedy if it is one.
    ``field_else``: replaces it in a book where ``field`` is a default. ``field_open_kong``: replaces it if the kong in
    question was open or added. ``judged_by``: further fields that detect it. ``dwell``: consecutive equal readings of
    every zone it depends on before it is reported, 0 if the event itself is the proof; at five readings a second, 5 is
    one second. ``confidence``: lowest confidence accepted for every face it depends on, 0 if it depends on none.
    ``remedy``: due if ``field`` contains none, in addition to a penalty. ``penalty_field``: sets the penalty.
    ``after_game``: field that says whether it may be corrected once the game is over. ``blocks_settlement``: while it
    is open and a referee's matter, the round's result is not paid automatically. ``acts``: for device trouble, entries
    that help in place of a ruling: nobody upholds, dismisses or settles it. () for an act of people, which is ruled on.
    """

    code: str
    severity: Severity
    shown_by: str
    name: Text
    field: str = ""
    field_else: str = ""
    field_open_kong: str = ""
    judged_by: tuple[str, ...] = ()
    dwell: int = 0
    confidence: float = 0.0
    lawful: Lawful | None = None
    opening: AfterOpening | None = None
    remedy: Remedy | None = None
    penalty_field: str = ""
    upheld: Upholding | None = None
    after_game: str = ""
    blocks_settlement: bool = False
    acts: tuple[ClaimKind, ...] = ()

    @property
    def needs_seat(self) -> bool:
        """True if upholding it may affect a seat, which then has to be named."""
        return bool(self.penalty_field) or self.upheld is Upholding.CANCELS_RIICHI

    @property
    def sources(self) -> tuple[Source, ...]:
        """Everything that can show the fault."""
        return tuple(map(Source, self.shown_by))
