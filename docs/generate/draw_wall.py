"""Draw wall.svg: every tile of the wall, numbered in order of draw, for a roll of 5 and of 2."""

from pathlib import Path
from typing import Final

from controller.riichi.seat import SEATS, Seat
from controller.riichi.wall import DEAL, Break, Slot, Tier, break_from_dice
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile

_SIDE: Final = 560.0
_ROLLS: Final = ((2, 3), (1, 1))
_NAMES: Final = ("dealer", "right", "across", "left")
_COLOURS: Final = {
    "dealt": "#dfe8f5",
    "live": "#ffffff",
    "haitei": "#ffd9a8",
    "replacement": "#cdeac0",
    "indicator": "#f7c6cf",
}
_LEGEND: Final = (
    ("dealt", "1-53: dealt"),
    ("live", "from 54: live, in order of draw"),
    ("haitei", "H0-H4: last live tile after 0-4 kans"),
    ("replacement", "R1-R4: replacement tiles"),
    ("indicator", "I0-I4, U0-U4: dora, ura indicators"),
)
_STYLE: Final = (
    "rect{stroke:#667;stroke-width:.6}text{font:9px sans-serif;text-anchor:middle;dominant-baseline:central;fill:#223}"
    ".seat{font-size:15px}.end{font-size:7px;fill:#889}.key{text-anchor:start;font-size:11px}"
)


def picture() -> str:
    """Return the drawing as SVG: one panel for each roll, seen from above, dealer below."""
    panels = [
        f'<g transform="translate({_SIDE * (place + 0.5):.0f} {_SIDE / 2:.0f})">{_panel(roll)}</g>'
        for place, roll in enumerate(_ROLLS)
    ]
    legend = [
        f'<rect class="{name}" x="{20 + 222 * place}" y="{_SIDE + 4:.0f}" width="13" height="13"/>'
        f'<text class="key" x="{37 + 222 * place}" y="{_SIDE + 11:.0f}">{text}</text>'
        for place, (name, text) in enumerate(_LEGEND)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * _SIDE:.0f} {_SIDE + 30:.0f}">',
            f"<style>{_STYLE}{''.join(f'.{name}{{fill:{colour}}}' for name, colour in _COLOURS.items())}</style>",
            f'<rect width="{2 * _SIDE:.0f}" height="{_SIDE + 30:.0f}" fill="#f6f7f4"/>',
            *panels,
            *legend,
            "</svg>\n",
        ]
    )


def _panel(roll: tuple[int, int]) -> str:
    layout = Layout(load_profile())
    broken = break_from_dice(Seat.A, [roll])
    labels = _labels(broken)
    parts = [
        f'<text class="seat" y="-24">roll of {sum(roll)}</text>',
        f'<text y="-2">first taken: stack {broken.stack} of the wall of {broken.wall.name}</text>',
        '<text y="16">outer number = upper tile, inner = lower tile</text>',
    ]
    for seat in SEATS:
        spot = layout.place(seat, 0.0, 125.0)
        parts.append(f'<text class="seat" x="{spot.x:.1f}" y="{spot.y:.1f}">{seat.name} ({_NAMES[seat]})</text>')
        parts += [_stack(layout, seat, stack, labels) for stack in range(1, broken.stacks[seat] + 1)]
    return "\n".join(parts)


def _stack(layout: Layout, seat: Seat, stack: int, labels: dict[Slot, tuple[str, str]]) -> str:
    """Draw two cells, the upper tile's outside, and the stack's number from the right end at the inner edge."""
    middle = layout.wall_stack(seat, stack)
    across, distance = layout.local(seat, middle.x, middle.y)
    wide, deep = layout.profile.tile.width_mm, layout.profile.tile.height_mm * 0.75
    parts = []
    for tier, outwards in ((Tier.UPPER, deep / 2), (Tier.LOWER, -deep / 2)):
        label, kind = labels[Slot(seat, stack, tier)]
        spot = layout.place(seat, across, distance + outwards)
        box = (wide, deep) if seat % 2 == 0 else (deep, wide)
        parts.append(
            f'<rect class="{kind}" x="{spot.x - box[0] / 2:.1f}" y="{spot.y - box[1] / 2:.1f}"'
            f' width="{box[0]:.1f}" height="{box[1]:.1f}"/>'
            f'<text x="{spot.x:.1f}" y="{spot.y:.1f}">{label}</text>'
        )
    inner = layout.place(seat, across, distance - deep - 7)
    parts.append(f'<text class="end" x="{inner.x:.1f}" y="{inner.y:.1f}">{stack}</text>')
    return "".join(parts)


def _labels(broken: Break) -> dict[Slot, tuple[str, str]]:
    """Label and colour of each place."""
    dealt = sum(map(len, DEAL))
    labels = {
        slot: (str(number), "dealt" if number <= dealt else "live") for number, slot in enumerate(broken.order, 1)
    }
    for kans in range(5):
        labels[broken.haitei(kans)] = (f"H{kans}", "haitei")
        labels[broken.indicator(kans)] = (f"I{kans}", "indicator")
        labels[broken.indicator(kans, ura=True)] = (f"U{kans}", "indicator")
        if kans:
            labels[broken.replacement(kans)] = (f"R{kans}", "replacement")
    return labels


if __name__ == "__main__":
    Path(__file__).parents[1].joinpath("wall.svg").write_text(picture(), encoding="utf-8")
