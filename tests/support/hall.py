"""A hall: quiet tables of one service, some of which need attention."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from tests.support.bench import lap
from tests.support.quiet_table import QuietTable, quiet_table

NAMES: Final = (
    *("東風", "南風", "嶺上", "海底"),
    *("河底", "一発", "門前", "断么"),
    *("平和", "対々", "三色", "一通"),
    *("混一", "清一", "国士", "九蓮"),
)


@contextmanager
def hall(folder: Path, tables: int, book: str = "npm-2008") -> Iterator[dict[str, QuietTable]]:
    """Open this number of tables with ids from "1" on and named players; none has begun."""
    with ExitStack() as open_:
        every = {}
        for number in range(1, tables + 1):
            name = str(number)
            table = every[name] = open_.enter_context(quiet_table(folder / name, book, name=name))
            four = [NAMES[(4 * (number - 1) + place) % len(NAMES)] for place in range(4)]
            table.give(Claim(ClaimKind.SEAT_PLAYERS, 0.0, "desk", names=(four[0], four[1], four[2], four[3])))
        yield every


def begin(table: QuietTable, laps: int = 1) -> None:
    """Play from the set to some discards."""
    table.set_out(3, 4)
    table.turn_dora("9p", Seat.C, 5)
    table.see()
    for _ in range(laps):
        lap(table, "1z", "2z", "3z", "5p")


def trouble(table: QuietTable, code: str = "camera-lost") -> None:
    """Signal a device fault."""
    table.signal(SignalKind.FAULT, code=code)
