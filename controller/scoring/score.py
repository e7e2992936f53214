"""A score: the lines that explain it, its value and its payment."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

Four = tuple[int, int, int, int]


class Limit(Enum):
    """Names of the limits; the value is the name in the API."""

    MANGAN = "mangan"
    HANEMAN = "haneman"
    BAIMAN = "baiman"
    SANBAIMAN = "sanbaiman"
    YAKUMAN = "yakuman"


# Tuples and not dataclasses: answers are cached by the hash of their lines.
class YakuLine(NamedTuple):
    """One yaku of a win: its han, or for a yakuman 0 han and ``yakuman`` 1 or 2, and the clause that grants it."""

    id: str
    ja: str
    en: str
    han: int
    clause: str
    yakuman: int = 0


class FuLine(NamedTuple):
    """One line of the fu count with its clause."""

    id: str
    ja: str
    en: str
    fu: int
    clause: str


class DoraLine(NamedTuple):
    """Dora of one kind (``DORA``, ``KAN_DORA``, ``URA_DORA``, ``KAN_URA``, ``RED_FIVES``) with their han."""

    id: str
    ja: str
    en: str
    han: int
    clause: str


class DefaultLine(NamedTuple):
    """A default on which an answer rests: the field's name as in ``unstated``, its title, and its reason."""

    id: str
    ja: str
    en: str
    reason_ja: str
    reason_en: str


class PaymentLine(NamedTuple):
    """One line of a payment: ``amounts`` gained per seat A-D, and the clause that requires it."""

    id: str
    ja: str
    en: str
    amounts: Four
    clause: str


# A tuple and not a dataclass, whose creation would take a sixth of all scoring time.
class Score(NamedTuple):
    """Value of a win under one rulebook.

    ``han``: without ba-zoro, including dora; 0 han and 0 fu for a yakuman. ``fu``: rounded, 0 if the rulebook does not
    count fu. ``points``: total for the hand, without counters and sticks. ``payments``: gain per seat A-D, including
    counters and taken sticks, the sum of ``payment_lines``. ``unstated``: names of fields left at their default on
    which this rests. ``dora`` includes kong dora and norths, ``ura`` kong ura-dora; ``dora_lines`` separates them.
    ``ba_zoro``: han counted aloud in addition, 0 for a yakuman. ``default_lines``: ``unstated`` as text.
    """

    han: int
    fu: int
    yakuman: int
    limit: Limit | None
    basic_points: int
    yaku: tuple[YakuLine, ...]
    dora: int
    ura: int
    red: int
    fu_lines: tuple[FuLine, ...]
    points: int
    payments: Four
    riichi_sticks_taken: int
    unstated: tuple[str, ...] = ()
    payment_lines: tuple[PaymentLine, ...] = ()
    dora_lines: tuple[DoraLine, ...] = ()
    ba_zoro: int = 0
    default_lines: tuple[DefaultLine, ...] = ()

    @property
    def clauses(self) -> frozenset[str]:
        """The clauses that its lines cite, by their names."""
        found = [yaku.clause for yaku in self.yaku] + [dora.clause for dora in self.dora_lines]
        found += [fu.clause for fu in self.fu_lines] + [paid.clause for paid in self.payment_lines]
        return frozenset(found)


@dataclass(frozen=True, slots=True)
class NoWin:
    """No valid win, with ``detail`` in one line. ``error``: ``not-complete``, ``no-yaku`` or ``kong-not-robbable``."""

    error: str
    detail: str
    unstated: tuple[str, ...] = ()
    default_lines: tuple[DefaultLine, ...] = ()
