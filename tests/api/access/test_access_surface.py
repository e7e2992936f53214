"""Trusted proxies, and input fields for secrets."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from api.access.access import Access
from api.access.settings import AccessSettings
from api.http.app import create_app
from api.http.server import HttpServer

WEB = Path(__file__).parents[3] / "api" / "web"
FORWARDED = [(b"x-forwarded-for", b"198.51.100.9"), (b"x-forwarded-proto", b"https")]


def seen(proxies: tuple[str, ...], sender: str) -> tuple[str, str]:
    """Address and scheme that the service sees for a request with headers forwarded by ``sender``."""
    access = Access(settings=AccessSettings(proxies=proxies))
    config = HttpServer(create_app({}, access=access)).config
    told: list[tuple[str, str]] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        told.append((scope["client"][0], scope["scheme"]))

    served: Any = app
    if config.proxy_headers:
        served = ProxyHeadersMiddleware(app, trusted_hosts=config.forwarded_allow_ips)
    scope = {"type": "http", "scheme": "http", "client": (sender, 5), "headers": FORWARDED}
    asyncio.run(served(scope, None, None))
    access.close()
    return told[0]


def test_a_proxy_is_believed_where_the_settings_name_it_and_nobody_else_is() -> None:
    assert seen((), "127.0.0.1") == ("127.0.0.1", "http")
    assert seen(("192.0.2.7",), "192.0.2.7") == ("198.51.100.9", "https")
    assert seen(("192.0.2.7",), "192.0.2.8") == ("192.0.2.8", "http")


@pytest.mark.parametrize("page", ["login", "access"])
def test_secrets_are_typed_unseen_and_may_be_pasted(page: str) -> None:
    text = (WEB / page / f"{page}.js").read_text(encoding="utf-8")
    fields = re.findall(r'input\("(\w+)", [^{]*\{([^}]*)\}', text)
    secret = {name: told for name, told in fields if name in ("password", "pin", "present")}
    assert secret
    assert all('type: "password"' in told for told in secret.values())
    assert "paste" not in text
