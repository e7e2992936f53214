"""Trains the model of place probabilities, and compares it with unseen games that are played tile by tile.

``python -m tests.support.train_chances``: plays games by points (``score_games``), fits the network, writes
``controller/data/chance_weights.txt``. ``--check GAMES`` only compares the present weights with this number of games of
the simulator's players, who see tiles and know no probability, and writes ``docs/chances.svg``.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from controller.riichi.seat import SEATS
from controller.rulebooks.catalogue import rulebook
from controller.scoring.game.chances import HIDDEN, INPUTS, place_chances, standing_inputs
from controller.scoring.game.flow import Round
from controller.scoring.payment_lines import four
from hardware.simulator.game.round import SimulatedRound, play_rounds
from tests.support.score_games import PointsStand, play_scores

ROOT: Final = Path(__file__).parents[2]
WEIGHTS: Final = ROOT / "controller" / "data" / "chance_weights.txt"
CURVE: Final = ROOT / "docs" / "chances.svg"
BOOKS: Final = ("npm-2008", "teikoku", "mleague", "wakashachi-2025", "kenko-2022", "tenhou", "mahjong-soul", "wrc-2025")
BINS: Final = 10
Array = NDArray[np.float64]


def samples(games: int, seed: int) -> tuple[Array, NDArray[np.int64]]:
    """Inputs of every standing of these games, and the final place of each of the ordered players."""
    rng = Random(seed)
    inputs, places = [], []
    for game in range(games):
        book = rulebook(BOOKS[game % len(BOOKS)])
        for stand in play_scores(book, rng):
            order, told = standing_inputs(stand.scores, stand.round, book)
            inputs.append(told)
            places.append([stand.places[seat] - 1 for seat in order])
    return np.array(inputs), np.array(places)


class Fitting:
    """The network with its gradient: Adam over batches."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.rng = rng
        self.first = rng.normal(0, INPUTS**-0.5, (HIDDEN, INPUTS + 1))
        self.second = rng.normal(0, 0.1 * HIDDEN**-0.5, (16, HIDDEN + 1))
        self.moments = [np.zeros_like(each) for each in (self.first, self.first, self.second, self.second)]
        self.step = 0

    def forward(self, inputs: Array) -> tuple[Array, Array]:
        """Return hidden units, and log probabilities (standings, player, place)."""
        units = np.tanh(with_one(inputs) @ self.first.T)
        out = (with_one(units) @ self.second.T).reshape(-1, 4, 4)
        out -= out.max(axis=2, keepdims=True)
        return units, out - np.log(np.exp(out).sum(axis=2, keepdims=True))

    def loss(self, inputs: Array, places: NDArray[np.int64]) -> float:
        """Mean negative log likelihood of the actual places."""
        told = self.forward(inputs)[1]
        return float(-np.take_along_axis(told, places[:, :, None], axis=2).mean())

    def learn(self, inputs: Array, places: NDArray[np.int64], rate: float) -> None:
        """Make one Adam step."""
        units, told = self.forward(inputs)
        wrong = np.exp(told)
        np.put_along_axis(wrong, places[:, :, None], np.take_along_axis(wrong, places[:, :, None], 2) - 1, 2)
        wrong = wrong.reshape(len(inputs), 16) / len(inputs)
        back = (wrong @ self.second[:, :-1]) * (1 - units**2)
        grads = (back.T @ with_one(inputs), wrong.T @ with_one(units))
        self.step += 1
        for layer, grad in enumerate(grads):
            weights = (self.first, self.second)[layer]
            mean, square = self.moments[2 * layer], self.moments[2 * layer + 1]
            mean += 0.1 * (grad - mean)
            square += 0.001 * (grad**2 - square)
            correct = (1 - 0.999**self.step) ** 0.5 / (1 - 0.9**self.step)
            weights[...] -= rate * correct * mean / (np.sqrt(square) + 1e-8)


def with_one(values: Array) -> Array:
    """Append a column of ones."""
    return np.hstack([values, np.ones((len(values), 1))])


