"""Errors of the HTTP interface as problem documents (RFC 9457), titled in the client's preferred language."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final, Self

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match, Mount

from api.access.refusals import DeniedError, denied
from api.access.store import AccessError
from api.http.lanes import BusyError
from api.http.schemas.wire import MalformedError, malformed
from controller.errors import JantakuError, StoreError
from controller.journal.codec import plain
from controller.ports.log import WordLog
from controller.table.effects import Act, Refuse
from controller.text import Language, Text

MEDIA_TYPE: Final = "application/problem+json"
_HTML: Final = "text/html"
_JSON: Final = "application/json"
log: WordLog = structlog.get_logger()
TITLES: Final[Mapping[int, Text]] = {
    400: Text("要求の形が正しくありません", "Malformed request"),
    401: Text("ログインが必要です", "Not signed in"),
    403: Text("許可されていません", "Not allowed"),
    404: Text("見つかりません", "Not found"),
    405: Text("この方法では使えません", "Method not allowed"),
    406: Text("その形式では返せません", "Not acceptable"),
    408: Text("時間切れです", "Request timed out"),
    409: Text("このままではできません", "Cannot stand"),
    413: Text("送られた内容が大きすぎます", "Body too large"),
    415: Text("この形式は受け取れません", "Media type not supported"),
    416: Text("その範囲はありません", "Range not satisfiable"),
    421: Text("この宛名では応じません", "Not a host of this service"),
    422: Text("内容が正しくありません", "Malformed request"),
    429: Text("要求が多すぎます", "Too many requests"),
    431: Text("要求のヘッダーが大きすぎます", "Headers too large"),
    500: Text("サービス側の誤りです", "Fault of the service"),
    503: Text("いまは応じられません", "Not available now"),
    507: Text("保存する場所がありません", "No room left to store"),
}
"""Title of each HTTP status."""
METHODS: Final = ("DELETE", "GET", "PATCH", "POST", "PUT")
_OTHER: Final = Text("要求を受け付けられません", "Request refused")
_LANGUAGES: Final = (Language.EN, Language.JA)

_NOT_KEPT: Final = Text(
    "いまは記録に書き込めません。何も変わっていません。少し待って、もう一度お試しください。",
    "The journal cannot be written now and nothing has changed: try again in a moment.",
)


_WAITS: Final = Text(
    "処理が混み合っています。少し待って、もう一度お試しください。",
    "so much waits already that this would only wait longer: try again",
)
_FAILED: Final = Text(
    "サービスでエラーが起きました。原因は、この要求の番号でログに残っています。",
    "the service failed over this request; its log says why, under the request's number",
)


class RefusedError(Exception):
    """A request that is refused, usually because of the present state, with the reason.

    ``more``: additional members of the problem document.
    """

    def __init__(self, reason: Text, status: int = 409, /, **more: object) -> None:
        """Store the reason, the HTTP status and the additional members."""
        super().__init__(f"{reason.ja} / {reason.en}")
        self.reason, self.status = reason, status
        self.more = more

    @property
    def as_body(self) -> dict[str, object]:
        """The reason and the additional members as plain values."""
        return {"reason": plain(self.reason), **self.more}

    @classmethod
    def of(cls, refuse: Refuse, **more: object) -> Self:
        """Return a refusal by the table: its code, the acts required first, and an alternative.

        ``choices``: values of a field of the entry, one of which must be chosen.
        """
        first, *after = map(_act, refuse.first) if refuse.first else (None,)
        instead = None if refuse.instead is None else _act(refuse.instead)
        choices: dict[str, list[object]] = {}
        for each in refuse.choices:
            choices.setdefault(each.field, []).append({"id": each.value, **plain(each.text)})
        more |= {"choices": choices} if choices else {}
        return cls(refuse.reason, code=refuse.code, first=first, next=after, instead=instead, **more)


def _act(act: Act) -> dict[str, object]:
    """Return an act as a claim that a client can send, with its button; ``whole``: nothing is left to fill in."""
    values = {"subject": act.subject, "round": act.round}
    said = {name: value for name, value in values.items() if value not in ("", None)}
    return {"claim": {"kind": act.kind.value, **said}, "whole": act.whole, "button": plain(act.button)}


def title_of(status: int) -> Text:
    """Return the title of a status."""
    return TITLES.get(status, _OTHER)


def document(status: int, reason: Text, language: Language = Language.EN, **more: object) -> dict[str, object]:
    """Return the problem document of an error; ``reason`` is the explanation for people.

    ``more``: members in addition to those of RFC 9457.
    """
    title = title_of(status).of(language)
    said = {"detail": reason.en, "reason": plain(reason)}
    return {"type": "about:blank", "title": title, "status": status, **said, **more}


def problem(status: int, reason: Text, language: Language = Language.EN, **more: object) -> JSONResponse:
    """Return the response with such a document."""
    return JSONResponse(
        document(status, reason, language, **more),
        status,
        {"content-language": language, "vary": "accept-language", "cache-control": "no-store"},
        MEDIA_TYPE,
    )


def language_of(accepted: str) -> Language:
    """Return the language that an Accept-Language header prefers (RFC 9110 12.5.4), English by default."""
    liked = dict.fromkeys(_LANGUAGES, 0.0)
    for part in accepted.lower().split(","):
        name, *options = (word.strip() for word in part.split(";"))
        weight = next((_weight(option[2:]) for option in options if option.startswith("q=")), 1.0)
        for language in _LANGUAGES:
            if name.partition("-")[0] == language.value:
                liked[language] = max(liked[language], weight)
    return max(_LANGUAGES, key=liked.__getitem__)


def wants_page(accepted: str) -> bool:
    """True if an Accept header names HTML and ranks it at least as high as JSON; programs send ``*/*``."""
    liked = dict.fromkeys((_HTML, MEDIA_TYPE, _JSON), 0.0)
    for part in accepted.lower().split(","):
        name, *options = (word.strip() for word in part.split(";"))
        weight = next((_weight(option[2:]) for option in options if option.startswith("q=")), 1.0)
        liked[name] = max(liked.get(name, 0.0), weight)
    return liked[_HTML] > 0.0 and liked[_HTML] >= max(liked[MEDIA_TYPE], liked[_JSON])


def _weight(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _answer(request: Request, status: int, reason: Text, **more: object) -> JSONResponse:
    return problem(status, reason, language_of(request.headers.get("accept-language", "")), **more)


def denial(error: DeniedError, accepted: str) -> JSONResponse:
    """Return the response to a denied request; ``accepted``: its Accept-Language header."""
    log.info("denied", status=error.status, why=error.code)
    answer = problem(error.status, error.said, language_of(accepted), code=error.code, detail=str(error))
    answer.headers.update(error.headers)
    return answer


def unavailable(accepted: str, why: Text = _NOT_KEPT) -> JSONResponse:
    """Return the 503 response if storage cannot be read or written now; ``accepted``: the Accept-Language header."""
    told = problem(503, why, language_of(accepted), detail=f"{why.ja} / {why.en}")
    told.headers["Retry-After"] = "1"
    return told


def install(app: FastAPI) -> None:
    """Answer every error of the app with a problem document."""

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 404 and error.detail == HTTPStatus.NOT_FOUND.phrase:
            # Raised by the framework: no such route or file.
            return denial(denied("nothing-here"), request.headers.get("accept-language", ""))
        # Only the framework raises HTTPException, so the status's title replaces its own message.
        answer = _answer(request, error.status_code, title_of(error.status_code), detail=str(error.detail))
        answer.headers.update(error.headers or {})
        if error.status_code == 405:
            answer.headers["allow"] = ", ".join(_methods(app, request))
        return answer

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return _answer(request, 422, malformed(first["msg"], where))

    @app.exception_handler(MalformedError)
    async def not_of_the_shape(request: Request, error: MalformedError) -> JSONResponse:
        return _answer(request, 422, error.said)

    @app.exception_handler(RefusedError)
    async def refused(request: Request, error: RefusedError) -> JSONResponse:
        return _answer(request, error.status, error.reason, **{"detail": str(error), **error.more})

    @app.exception_handler(StoreError)
    async def not_kept(request: Request, _error: StoreError) -> JSONResponse:
        return unavailable(request.headers.get("accept-language", ""))

    @app.exception_handler(AccessError)
    async def not_known(request: Request, error: AccessError) -> JSONResponse:
        log.warning("people not kept", reason=str(error))
        return unavailable(request.headers.get("accept-language", ""))

    @app.exception_handler(DeniedError)
    async def not_let_in(request: Request, error: DeniedError) -> JSONResponse:
        return denial(error, request.headers.get("accept-language", ""))

    @app.exception_handler(BusyError)
    async def busy(request: Request, _error: BusyError) -> JSONResponse:
        answer = _answer(request, 503, _WAITS)
        answer.headers["retry-after"] = "1"
        return answer

    @app.exception_handler(JantakuError)
    async def bad_input(request: Request, error: JantakuError) -> JSONResponse:
        return _answer(request, 409, error.said)

    @app.exception_handler(Exception)
    async def failed(request: Request, _error: Exception) -> JSONResponse:
        return failure(request.headers.get("accept-language", ""))


def failure(accepted: str) -> JSONResponse:
    """Return the 500 response; ``accepted``: the Accept-Language header."""
    return problem(500, _FAILED, language_of(accepted))


def _methods(app: FastAPI, request: Request) -> list[str]:
    """Return every method allowed at the requested address."""
    asked = {**request.scope, "root_path": request.scope.get("app_root_path", "")}
    found = {
        method
        for route in app.routes
        for method in (("GET",) if isinstance(route, Mount) else METHODS)
        if route.matches({**asked, "method": method})[0] is Match.FULL
    }
    return sorted(found | {"HEAD"} if "GET" in found else found)
