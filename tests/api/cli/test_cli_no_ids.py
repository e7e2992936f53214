"""No command shows an identifier of the code: journals of random games with every fault, in both languages."""

from pathlib import Path

import pytest

from api.stores.sqlite_store import SqliteJournal
from controller.journal.chain import Record, seal
from controller.journal.events import Event
from controller.ports.referee import ClaimKind
from controller.ports.table import SignalKind
from controller.referee.faults.kinds import FAULT_KINDS
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.text import Language
from tests.support.command_line import jantaku
from tests.support.longer import others_long
from tests.support.random_games import RandomGame
from tests.support.shown_ids import shown_ids, shown_values
from tests.support.unseen_rounds import Played, scripted

PHRASES = (
    *(("replay", "{}", "--lang", each.value) for each in Language),
    ("verify", "{}"),
    ("journal", "anchor", "{}"),
    ("standings", "--journal", "{}"),
    ("replay", "missing.sqlite"),
    ("repair", "{}", "--out", "{}-repaired.sqlite"),
    ("backup", "{}", "--out", "{}-backup"),
)
"""Commands on a journal whose output is for the person who types them."""


def with_every_fault(book: str) -> list[Event]:
    """Events of a game with every fault and every signal of the table, each fault decided in some way."""
    game = Played(rulebook(book), auto_settle=False)
    for number, script in enumerate(scripted(game.book, 5, 2)):
        game.play(script, unseen=number == 0, heard=3)
        for kind in SignalKind:
            game.signal(kind, Seat.A, code="table-jam")
        for code in FAULT_KINDS:
            game.claim(ClaimKind.REPORT_FAULT, code, seat=Seat.B)
        for place, each in enumerate(game.state.open_faults()):
            way = (ClaimKind.DISMISS_FAULT, ClaimKind.CORRECT_FAULT, ClaimKind.UPHOLD_FAULT)[place % 3]
            game.claim(way, each.fault.id)
        game.claim(ClaimKind.UNDO)
        game.claim(ClaimKind.CONFIRM_ALL)
    return game.events


def kept(path: Path, events: list[Event]) -> str:
    records: list[Record] = []
    for event in events:
        records.append(seal(event, event.at, records[-1] if records else None))
    store = SqliteJournal(path)
    store.append(records)
    store.close()
    return str(path)


@pytest.mark.slow
@pytest.mark.parametrize("book", others_long(rulebook_ids(), "wakashachi-2025"))
def test_no_command_on_a_journal_shows_an_id(book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: ``replay`` printed events by their class names and faults by numbers."""
    monkeypatch.chdir(tmp_path)
    random = RandomGame(rulebook(book), 7)
    random.play()
    found, said = set[str](), 0
    for name, events in (("every", with_every_fault(book)), ("random", random.events)):
        journal = kept(tmp_path / f"{name}.sqlite", events)
        for phrase in PHRASES if name == "every" else PHRASES[: len(Language)]:
            answer = jantaku(*(word.format(journal) for word in phrase))
            text = f"{answer.stdout}\n{answer.stderr}".replace(str(tmp_path), "").replace(book, "")
            said += len(text)
            for line in text.splitlines():
                values = shown_values(line) if "ja" in phrase else ()
                found |= {f"{phrase[0]}: {each}: {line[:80]}" for each in (*shown_ids(line), *values)}
    assert sorted(found) == []
    assert said > 10_000
