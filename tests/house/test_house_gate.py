"""One release gate: modules that serialise events, evidence or a table's state beside it are listed with a reason."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.syntax import Nodes

# Functions that turn events, evidence and views into plain values or bytes, by their module.
WRITERS = {
    "controller.journal.codec": {"plain", "canonical", "event_to_json", "evidence_to_json"},
    "controller.journal.chain": {"record_to_line"},
    "controller.views.gate": {"release", "Released"},
}
# File or folder of the product, the writers that it imports, and why no secret passes the gate by them.
BY_RIGHT = {
    "controller/records/secrecy_gate.py": ({"release"}, "records of whole games pass the gate here"),
    "api/service/outlet.py": ({"release", "Released"}, "the one way out of a running table"),
    "api/service/history.py": ({"release", "Released"}, "past views as the live feed showed them, never a secret"),
    "api/service/late_feed.py": ({"release"}, "what is released by now"),
    "api/http/board.py": ({"release", "Released"}, "cards as outlets give them, and whether tables run"),
    "api/service/feed.py": ({"Released"}, "writes only what the gate has let out"),
    "api/service/intake.py": ({"Released"}, "previews of entries as the outlet gives them"),
    "api/service/table_service.py": ({"Released"}, "hands on what its outlet gives"),
    "api/gateway/mirrored_table.py": ({"Released"}, "what the public stream brings has passed the gate at its table"),
    "api/http/routers/past/evidence.py": ({"release"}, "pictures, for the staff"),
    "api/http/routers/seating.py": ({"release"}, "the row of tiles before a game, for the staff"),
    "api/http/routers/law.py": ({"plain"}, "the law, without a table"),
    "api/http/league/": ({"plain"}, "what organisers say of an event, and how its games ended"),
    "api/http/problems.py": ({"plain"}, "why something is refused, from texts that are written down"),
    "api/hub/": ({"record_to_line", "canonical", "plain"}, "whole records, on the staff's subject"),
    "api/webhooks/messages.py": ({"canonical", "release"}, "ends by the public view, faults as the staff see them"),
    "api/stores/": ({"record_to_line", "canonical", "evidence_to_json"}, "the journal itself"),
    "api/journals/": ({"record_to_line", "canonical", "plain"}, "copies and checks of the journal, at the console"),
    "api/evidence/": ({"canonical", "event_to_json", "evidence_to_json"}, "folders that their owner alone enters"),
    "api/cli/": ({"record_to_line", "event_to_json", "plain"}, "the console of the machine"),
}
# Files that may read a table's state on the way to the outside, and for what.
INSIDE = {
    "api/http/routers/past/evidence.py": "which frame shows a fault",
    "api/hub/broker.py": "what the parser of the protocol waits for; no table's",
}
WAYS_OUT = ("api/http/", "api/hub/", "api/home_assistant/", "api/operations/")


def taken(nodes: Nodes) -> set[str]:
    """Return the writers that a module imports."""
    found = set()
    for node in nodes.of(ast.ImportFrom):
        found |= {alias.name for alias in node.names} & WRITERS.get(node.module or "", set())
    for whole in nodes.of(ast.Import):
        # Importing a whole module hides which of its functions are used.
        found |= {alias.name for alias in whole.names if alias.name in WRITERS}
    return found


def right_of(path: Path) -> set[str]:
    name = path.as_posix()
    return set().union(*(names for place, (names, _) in BY_RIGHT.items() if name.startswith(place)))


def states(nodes: Nodes) -> Iterator[ast.Attribute]:
    """Uses of an attribute ``state`` that is neither the application's nor a request's."""
    for node in nodes.of(ast.Attribute):
        if node.attr == "state":
            owner = node.value
            name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
            if isinstance(owner, ast.Subscript) and isinstance(owner.slice, ast.Constant):
                name = str(owner.slice.value)
            if name not in ("app", "_app", "application", "request"):
                yield node


def product(nodes: dict[Path, Nodes]) -> dict[Path, Nodes]:
    return {path: each for path, each in nodes.items() if path.parts[0] in ("api", "controller")}


def test_only_the_gate_and_those_with_a_reason_write_facts_or_views(nodes: dict[Path, Nodes]) -> None:
    beside = {}
    for path, each in product(nodes).items():
        if path.parts[0] == "api" or "records" in path.parts:
            more = taken(each) - right_of(path)
            if more:
                beside[path.as_posix()] = more
    assert beside == {}


def test_every_reason_is_still_needed(nodes: dict[Path, Nodes]) -> None:
    every = {path.as_posix(): taken(each) for path, each in product(nodes).items()}
    for place, (names, _) in BY_RIGHT.items():
        used = set().union(*(found for path, found in every.items() if path.startswith(place)))
        assert names & used, place


def test_ways_to_the_outside_do_not_look_into_a_tables_state(nodes: dict[Path, Nodes]) -> None:
    found = {
        path.as_posix()
        for path, each in nodes.items()
        if path.as_posix().startswith(WAYS_OUT) and any(True for _ in states(each))
    }
    assert found == set(INSIDE)


def test_nobody_but_the_gate_says_that_something_is_released(nodes: dict[Path, Nodes]) -> None:
    makers = {
        path.as_posix()
        for path, each in product(nodes).items()
        for node in each.of(ast.Call)
        if isinstance(node.func, ast.Name) and node.func.id == "Released"
    }
    assert makers == {"controller/views/gate.py", "api/gateway/mirrored_table.py"}


def written(code: str) -> Nodes:
    return Nodes(ast.parse(code))


@pytest.mark.parametrize(
    "code",
    [
        "from controller.journal.codec import plain",
        "from controller.journal.chain import record_to_line as line",
        "import controller.journal.codec",
    ],
)
def test_a_new_output_beside_the_gate_is_found(code: str) -> None:
    assert taken(written(code)) - right_of(Path("api/http/routers/newcomer.py"))
    assert taken(written("from controller.errors import JantakuError")) == set()


def test_a_look_into_the_state_is_found() -> None:
    assert list(states(written("def f(table):\n    return table.state.round")))
    assert not list(states(written("request.app.state.tables; scope['app'].state.rows")))
