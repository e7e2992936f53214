"""Settings of who may act: the ``[access]`` keys of a venue, with defaults that are safe."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

_RATE_WORDS: Final = "a number and second, minute, hour or day, such as 10/minute"


def _key(what: str, expects: str, unit: str = "") -> Meta:
    """What a key of the venue's file says of itself; a change of any of these waits for the next start."""
    return Meta(description=what, extra={"expects": expects, "unit": unit, "change": "service restarts"})


def _rate(what: str) -> Meta:
    return _key(f"{what}, by device or by address.", _RATE_WORDS)


Rate = Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,5}/(second|minute|hour|day)$")]
Minutes = Annotated[int, Meta(ge=1, le=600)]
Seconds = Annotated[int, Meta(ge=1, le=31_536_000)]
HostName = Annotated[str, Meta(min_length=1, max_length=253, pattern=r"^[A-Za-z0-9.:_-]+$")]
OriginName = Annotated[str, Meta(max_length=300, pattern=r"^https?://[A-Za-z0-9.:_-]+$")]


class RateLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """How often one client may."""

    login: Annotated[Rate, _rate("Logins tried")] = "10/minute"
    claim: Annotated[Rate, _rate("Claims, goals and tickets")] = "240/minute"
    reckon: Annotated[Rate, _rate("Scores and standings")] = "1200/minute"
    answer: Annotated[Rate, _rate("Answers of engines")] = "1200/minute"
    photo: Annotated[Rate, _rate("Photos of hands to read")] = "30/minute"
    picture: Annotated[Rate, _rate("Pictures of evidence, and the row of tiles")] = "240/minute"
    camera: Annotated[Rate, _rate("Connections of phones that are cameras")] = "60/minute"
    change: Annotated[Rate, _rate("Changes to people, devices and tokens")] = "60/minute"


class AccessSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may come in and how."""

    viewers: Annotated[
        Literal["everyone", "paired"],
        _key("Who sees what the room sees: everyone, or paired devices only.", "everyone or paired"),
    ] = "everyone"
    hosts: Annotated[
        tuple[HostName, ...],
        _key("Names under which the service is reached, beside this machine's own.", "names of hosts"),
    ] = ()
    frames: Annotated[
        tuple[OriginName, ...], _key("Origins whose pages may frame the overlay.", "such as https://stream.example")
    ] = ()
    proxies: Annotated[
        tuple[HostName, ...], _key("Addresses of proxies whose forwarded headers are believed.", "addresses")
    ] = ()
    idle_s: Annotated[Seconds, _key("A session that is not used ends after.", "a whole number", "s")] = 12 * 3600
    session_s: Annotated[Seconds, _key("Any session ends after.", "a whole number", "s")] = 7 * 24 * 3600
    link_s: Annotated[Minutes, _key("A link that was not opened ends after.", "a whole number from 1 to 600", "s")] = (
        10 * 60
    )
    pin_s: Annotated[Seconds, _key("An entered PIN counts for.", "a whole number", "s")] = 5 * 60
    rates: Annotated[RateLimits, _key("How often one client may.", "a section")] = RateLimits()
