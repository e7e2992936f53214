"""Acts that engines watching a table would choose, and their values; released with delay, as hands are."""

from dataclasses import dataclass, field

from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from controller.views.gate import Secret, View


@dataclass(frozen=True, slots=True)
class ValueView(View):
    """Value that an engine assigns to an act; ``kind``: its mjai name, with its tile if it has one."""

    kind: Secret[str] = field(repr=False)
    tile: Secret[Tile | None] = field(repr=False)
    value: Secret[float] = field(repr=False)


@dataclass(frozen=True, slots=True)
class AdviceView(View):
    """An engine's answer for a seat; ``cursor``: the event that it answers. ``kind``: mjai name of the chosen act.

    ``round``: its ordinal; ``acts``: discards and calls made by then; ``now``: nobody has acted since. ``values``: best
    first.
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
