"""Outputs of a venue besides its pages: facts to a broker, events to other programs, for the tables that run."""

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
    # Loaded where there is a broker.
    from api.hub.config import HubConfig

_LOOK_S: Final = 2.0
"""How soon a table that has begun, ended or begun again is taken up; chosen: nothing of it is lost meanwhile."""
QUEUE: Final = "webhooks.sqlite"
_SIGNING: Final = "signing.pem"
Tables = Mapping[str, TableService]
log: WordLog = structlog.get_logger()


def webhooks_of(plan: VenuePlan) -> tuple[WebhookConfig, ...]:
    """The receivers of a venue's file; raises VenueError."""
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
    """Home Assistant's broker in a venue's file, None where none is named; raises VenueError."""
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
    """Every OBS of a venue's file; raises VenueError."""
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
    """Tell what the tables do, for as long as it lasts; nothing where the file names nobody to tell."""
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
    """An output: ``begin`` opens it for tables and returns how to end it; ``apart``: each table has its own."""

    begin: Callable[[Tables], Callable[[], None]]
    apart: bool = False

    def groups(self, tables: Tables) -> Iterator[tuple[str, dict[str, TableService]]]:
        """The tables that go one way together, under a name."""
        if self.apart:
            yield from ((name, {name: table}) for name, table in tables.items())
        else:
            yield "", dict(tables)


def hub_of(plan: VenuePlan) -> "HubConfig":
    """The way to the broker in a venue's file that names one; raises JantakuError."""
    from api.hub.config import HubConfig

    settings = plan.settings.hub
    key = plan.beside(settings.signing_key) or str(plan.stores / _SIGNING)
    return HubConfig(**{**asdict(settings), "ca": plan.beside(settings.ca), "signing_key": key})


def _hub(plan: VenuePlan) -> Iterator[_Way]:
    if not plan.settings.hub.nats:
        return

    def open_hub(tables: Tables) -> Callable[[], None]:
        # The broker's library is loaded only where there is a broker.
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
    """Open for the tables that run, and anew where they are others; what a table has for itself does not heed them."""
    opened: dict[tuple[int, str], tuple[dict[str, int], Callable[[], None]]] = {}
    while True:
        now, standing = dict(tables), () if end.is_set() else enumerate(ways)
        groups = {(place, name): group for place, way in standing for name, group in way.groups(now)}
        known = {key: {name: id(table) for name, table in group.items()} for key, group in groups.items()}
        for key in [key for key, (before, _) in opened.items() if known.get(key) != before]:
            opened.pop(key)[1]()
        for key in [key for key in groups if key not in opened]:
            # An output that fails for a later table does not stop the others.
            try:
                opened[key] = known[key], ways[key[0]].begin(groups[key])
            except JantakuError as error:
                opened[key] = known[key], _nothing
                log.error("nobody told", reason=str(error))
        if end.is_set():
            return
        end.wait(_LOOK_S)


def _nothing() -> None:
    """Nothing was opened."""
