"""The keys of a venue's file, section by section; docs/venue.md is printed from here."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.access.settings import AccessSettings
from api.broadcast.obs_config import MOST_DELAY_S, USUAL
from api.service.compose import FRAMES_MB, PICTURES_MB
from api.venue.keys import AT_ONCE, ROUND_END, SERVICE, key
from controller.referee.rules.winners import SAME_TIME_S
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK
from controller.table.venue import SWEEP_S
from controller.text import Language
from hardware.profiles.load import DEFAULT_PROFILE
from vision.capture.open import SAID
from vision.capture.settings import FORMS

Four = tuple[str, str, str, str]
_TEXT_OF_FOUR = "four texts, of seats A to D"


class HttpSettings(Struct, frozen=True, kw_only=True):
    """Where pages and interface are served."""

    host: Annotated[
        str,
        key(
            "Address to listen on; 127.0.0.1 lets this machine alone in, 0.0.0.0 every network of it.",
            "an address such as 127.0.0.1 or 0.0.0.0",
            change=AT_ONCE,
        ),
    ] = "127.0.0.1"
    port: Annotated[
        int,
        Meta(ge=0, le=65535),
        key("Port to listen on; 0 opens none.", "a whole number from 0 to 65535", change=SERVICE),
    ] = 8000
    tls: Annotated[
        Literal["off", "local", "own"],
        key(
            "TLS beside plain HTTP: none, by a local authority of this machine, or by a certificate of your own.",
            "off, local or own",
            change=AT_ONCE,
        ),
    ] = "off"
    tls_port: Annotated[
        int,
        Meta(ge=1, le=65535),
        key("Port of TLS.", "a whole number from 1 to 65535", change=AT_ONCE),
    ] = 8443
    certificate: Annotated[
        str, key("Certificate of your own with its chain; read again when it changes.", "a PEM file", change=AT_ONCE)
    ] = ""
    private_key: Annotated[str, key("Its key.", "a PEM file", change=AT_ONCE)] = ""


class StoreSettings(Struct, frozen=True, kw_only=True):
    """Default storage of journals."""

    folder: Annotated[
        str,
        key(
            "Folder of the journals (`<id>.sqlite`) and of the files that belong to them.", "a folder", change=ROUND_END
        ),
    ] = "."


class ReleaseSettings(Struct, frozen=True, kw_only=True):
    """When concealed hands may be seen; overrides every table."""

    floor_s: Annotated[
        float,
        Meta(ge=0, le=86400),
        key(
            "The shortest delay that a table may have, also while it runs; with one, no table is live. 0: 1 s.",
            "a number from 0 to 86400",
            unit="s",
            change=SERVICE,
        ),
    ] = 0.0


def _setting(name: str, what: str, unit: str = "") -> Meta:
    """Annotation of a camera's setting: pattern and description are those of its address."""
    pattern, expected = FORMS[name]
    told = key(what, f"{expected}; empty: as it has it", unit=unit)
    return Meta(pattern=f"^({pattern})?$", description=told.description, extra=told.extra)


class CameraKeys(Struct, frozen=True, kw_only=True):
    """How the camera of a table or a seat is opened; may follow its address, too, `#size=1440x1080&mains=50`."""

    size: Annotated[str, _setting("size", "Size asked of it; the nearest that it has is taken.", "px")] = ""
    rate: Annotated[float, Meta(ge=0, le=999), key("Pictures a second; 0: as the camera has it.", FORMS["rate"][1])] = (
        0.0
    )
    format: Annotated[str, _setting("format", "Format of its pictures.")] = ""
    focus: Annotated[str, _setting("focus", "What focus is held at, so that it does not hunt.")] = ""
    exposure: Annotated[str, _setting("exposure", "What exposure is held at.")] = ""
    mains: Annotated[
        Literal[0, 50, 60],
        key("Mains frequency, against lamps that flicker; 0: as the camera has it.", FORMS["mains"][1], unit="Hz"),
    ] = 0
    fingerprint: Annotated[str, _setting("fingerprint", "SHA-256 of its own certificate (https).")] = ""
    ca: Annotated[str, _setting("ca", "Who signed its certificate (https).")] = ""


class SeatCameraSettings(Struct, frozen=True, kw_only=True):
    """The camera behind one player's tiles; how it is opened in `[table.ID.seats.A.camera_settings]`."""

    camera_settings: Annotated[CameraKeys, key("How it is opened.", "a section of keys")] = CameraKeys()

    camera: Annotated[str, key("Its address.", SAID)]
    calibration: Annotated[str, key("Its calibration.", "a JSON file or an http address")]


