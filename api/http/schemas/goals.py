"""A goal requested of a table, as JSON."""

from typing import Annotated

import msgspec
from msgspec import Meta

from controller.ports.table import GoalRequest, Verb

MOST_LETTERS = 200
Words = Annotated[str, Meta(max_length=MOST_LETTERS, pattern=r"\S")]


class GoalBody(msgspec.Struct, frozen=True):
    """A goal; ``hands_clear``: whoever asks has looked, and no hands and nothing else lie in the centre."""

    verb: Verb
    why: Words = "asked at the venue's page"
    by: Words = "staff"
    hands_clear: bool = False

    def request(self) -> GoalRequest:
        """The request of the table."""
        return GoalRequest(self.verb, self.by.strip(), self.why.strip(), self.hands_clear)
