"""Draws docs/hanchans.md from the last whole run; run from the repository's root:
python -m tests.support.play_hanchans && python docs/generate/draw_hanchans.py
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

PAGE: Final = Path(__file__).parents[1].joinpath("hanchans.md")
RUN: Final = Path(__file__).parents[1].joinpath("hanchans.json")
GAMES: Final = 20
_HEAD: Final = """# Whole games from pixels and bytes / 画像と信号から読んだ半荘

開発者向け。半荘を通した読み取りの成績。 / For developers: how whole games are read.

シミュレーターの卓で半荘を打ち切り、サービスがコントローラーの信号と毎秒5枚の画像から読みます。牌譜が正解と一バイトも違わない局を「正」とします。
「質問」は審判へのすべての問い、「自動訂正」は、あとの読み取りが人の手なしに直した打牌です。

> `python -m tests.support.play_hanchans` plays, `python docs/generate/draw_hanchans.py` writes this page; games one
> by one are in `docs/hanchans.json`. A simulated table plays whole games; its board sends over a pseudo-terminal,
> its camera gives JPEG pictures of 1440x1080 at five a second, and the running service reads both. A round is
> *right* if its record equals the truth to the byte, in tenhou.net/6 and mjai. *Asked*: all questions to the
> referee; a simulated person enters the results asked for. *Repaired*: discards corrected by a later reading.
> `camera-frozen` at the end of a game means that the simulator has stopped.
>
> From the last frame needed for a fact to the fact on the feed: median 17 ms, 95 of 100 within 71 ms of one core's
> time (`pytest tests/benchmarks/test_bench_feed.py --benchmark-only`; goal 400 ms).
"""
_STARVED: Final = """
`camera-lost` is no misreading: the machine was so busy that a picture took more than three seconds. Games begun since
wait longer for a simulated camera.
"""

Row = dict[str, Any]


def last_run() -> list[Row]:
    """Rows of the last `python -m tests.support.play_hanchans`."""
    rows: list[Row] = json.loads(RUN.read_text(encoding="utf-8"))
    return rows


def page() -> str:
    """Return the whole page."""
    every = last_run()
    rows = [row for row in every if row.get("way", "exact") == "exact"]
    starved = [_STARVED] if any("camera-lost" in row["faults"] for row in rows) else []
    return "\n".join((_HEAD, _measured(rows), *starved, _by_way(every), _by_book(rows)))


def _by_way(rows: list[Row]) -> str:
    """Table of games with tiles not placed exactly, by how tiles are placed and seen."""
    named = [(f"{told}", [row for row in rows if row.get("way", "exact") == way]) for way, told in _WAYS.items()]
    played = [(f"{told}: {len(games)}", games) for told, games in named if games]
    missing = [told for told, games in named if not games]
    lines = _table("牌の置き方別 / By how tiles are laid", "置き方 / laid, games played", played) if played else ""
    if missing:
        lines += f"\nNot played so far (`--way`): {'; '.join(missing)}.\n"
    return lines if played else f"## 牌の置き方別 / By how tiles are laid\n{lines}"


def _measured(rows: list[Row]) -> str:
    rounds, right, quiet = (_sum(rows, key) for key in ("rounds", "right", "rounds_with_questions"))
    tiles, wrong = _sum(rows, "tiles_right"), _sum(rows, "tiles_wrong")
    alarms = sum(len(row["faults"]) for row in rows)
    return (
        f"{len(rows)} of {GAMES} games played: {right} of {rounds} rounds right ({100 * right / rounds:.1f} %), "
        f"{rounds - quiet} with no question asked ({100 * (rounds - quiet) / rounds:.1f} %),\n"
        f"{_sum(rows, 'questions') / len(rows):.2f} questions and {alarms / len(rows):.2f} false alarms a game, "
        f"{wrong} of {tiles + wrong} faces wrong.\n"
    )


def _by_book(rows: list[Row]) -> str:
    books = dict.fromkeys(row["rulebook"] for row in sorted(rows, key=lambda row: row["seed"]))
    named = [(f"`{book}`", [row for row in rows if row["rulebook"] == book]) for book in books]
    return _table("規定別 / By rulebook", "規定 / rulebook", named)


def _table(title: str, first: str, named: list[tuple[str, list[Row]]]) -> str:
    head = [first, *(name for name, _ in _COLUMNS)]
    body = [[name, *(str(count(rows)) for _, count in _COLUMNS)] for name, rows in named]
    lines = [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *body)]
    return f"## {title}\n\n" + "\n".join(lines) + "\n"


def _sum(rows: list[Row], key: str) -> int:
    return sum(row[key] for row in rows)


_WAYS: Final = {
    "exact": "in their exact places",
    "careful": "as careful players lay",
    "careless": "as on photographs",
    "arms": "carefully, arms in 30 % of exposures",
    "tilted": "carefully, the camera at 35 degrees",
}
_COLUMNS: Final[tuple[tuple[str, Callable[[list[Row]], object]], ...]] = (
    ("局 / rounds", lambda rows: _sum(rows, "rounds")),
    ("正 / right", lambda rows: _sum(rows, "right")),
    ("打牌 / discards", lambda rows: _sum(rows, "discards")),
    ("牌の誤読 / faces wrong", lambda rows: _sum(rows, "tiles_wrong")),
    ("自動訂正 / repaired", lambda rows: _sum(rows, "repaired")),
    ("質問 / asked", lambda rows: _sum(rows, "questions")),
    ("誤報 / false alarms", lambda rows: " ".join(code for row in rows for code in row["faults"]) or "0"),
)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
