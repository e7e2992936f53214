"""Sections and keys of the venue file; ``api/data/keys.toml`` describes each key."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.access.settings import AccessSettings
from api.broadcast.obs_config import MOST_DELAY_S, USUAL
from api.service.compose import FRAMES_MB, PICTURES_MB
from controller.referee.rules.winners import SAME_TIME_S
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK
from controller.table.venue import SWEEP_S
from controller.text import Language
from hardware.profiles.load import DEFAULT_PROFILE
from vision.capture.settings import FORMS

Four = tuple[str, str, str, str]
WebhookEvent = Literal["round.ended", "game.ended", "fault.raised", "service.health"]


class HttpSettings(Struct, frozen=True, kw_only=True):
    """Addresses, ports and TLS of the pages and of the interface."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    tls: Literal["off", "local", "own"] = "off"
    tls_port: Annotated[int, Meta(ge=1, le=65535)] = 8443
    certificate: str = ""
    private_key: str = ""


class StoreSettings(Struct, frozen=True, kw_only=True):
    """Default storage of journals."""

    folder: str = "."


class ReleaseSettings(Struct, frozen=True, kw_only=True):
    """Lower bound for every table of the delay after which concealed hands may be seen."""

    floor_s: Annotated[float, Meta(ge=0, le=86400)] = 0.0


def _setting(name: str) -> Meta:
    """Constraint of a camera setting's text: the pattern of that setting in a camera address."""
    return Meta(pattern=f"^({FORMS[name][0]})?$")


class CameraKeys(Struct, frozen=True, kw_only=True):
    """How the camera of a table or a seat is opened; can follow its address, too: `#size=1440x1080&mains=50`."""

    size: Annotated[str, _setting("size")] = ""
    rate: Annotated[float, Meta(ge=0, le=999)] = 0.0
    format: Annotated[str, _setting("format")] = ""
    focus: Annotated[str, _setting("focus")] = ""
    exposure: Annotated[str, _setting("exposure")] = ""
    mains: Literal[0, 50, 60] = 0
    fingerprint: Annotated[str, _setting("fingerprint")] = ""
    ca: Annotated[str, _setting("ca")] = ""


class SeatCameraSettings(Struct, frozen=True, kw_only=True):
    """Camera behind one player's tiles; it is opened as `[table.ID.seats.A.camera_settings]` says."""

    camera_settings: CameraKeys = CameraKeys()

    camera: str
    calibration: str


class TableSettings(Struct, frozen=True, kw_only=True):
    """A table; the name of its section is its id."""

    serial: str = ""
    camera: str = ""
    camera_settings: CameraKeys = CameraKeys()
    calibration: str = ""
    tiles: Annotated[str, Meta(pattern="^([A-Za-z0-9][A-Za-z0-9_-]{0,63})?$")] = ""
    board: Annotated[str, Meta(pattern="^([0-9a-f]{16})?$")] = ""
    profile: str = DEFAULT_PROFILE
    rulebook: str = DEFAULT_RULEBOOK
    names: Four = ("A", "B", "C", "D")
    teams: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    photos: tuple[str, ...] = ()
    auto_settle: bool = False
    undo_s: Annotated[float, Meta(ge=0, le=600)] = 15.0
    same_time_s: Annotated[float, Meta(ge=0, le=60)] = SAME_TIME_S
    sweep_s: Annotated[float, Meta(ge=0, le=120)] = SWEEP_S
    automatic: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    unverified: bool = False
    release: float | str = "never"
    journal: str = ""
    evidence: str = ""
    pictures_mb: Annotated[int, Meta(ge=0, le=10_000_000)] = PICTURES_MB
    frames_mb: Annotated[int, Meta(ge=0, le=10_000_000)] = FRAMES_MB
    keep_days: Annotated[int, Meta(ge=0, le=36_500)] = 0
    threads: Annotated[int, Meta(ge=1, le=64)] = 1
    shared_time: bool = False
    seats: dict[Literal["A", "B", "C", "D"], SeatCameraSettings] = {}


class HubSettings(Struct, frozen=True, kw_only=True):
    """Broker that receives the venue's facts; login from `JANTAKU_NATS_USER` and `JANTAKU_NATS_PASSWORD`."""

    nats: str = ""
    venue: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")] = "venue"
    ca: str = ""
    edge: bool = False
    clips: bool = True
    signing_key: str = ""


class WebhookSettings(Struct, frozen=True, kw_only=True):
    """A program that receives events; the name of its section is its name."""

    url: str
    secret: str
    events: tuple[WebhookEvent, ...] = ("round.ended", "game.ended")
    private: bool = False
    ca: str = ""


class HomeAssistantSettings(Struct, frozen=True, kw_only=True):
    """MQTT broker through which tables become entities of Home Assistant; the venue's name is that of `[hub]`."""

    address: str = ""
    user: str = ""
    password: str = ""
    ca: str = ""
    prefix: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$")] = "homeassistant"
    staff: bool = False
    language: Language = Language.JA


class ObsSettings(Struct, frozen=True, kw_only=True):
    """An OBS that follows a table over obs-websocket 5; the name of its section is its name."""

    table: str
    address: str
    password: str = ""
    scene_play: str = USUAL["play"]
    scene_riichi: str = USUAL["riichi"]
    scene_win: str = USUAL["win"]
    scene_draw: str = USUAL["draw"]
    scene_break: str = USUAL["break"]
    riichi_s: Annotated[float, Meta(ge=0, le=60)] = 8.0
    result_s: Annotated[float, Meta(ge=0, le=120)] = 20.0
    delay_s: Annotated[float, Meta(ge=0, le=MOST_DELAY_S)] = 0.0
    delayed: tuple[str, ...] = ()


class LogSettings(Struct, frozen=True, kw_only=True):
    """Logging to stderr; the environment variables `JANTAKU_LOG` and `JANTAKU_LOG_LEVEL` override it."""

    form: Literal["console", "json"] = "console"
    level: Literal["debug", "info", "warning", "error"] = "info"


class VenueSettings(Struct, frozen=True, kw_only=True):
    """The whole venue file."""

    table: dict[str, TableSettings]
    http: HttpSettings = HttpSettings()
    stores: StoreSettings = StoreSettings()
    access: AccessSettings = AccessSettings()
    release: ReleaseSettings = ReleaseSettings()
    logs: LogSettings = LogSettings()
    hub: HubSettings = HubSettings()
    webhook: dict[str, WebhookSettings] = {}
    obs: dict[str, ObsSettings] = {}
    home_assistant: HomeAssistantSettings = HomeAssistantSettings()
