"""One table, rebuilt from the public stream message by message."""

import json
from typing import Any, Final

from api.hub.signing import counted
from api.hub.subjects import TableAddress
from api.service.feed import Feed
from controller.errors import JantakuError
from controller.text import Text
from controller.views.gate import Audience, Released

AWAY_TEXT: Final = Text(
    "この卓からの通信が途絶えています。最後に届いた状態を表示しています。",
    "This table has stopped reporting; the last state received is shown.",
)
AWAY: Final = {"ja": AWAY_TEXT.ja, "en": AWAY_TEXT.en}
# Fields of the view for the list of tables.
_LISTED: Final = ("phase", "rulebook")
# Fields of the view for a card of the board, as in ``controller.views.board.CardView``.
_ON_CARD: Final = ("phase", "rulebook", "game", "game_over", "names", "teams", "tiles_left", "clock", "points_mark")
_OF_ROUND: Final = ("ordinal", "wind", "number", "dealer", "counters", "riichi_sticks", "sticks_open")
_OF_SEAT: Final = ("seat", "name", "wind", "standing", "riichi")


class MirroredTable:
    """A table as the public stream shows it, without any data for the staff."""

    def __init__(self, name: str, address: TableAddress) -> None:
        """Create without a view."""
        self.name = name
        self.address = address
        self.sequence = 0
        self._signed_at = 0
        self._number = -1
        self._view: Released | None = None
        self._card: dict[str, Any] = {}
        self._feed = Feed()
        self._is_away = False

    @property
    def ready(self) -> bool:
        """True if a view was received."""
        return self._view is not None

    def close(self) -> None:
        """End the feed of all viewers."""
        self._feed.end()

    def tell_away(self, is_away: bool) -> None:
        """Show viewers whether the table's service is reachable."""
        if is_away != self._is_away:
            self._is_away = is_away
            self._show()

    def feed(self, audience: Audience) -> Feed:
        """Return the public feed; raises JantakuError for another audience."""
        if audience is not Audience.PUBLIC:
            raise JantakuError("a gateway has what everybody may see, and nothing else")
        return self._feed

    def late_feed(self) -> Feed | None:
        """Return None: released secrets are not in the public stream."""
        return None

    def newest(self, audience: Audience) -> Released:
        """Return the latest public view."""
        return self.feed(audience).view or Released({})

    def summary(self, audience: Audience) -> Released:
        """Return the table's line in the list of tables."""
        view = self.newest(audience)
        running = self.ready and not self._is_away
        return Released({"table": self.name, "running": running} | {name: view.get(name) for name in _LISTED})

    def card(self, audience: Audience) -> Released:
        """Return the public card of the board for every audience; the staff uses the venue's service."""
        del audience
        view = self.newest(Audience.PUBLIC)
        return Released({**self._card, "halted": AWAY if self._is_away else view.get("halted")})

    def take(self, sequence: int, body: bytes, at: int) -> bool:
        """Show a message of the stream; False if an earlier message is missing.

        ``at``: time of the signature; raises ValueError for a message signed before the one shown. Raises ValueError,
        KeyError or TypeError for a malformed message.
        """
        if sequence <= self.sequence:
            return True
        if at <= counted(self._signed_at):
            raise ValueError("signed before what is shown")
        try:
            message: dict[str, Any] = json.loads(body)
        except RecursionError:
            raise ValueError("nested without end") from None
        if message["type"] == "beat":
            if self._view is None or message["number"] != self._number:
                return False
            self.sequence, self._signed_at = sequence, at
            return True
        if message["type"] == "snapshot":
            view = Released(message["view"])
        elif self._view is None or message["number"] != self._number + 1:
            return False
        else:
            view = Released({**self._view, **message["changes"]})
        card = _card(view)
        _check_written(view)
        self._view, self._card, self.sequence, self._number = view, card, sequence, message["number"]
        self._signed_at = at
        self._show()
        return True

    def _show(self) -> None:
        if self._view is not None:
            told = {"halted": AWAY} if self._is_away else {}
            self._feed.publish(Released({**self._view, **told}))


def _card(view: Released) -> dict[str, Any]:
    """Return the fields of a view for its card; raises KeyError or TypeError for an invalid view."""
    round_, seats = view.get("round"), view.get("seats", ())
    return {
        **{name: view.get(name) for name in _ON_CARD},
        "round": None if round_ is None else {**{name: round_[name] for name in _OF_ROUND}, "began": None},
        "seats": [{name: seat[name] for name in _OF_SEAT} for seat in seats],
        "began": None,
        "needs": [],
    }


def _check_written(view: Released) -> None:
    """Raise ValueError for a view that JSON can decode but not encode: NaN, a lone surrogate, excessive nesting."""
    try:
        json.dumps([[[view]]], ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        raise ValueError("nested without end") from None
