"""Base class of the project's errors and its subclasses: a message is one line: what, where and what was expected."""

from typing import ClassVar

from controller.text import Text


class JantakuError(Exception):
    """Base class of all errors raised for invalid input; never raised for failures of the environment.

    ``said``: the message for people, in both languages. ``ja``: Japanese text for a message whose line is English only;
    for files written in English, that line.
    """

    ja: ClassVar[str] = "この内容では続けられません。入力を確かめてください。"

    def __init__(self, message: str | Text = "") -> None:
        """Create an error with its message as one line, or in both languages."""
        self.said = message if isinstance(message, Text) else Text(self.ja.format(message), message)
        super().__init__(self.said.en)


class NotationError(JantakuError):
    """Notation of a tile, meld or seat that cannot be read."""

    ja: ClassVar[str] = "牌の書き方を読み取れません。"


class RulebookError(JantakuError):
    """Unknown rulebook, unknown field, or a contradiction in house rules."""

    ja: ClassVar[str] = "規定を読み取れません：`{}`"


class HandError(JantakuError):
    """A hand or its circumstances that cannot exist (five of a kind, wrong number of tiles, contradictory win)."""

    ja: ClassVar[str] = "この手牌や状況はありえません。入力を確かめてください。"


class EventError(JantakuError):
    """Points of a game, or games of an event, that cannot be read or are impossible."""

    ja: ClassVar[str] = "対局の点数や大会の内容を読み取れません。"


class WallError(JantakuError):
    """Dice, wall lengths or a place in the wall that cannot exist."""

    ja: ClassVar[str] = "山やサイコロの目がありえない値です。"


class SeatingError(JantakuError):
    """Tiles, dice or drawn winds that determine no seats."""

    ja: ClassVar[str] = "この入力では席を決められません。"


class JournalError(JantakuError):
    """A journal that cannot be read: broken chain, unknown event, foreign schema."""

    ja: ClassVar[str] = "記録を読み取れません。"


class StoreError(JournalError):
    """A journal's store that cannot be written or read now (locked, full, unreachable); its contents are unchanged."""

    ja: ClassVar[str] = "いまは記録の読み書きができません。少し待って、もう一度お試しください。"


class RecordError(JantakuError):
    """A game record of another format that cannot be read, or that its format cannot represent."""

    ja: ClassVar[str] = "牌譜として読み取れません：`{}`"


class UnknownRecordError(RecordError):
    """A text or file that is no game record in any known form."""

    ja: ClassVar[str] = "知られている牌譜の形式ではありません。"


class SheetError(JantakuError):
    """A user's table that cannot be read; the message has line and column."""

    ja: ClassVar[str] = "表を読み取れません。"


class LinkError(JantakuError):
    """A serial port or frame that cannot be used."""

    ja: ClassVar[str] = "コントローラーとの通信がうまくいきません。"


class EyesError(JantakuError):
    """A picture, calibration or model that cannot be used."""

    ja: ClassVar[str] = "画像・カメラの位置合わせ・学習済みモデルのどれかが使えません。"


class PictureError(EyesError):
    """Data from a camera that is not a complete picture."""

    ja: ClassVar[str] = "カメラの画像が途中で切れています。"


class PoorPictureError(EyesError):
    """A complete picture in which nothing can be read; ``code``: of the fault reported to people."""

    ja: ClassVar[str] = "画像から何も読み取れません。明るさとピントを確かめてください。"

    def __init__(self, line: str, code: str) -> None:
        """Create an error with its message and fault code."""
        super().__init__(line)
        self.code = code


class SizeError(EyesError):
    """A picture of another size than its camera was calibrated for."""

    ja: ClassVar[str] = "カメラの画像の大きさが、位置合わせのときと違います。"


class ProfileError(JantakuError):
    """A hardware profile with an unknown key, a missing value or a contradiction."""

    ja: ClassVar[str] = "卓の機種のファイルに誤りがあります：`{}`"


class VenueError(JantakuError):
    """A venue's file that cannot be used, or a change of a venue that is not possible now."""

    ja: ClassVar[str] = "会場ファイルに誤りがあるか、いまは変更できません：`{}`"
