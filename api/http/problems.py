"""Errors of the HTTP interface as RFC 9457 problem documents."""

from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from api.http.schemas.wire import MalformedError
from controller.errors import JantakuError, StoreError
from controller.journal.codec import plain
from controller.text import Text

_NOT_KEPT: Final = Text(
    "今は記録に書き込めない。何も変わっていない。少し待って、もう一度。",
    "The journal cannot be written now and nothing has changed: try again in a moment.",
)


class RefusedError(Exception):
    """What cannot stand now, with the reason in both languages."""

    def __init__(self, reason: Text) -> None:
        """Keep the reason."""
        super().__init__(f"{reason.ja} / {reason.en}")
        self.reason = reason


def problem(status: int, title: str, detail: str, **more: object) -> JSONResponse:
    """Problem document of one error; ``more``: members beside those of RFC 9457."""
    return JSONResponse(
        {"type": "about:blank", "title": title, "status": status, "detail": detail, **more},
        status,
        media_type="application/problem+json",
    )


def install(app: FastAPI) -> None:
    """Make every error of the app a problem document."""

    @app.exception_handler(HTTPException)
    async def http_error(_request: Request, error: HTTPException) -> JSONResponse:
        return problem(error.status_code, "Request refused", str(error.detail))

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return problem(422, "Malformed request", f"{where}: {first['msg']}")

    @app.exception_handler(MalformedError)
    async def malformed(_request: Request, error: MalformedError) -> JSONResponse:
        return problem(422, "Malformed request", str(error))

    @app.exception_handler(RefusedError)
    async def refused(_request: Request, error: RefusedError) -> JSONResponse:
        return problem(409, "Cannot stand now", str(error), reason=plain(error.reason))

    @app.exception_handler(StoreError)
    async def not_kept(_request: Request, error: StoreError) -> JSONResponse:
        told = problem(503, "Nothing can be kept now", str(error), reason=plain(_NOT_KEPT))
        told.headers["Retry-After"] = "1"
        return told

    @app.exception_handler(JantakuError)
    async def bad_input(_request: Request, error: JantakuError) -> JSONResponse:
        return problem(400, "Malformed request", str(error))
