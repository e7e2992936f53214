"""Requests to a table's machine, as JSON: a goal, or accepting another board."""

from typing import Annotated

import msgspec
from msgspec import Meta

from api.http.schemas.texts import NOT_BLANK
from controller.ports.maker import Maker
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import GoalRequest, Verb

Words = Annotated[str, Meta(max_length=200, pattern=NOT_BLANK)]


class BoardBody(msgspec.Struct, frozen=True):
    """The board to accept: its number as stated by the fault, and why it was installed."""

    board: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    why: Words

    def claim(self, by: str, at: float, maker: Maker | None = None) -> Claim:
        """Return the decision as a claim."""
        return Claim(ClaimKind.ACCEPT_BOARD, at, by, self.board, reason=self.why, maker=maker)


class GoalBody(msgspec.Struct, frozen=True):
    """A goal; ``hands_clear``: the person has checked that neither hands nor objects are in the centre.

    The person is identified by the request, so the body has no name.
    """

    verb: Verb
    why: Words = "asked at the venue's page"
    hands_clear: bool = False

    def request(self, by: str, maker: Maker | None = None) -> GoalRequest:
        """Return the request to the table by this person."""
        return GoalRequest(self.verb, by, self.why.strip(), self.hands_clear, maker)
