"""``jantaku table goal``: over the serial line, or through the service that holds the line."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from api.cli.access.user import user_name
from api.cli.table.commands import WHY, agreed, operator, press_log
from api.cli.table.service import through_service
from api.service.registry import service_on
from controller.errors import ProfileError
from controller.machine.goals import REASONS
from controller.ports.table import GoalRequest, GoalStep, Verb
from controller.text import Text
from firmware_bridge.session.events import Reason
from firmware_bridge.session.link import PortError
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import machine_facts


@dataclass(frozen=True, slots=True)
class Ended:
    """Result of a goal, from the board or from the service."""

    step: GoalStep
    pressed: bool
    said: str
    reason: Text | None


def _wish(verb: str, by: str, why: str, hands_clear: bool) -> GoalRequest:
    """Return the goal named on the command line; raises ProfileError for an unknown name."""
    names = {each.value.replace("_", "-"): each for each in Verb}
    if verb.replace("_", "-") not in names:
        raise ProfileError(f"goal {verb!r}: expected one of {', '.join(names)}")
    return GoalRequest(names[verb.replace("_", "-")], by or user_name(), why, hands_clear)


def goal(
    verb: str,
    *,
    profile: str,
    port: str = "auto",
    why: str = WHY,
    by: str = "",
    hands_clear: bool = False,
    board: str = "",
    log: Path | None = None,
    yes: bool = False,
    as_json: bool = False,
) -> int:
    """Work towards a goal; 0 if it is reached or already was, otherwise 1."""
    wish = _wish(verb, by, why, hands_clear)
    try:
        ended = _by_hand(port, wish, profile, log, yes, board)
    except PortError as error:
        serving = service_on(port) if error.reason is Reason.PORT_BUSY else None
        if serving is None:
            raise
        told = through_service(serving, wish, yes)
        reason = None if told["reason"] is None else Text(told["reason"]["ja"], told["reason"]["en"])
        ended = Ended(GoalStep(told["step"]), told["pressed"], told["said"], reason)
    if as_json:
        cause = {} if ended.reason is None else {"why_ja": ended.reason.ja, "why_en": ended.reason.en}
        shown = {"goal": wish.verb.value, "outcome": ended.step.value, "pressed": ended.pressed, "said": ended.said}
        print(json.dumps(shown | cause, ensure_ascii=False))
    else:
        print(f"{wish.verb.value}: {ended.step.value}; {ended.said}")
        if ended.reason is not None:
            print(f"{ended.reason.ja} / {ended.reason.en}")
        if ended.step is GoalStep.UNKNOWN:
            print("結果は不明です。自動で押し直すことはありません。/ Outcome unknown; it is not pressed again.")
    return 0 if ended.step in (GoalStep.DONE, GoalStep.ALREADY) else 1


def _by_hand(port: str, wish: GoalRequest, profile_id: str, log: Path | None, yes: bool, board: str) -> Ended:
    profile = load_profile(profile_id)
    facts = machine_facts(profile)
    plan = facts.plans.get(wish.verb)
    with operator(port, board) as table:
        if plan is not None and plan.press:
            what = " + ".join(plan.press)
            print(f"{table.said()}\n{wish.verb.value}: {what}, {plan.ms} ms", file=sys.stderr)
            agreed(
                f"必要なら {what} を一度押します。卓が動くことがあります。/ Press once if needed? The table may move.",
                yes,
            )
        ended = table.goal(wish, facts, profile.lamps.inputs, press_log(log))
    if plan is not None and plan.seen and ended.step is GoalStep.UNKNOWN:
        print(
            "カメラが確かめる操作です。サービスの動作中に実行してください。/ "
            "The camera proves it: ask while the service runs.",
            file=sys.stderr,
        )
    return Ended(ended.step, ended.pressed, ended.said, REASONS.get(ended.reason))
