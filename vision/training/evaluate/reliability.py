"""Calibration of confidences: accuracy against confidence, as figures and as a reliability diagram."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

SURE: Final = 0.9
"""Confidence from which an answer counts as sure in the figures; chosen, as in the model card."""
BINS: Final = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)
"""Edges of the confidence bins; chosen finer where most answers fall."""
Answers = Sequence[tuple[float, bool]]
_SIDE, _EDGE = 320, 46
"""Side of the diagram and width of the margin for its labels, SVG units."""
_INKS: Final = ("#1f4e8c", "#b3372f", "#3a7d44", "#8a5a00")


def bins(answers: Answers) -> list[tuple[float, float, int]]:
    """Return mean confidence, accuracy and number of answers of each non-empty bin of BINS."""
    found = []
    for low, high in pairwise(BINS):
        inside = [(sure, right) for sure, right in answers if low <= sure < high or (high == 1.0 and sure >= 1.0)]
        if inside:
            number = len(inside)
            found.append((sum(sure for sure, _ in inside) / number, sum(right for _, right in inside) / number, number))
    return found


def gap(answers: Answers) -> float:
    """Return the expected calibration error: the weighted mean distance between confidence and accuracy."""
    return sum(abs(sure - right) * number for sure, right, number in bins(answers)) / max(len(answers), 1)


def diagram(sets: Mapping[str, Answers]) -> str:
    """Return an SVG with accuracy over confidence per set; the area of a dot grows with its number of answers."""
    far = _SIDE - _EDGE

    def place(sure: float, right: float) -> tuple[float, float]:
        return round(_EDGE + sure * (far - 12), 1), round(far - right * (far - 12), 1)

    (x0, y0), (x1, y1) = place(0, 0), place(1, 1)
    parts = [f'<path d="M{x0} {y0}L{x1} {y1}" stroke="#bbb" stroke-dasharray="4 4"/>']
    parts.append(f'<path d="M{x0} {y1}V{y0}H{x1}" stroke="#333" fill="none"/>')
    for step in (0, 0.25, 0.5, 0.75, 1):
        (x, _), (_, y) = place(step, 0), place(0, step)
        parts.append(f'<text x="{x}" y="{y0 + 16}" text-anchor="middle">{step:g}</text>')
        parts.append(f'<text x="{x0 - 6}" y="{y + 4}" text-anchor="end">{step:g}</text>')
    parts.append(f'<text x="{(x0 + x1) / 2}" y="{_SIDE - 10}" text-anchor="middle">confidence</text>')
    parts.append(f'<text transform="translate(13 {(y0 + y1) / 2}) rotate(-90)" text-anchor="middle">named right</text>')
    for row, (name, answers) in enumerate(sets.items()):
        ink, points = _INKS[row % len(_INKS)], bins(answers)
        line = " ".join("{},{}".format(*place(sure, right)) for sure, right, _ in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{ink}" stroke-width="1.5"/>')
        for sure, right, number in points:
            x, y = place(sure, right)
            parts.append(f'<circle cx="{x}" cy="{y}" r="{2 + (number / len(answers)) ** 0.5 * 8:.1f}" fill="{ink}"/>')
        words = f"{name}: {len(answers)} tiles, gap {gap(answers):.3f}"
        parts.append(f'<text x="{x0 + 8}" y="{y1 + 12 + 15 * row}" fill="{ink}">{words}</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIDE} {_SIDE}" font-family="sans-serif" '
    return head + f'font-size="11"><rect width="{_SIDE}" height="{_SIDE}" fill="#fff"/>' + "".join(parts) + "</svg>\n"
