"""Static files of the pages, compressed once and cached in memory."""

import gzip
import os
import re
from pathlib import Path
from typing import Final

import msgspec
from fastapi.responses import FileResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.staticfiles import NotModifiedResponse
from starlette.types import Scope

_NAMED_BY_CONTENT: Final = re.compile(r"-[0-9a-f]{8}\.\w+$")


class _Held(msgspec.Struct, frozen=True):
    """A file as it is sent, with gzip if that makes it smaller; ``mark`` differs once the file has changed."""

    file: str
    mark: tuple[int, int]
    headers: Headers
    body: bytes

    @classmethod
    def of(cls, answer: FileResponse) -> "_Held":
        """Read and compress the file of ``answer``."""
        file = str(answer.path)
        mark, (body, how) = mark_of(file), packed(Path(file).read_bytes())
        told = {name: answer.headers[name] for name in ("content-type", "etag", "last-modified")}
        return cls(file, mark, Headers(told | how | {"content-length": str(len(body))}), body)


def packed(body: bytes) -> tuple[bytes, dict[str, str]]:
    """Return the body compressed with its headers, or unchanged without any if that is not smaller."""
    smaller = gzip.compress(body, mtime=0)
    if len(smaller) >= len(body):
        return body, {}
    return smaller, {"content-encoding": "gzip", "vary": "Accept-Encoding"}


def mark_of(file: str) -> tuple[int, int]:
    """Return modification time (ns) and size of a file, to detect changes."""
    found = os.stat(file)
    return found.st_mtime_ns, found.st_size


class HeldFiles(StaticFiles):
    """Folder of static files, each compressed once and read again after a change."""

    def __init__(self, folder: str, *, check_dir: bool = True) -> None:
        super().__init__(directory=folder, check_dir=check_dir)
        self._held: dict[str, _Held] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer like Starlette; files named by content hash may be cached forever."""
        answer = await self._answer(path, scope)
        if _NAMED_BY_CONTENT.search(path):
            answer.headers["cache-control"] = "public, max-age=31536000, immutable"
        return answer

    async def _answer(self, path: str, scope: Scope) -> Response:
        """Answer from the cache if possible, which needs no thread."""
        asked = Headers(scope=scope)
        if "gzip" not in asked.get("accept-encoding", ""):
            return await super().get_response(path, scope)
        held = self._held.get(path)
        if held is None or not _is_current(held):
            answer = await super().get_response(path, scope)
            if not isinstance(answer, FileResponse):
                return answer
            self._held[path] = held = await run_in_threadpool(_Held.of, answer)
        if self.is_not_modified(held.headers, asked):
            return NotModifiedResponse(held.headers)
        return Response(held.body, headers=dict(held.headers))


def _is_current(held: _Held) -> bool:
    try:
        return mark_of(held.file) == held.mark
    except OSError:
        return False
