"""Access settings: the ``[access]`` keys of a venue, with safe defaults."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Rate = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,5}/(second|minute|hour|day)$")]
Minutes = Annotated[int, Meta(ge=1, le=600)]
Seconds = Annotated[int, Meta(ge=1, le=31_536_000)]
HostName = Annotated[str, Meta(min_length=1, max_length=253, pattern=r"^[A-Za-z0-9.:_-]+$")]
OriginName = Annotated[str, Meta(max_length=300, pattern=r"^https?://[A-Za-z0-9.:_-]+$")]


class RateLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """How often one client may make requests of each kind."""

    login: Rate = "10/minute"
    claim: Rate = "240/minute"
    reckon: Rate = "1200/minute"
    answer: Rate = "1200/minute"
    photo: Rate = "30/minute"
    picture: Rate = "240/minute"
    camera: Rate = "60/minute"
    change: Rate = "60/minute"


class AccessSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may log in and how."""

    viewers: Literal["everyone", "paired"] = "everyone"
    hosts: tuple[HostName, ...] = ()
    frames: tuple[OriginName, ...] = ()
    proxies: tuple[HostName, ...] = ()
    idle_s: Seconds = 12 * 3600
    session_s: Seconds = 7 * 24 * 3600
    link_s: Minutes = 10 * 60
    pin_s: Seconds = 5 * 60
    rates: RateLimits = RateLimits()
