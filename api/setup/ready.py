"""Checklist of a table: which items are done, which are missing and what to do about each."""

from dataclasses import dataclass
from typing import Final

from api.setup.schemas import ItemJson
from api.setup.steps import ITEMS, ItemState
from controller.text import Text

_NOTHING: Final = Text("", "")


@dataclass(frozen=True, slots=True)
class ReadyItem:
    """A line of the checklist with its state; ``detail``: what was found."""

    code: str
    stand: ItemState
    detail: Text = _NOTHING

    def to_json(self) -> ItemJson:
        """Return the line as JSON."""
        words = ITEMS[self.code]
        cure = words.first if words.first is not None and self.stand is ItemState.OPEN else words.cure
        return {
            "code": self.code,
            "step": words.step,
            "stand": self.stand,
            "name": words.name.to_json(),
            "detail": self.detail.to_json(),
            "cure": None if self.stand in (ItemState.WELL, ItemState.OUT) else cure.to_json(),
        }


def item(code: str, well: bool | None, detail: str | Text = _NOTHING) -> ReadyItem:
    """Build a line; ``well``: True for done, False for failed, None for not tried yet."""
    said = Text(detail, detail) if isinstance(detail, str) else detail
    if well:
        return ReadyItem(code, ItemState.WELL, said)
    if ITEMS[code].optional:
        return ReadyItem(code, ItemState.ADVICE, said)
    return ReadyItem(code, ItemState.OPEN if well is None else ItemState.WRONG, said)


def step_stand(step: str, items: list[ReadyItem], is_out: bool) -> ItemState:
    """Return the state of a step: out, wrong, todo, advice or well; a step is advice only if all its lines are."""
    own = [each.stand for each in items if ITEMS[each.code].step == step]
    if is_out:
        return ItemState.OUT
    for stand in (ItemState.WRONG, ItemState.OPEN):
        if stand in own:
            return stand
    return ItemState.ADVICE if own and all(each is ItemState.ADVICE for each in own) else ItemState.WELL
