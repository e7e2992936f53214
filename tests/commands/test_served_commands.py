"""Every printed command that runs until it is stopped serves as printed, and ends when terminated."""

import queue
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.command_stage import KNOWN, is_mention, is_name
from tests.support.networks import NoNetworkError
from tests.support.printed_commands import Printed, printed
from tests.support.real_servers import missing
from tests.support.served_commands import TABLE, Beside, Served, Serving, court, serving, standing

COMMANDS = [
    (each[0], how)
    for each in printed().values()
    if (how := serving(each[0])) is not None and not is_name(each[0]) and not is_mention(each[0])
]


def beside(one: tuple[Printed, Serving]) -> tuple[str, ...]:
    return one[1].beside


def first_of_each() -> list[tuple[Printed, Serving]]:
    """One command per way of running; servers that run beside others are run by those tests."""
    found, stand = dict[str, tuple[Printed, Serving]](), {repr(serving(standing(name))) for name in KNOWN["standing"]}
    for command, how in COMMANDS:
        if repr(how) not in stand:
            found.setdefault(repr(how), (command, how))
    return [*found.values()]


@pytest.mark.process
@pytest.mark.parametrize("commands", [first_of_each(), pytest.param(COMMANDS, marks=pytest.mark.long)], ids=len)
def test_what_is_printed_serves_as_it_is_printed(commands: list[tuple[Printed, Serving]], tmp_path: Path) -> None:
    wrong, run = dict[str, tuple[int | None, str, str]](), set[str]()

    def ended(command: Printed, served: Served) -> None:
        how = serving(command)
        assert how is not None
        run.add(repr(how))
        if served.status != how.status or "Traceback" in served.said:
            wrong[command.text] = served.status, how.says, served.said[-500:]

    try:
        with court(tmp_path) as here, closing(Beside(here)) as servers:
            for command, how in sorted(commands, key=beside):
                for each in servers.change(how.beside):
                    ended(*each)
                try:
                    with here.served(command) as served:
                        pass
                except (AssertionError, TimeoutError, OSError, queue.Empty) as error:
                    wrong[command.text] = 0, how.says, str(error)
                    continue
                ended(command, served)
            for each in servers.change(()):
                ended(*each)
    except NoNetworkError as why:
        missing(str(why))
    assert wrong == {}
    assert run == {repr(how) for _, how in COMMANDS}


def test_what_stands_beside_others_is_printed() -> None:
    texts = set(printed())
    assert [name for name in KNOWN["standing"] if standing(name).text not in texts] == [], TABLE
    assert {name for _, how in COMMANDS for name in how.beside} == set(KNOWN["standing"])
    assert [
        row["starts"] for row in KNOWN["serves"] if not any(served_by(row["starts"], each) for each in COMMANDS)
    ] == []


def served_by(starts: list[str], one: tuple[Printed, Serving]) -> bool:
    return any(start in one[0].text for start in starts)
