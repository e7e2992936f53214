"""Why somebody is not let in or not heard, in both languages."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from api.access.roles import Role
from controller.errors import JantakuError
from controller.text import Text

_NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})


class DeniedError(JantakuError):
    """Who asks may not; ``code`` is for programs, ``reason`` for people, ``headers`` go with the answer."""

    def __init__(self, status: int, code: str, reason: Text, headers: Mapping[str, str] = _NO_HEADERS) -> None:
        """Keep the HTTP status, the code, the reason and the headers."""
        super().__init__(f"{reason.ja} / {reason.en}")
        self.status, self.code, self.reason, self.headers = status, code, reason, headers


NOTHING_RELEASED: Final = Text("公開できるものはまだありません", "nothing is released by now")
NO_FRAME: Final = Text("その画像は残っていません", "no such picture is kept")
NO_PICTURES: Final = Text("この卓は画像を保存していません", "this table keeps no pictures")
STAFF_PICTURES: Final = Text("画像を見られるのは係員だけです", "pictures are for the staff")
NO_DEVICE: Final = Text("その端末は登録されていません", "no such device")
NO_TOKEN: Final = Text("そのトークンはありません", "no such token")
NO_CALL: Final = Text("その席からの呼出はありません", "this seat does not call")
TABLE_STOPPED: Final = Text("この卓のサービスは停止しています", "the table has stopped")
NO_VENUE_FILE: Final = Text(
    "このサービスには会場ファイルがありません。「jantaku serve」だけで、または会場ファイルを付けて始め直してください",
    "this service has no venue's file: start jantaku serve with none, or with a venue's file",
)
LINK_SPENT: Final = Text(
    "このリンクは使用済みか期限切れです。新しいリンクを求めてください",
    "this link is used or expired: ask for a new one",
)
WRONG_PASSWORD: Final = Text("名前またはパスワードが違います", "name or password is wrong")
PIN_WRONG: Final = Text("暗証番号が違います", "the PIN is wrong")
PIN_UNSET: Final = Text("暗証番号がまだありません。先に決めてください", "no PIN yet: choose one first")
PRESENT_WRONG: Final = Text("現在のものが違います", "the present one is wrong")
NAME_EMPTY: Final = Text("名前を入力してください", "expected a name")
PIN_WEAK: Final = Text(
    "暗証番号は4〜12桁の数字で、同じ数字の繰り返しでないものにしてください",
    "a PIN has 4 to 12 figures, not one figure over and over",
)
PASSWORD_WEAK: Final = Text("パスワードは10〜128文字にしてください", "a password has 10 to 128 characters")
PASSWORD_COMMON: Final = Text(
    "このパスワードはすぐ推測されます。別の言葉を組み合わせてください",
    "this password is easy to guess: use several words of your own",
)
HOST_UNKNOWN: Final = Text(
    "このサービスの名前ではありません。[access] hosts に加えてください",
    "not a name of this service: add it to [access] hosts",
)
FOREIGN_PAGE: Final = Text("ほかのサイトのページからは受け付けません", "a page of another site gives no orders here")
LOG_IN: Final = Text("ログインが必要です。係員にリンクを求めてください", "log in first: ask the staff for a link")
SESSION_OVER: Final = Text("ログインが切れました。もう一度ログインしてください", "your login has ended: log in again")
PIN_NEEDED: Final = Text("暗証番号を入力してください", "enter your PIN first")
TOO_OFTEN: Final = Text("回数が多すぎます。しばらくお待ちください", "too many attempts: wait a while")
TICKET_SPENT: Final = Text("この入場券は使用済みか期限切れです", "this ticket was used before or is too old")
CAMERA_ONLY: Final = Text(
    "このスマートフォンは決められた卓のカメラとしてだけ使えます",
    "this phone may be its own camera, and nothing else",
)
TOKEN_UNKNOWN: Final = Text("このトークンは無効です", "this token is unknown or was revoked")
METHOD: Final = Text("この操作はありません", "this is not done here")
TOO_MANY_HEADERS: Final = Text("要求のヘッダーが多すぎます", "too many headers: expected a hundred at most")
NOTHING_HERE: Final = Text("ここには何もありません", "nothing is here")
ROLE_WORDS: Final = {
    Role.VIEWER: Text("観客", "viewer"),
    Role.OVERLAY: Text("配信", "overlay"),
    Role.REFEREE: Text("審判", "referee"),
    Role.STAFF: Text("係員", "staff"),
    Role.OWNER: Text("責任者", "owner"),
}


def role_too_low(role: Role, needed: Role) -> Text:
    """That a role does not reach."""
    has, wants = ROLE_WORDS[role], ROLE_WORDS[needed]
    return Text(f"{wants.ja}の権限が必要です（現在は{has.ja}）", f"for {wants.en} only; you are {has.en}")


SEAT_UNKNOWN: Final = Text(
    "席は「卓/席」の形で（例: 1/A）、権限は viewer にしてください", "a seat is TABLE/SEAT, such as 1/A, of a viewer"
)
NAME_TAKEN: Final = Text(
    "この名前、または見分けのつかない名前がすでに使われています。ほかの名前にしてください",
    "this name, or one that looks like it, is taken: choose another",
)
NAME_RESERVED: Final = Text(
    "権限や装置を表す語は名前にできません。ほかの名前にしてください",
    "a word for a role or a device cannot be a name: choose another",
)
PERSONS_ONLY: Final = Text("ログインした人だけができます", "for people who are logged in, not for tokens")
HANDS_CLEAR: Final = Text(
    "手や物がないことは、操作する人自身が確認してください", "whoever presses confirms in person that no hands are there"
)
