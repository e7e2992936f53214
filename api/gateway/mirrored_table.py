"""One table as the public stream shows it, message by message."""

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
# And on a card of the board, as ``controller.views.board.CardView`` has it.
_ON_CARD: Final = ("phase", "rulebook", "game", "game_over", "names", "teams", "tiles_left", "clock", "points_mark")
_OF_ROUND: Final = ("ordinal", "wind", "number", "dealer", "counters", "riichi_sticks", "sticks_open")
_OF_SEAT: Final = ("seat", "name", "wind", "standing", "riichi")


class MirroredTable:
    """A table as the public stream shows it; it has nothing for the staff."""

    def __init__(self, name: str, address: TableAddress) -> None:
        """Nothing is known of it yet."""
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
        """Whether there is something to show."""
        return self._view is not None

    def close(self) -> None:
        """End who follows it."""
        self._feed.end()

    def tell_away(self, is_away: bool) -> None:
        """Tell viewers whether the table's service is heard."""
        if is_away != self._is_away:
            self._is_away = is_away
            self._show()

    def feed(self, audience: Audience) -> Feed:
        """The public feed; raises JantakuError for another audience."""
        if audience is not Audience.PUBLIC:
            raise JantakuError("a gateway has what everybody may see, and nothing else")
        return self._feed

    def late_feed(self) -> Feed | None:
        """None: released secrets do not come this way."""
        return None

    def newest(self, audience: Audience) -> Released:
        """The newest public view."""
        return self.feed(audience).view or Released({})

    def summary(self, audience: Audience) -> Released:
        """Its line in the list of tables."""
        view = self.newest(audience)
        running = self.ready and not self._is_away
        return Released({"table": self.name, "running": running} | {name: view.get(name) for name in _LISTED})

    def card(self, audience: Audience) -> Released:
        """The public board's row of it, for everybody; the staff use the venue's service."""
        del audience
        view = self.newest(Audience.PUBLIC)
        return Released({**self._card, "halted": AWAY if self._is_away else view.get("halted")})

    def take(self, sequence: int, body: bytes, at: int) -> bool:
        """Show a message of the stream; False if something before it is missing.

        ``at``: when it was signed; anything older than what is shown is dropped. Raises ValueError, KeyError or
        TypeError for a message that no agent sends.
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
    """Fields of a view for its card; raises KeyError or TypeError for an invalid view."""
    round_, seats = view.get("round"), view.get("seats", ())
    return {
        **{name: view.get(name) for name in _ON_CARD},
        "round": None if round_ is None else {**{name: round_[name] for name in _OF_ROUND}, "began": None},
        "seats": [{name: seat[name] for name in _OF_SEAT} for seat in seats],
        "began": None,
        "needs": [],
    }


def _check_written(view: Released) -> None:
    """Raise ValueError for what can be read as JSON and not be written: no number, half a letter, endless nesting."""
    try:
        json.dumps([[[view]]], ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        raise ValueError("nested without end") from None
