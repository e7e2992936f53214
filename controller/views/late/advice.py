"""What engines that follow a table would do and how they value it; it comes out late, like hands."""

from dataclasses import dataclass, field

from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from controller.views.gate import Secret, View


@dataclass(frozen=True, slots=True)
class ValueView(View):
    """What an engine gives an act: ``kind`` as mjai calls it, with its tile where it has one."""

    kind: Secret[str] = field(repr=False)
    tile: Secret[Tile | None] = field(repr=False)
    value: Secret[float] = field(repr=False)


@dataclass(frozen=True, slots=True)
class AdviceView(View):
    """An engine's answer for a seat; ``cursor``: the fact that it answers. ``kind`` as mjai calls it.

    ``round``: its ordinal, ``acts``: discards and calls made by then; ``now``: nobody has acted since.
    ``values``: the best first.
    """

    seat: Secret[Seat] = field(repr=False)
    engine: Secret[str] = field(repr=False)
    cursor: Secret[str] = field(repr=False)
    round: Secret[int] = field(repr=False)
    acts: Secret[int] = field(repr=False)
    now: Secret[bool] = field(repr=False)
    kind: Secret[str] = field(repr=False)
    tile: Secret[Tile | None] = field(repr=False)
    own: Secret[tuple[Tile, ...]] = field(repr=False)
    values: Secret[tuple[ValueView, ...]] = field(repr=False)
