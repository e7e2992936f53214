"""``jantaku serve``: imports its modules in steps, those of the eyes first."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

import typer

from api.bytecode import loading
from controller.errors import VenueError
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK
from hardware.profiles.load import DEFAULT_PROFILE

_OF_BOTH = frozenset({"venue", "check"})
_OF_HTTP: Final[Mapping[str, str]] = {
    "host": "host",
    "http": "port",
    "tls": "tls",
    "tls_port": "tls_port",
    "certificate": "certificate",
    "key": "private_key",
}
"""Options that may be combined with a venue file, and the keys of its ``[http]`` that they override."""
USUAL = Path("venue.toml")
"""Default venue file."""

_NOTHING: Final = "none"
"""Value for a device that the single table of ``jantaku serve`` does not have."""


def serve(
    context: typer.Context,
    venue: Path | None = None,
    *,
    check: bool = False,
    serial: str = "",
    board: str = "",
    camera: str = "",
    calibration: str = "",
    table: str = "1",
    profile: str = DEFAULT_PROFILE,
    rulebook: str = DEFAULT_RULEBOOK,
    journal: str = "jantaku.sqlite",
    host: str = "127.0.0.1",
    http: int = 8000,
    tls: bool = False,
    tls_port: int = 8443,
    certificate: str = "",
    key: str = "",
    auto_settle: bool = False,
    undo_s: float = 15.0,
    automatic: list[str] | None = None,
    confirmed: list[str] | None = None,
    evidence: Path | None = None,
    shared_time: bool = False,
    seat_camera: list[str] | None = None,
    seat_calibration: list[str] | None = None,
    release: str = "never",
    unverified: bool = False,
    nats: str = "",
    nats_venue: str = "venue",
    as_json: bool = False,
) -> int:
    """Serve the tables of a venue file, or one table with its board and camera."""
    if venue is not None or check or not (serial or camera or calibration):
        return _serve_venue(venue, check, context)
    serial, camera, calibration = ("" if each == _NOTHING else each for each in (serial, camera, calibration))
    for name, given in (("--camera", camera), ("--calibration", calibration)):
        if not given and (camera or calibration):
            raise typer.BadParameter("expected with a camera; neither for a table that is not watched", param_hint=name)
    if bool(certificate) is not bool(key):
        raise typer.BadParameter("expected both --certificate and --key", param_hint="--certificate")
    if camera:
        from api.eyes.fork import load_ahead

        load_ahead()
    with loading():
        from api.cli import serve as command
        from api.reach.plan import ListenPlan
        from api.service.compose import TableConfig, seat_cameras
        from api.tls.plan import TlsPlan
        from controller.views.policy import Release
        from firmware_bridge.session.pinned import board_number

    config = TableConfig(
        *(table, profile, rulebook, serial, camera, calibration, journal, auto_settle, shared_time),
        evidence=evidence,
        seats=seat_cameras(seat_camera or [], seat_calibration or []),
        release=Release.parse(release),
        board=board_number(board),
        undo_s=undo_s,
        automatic=tuple(automatic or ()),
        confirmed=tuple(confirmed or ()),
        unverified=unverified,
    )
    hub = None
    if nats:
        from api.hub.config import HubConfig

        hub = HubConfig(nats=nats, venue=nats_venue)
    kind: Literal["off", "local", "own"] = "own" if certificate else "local" if tls else "off"
    plan = ListenPlan(host, http, TlsPlan(kind, tls_port, certificate, key))
    return command.run(config, plan, facts=as_json, hub=hub)


def _serve_venue(file: Path | None, check: bool, context: typer.Context) -> int:
    """Serve or check a venue file; raises VenueError if it is combined with options of a single table."""
    given = {}
    for option in context.command.params:
        name = str(option.name)
        source = context.get_parameter_source(name)
        if name in _OF_BOTH or source is None or source.name != "COMMANDLINE":
            continue
        if name not in _OF_HTTP or check:
            raise VenueError(f"{option.opts[0]}: expected in the venue's file, or no file")
        given[_OF_HTTP[name]] = context.params[name]
    if "tls" in given:
        given["tls"] = "local"
    if "certificate" in given or "private_key" in given:
        given["tls"] = "own"
    if file is None and check:
        raise VenueError("--check: expected the venue's file to check")
    file = file or USUAL
    if not check:
        from api.eyes.fork import load_ahead

        load_ahead()
        with loading():
            from api.cli.venue import serving
        return serving.run(file, given)
    from api.cli.venue import checking

    return checking.check(file)
