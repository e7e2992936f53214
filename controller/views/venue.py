"""Views of a table besides ``TableView``: its line in the list of tables, its machine, its release policy."""

from dataclasses import dataclass

from controller.journal.events import ReleaseChanged
from controller.machine.labels import BUILDS, CENTRES, LINKS, VERBS
from controller.ports.table import MachineStatus, Verb
from controller.text import Text
from controller.views.gate import Public, Staff, View
from controller.views.policy import LEAST_DELAY_S, Release, When
from controller.views.referee import OPEN
from controller.views.table import GoalView, TableView


@dataclass(frozen=True, slots=True)
class SummaryView(View):
    """A table in the list of tables; the number of open faults is for its staff."""

    table: Public[str]
    phase: Public[str]
    rulebook: Public[Text]
    running: Public[bool]
    open_faults: Staff[int]


@dataclass(frozen=True, slots=True)
class NamedView(View):
    """An id with its name in both languages."""

    id: Staff[str]
    ja: Staff[str]
    en: Staff[str]


@dataclass(frozen=True, slots=True)
class OfferedGoalView(View):
    """A goal that this table supports; ``presses``: by a button; ``hands_clear``: hands must be out of the way."""

    verb: Staff[str]
    ja: Staff[str]
    en: Staff[str]
    presses: Staff[bool]
    hands_clear: Staff[bool]


@dataclass(frozen=True, slots=True)
class MachineView(View):
    """State of the table's machine, its available operations and its last one.

    ``board``: uid of the table's board; ``other``: uid of a different board on its line.
    """

    link: Staff[NamedView]
    centre: Staff[NamedView]
    build: Staff[NamedView]
    goals: Staff[tuple[OfferedGoalView, ...]]
    last: Staff[GoalView | None]
    board: Staff[str]
    other: Staff[str]


@dataclass(frozen=True, slots=True)
class ReleaseView(View):
    """When concealed hands are released: the policy in force, the least delay that may be set, and the last change."""

    policy: Staff[str]
    delay_s: Staff[float | None]
    floor_s: Staff[float]
    changed_by: Staff[str]
    changed_at: Staff[float | None]
    why: Staff[str]


def release_view(rule: Release, floor_s: float | None, change: ReleaseChanged | None) -> ReleaseView:
    """Return the view of a policy and of its last change, if there was one."""
    delay = rule.delay_s if rule.when is When.DELAYED else None
    by, at, why = ("", None, "") if change is None else (change.by, change.at, change.why)
    return ReleaseView(rule.when.value, delay, max(LEAST_DELAY_S, floor_s or 0.0), by, at, why)


def summary_view(table: str, view: TableView, running: bool) -> SummaryView:
    """Return the list entry of a table with this view."""
    return SummaryView(table, view.phase, view.rulebook, running, sum(fault.decision == OPEN for fault in view.faults))


def machine_view(stand: MachineStatus, last: GoalView | None) -> MachineView:
    """Return the view of a machine; ``last``: the latest goal requested from the table."""
    return MachineView(
        link=_named(stand.link, LINKS[stand.link]),
        centre=_named(stand.centre, CENTRES[stand.centre]),
        build=_named(stand.build, BUILDS[stand.build]),
        goals=tuple(_offered(verb, stand) for verb in stand.verbs),
        last=last,
        board=stand.board,
        other=stand.other,
    )


def _named(name: str, words: Text) -> NamedView:
    return NamedView(name, words.ja, words.en)


def _offered(verb: Verb, stand: MachineStatus) -> OfferedGoalView:
    words = VERBS[verb]
    return OfferedGoalView(verb.value, words.ja, words.en, verb in stand.presses, verb in stand.hands_clear)
