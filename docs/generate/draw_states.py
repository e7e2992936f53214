"""Draws docs/state-machines.md from the literal tables of controller/table; run from the repository's root:
python docs/generate/draw_states.py
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Final

from controller.journal.state import Phase
from controller.machine.facts import BuildState, CentreState
from controller.machine.goals import GOAL_TRANSITIONS, GoalStage
from controller.machine.regions import BUILD_TRANSITIONS, CENTRE_TRANSITIONS, LINK_TRANSITIONS, LinkState, Row
from controller.table.phases import TRANSITIONS

PAGE: Final = Path(__file__).parents[1].joinpath("state-machines.md")
_HEAD: Final = """# State machines / 状態遷移

開発者向け。卓、局、接続、目標の状態遷移。 / For developers: states of table, round, link and goal.

Drawn by `python docs/generate/draw_states.py` from the literal tables in `controller/table/` and
`controller/machine/`; a test holds this page to them.
「(any)」はどの状態からでも起きる遷移。

Each table is a region of its own; they run side by side. An event that is not drawn for a state changes nothing there.
"""
_TITLES: Final = {
    "centre": ("中央の昇降部", "The centre of the table", "`CENTRE_TRANSITIONS` in `machine_regions.py`"),
    "build": ("卓内の牌の組み立て", "The set that is built", "`BUILD_TRANSITIONS` in `machine_regions.py`"),
    "round": ("局", "The round", "`TRANSITIONS` in `phases.py`"),
    "link": ("コントローラーとの接続", "The line to the board", "`LINK_TRANSITIONS` in `machine_regions.py`"),
    "goal": (
        "目標ごとの経過",
        "One goal",
        "`GOAL_TRANSITIONS` in `goals.py`: one press, drawn once, leads on from *asked*",
    ),
}


def page() -> str:
    """Return the whole page."""
    rounds = [(event.__name__, sources, after) for event, sources, after in TRANSITIONS if after is not None]
    parts = [_HEAD]
    for name, states, first, rows in (
        ("centre", CentreState, CentreState.UNKNOWN, _named(CENTRE_TRANSITIONS)),
        ("build", BuildState, BuildState.UNKNOWN, _named(BUILD_TRANSITIONS)),
        ("round", Phase, Phase.WAITING_FOR_SET, rounds),
        ("link", LinkState, LinkState.OFFLINE, _named(LINK_TRANSITIONS)),
        ("goal", GoalStage, GoalStage.ASKED, _named(GOAL_TRANSITIONS)),
    ):
        ja, en, source = _TITLES[name]
        diagram = "\n".join(_diagram(states, first, rows))
        parts.append(f"## {ja} / {en}\n\n{source}\n\n```mermaid\n{diagram}\n```\n")
    return "\n".join(parts)


def _named(table: Iterable[Row]) -> list[tuple[str, Sequence[Enum], Enum]]:
    return [(str(cue.value), sources, after) for cue, sources, after in table]


def _diagram(states: type[Enum], first: Enum, rows: Iterable[tuple[str, Sequence[Enum], Enum]]) -> Iterator[str]:
    yield "stateDiagram-v2"
    yield f"    [*] --> {first.name}"
    arrows: dict[tuple[str, str], list[str]] = defaultdict(list)
    for event, sources, after in rows:
        # An arrow from every state would hide all others.
        starts = ["any"] if len(sources) == len(states) else [state.name for state in sources if state is not after]
        for start in starts:
            arrows[start, after.name].append(event)
    if any(start == "any" for start, _ in arrows):
        yield "    any : (any)"
    for state in states:
        yield f"    {state.name} : {state.value.replace('_', ' ')}"
    for (start, after), events in arrows.items():
        yield f"    {start} --> {after} : {', '.join(events)}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
