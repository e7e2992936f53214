"""What a venue sets for a table: rulebook, names, and how long a thing must be seen before it counts."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Dwell:
    """Equal readings in a row that make a fact; at five readings a second, 5 is one second.

    ``alarm``: before a wall or indicator that is not where it should be is reported; ``patience``: before something is
    taken as seen though the play up to it is not understood; ``correction``: before a recorded discard is corrected;
    ``ura``: wait for ura indicators; ``alone``: wait for further hands where several may win or the wall is spent;
    ``doubt``: readings more for a doubtful face.
    """

    river: int = 3
    meld: int = 3
    hand: int = 4
    dice: int = 3
    wall: int = 3
    indicator: int = 3
    alarm: int = 8
    patience: int = 25
    correction: int = 12
    ura: int = 25
    alone: int = 5
    doubt: int = 12


@dataclass(frozen=True, slots=True)
class Venue:
    """Settings of one table. ``auto_settle``: results are paid without a person's confirmation.

    ``confidence``: faces read below it are doubtful; ``dice``: number of dice in the centre.
    """

    rulebook: str
    profile: str = "wall-only"
    names: tuple[str, str, str, str] = ("A", "B", "C", "D")
    auto_settle: bool = False
    confidence: float = 0.5
    dice: int = 2
    dwell: Dwell = field(default_factory=Dwell)
