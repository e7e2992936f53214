"""Draws docs/tables.md from the profiles, the rulebooks and the last whole run; run from the repository's root:
python -m tests.support.play_tables && python docs/generate/draw_tables.py
"""

import json
from pathlib import Path
from typing import Any, Final

from controller.machine.facts import SetButton
from controller.referee.faults.devices import DEVICE_CURES
from controller.referee.faults.kinds import FAULT_KINDS
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.table.compatibility import due_rolls, fit
from controller.text import Text
from hardware.profiles.load import load_profile, profile_ids
from hardware.profiles.machine_facts import table_work
from hardware.profiles.schema import TableProfile

PAGE: Final = Path(__file__).parents[1].joinpath("tables.md")
RUN: Final = Path(__file__).parents[1].joinpath("tables.json")
_HEAD: Final = """# Tables / 卓

技術者・開発者向け。対応する卓の機種と、値の出典。 / For technicians and developers: families of tables.

Drawn by `python docs/generate/draw_tables.py` from `hardware/profiles/tables/*.toml`, the rulebooks and the last
whole run.
Every value of a profile has its source there; "assumed" marks our own choice.
"""


def last_run() -> list[dict[str, Any]]:
    """Rows of the last `python -m tests.support.play_tables`."""
    rows: list[dict[str, Any]] = json.loads(RUN.read_text(encoding="utf-8"))
    return rows


def page() -> str:
    """Return the whole page."""
    return "\n".join((_HEAD, _families(), _fits(), _run(), _first_aid()))


def _families() -> str:
    profiles = [load_profile(profile) for profile in profile_ids()]
    rows = [
        ("名前 / name", [f"{each.table.name_ja}<br>{each.table.name}" for each in profiles]),
        ("牌山 / walls (stacks)", ["/".join(map(str, each.wall.stacks)) for each in profiles]),
        ("築牌 / built by", [each.building.by.value for each in profiles]),
        ("配牌 / dealt by", [each.dealing.by.value for each in profiles]),
        ("組 / sets", [str(each.building.sets) for each in profiles]),
        ("スタート / START", [each.buttons.set_does.value for each in profiles]),
        ("サイコロボタン / dice button", [each.buttons.dice_does.value for each in profiles]),
        ("同時押し / chords", [_chords(each) for each in profiles]),
        ("遅い / slow after", [_slow(each) for each in profiles]),
        ("起家決め / first dealer", ["roulette" if each.dealing.roulette else "—" for each in profiles]),
        ("親ランプ / dealer lamps", [str(each.lamps.dealer or "—") for each in profiles]),
        ("本場表示 / counters shown", [f"to {each.lamps.counter}" if each.lamps.counter else "—" for each in profiles]),
        ("完了ランプ / set lamp", ["✓" if each.lamps.set_complete else "—" for each in profiles]),
        ("異常ランプ / fault lamps", ["<br>".join(each.lamps.faults) or "—" for each in profiles]),
        ("牌 / tile, mm", [f"{each.tile.height_mm:g} x {each.tile.width_mm:g}" for each in profiles]),
        ("卓 / table, mm", [f"{each.table.outer_mm:g}" for each in profiles]),
        ("点棒 / sticks", [each.sticks.counted_by for each in profiles]),
        ("目標 / goals", [", ".join(verb.value for verb in each.goals) or "—" for each in profiles]),
    ]
    return _table("家族 / Families", ["", *(f"`{each.id}`" for each in profiles)], [[name, *row] for name, row in rows])


def _chords(profile: TableProfile) -> str:
    chords = {"lift": profile.chords.lift, "first dealer": profile.chords.first_dealer}
    return "<br>".join(f"{name}: {' + '.join(keys)}" for name, keys in chords.items() if keys) or "—"


def _slow(profile: TableProfile) -> str:
    return "—" if profile.buttons.set_does is SetButton.NOTHING else f"{profile.building.slow_s:g} s"


def _fits() -> str:
    rows = []
    for book in rulebook_ids():
        cells = []
        for profile in profile_ids():
            work = table_work(load_profile(profile))
            found = fit(rulebook(book), work)
            rolls = due_rolls(rulebook(book), work)
            told = [f"投サイ {rolls} 回 / rolls: {rolls}"] if found.usable and rolls else []
            aside = [f"除く / aside: {clause.en}" for clause in found.set_aside] if found.usable else []
            barred = [f"✗ {_both(clause)}" for clause in found.barred]
            cells.append("<br>".join([*barred, *(["✓"] if found.usable else []), *told, *aside]))
        rows.append([f"`{book}`", *cells])
    title = "使える規定 / Which rulebook can be played where"
    return _table(title, ["", *(f"`{profile}`" for profile in profile_ids())], rows)


def _both(clause: Text) -> str:
    return f"{clause.ja}<br>{clause.en}"


def _run() -> str:
    title = "全局試験 / Whole games played in the simulator"
    head = [
        "卓 / table",
        "規定 / rulebook",
        "局 / rounds",
        "正 / as played",
        "打牌 / discards",
        "押下 / presses",
        "異常 / faults",
    ]
    rows = [
        [
            *(f"`{row['profile']}`", f"`{row['rulebook']}`", str(row["rounds"]), str(row["right"])),
            *(str(row["discards"]), str(row["presses"]), ", ".join(row["faults"]) or "0"),
        ]
        for row in last_run()
    ]
    text = (
        "The machine, its board at pin level and the line to it are simulated; people press the buttons, the eyes see "
        "without pixels. *As played*: result, score, payments and points are those of the simulation. A table under a "
        "book that has no row was not measured.\n\n"
    )
    return _table(title, head, rows, text)


def _first_aid() -> str:
    rows = [
        [f"`{code}`", f"{FAULT_KINDS[code].name.ja}<br>{FAULT_KINDS[code].name.en}", _both(aid.text), aid.source]
        for code, aid in DEVICE_CURES.items()
    ]
    return _table("異常時の処置 / What to do", ["code", "異常 / trouble", "処置 / first aid", "出典 / source"], rows)


def _table(title: str, head: list[str], rows: list[list[str]], text: str = "") -> str:
    lines = [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]
    return f"## {title}\n\n{text}" + "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