class TableSettings(Struct, frozen=True, kw_only=True):
    """One table; its id is the name of its section."""

    serial: Annotated[
        str,
        key(
            "Serial port of the table board; empty: the table is not wired.",
            "a path, auto, usb:VID:PID[:SERIAL], a name below /dev, or simulator for a table that is simulated",
        ),
    ] = ""
    camera: Annotated[
        str,
        key(
            "Camera over the table; empty: people enter how rounds end.",
            SAID,
        ),
    ] = ""
    camera_settings: Annotated[CameraKeys, key("How it is opened.", "a section of keys")] = CameraKeys()
    calibration: Annotated[str, key("Calibration of that camera.", "a JSON file or an http address")] = ""
    tiles: Annotated[
        str,
        Meta(pattern="^([A-Za-z0-9][A-Za-z0-9_-]{0,63})?$"),
        key(
            "The table's own tiles, by the name of their set; empty: any tiles.", "a name given to jantaku enrol --set"
        ),
    ] = ""
    board: Annotated[
        str,
        Meta(pattern="^([0-9a-f]{16})?$"),
        key(
            "The table's own board: another one on that port presses nothing until a person accepts it. Empty: the"
            " first that is seen at the table.",
            "16 hexadecimal digits, as jantaku doctor tells them",
        ),
    ] = ""
    profile: Annotated[
        str, key("Family of the table.", "an id of docs/tables.md, or a file of your own (`.toml`)", change=ROUND_END)
    ] = DEFAULT_PROFILE
    rulebook: Annotated[
        str, key("What is played by.", "an id of docs/rulebooks.md or a TOML file of house rules", change=ROUND_END)
    ] = DEFAULT_RULEBOOK
    names: Annotated[
        Four,
        key(
            "Who sits at seats A to D when a sitting begins; changed before a game, they are seated again.",
            _TEXT_OF_FOUR,
            change=AT_ONCE,
        ),
    ] = ("A", "B", "C", "D")
    teams: Annotated[
        tuple[str, ...],
        key("Teams of seats A to D, told with the table.", f"{_TEXT_OF_FOUR}, or an empty list", change=AT_ONCE),
    ] = ()
    colours: Annotated[
        tuple[str, ...],
        key("Their colours on the overlay.", "four texts such as #c02030, or an empty list", change=AT_ONCE),
    ] = ()
    photos: Annotated[
        tuple[str, ...],
        key(
            "Their photos on the overlay: png, jpg or webp of at most 4 MB in the folder `photos` beside this file.",
            f"{_TEXT_OF_FOUR}, or an empty list",
            change=AT_ONCE,
        ),
    ] = ()
    auto_settle: Annotated[
        bool, key("Results are paid without a person's confirmation.", "true or false", change=AT_ONCE)
    ] = False
    undo_s: Annotated[
        float,
        Meta(ge=0, le=600),
        key("For how long a decision can be undone.", "a number from 0 to 600", unit="s", change=AT_ONCE),
    ] = 15.0
    same_time_s: Annotated[
        float,
        Meta(ge=0, le=60),
        key(
            "Hands opened within so long of each other were called at the same time.", "a number from 0 to 60", unit="s"
        ),
    ] = SAME_TIME_S
    sweep_s: Annotated[
        float,
        Meta(ge=0, le=120),
        key(
            "A winner's hand that goes at most so long before all else was swept, not broken up.",
            "a number from 0 to 120",
            unit="s",
        ),
    ] = SWEEP_S
    automatic: Annotated[
        tuple[str, ...],
        key("Faults that are upheld as the book says without a person.", "codes of docs/faults.md", change=AT_ONCE),
    ] = ()
    confirmed: Annotated[
        tuple[str, ...],
        key("Faults whose doubtful reading of the text the venue shares.", "codes of docs/faults.md", change=AT_ONCE),
    ] = ()
    unverified: Annotated[
        bool,
        key("Also by a rulebook of which more than 100 fields are unverified.", "true or false", change=ROUND_END),
    ] = False
    release: Annotated[
        float | str,
        key(
            "When concealed hands may be seen.",
            "never, round, game, delayed (180 s), live, or seconds such as 300",
            unit="s",
            change=AT_ONCE,
        ),
    ] = "never"
    journal: Annotated[
        str,
        key(
            "Journal of the table; empty: `<id>.sqlite` in the folder of `[stores]`. A simulated table has its own.",
            "a file, or the address of a database",
            change=ROUND_END,
        ),
    ] = ""
    evidence: Annotated[
        str, key("Folder to keep every frame and signal in; empty: only those around faults.", "an empty folder")
    ] = ""
    pictures_mb: Annotated[
        int,
        Meta(ge=0, le=10_000_000),
        key(
            "Pictures around faults and questions that are kept; the oldest go first.",
            "a whole number; 0: all of them",
            unit="MB",
        ),
    ] = PICTURES_MB
    frames_mb: Annotated[
        int,
        Meta(ge=0, le=10_000_000),
        key(
            "Frames that are kept in the folder of `evidence`; the oldest go first.",
            "a whole number; 0: all of them",
            unit="MB",
        ),
    ] = FRAMES_MB
    keep_days: Annotated[
        int,
        Meta(ge=0, le=36_500),
        key(
            "Pictures and frames go after so long; facts never.", "a whole number; 0: while there is room", unit="days"
        ),
    ] = 0
    threads: Annotated[
        int,
        Meta(ge=1, le=64),
        key("Threads that the networks of this table run on.", "a whole number from 1 to 64"),
    ] = 1
    shared_time: Annotated[
        bool, key("Board and camera date by one clock of their own, as the simulated table does.", "true or false")
    ] = False
    seats: Annotated[
        dict[Literal["A", "B", "C", "D"], SeatCameraSettings],
        key("Cameras behind the players' tiles, each in a section of its own.", "sections [table.ID.seats.A] to D"),
    ] = {}


