"""What a score says: the lines that explain it, its value and who pays it."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

Four = tuple[int, int, int, int]


class Limit(Enum):
    """Names of the limits; the value is its name on the wire."""

    MANGAN = "mangan"
    HANEMAN = "haneman"
    BAIMAN = "baiman"
    SANBAIMAN = "sanbaiman"
    YAKUMAN = "yakuman"


# Tuples and no dataclasses: answers are cached by the hash of their lines.
class YakuLine(NamedTuple):
    """One yaku of a win: its han, or for a yakuman 0 han and ``yakuman`` 1 or 2, and the clause that gives it."""

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
    """Dora of one kind (``DORA``, ``KAN_DORA``, ``URA_DORA``, ``KAN_URA``, ``RED_FIVES``) with the han they give."""

    id: str
    ja: str
    en: str
    han: int
    clause: str


class DefaultLine(NamedTuple):
    """A default on which an answer rests: the field's name as in ``unstated``, its title, and why it is the default."""

    id: str
    ja: str
    en: str
    reason_ja: str
    reason_en: str


class PaymentLine(NamedTuple):
    """One line of a payment: ``amounts`` gained per seat A-D, and the clause that asks it."""

    id: str
    ja: str
    en: str
    amounts: Four
    clause: str


# A tuple and no dataclass: its birth would cost a sixth of all scoring.
class Score(NamedTuple):
    """Value of a win under one rulebook.

    ``han`` without ba-zoro, dora in; 0 han and 0 fu for a yakuman. ``fu`` is rounded, 0 where a book counts none.
    ``points``: all that is paid for the hand, without counters and sticks. ``payments``: gain per seat A-D, with
    counters and taken sticks, the sum of ``payment_lines``. ``unstated``: names of fields on whose defaults this rests.
    ``dora`` counts kong dora and norths in, ``ura`` kong ura; ``dora_lines`` tell them apart. ``ba_zoro``: han counted
    aloud on top, 0 for a yakuman. ``default_lines``: ``unstated`` in words.
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
    """No win, with ``detail`` in one line. ``error``: ``not-complete``, ``no-yaku`` or ``kong-not-robbable``."""

    error: str
    detail: str
    unstated: tuple[str, ...] = ()
    default_lines: tuple[DefaultLine, ...] = ()
