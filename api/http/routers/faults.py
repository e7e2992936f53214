"""``/api/v1/faults``: the catalogue of faults as a rulebook has it, and what a referee may rule."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, HTTPException, Request

from controller.journal.codec import plain
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.penalties import due_penalty, effect
from controller.referee.faults.remedies import due_remedy, is_lawful
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK
from controller.rulebooks.names.values import VALUE_NAMES
from controller.rulebooks.schema.penalties import AfterChombo, Penalty

router = APIRouter(prefix="/api/v1", tags=["rulebooks"])


@router.get("/faults", summary="Every fault by code, with clause, remedy and penalty of a rulebook")
def faults(connection: Request, rulebook: str = DEFAULT_RULEBOOK) -> dict[str, Any]:
    """The faults that the book knows, in the order of the catalogue; penalties and sequels that a referee may rule."""
    book = connection.app.state.books.get(rulebook)
    if book is None:
        raise HTTPException(404, f"no rulebook {rulebook!r}: known are {', '.join(connection.app.state.books)}")
    return {
        "rulebook": book.id,
        "faults": [
            {
                "code": entry.code,
                "severity": entry.severity.value,
                "name": plain(entry.name),
                "sources": [source.value for source in entry.sources],
                "remedy": plain(due_remedy(entry.code, book, None)),
                "penalty": plain(due_penalty(entry.code, book)),
            }
            for entry in FAULT_KINDS.values()
            if not is_lawful(entry.code, book)
        ],
        "penalties": [
            {"id": each.value, **asdict(VALUE_NAMES[each]), "effect": plain(effect(each, book))} for each in Penalty
        ],
        "after": [{"id": each.value, **asdict(VALUE_NAMES[each])} for each in AfterChombo],
    }