class HubSettings(Struct, frozen=True, kw_only=True):
    """Where the venue's facts go out; user and password by `JANTAKU_NATS_USER` and `JANTAKU_NATS_PASSWORD`."""

    nats: Annotated[
        str, key("Broker to publish to; empty: none.", "nats:// or tls:// addresses with commas", change=SERVICE)
    ] = ""
    venue: Annotated[
        str,
        Meta(pattern="^[A-Za-z0-9_-]{1,64}$"),
        key("Name of the venue there.", "1 to 64 of A-Z a-z 0-9 _ -", change=SERVICE),
    ] = "venue"
    ca: Annotated[str, key("Authority of the broker's certificate.", "a PEM file", change=SERVICE)] = ""
    edge: Annotated[
        bool, key("The broker is the venue's own and stores for the hub.", "true or false", change=SERVICE)
    ] = False
    clips: Annotated[bool, key("Pictures of faults go to the hub, for the staff.", "true or false", change=SERVICE)] = (
        True
    )
    signing_key: Annotated[
        str,
        key(
            "What signs what everybody may see; made where there is none. Empty: beside the journals.",
            "a PEM file",
            change=SERVICE,
        ),
    ] = ""


class WebhookSettings(Struct, frozen=True, kw_only=True):
    """A program that receives events; its name is that of its section."""

    url: Annotated[str, key("Where it is told.", "an https address", change=SERVICE)]
    secret: Annotated[str, key("What signs each message.", "at least 16 bytes, such as env:NAME", change=SERVICE)]
    events: Annotated[
        tuple[Literal["round.ended", "game.ended", "fault.raised", "service.health"], ...],
        key("What it is told of.", "round.ended, game.ended, fault.raised, service.health", change=SERVICE),
    ] = ("round.ended", "game.ended")
    private: Annotated[
        bool, key("Addresses of the venue's own network may be told.", "true or false", change=SERVICE)
    ] = False
    ca: Annotated[
        str, key("Authority of its certificate; empty: those that the system trusts.", "a PEM file", change=SERVICE)
    ] = ""


class HomeAssistantSettings(Struct, frozen=True, kw_only=True):
    """Where tables become entities of Home Assistant, over MQTT; the venue's name is that of `[hub]`."""

    address: Annotated[
        str, key("Broker that Home Assistant listens to; empty: none.", "mqtt:// or mqtts://HOST:PORT", change=SERVICE)
    ] = ""
    user: Annotated[str, key("Who the service is there.", "a text", change=SERVICE)] = ""
    password: Annotated[str, key("The password.", "a text, such as env:NAME", change=SERVICE)] = ""
    ca: Annotated[str, key("Authority of the broker's certificate.", "a PEM file", change=SERVICE)] = ""
    prefix: Annotated[
        str,
        Meta(pattern="^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$"),
        key("Prefix of its discovery.", "parts of A-Z a-z 0-9 _ - with / between them", change=SERVICE),
    ] = "homeassistant"
    staff: Annotated[
        bool,
        key("Entities for the staff too: open faults, trouble of devices, machine.", "true or false", change=SERVICE),
    ] = False
    language: Annotated[Language, key("Language of the entities' names.", "ja or en", change=SERVICE)] = Language.JA


