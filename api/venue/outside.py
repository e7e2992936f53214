"""Outputs of a venue besides its pages: broker, webhooks, Home Assistant and OBS, for the tables that run."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import structlog
from msgspec.structs import asdict

from api.broadcast.obs_config import SCENES, ObsConfig, check_obs
from api.home_assistant.config import HomeConfig
from api.hub.signing import Signer
from api.hub.subjects import token
from api.service.table_service import TableService
from api.venue.plan import VenuePlan
from api.webhooks.config import WebhookConfig, checking
from controller.errors import JantakuError, VenueError
from controller.ports.log import WordLog
from controller.views.gate import Audience
from controller.views.policy import When

if TYPE_CHECKING:
    # Imported only if the venue has a broker.
    from api.hub.config import HubConfig

_LOOK_S: Final = 2.0
"""Interval at which started, ended and restarted tables are detected, s; chosen: no event is lost in that time."""
QUEUE: Final = "webhooks.sqlite"
_SIGNING: Final = "signing.pem"
Tables = Mapping[str, TableService]
log: WordLog = structlog.get_logger()


def webhooks_of(plan: VenuePlan) -> tuple[WebhookConfig, ...]:
    """Return the webhook receivers of the venue file; raises VenueError."""
    made = []
    for name, each in plan.settings.webhook.items():
        try:
            hook = WebhookConfig(**{**asdict(each), "name": name, "ca": plan.beside(each.ca)})
            checking(hook)
            made.append(hook)
        except JantakuError as error:
            raise VenueError(f"{plan.file}: {error}") from None
    return tuple(made)


def home_of(plan: VenuePlan) -> HomeConfig | None:
    """Return the MQTT broker of Home Assistant in the venue file, None if there is none; raises VenueError."""
    given = plan.settings.home_assistant
    if not given.address:
        return None
    try:
        config = HomeConfig(**{**asdict(given), "venue": plan.settings.hub.venue, "ca": plan.beside(given.ca)})
        config.tls()
    except JantakuError as error:
        raise VenueError(f"{plan.file}: {error}") from None
    return config


def obs_of(plan: VenuePlan) -> tuple[ObsConfig, ...]:
    """Return every OBS of the venue file; raises VenueError."""
    made = []
    for name, each in plan.settings.obs.items():
        table = plan.tables.get(each.table)
        if table is None:
            raise VenueError(f"{plan.file}: obs.{name}.table: no table {each.table!r} in this file")
        late_s = table.release.delay_s if table.release.when is When.DELAYED else 0.0
        if 0 < each.delay_s < late_s:
            known = f"{plan.file}: obs.{name}.delay_s: {each.delay_s:g}"
            raise VenueError(f"{known}: expected 0, or at least the {late_s:g} s after which the hands come")
        given = asdict(each)
        scenes = tuple((kind, str(given.pop(f"scene_{kind}"))) for kind in SCENES)
        config = ObsConfig(name=name, scenes=scenes, **given)
        try:
            check_obs(config)
        except JantakuError as error:
            raise VenueError(f"{plan.file}: {error}") from None
        made.append(config)
    return tuple(made)


def check_outside(plan: VenuePlan) -> None:
    """Raise VenueError for an output that cannot work as configured."""
    webhooks_of(plan)
    home_of(plan)
    obs_of(plan)
    try:
        if plan.settings.hub.nats:
            for name in plan.tables:
                token(name, "table")
            if plan.settings.hub.signing_key:
                Signer(plan.settings.hub.venue, Path(plan.beside(plan.settings.hub.signing_key)))
    except JantakuError as error:
        raise VenueError(f"{plan.file}: [hub] {error}") from None


@contextmanager
def outside(plan: VenuePlan, tables: Tables) -> Iterator[None]:
    """Run the outputs of the running tables while the context is open; do nothing if the file has no output."""
    opening = [*_hub(plan), *_hooks(plan), *_home(plan), *_obs(plan)]
    if not opening:
        yield
        return
    end = threading.Event()
    thread = threading.Thread(target=_follow, args=(tables, opening, end), name="outside", daemon=True)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join(timeout=15.0)


@dataclass(frozen=True, slots=True)
class _Way:
    """An output. ``begin`` opens it for tables and returns the function that closes it; ``apart``: one output per
    table.
    """

    begin: Callable[[Tables], Callable[[], None]]
    apart: bool = False

    def groups(self, tables: Tables) -> Iterator[tuple[str, dict[str, TableService]]]:
        """Yield the tables that share one output, with the name of the group."""
        if self.apart:
            yield from ((name, {name: table}) for name, table in tables.items())
        else:
            yield "", dict(tables)


def hub_of(plan: VenuePlan) -> "HubConfig":
    """Return the broker configuration of a venue file that has a broker; raises JantakuError."""
    from api.hub.config import HubConfig

    settings = plan.settings.hub
    key = plan.beside(settings.signing_key) or str(plan.stores / _SIGNING)
    return HubConfig(**{**asdict(settings), "ca": plan.beside(settings.ca), "signing_key": key})


def _hub(plan: VenuePlan) -> Iterator[_Way]:
    if not plan.settings.hub.nats:
        return

    def open_hub(tables: Tables) -> Callable[[], None]:
        # The broker library is imported only if the venue has a broker.
        from api.hub.uplink import Uplink

        uplink = Uplink(hub_of(plan), tables)
        uplink.watch({name: table.sources for name, table in tables.items()})
        uplink.start()
        return uplink.stop

    yield _Way(open_hub, apart=True)


def _hooks(plan: VenuePlan) -> Iterator[_Way]:
    hooks = webhooks_of(plan)
    if not hooks:
        return

    def open_hooks(tables: Tables) -> Callable[[], None]:
        from api.webhooks.sender import Webhooks

        webhooks = Webhooks(hooks, tables, plan.stores / QUEUE)
        webhooks.start()
        return webhooks.stop

    yield _Way(open_hooks)


def _home(plan: VenuePlan) -> Iterator[_Way]:
    config = home_of(plan)
    if config is None:
        return

    def open_home(tables: Tables) -> Callable[[], None]:
        from api.home_assistant.bridge import HomeBridge

        bridge = HomeBridge(config, tables)
        bridge.start()
        return bridge.stop

    yield _Way(open_home)


def _obs(plan: VenuePlan) -> Iterator[_Way]:
    for config in obs_of(plan):

        def open_obs(tables: Tables, config: ObsConfig = config) -> Callable[[], None]:
            from api.broadcast.obs_link import ObsLink

            table = tables.get(config.table)
            if table is None:
                return _nothing
            link = ObsLink(config, table.feed(Audience.PUBLIC))
            link.start()
            return link.stop

        yield _Way(open_obs, apart=True)


def _follow(tables: Tables, ways: list[_Way], end: threading.Event) -> None:
    """Open the outputs for the running tables, and open an output again when the tables of its group change."""
    opened: dict[tuple[int, str], tuple[dict[str, int], Callable[[], None]]] = {}
    while True:
        now, standing = dict(tables), () if end.is_set() else enumerate(ways)
        groups = {(place, name): group for place, way in standing for name, group in way.groups(now)}
        known = {key: {name: id(table) for name, table in group.items()} for key, group in groups.items()}
        for key in [key for key, (before, _) in opened.items() if known.get(key) != before]:
            opened.pop(key)[1]()
        for key in [key for key in groups if key not in opened]:
            # An output that cannot be opened must not stop the others.
            try:
                opened[key] = known[key], ways[key[0]].begin(groups[key])
            except JantakuError as error:
                opened[key] = known[key], _nothing
                log.error("nobody told", reason=str(error))
        if end.is_set():
            return
        end.wait(_LOOK_S)


def _nothing() -> None:
    """Closing function of an output that could not be opened."""
