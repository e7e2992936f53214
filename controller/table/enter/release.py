"""What a person does to the policy by which hands come out: another one, with a reason, for what comes later."""

from typing import Final

from controller.errors import JantakuError
from controller.journal import events as ev
from controller.table.enter.entry import Answer, ClaimEntry, refused
from controller.text import Text
from controller.views.policy import Release, recorded

_NO_REASON: Final = Text("公開の方針を変える理由を入れる。", "Give a reason for another policy of release.")
_UNKNOWN: Final = Text(
    "知らない方針、または会場の下限より短い遅れ。",
    "No such policy, or a shorter delay than the venue allows: expected never, game, round, delayed, seconds or live.",
)
_THE_SAME: Final = Text("その方針はすでに有効である。", "That policy is in force already.")


def set_release(entry: ClaimEntry) -> Answer:
    """Another policy from now on, and why; what has been seen until now keeps the one that it was seen under."""
    claim = entry.claim
    if not claim.reason.strip():
        return refused(_NO_REASON)
    try:
        rule = Release.parse(claim.subject, entry.venue.release_floor_s)
    except JantakuError:
        return refused(_UNKNOWN)
    if rule == recorded(entry.state.release):
        return refused(_THE_SAME)
    changed = ev.ReleaseChanged(
        at=entry.at,
        evidence=entry.evidence,
        policy=rule.when.value,
        delay_s=rule.delay_s,
        by=claim.by,
        why=claim.reason.strip(),
    )
    return (changed,), ()
