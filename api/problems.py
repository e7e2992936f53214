"""Errors of the HTTP interface as RFC 9457 problem documents."""

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from controller.errors import JantakuError


def problem(status: int, title: str, detail: str) -> JSONResponse:
    """Problem document of one error."""
    return JSONResponse(
        {"type": "about:blank", "title": title, "status": status, "detail": detail},
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

    @app.exception_handler(JantakuError)
    async def bad_input(_request: Request, error: JantakuError) -> JSONResponse:
        return problem(400, "Malformed request", str(error))
