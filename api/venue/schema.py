"""The keys of a venue's file, section by section; ``api/data/keys.toml`` says what each is."""

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
    """Where pages and interface are served."""

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
    """When concealed hands may be seen; overrides every table."""

    floor_s: Annotated[float, Meta(ge=0, le=86400)] = 0.0


def _setting(name: str) -> Meta:
    """What the text of a camera's setting is held to: the pattern of its address."""
    return Meta(pattern=f"^({FORMS[name][0]})?$")


class CameraKeys(Struct, frozen=True, kw_only=True):
    """How the camera of a table or a seat is opened; may follow its address, too, `#size=1440x1080&mains=50`."""

    size: Annotated[str, _setting("size")] = ""
    rate: Annotated[float, Meta(ge=0, le=999)] = 0.0
    format: Annotated[str, _setting("format")] = ""
    focus: Annotated[str, _setting("focus")] = ""
    exposure: Annotated[str, _setting("exposure")] = ""
    mains: Literal[0, 50, 60] = 0
    fingerprint: Annotated[str, _setting("fingerprint")] = ""
    ca: Annotated[str, _setting("ca")] = ""


class SeatCameraSettings(Struct, frozen=True, kw_only=True):
    """The camera behind one player's tiles; how it is opened in `[table.ID.seats.A.camera_settings]`."""

    camera_settings: CameraKeys = CameraKeys()

    camera: str
    calibration: str


class TableSettings(Struct, frozen=True, kw_only=True):
    """One table; its id is the name of its section."""

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
    """Where the venue's facts go out; user and password by `JANTAKU_NATS_USER` and `JANTAKU_NATS_PASSWORD`."""

    nats: str = ""
    venue: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")] = "venue"
    ca: str = ""
    edge: bool = False
    clips: bool = True
    signing_key: str = ""


class WebhookSettings(Struct, frozen=True, kw_only=True):
    """A program that receives events; its name is that of its section."""

    url: str
    secret: str
    events: tuple[WebhookEvent, ...] = ("round.ended", "game.ended")
    private: bool = False
    ca: str = ""


class HomeAssistantSettings(Struct, frozen=True, kw_only=True):
    """Where tables become entities of Home Assistant, over MQTT; the venue's name is that of `[hub]`."""

    address: str = ""
    user: str = ""
    password: str = ""
    ca: str = ""
    prefix: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$")] = "homeassistant"
    staff: bool = False
    language: Language = Language.JA


class ObsSettings(Struct, frozen=True, kw_only=True):
    """An OBS that follows a table by obs-websocket 5; its name is that of its section."""

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
    """Logging on stderr; the environment, `JANTAKU_LOG` and `JANTAKU_LOG_LEVEL`, overrides it."""

    form: Literal["console", "json"] = "console"
    level: Literal["debug", "info", "warning", "error"] = "info"


class VenueSettings(Struct, frozen=True, kw_only=True):
    """The whole file."""

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
