"""A change of the release policy, as JSON."""

from typing import Annotated

import msgspec
from msgspec import Meta

from api.http.schemas.goals import Words
from controller.ports.maker import Maker
from controller.ports.referee import Claim, ClaimKind


class ReleaseBody(msgspec.Struct, frozen=True):
    """A policy (``never``, ``game``, ``round``, ``delayed``, ``live`` or seconds), and why it is wanted."""

    policy: Annotated[str, Meta(max_length=20)]
    reason: Words

    def claim(self, by: str, at: float, maker: Maker | None = None) -> Claim:
        """Return the change as a claim."""
        return Claim(ClaimKind.SET_RELEASE, at, by, self.policy, reason=self.reason, maker=maker)