class ObsSettings(Struct, frozen=True, kw_only=True):
    """An OBS that follows a table by obs-websocket 5; its name is that of its section."""

    table: Annotated[str, key("The table that it follows.", "the id of a table of this file", change=SERVICE)]
    address: Annotated[str, key("Where its websocket server listens.", "such as ws://127.0.0.1:4455", change=SERVICE)]
    password: Annotated[
        str, key("The password of that server; empty: it asks for none.", "a text, such as env:NAME", change=SERVICE)
    ] = ""
    scene_play: Annotated[
        str,
        key("Scene while a round is played; empty, as for the others: left alone.", "a scene in OBS", change=SERVICE),
    ] = USUAL["play"]
    scene_riichi: Annotated[str, key("Scene after a riichi.", "a scene in OBS", change=SERVICE)] = USUAL["riichi"]
    scene_win: Annotated[str, key("Scene of a win.", "a scene in OBS", change=SERVICE)] = USUAL["win"]
    scene_draw: Annotated[str, key("Scene of a draw.", "a scene in OBS", change=SERVICE)] = USUAL["draw"]
    scene_break: Annotated[str, key("Scene between games.", "a scene in OBS", change=SERVICE)] = USUAL["break"]
    riichi_s: Annotated[
        float,
        Meta(ge=0, le=60),
        key("How long a riichi has its scene.", "a number from 0 to 60", unit="s", change=SERVICE),
    ] = 8.0
    result_s: Annotated[
        float,
        Meta(ge=0, le=120),
        key("How long a result has its scene.", "a number from 0 to 120", unit="s", change=SERVICE),
    ] = 20.0
    delay_s: Annotated[
        float,
        Meta(ge=0, le=MOST_DELAY_S),
        key(
            "By how much pictures, overlay and scenes come later than the table: 0, or at least that of `release`.",
            "a number from 0 to 120",
            unit="s",
            change=SERVICE,
        ),
    ] = 0.0
    delayed: Annotated[
        tuple[str, ...],
        key("Sources in OBS whose picture is delayed so: cameras, not scenes.", "names of sources", change=SERVICE),
    ] = ()


class LogSettings(Struct, frozen=True, kw_only=True):
    """Logging on stderr; the environment, `JANTAKU_LOG` and `JANTAKU_LOG_LEVEL`, overrides it."""

    form: Annotated[
        Literal["console", "json"], key("Lines for people, or for a collector.", "console or json", change=SERVICE)
    ] = "console"
    level: Annotated[
        Literal["debug", "info", "warning", "error"],
        key("The least that is told.", "debug, info, warning or error", change=SERVICE),
    ] = "info"


class VenueSettings(Struct, frozen=True, kw_only=True):
    """The whole file."""

    table: Annotated[dict[str, TableSettings], key("The tables.", "sections [table.ID]")]
    http: Annotated[HttpSettings, key("Where pages are served.", "a section")] = HttpSettings()
    stores: Annotated[StoreSettings, key("Where journals lie.", "a section")] = StoreSettings()
    access: Annotated[AccessSettings, key("Who may come in, and how.", "a section")] = AccessSettings()
    release: Annotated[ReleaseSettings, key("When hands may be seen.", "a section")] = ReleaseSettings()
    logs: Annotated[LogSettings, key("What the service tells of itself.", "a section")] = LogSettings()
    hub: Annotated[HubSettings, key("Where facts go out of this machine.", "a section")] = HubSettings()
    webhook: Annotated[dict[str, WebhookSettings], key("Programs that are told.", "sections [webhook.NAME]")] = {}
    obs: Annotated[dict[str, ObsSettings], key("OBS that follow tables.", "sections [obs.NAME]")] = {}
    home_assistant: Annotated[HomeAssistantSettings, key("Tables in Home Assistant.", "a section")] = (
        HomeAssistantSettings()
    )
