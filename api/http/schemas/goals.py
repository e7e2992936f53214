"""What is requested of a table's machine, as JSON: a goal, another board."""

from typing import Annotated

import msgspec
from msgspec import Meta

from api.http.schemas.texts import NOT_BLANK
from controller.ports.maker import Maker
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import GoalRequest, Verb

Words = Annotated[str, Meta(max_length=200, pattern=NOT_BLANK)]


class BoardBody(msgspec.Struct, frozen=True):
    """The board that is to be the table's own: its number as the fault tells it, and why it was put there."""

    board: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    why: Words

    def claim(self, by: str, at: float, maker: Maker | None = None) -> Claim:
        """The decision as an entry."""
        return Claim(ClaimKind.ACCEPT_BOARD, at, by, self.board, reason=self.why, maker=maker)


class GoalBody(msgspec.Struct, frozen=True):
    """A goal; ``hands_clear``: whoever asks has looked, and no hands and nothing else lie in the centre.

    Who asks is known from the request itself: a name in a body says nothing.
    """

    verb: Verb
    why: Words = "asked at the venue's page"
    hands_clear: bool = False

    def request(self, by: str, maker: Maker | None = None) -> GoalRequest:
        """The request of the table by whoever asks."""
        return GoalRequest(self.verb, by, self.why.strip(), self.hands_clear, maker)