def train(games: int, epochs: int, seed: int) -> dict[str, Any]:
    """Fit and write the weights."""
    inputs, places = samples(games, seed)
    held, held_places = samples(max(1, games // 10), seed + 1)
    fitting, batch = Fitting(seed), 1024
    for epoch in range(epochs):
        order = fitting.rng.permutation(len(inputs))
        rate = 0.003 * (1 - epoch / epochs) + 1e-5
        for at in range(0, len(order), batch):
            taken = order[at : at + batch]
            fitting.learn(inputs[taken], places[taken], rate)
    numbers = [f"{each:.4g}" for each in (*fitting.first.ravel(), *fitting.second.ravel())]
    lines = [" ".join(numbers[at : at + 14]) for at in range(0, len(numbers), 14)]
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {
        "standings": len(inputs),
        "loss": round(fitting.loss(inputs, places), 4),
        "held out": round(fitting.loss(held, held_places), 4),
    }


def tile_games(book_id: str, games: int, seed: int) -> Iterator[PointsStand]:
    """Yield standings of games that the simulator's players play tile by tile."""
    book = rulebook(book_id)
    playing: list[SimulatedRound] = []
    played = 0
    for each in play_rounds(book, seed, 100 * games):
        if playing and each.game != playing[0].game:
            yield from _stands(playing)
            playing, played = [], played + 1
            if played == games:
                return
        playing.append(each)


def _stands(playing: list[SimulatedRound]) -> Iterator[PointsStand]:
    last = playing[-1].points_after
    order = sorted(SEATS, key=lambda seat: (-last[seat], seat))
    places = four(order.index(seat) + 1 for seat in SEATS)
    for each in playing:
        at = each.deal.standing
        yield PointsStand(at.points, Round(at.prevailing_wind, at.dealer, at.counters, at.riichi_sticks), places)


def curve(told: Array, came: Array) -> list[tuple[float, float, int]]:
    """Per tenth of probability: mean prediction, observed frequency, number of cases."""
    rows = []
    for bin_ in range(BINS):
        here = (told >= bin_ / BINS) & ((told < (bin_ + 1) / BINS) | (bin_ == BINS - 1))
        if here.any():
            rows.append((float(told[here].mean()), float(came[here].mean()), int(here.sum())))
    return rows


def check(stands: Iterator[PointsStand], book_id: str) -> dict[str, Any]:
    """Compare predicted probabilities of first place with outcomes."""
    book = rulebook(book_id)
    told, came = [], []
    for stand in stands:
        chances = place_chances(stand.scores, stand.round, book)
        assert chances is not None
        for seat in SEATS:
            told.append(chances[seat][0])
            came.append(stand.places[seat] == 1)
    rows = curve(np.array(told), np.array(came, float))
    whole = len(told)
    return {
        "standings": whole // 4,
        "calibration error": round(sum(abs(one - other) * many for one, other, many in rows) / whole, 4),
        "brier": round(float(np.mean((np.array(told) - np.array(came, float)) ** 2)), 4),
        "curve": [[round(one, 3), round(other, 3), many] for one, other, many in rows],
    }


def draw(curves: dict[str, list[list[float]]]) -> str:
    """Draw both curves as SVG."""
    size, edge = 300, 40
    colours = dict(zip(curves, ("#2a7f62", "#c2571a"), strict=False))

    def at(x: float, y: float) -> str:
        return f"{edge + x * size:.1f},{edge + (1 - y) * size:.1f}"

    parts = [f'<rect width="{size + 2 * edge}" height="{size + 2 * edge}" fill="#fff"/>',
             f'<path d="M{at(0, 0)} L{at(1, 1)}" stroke="#999" stroke-dasharray="4"/>',
             f'<path d="M{at(0, 1)} L{at(0, 0)} L{at(1, 0)}" stroke="#333" fill="none"/>']  # fmt: skip
    for row, (name, points) in enumerate(curves.items()):
        line = " L".join(at(one, other) for one, other, _ in points)
        parts.append(f'<path d="M{line}" stroke="{colours[name]}" stroke-width="2" fill="none"/>')
        parts.append(f'<text x="{edge + 10}" y="{edge + 18 + 18 * row}" fill="{colours[name]}">{name}</text>')
    parts.append(f'<text x="{edge + 40}" y="{size + 2 * edge - 10}">told / 予測</text>')
    parts.append(f'<text transform="translate(22 {edge + 200}) rotate(-90)">came / 実際</text>')
    box = f'viewBox="0 0 {size + 2 * edge} {size + 2 * edge}" font-family="sans-serif" font-size="13"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>' + "".join(parts) + "</svg>\n"


def main() -> int:
    """Train, unless only a check is requested; print the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", type=int, default=0, help="games played tile by tile; nothing is trained")
    options = parser.parse_args()
    if not options.check:
        print(json.dumps(train(options.games, options.epochs, options.seed)))
        return 0
    by_tiles = check(tile_games("npm-2008", options.check, 4_000 + options.seed), "npm-2008")
    rng = Random(90_000 + options.seed)
    book = rulebook("npm-2008")
    by_points = check((stand for _ in range(2_000) for stand in play_scores(book, rng)), "npm-2008")
    print(json.dumps({"by points": by_points, "by tiles": by_tiles}))
    CURVE.write_text(draw({"by points": by_points["curve"], "by tiles": by_tiles["curve"]}), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
