"""The one error root of the project and its children: a message is one line saying what, where, what was expected."""

from typing import ClassVar

from controller.text import Text


class JantakuError(Exception):
    """Root of every error the project raises for malformed input; never raised for a fault of the world.

    ``said``: the message for people, in both languages. ``ja``: what is said in Japanese where a message has its
    English line alone; of files that are written in English with that line.
    """

    ja: ClassVar[str] = "この内容では続けられません。入力を確かめてください。"

    def __init__(self, message: str | Text = "") -> None:
        """The message as a line, or in both languages."""
        self.said = message if isinstance(message, Text) else Text(self.ja.format(message), message)
        super().__init__(self.said.en)


class NotationError(JantakuError):
    """Tile, meld or seat notation that cannot be read."""

    ja: ClassVar[str] = "牌の書き方を読み取れません。"


class RulebookError(JantakuError):
    """Unknown rulebook, unknown field, or a contradiction in house rules."""

    ja: ClassVar[str] = "規定を読み取れません：`{}`"


class HandError(JantakuError):
    """A hand or its circumstances that cannot exist (five of a kind, wrong number of tiles, contradictory win)."""

    ja: ClassVar[str] = "この手牌や状況はありえません。入力を確かめてください。"


class EventError(JantakuError):
    """Points of a game, or games of an event, that cannot be read or cannot be."""

    ja: ClassVar[str] = "対局の点数や大会の内容を読み取れません。"


class WallError(JantakuError):
    """Dice, wall lengths or a place in the wall that cannot exist."""

    ja: ClassVar[str] = "山やサイコロの目がありえない値です。"


class SeatingError(JantakuError):
    """Tiles, dice or drawn winds from which no seats follow."""

    ja: ClassVar[str] = "この入力では席を決められません。"


class JournalError(JantakuError):
    """A journal that cannot be read: broken chain, unknown event, foreign schema."""

    ja: ClassVar[str] = "記録を読み取れません。"


class StoreError(JournalError):
    """A journal's store that cannot be written or read now (locked, full, away); what it holds is as it was."""

    ja: ClassVar[str] = "いまは記録の読み書きができません。少し待って、もう一度お試しください。"


class RecordError(JantakuError):
    """A game record of another format that cannot be read, or that its format cannot hold."""

    ja: ClassVar[str] = "牌譜として読み取れません：`{}`"


class UnknownRecordError(RecordError):
    """A text or file that is no game record in any form that is known here."""

    ja: ClassVar[str] = "知られている牌譜の形式ではありません。"


class SheetError(JantakuError):
    """A table that people keep which cannot be read; says line and column."""

    ja: ClassVar[str] = "表を読み取れません。"


class LinkError(JantakuError):
    """A serial port or frame that cannot be used."""

    ja: ClassVar[str] = "コントローラーとの通信がうまくいきません。"


class EyesError(JantakuError):
    """A picture, calibration or model that cannot be used."""

    ja: ClassVar[str] = "画像・カメラの位置合わせ・学習済みモデルのどれかが使えません。"


class PictureError(EyesError):
    """What a camera gave is no whole picture."""

    ja: ClassVar[str] = "カメラの画像が途中で切れています。"


class PoorPictureError(EyesError):
    """A whole picture in which nothing can be read; ``code``: of the fault that tells people."""

    ja: ClassVar[str] = "画像から何も読み取れません。明るさとピントを確かめてください。"

    def __init__(self, line: str, code: str) -> None:
        """The line with its code."""
        super().__init__(line)
        self.code = code


class SizeError(EyesError):
    """A picture of another size than its camera was calibrated for."""

    ja: ClassVar[str] = "カメラの画像の大きさが、位置合わせのときと違います。"


class ProfileError(JantakuError):
    """A hardware profile with an unknown key, a missing value or a contradiction."""

    ja: ClassVar[str] = "卓の機種のファイルに誤りがあります：`{}`"


class VenueError(JantakuError):
    """A venue's file that cannot be used, or a venue that cannot be changed so now."""

    ja: ClassVar[str] = "会場ファイルに誤りがあるか、いまは変更できません：`{}`"
