"""What a venue tells beyond its pages: facts to a broker, events to other programs; whichever tables run just now."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import structlog

from api.home_assistant.config import HomeConfig
from api.hub.subjects import token
from api.service.table_service import TableService
from api.venue.plan import VenuePlan
from api.webhooks.config import WebhookConfig, checking
from controller.errors import JantakuError, VenueError

_LOOK_S: Final = 2.0
"""How soon a table that has begun, ended or begun again is taken up; chosen: nothing of it is lost meanwhile."""
_QUEUE: Final = "webhooks.sqlite"
Tables = Mapping[str, TableService]
log = structlog.get_logger()


def webhooks_of(plan: VenuePlan) -> tuple[WebhookConfig, ...]:
    """The receivers of a venue's file; raises VenueError."""
    made = []
    for name, each in plan.settings.webhook.items():
        try:
            hook = WebhookConfig(
                name=name,
                url=each.url,
                secret=each.secret,
                events=each.events,
                private=each.private,
                ca=_beside(plan, each.ca),
            )
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
        config = HomeConfig(
            address=given.address,
            venue=plan.settings.hub.venue,
            user=given.user,
            password=given.password,
            ca=_beside(plan, given.ca),
            prefix=given.prefix,
            staff=given.staff,
            language=given.language,
        )
        config.tls()
    except JantakuError as error:
        raise VenueError(f"{plan.file}: {error}") from None
    return config


def _beside(plan: VenuePlan, file: str) -> str:
    """A file of the venue, which lies beside its own where it is not named from the root; "" for none."""
    return str(plan.file.parent / file) if file else ""


def check_outside(plan: VenuePlan) -> None:
    """Raises VenueError where somebody cannot be told as the file says."""
    webhooks_of(plan)
    home_of(plan)
    try:
        for name in plan.tables if plan.settings.hub.nats else ():
            token(name, "table")
    except JantakuError as error:
        raise VenueError(f"{plan.file}: [hub] {error}") from None


@contextmanager
def outside(plan: VenuePlan, tables: Tables) -> Iterator[None]:
    """Tell what the tables do, for as long as it lasts; nothing where the file names nobody to tell."""
    opening = [*_hub(plan), *_hooks(plan), *_home(plan)]
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


_Opening = Callable[[Tables, ExitStack], None]


def _hub(plan: VenuePlan) -> Iterator[_Opening]:
    settings = plan.settings.hub
    if not settings.nats:
        return

    def open_hub(tables: Tables, ends: ExitStack) -> None:
        # The broker's library is loaded only where there is a broker.
        from api.hub.config import HubConfig
        from api.hub.uplink import Uplink

        config = HubConfig(
            nats=settings.nats,
            venue=settings.venue,
            ca=_beside(plan, settings.ca),
            edge=settings.edge,
            clips=settings.clips,
        )
        uplink = Uplink(config, tables)
        uplink.start()
        ends.callback(uplink.stop)

    yield open_hub


def _hooks(plan: VenuePlan) -> Iterator[_Opening]:
    hooks = webhooks_of(plan)
    if not hooks:
        return
    queue = plan.file.parent / Path(plan.settings.stores.folder) / _QUEUE

    def open_hooks(tables: Tables, ends: ExitStack) -> None:
        from api.webhooks.sender import Webhooks

        webhooks = Webhooks(hooks, tables, queue)
        webhooks.start()
        ends.callback(webhooks.stop)

    yield open_hooks


def _home(plan: VenuePlan) -> Iterator[_Opening]:
    config = home_of(plan)
    if config is None:
        return

    def open_home(tables: Tables, ends: ExitStack) -> None:
        from api.home_assistant.bridge import HomeBridge

        bridge = HomeBridge(config, tables)
        bridge.start()
        ends.callback(bridge.stop)

    yield open_home


def _follow(tables: Tables, opening: list[_Opening], end: threading.Event) -> None:
    """Open for the tables that run, and anew when they are others."""
    with ExitStack() as ends:
        known: dict[str, TableService] | None = None
        while True:
            now = dict(tables)
            if known is None or {name: id(each) for name, each in now.items()} != {
                name: id(each) for name, each in known.items()
            }:
                ends.close()
                for each in opening:
                    # What cannot be told of a table that came later keeps nobody else from being told.
                    try:
                        each(now, ends)
                    except JantakuError as error:
                        log.error("nobody told", reason=str(error))
                known = now
            if end.wait(_LOOK_S):
                return
