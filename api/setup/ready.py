"""The green list: what a table has, what it lacks, and the cure of each; words as data, states by tests."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from api.setup.steps import ItemStand
from api.setup.told import ItemTold
from controller.text import Text

_NOTHING: Final = Text("", "")


@dataclass(frozen=True, slots=True)
class ItemWords:
    """A line of the list: its step, its name, and what to do while it is not well; ``first``: before it was tried."""

    step: str
    name: Text
    cure: Text
    first: Text | None = None


WORDS: Final[Mapping[str, ItemWords]] = {
    "fit": ItemWords(
        "rules",
        Text("卓の種類と規定が合う", "Family of table and rulebook fit"),
        Text("規定か卓の種類を選び直してください", "choose another rulebook or family of table"),
    ),
    "read": ItemWords(
        "rules",
        Text("未確認の多い規定を使うことを了承した", "A rulebook with many unverified fields is agreed to"),
        Text("了承するか、ほかの規定を選んでください", "agree to it, or choose another rulebook"),
    ),
    "board": ItemWords(
        "board",
        Text("コントローラーが応答する", "The board answers"),
        Text("USBにつなぎ、一覧から選んで「試す」", "plug it in by USB, choose it from the list, and try it"),
    ),
    "pinned": ItemWords(
        "board",
        Text("コントローラーの番号を固定した", "The board's number is pinned"),
        Text("「このコントローラーに固定」を押す", "press “pin this board”"),
    ),
    "firmware": ItemWords(
        "board",
        Text("コントローラーのプログラムはこの版のもの", "The board's program is of this version"),
        Text("jantaku table flash で書き込む", "write it with jantaku table flash"),
    ),
    "faults": ItemWords(
        "board",
        Text("コントローラーに異常がない", "The board has no fault"),
        Text("異常の原因を除いて「消す」", "mend the cause, then clear the fault"),
    ),
    "settings": ItemWords(
        "wires",
        Text("配線の設定を書き込んだ", "The wiring's settings are written"),
        Text("「設定を書き込む」を押す", "press “write the settings”"),
    ),
    "wires": ItemWords(
        "wires",
        Text("押したボタンの線が分かった", "The buttons' wires were seen"),
        Text("ボタンを一つずつ押す", "press each button once"),
    ),
    "selftest": ItemWords(
        "wires",
        Text("コントローラーの自己診断", "The board's own test"),
        Text("「自己診断」を押す", "press “self test”"),
    ),
    "camera": ItemWords(
        "camera",
        Text("カメラの画像が来る", "The camera's picture comes"),
        Text("電源・配線・アドレスを確かめて「試す」", "check power, cable and address, then try it"),
    ),
    "focus": ItemWords(
        "aim",
        Text("ピントが合っている", "The picture is sharp"),
        Text("レンズのピントの輪を回し、棒が最も長い所で止める", "turn the lens's ring until the bar is longest"),
    ),
    "light": ItemWords(
        "aim",
        Text("明るさがちょうどよい", "The light is right"),
        Text(
            "照明か露出を変え、照明の映り込みを避けてください",
            "change the lamp or the exposure, and avoid reflections of lamps",
        ),
    ),
    "aim": ItemWords(
        "aim",
        Text("卓の位置を合わせた", "The table's place is known"),
        Text("シートを四隅に置くか、四隅をつまんで合わせる", "lay the sheets in the corners, or drag the corners"),
    ),
    "tiles": ItemWords(
        "tiles",
        Text("この卓の牌を登録した", "This table's tiles are learnt"),
        Text("牌の写真を一枚撮る", "take one photo of the tiles"),
    ),
    "cycle": ItemWords(
        "test",
        Text("試運転が確かめられた", "A test cycle was proved"),
        Text("「試運転」で一度動かす", "run one goal in the test"),
    ),
    "saved": ItemWords(
        "ready",
        Text("会場の設定ファイルに保存した", "Saved to the venue's file"),
        Text("「保存して始める」を押す", "press “save and begin”"),
    ),
    "running": ItemWords(
        "ready",
        Text("卓が動いている", "The table runs"),
        Text("理由を除くと自動で始まります", "it begins by itself once the reason is gone"),
        Text("保存すると始まります", "it begins once it is saved"),
    ),
}
_OPTIONAL: Final = frozenset({"wires", "tiles", "cycle", "focus", "light", "selftest", "firmware"})
"""Lines that a table can be played without; they stay advice."""


@dataclass(frozen=True, slots=True)
class ReadyItem:
    """A line with its state; ``detail``: the finding."""

    code: str
    stand: ItemStand
    detail: Text = _NOTHING

    def told(self) -> ItemTold:
        """As plain values."""
        words = WORDS[self.code]
        cure = words.first if words.first is not None and self.stand is ItemStand.OPEN else words.cure
        return {
            "code": self.code,
            "step": words.step,
            "stand": self.stand,
            "name": words.name.told(),
            "detail": self.detail.told(),
            "cure": None if self.stand in (ItemStand.WELL, ItemStand.OUT) else cure.told(),
        }


def item(code: str, well: bool | None, detail: str | Text = _NOTHING) -> ReadyItem:
    """A line: well, not well, or (None) not tried yet."""
    said = Text(detail, detail) if isinstance(detail, str) else detail
    if well:
        return ReadyItem(code, ItemStand.WELL, said)
    if code in _OPTIONAL:
        return ReadyItem(code, ItemStand.ADVICE, said)
    return ReadyItem(code, ItemStand.OPEN if well is None else ItemStand.WRONG, said)


def step_stand(step: str, items: list[ReadyItem], is_out: bool) -> ItemStand:
    """State of a step: out, well, wrong, or todo; advice alone does not make it todo."""
    own = [each.stand for each in items if WORDS[each.code].step == step]
    if is_out:
        return ItemStand.OUT
    for stand in (ItemStand.WRONG, ItemStand.OPEN):
        if stand in own:
            return stand
    return ItemStand.ADVICE if own and all(each is ItemStand.ADVICE for each in own) else ItemStand.WELL
