"""Errors as HTML pages for browsers; programs get the problem document (RFC 9457)."""

import json
from html import escape
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.http.pages.bundles import Bundles
from api.http.problems import MEDIA_TYPE, title_of, wants_page

_SHELL: Final = "shared/parts/wrong.html"
_SLOT: Final = '<template id="problem"></template>'


class ErrorPages:
    """ASGI middleware: turns the problem document of a GET into a page if ``Accept`` prefers HTML."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap ``app``."""
        self._app = app
        self._bundles = Bundles()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the application, and replace a problem document if the client wants a page."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return await self._app(scope, receive, send)
        is_page = wants_page(Headers(scope=scope).get("accept", ""))
        begun: list[Message] = []

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith(MEDIA_TYPE):
                    headers.add_vary_header("accept")
                    if is_page:
                        begun.append(message)
                        return
            elif begun:
                # A problem document is sent in a single body message.
                page = self._page(message["body"]).encode() if message.get("body") else b""
                headers = MutableHeaders(scope=begun[0])
                headers["content-type"] = "text/html; charset=utf-8"
                headers["content-length"] = str(len(page))
                del headers["content-language"]
                await send(begun.pop())
                message = {**message, "body": page}
            await send(message)

        await self._app(scope, receive, sending)
        return None

    def _page(self, document: bytes) -> str:
        """Return the page of a problem; its text is inline, as the browser may be unable to load any other file."""
        problem = json.loads(document)
        title = title_of(problem["status"])
        told = {**problem, "titles": {"ja": title.ja, "en": title.en}}
        lines = (
            f"<h1>{escape(title.ja)} / <span lang=en>{escape(title.en)}</span></h1>",
            *(f"<p lang={language}>{escape(text)}</p>" for language, text in problem["reason"].items() if text),
            '<p><a href="/">jantaku 雀卓</a></p>',
        )
        slot = f'<template id="problem" data-problem="{escape(json.dumps(told))}"></template>{"".join(lines)}'
        page = self._bundles.shell(_SHELL).read_text(encoding="utf-8").replace(_SLOT, slot)
        return page.replace(
            "<title>jantaku</title>", f"<title>jantaku · {escape(title.ja)} · {escape(title.en)}</title>"
        )
