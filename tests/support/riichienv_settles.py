"""Games written as mjai are replayed in RiichiEnv, whose own rules settle every round: do its payments match?
python -m tests.support.riichienv_settles FILE.mjson ...

The wall is built from the record, each act must be among RiichiEnv's legal ones, and RiichiEnv pays by itself. Its
rules are tenhou's: records of another book differ where the books do.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import riichienv

Event = dict[str, Any]
_ENDS: Final = frozenset({"hora", "ryukyoku"})
_CHOSEN: Final = frozenset({"dahai", "reach", "chi", "pon", "daiminkan", "ankan", "kakan", "hora"})
_SAID: Final = ("pai", "consumed")
_SEATS: Final = 4
_WALL: Final = 136
_DRAWN: Final = 52
_REPLACEMENTS, _DORA, _URA = 135, 131, 130
"""Places in RiichiEnv's wall, in order of the draw: replacements decrease by one, indicators by two."""


@dataclass(slots=True)
class Settled:
    """Number of rounds that RiichiEnv settled, and of those settled as in the record."""

    rounds: int = 0
    equal: int = 0


def rounds(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Yield the events of each round, from its start to its last result."""
    acts: list[Event] = []
    for event in events:
        if event["type"] == "start_kyoku":
            acts = [event]
        elif event["type"] == "end_kyoku":
            yield acts
        else:
            acts.append(event)


def _numbers() -> dict[str, list[int]]:
    """Numbers 0-135 of each tile's copies, by its mjai name; a red five is the first of its kind."""
    names = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + list("ESWNPFC")
    free = defaultdict(list, {name: list(range(4 * kind, 4 * kind + 4)) for kind, name in enumerate(names)})
    for suit in "mps":
        free[f"5{suit}r"] = [free[f"5{suit}"].pop(0)]
    return free


def _wall(acts: Sequence[Event]) -> list[int]:
    """Return RiichiEnv's wall for this round; unseen tiles fill the free places."""
    start, free, laid = acts[0], _numbers(), dict[int, str]()
    for seat, hand in enumerate(start["tehais"]):
        first = (seat - start["oya"]) % _SEATS
        places = [16 * turn + 4 * first + each for turn in range(3) for each in range(4)] + [48 + first]
        laid |= zip(places, hand, strict=True)
    draws, replacements, owed = _DRAWN, 0, False
    for act in acts:
        if act["type"] == "tsumo":
            laid[_REPLACEMENTS - replacements if owed else draws] = act["pai"]
            draws, replacements, owed = draws + (not owed), replacements + owed, False
        owed = owed or act["type"] in ("daiminkan", "ankan", "kakan")
    dora = [start["dora_marker"]] + [act["dora_marker"] for act in acts if act["type"] == "dora"]
    ura: list[str] = max((act.get("ura_markers", []) for act in acts if act["type"] == "hora"), key=len, default=[])
    laid |= {_DORA - 2 * at: name for at, name in enumerate(dora)}
    laid |= {_URA - 2 * at: name for at, name in enumerate(ura)}
    known = {place: free[name].pop() for place, name in laid.items()}
    rest = [number for numbers in free.values() for number in numbers]
    return [known[place] if place in known else rest.pop() for place in range(_WALL)]


def _same(told: Event, written: Event) -> bool:
    said = (key for key in _SAID if key in told and key in written)
    return told["type"] == written["type"] and all(sorted(told[key]) == sorted(written[key]) for key in said)


def _answer(legal: Sequence[Any], wanted: Sequence[Event]) -> tuple[Any, Event | None]:
    """Return a legal act that is among those wanted, with it; otherwise the pass."""
    silent = None
    for act in legal:
        told = json.loads(act.to_mjai())
        for each in wanted:
            if _same(told, each):
                return act, each
        silent = act if told["type"] == "none" else silent
    return silent, None


def settle(acts: Sequence[Event]) -> list[Event]:
    """Play the round in RiichiEnv and return its events; raises ValueError for an act that is not legal there."""
    start = acts[0]
    env: Any = riichienv.RiichiEnv(game_mode="4p-red-half", rule=riichienv.GameRule.default_tenhou())
    env.reset(
        oya=start["oya"],
        wall=_wall(acts),
        round_wind="ESWN".index(start["bakaze"]),
        scores=start["scores"],
        honba=start["honba"],
        kyotaku=start["kyotaku"],
    )
    left = [act for act in acts if act["type"] in _CHOSEN]
    while not any(each["type"] in _ENDS for each in _log(env)):
        wins = [each for each in left if each["type"] == "hora"]
        wanted = (wins if left[0]["type"] == "hora" else left[:1]) if left else []
        answers, taken = {}, []
        for seat in env.active_players:
            legal = env._get_legal_actions(seat)
            answers[seat], done = _answer(legal, [each for each in wanted if each["actor"] == seat])
            taken += [done] if done else []
            if answers[seat] is None:
                raise ValueError(f"seat {seat} may not {wanted}, only {[each.to_mjai() for each in legal]}")
        left = [each for each in left if not any(each is one for one in taken)]
        env.step(answers)
    return _log(env)


def followed(lines: Sequence[Event], player: int) -> tuple[int, list[Event]]:
    """Number of a player's acts in the lines it received, and those acts that RiichiEnv did not offer."""
    env: Any = riichienv.RiichiEnv(game_mode="4p-red-half", rule=riichienv.GameRule.default_tenhou())
    acts, refused, offered, turn = 0, list[Event](), list[Event](), None
    for line in lines:
        if line["type"] in _CHOSEN and line["actor"] == player:
            offered = [] if turn is None else [json.loads(act.to_mjai()) for act in turn.legal_actions()]
            acts += 1
            refused += [] if any(_same(each, line) for each in offered) else [line]
        turn = env.observe_event(line, player)
    return acts, refused


def _log(env: Any) -> list[Event]:
    return [json.loads(each) if isinstance(each, str) else each for each in env.mjai_log]


def _paid(events: Sequence[Event]) -> list[tuple[str, list[int]]]:
    return sorted((each["type"], each["deltas"]) for each in events if each["type"] in _ENDS)


def compared(events: Sequence[Event], figures: Settled) -> list[str]:
    """Return a line for each round that RiichiEnv pays differently; adds the rounds to ``figures``."""
    differences: list[str] = []
    for number, acts in enumerate(rounds(events), 1):
        figures.rounds += 1
        try:
            written, paid = _paid(acts), _paid(settle(acts))
        except ValueError as error:
            differences.append(f"round {number}: {error}")
            continue
        figures.equal += written == paid
        if written != paid:
            differences.append(f"round {number}: written {written}, RiichiEnv {paid}")
    return differences


def main(arguments: Sequence[str] | None = None) -> int:
    """Print every difference and the figures; return 1 if any payment differs."""
    parser = argparse.ArgumentParser(description="hold payments of mjai records against RiichiEnv's rules")
    parser.add_argument("files", nargs="+", type=Path)
    figures = Settled()
    for path in parser.parse_args(arguments).files:
        events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
        for line in compared(events, figures):
            print(f"{path.name} {line}", file=sys.stderr)
    print(json.dumps(asdict(figures)))
    return int(figures.equal < figures.rounds)


if __name__ == "__main__":
    sys.exit(main())
