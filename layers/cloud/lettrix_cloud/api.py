"""How a function becomes a door of the HTTP API.

    api = Api("games")

    @api.post("/api/games", summary="Create a game", status=201, refusals=(409, 422))
    def create(body: NewGame) -> GameView: ...

    handler = api.handler

`api.request` holds the request being answered: its player, gateway time and headers. A path that reads
`<game_id>` gives the function an argument of that name. Bodies are one pydantic model (`Body`) each.
Everything that goes wrong becomes a problem document (problems.py): `ApiError` as it says, validation 400
`malformed` (404 when it was the path), a busy store 503, and anything else 500 without a word, and one line
in the log without values. Not for threads: the resolver keeps the current event in a class attribute.
"""

import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Literal, TypeVar

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.openapi.exceptions import (
    RequestUnsupportedContentType,
    RequestValidationError,
)
from aws_lambda_powertools.shared.cookies import Cookie
from pydantic import BaseModel, ConfigDict

from lettrix_cloud import log, problems, session
from lettrix_cloud import request as incoming
from lettrix_cloud.cursors import BadCursor
from lettrix_cloud.problems import ApiError
from lettrix_cloud.request import Request, malformed
from lettrix_cloud.store import StoreBusy

__all__ = ["Answer", "Api", "ApiError", "Body", "Request", "Response", "malformed", "reply"]

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
Access = Literal["session", "anybody"]

SECURITY: list[dict[str, list[str]]] = [{"bearer": []}, {"cookie": []}]


class Body(BaseModel):
    """Base of what a client sends: no unknown fields, and no guessing of types ("1" is not 1)."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class Answer(BaseModel):
    """Base of what we answer: a field that is not declared is a leak, and fails."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


def reply(
    body: T,
    status: int = 200,
    *,
    headers: dict[str, str] | None = None,
    cookies: Sequence[Cookie] = (),
) -> Response[T]:
    """An answer with a status, headers or cookies of its own. body: a model, or None with 204 and 304."""
    return Response(status, "application/json", body, headers=dict(headers or {}), cookies=list(cookies))


class Api:
    """The doors of one function."""

    def __init__(self, tag: str, explain: Callable[[Exception], Exception] | None = None) -> None:
        """explain: turns what the function's own code raises into the `ApiError` that it means."""
        self.tag = tag
        self._explain = explain
        self.resolver = APIGatewayHttpResolver(
            enable_validation=True,
            json_body_deserializer=incoming.parse_body,
        )
        self.resolver.exception_handler(Exception)(self._refuse)
        self._doors: list[tuple[re.Pattern[str], str, str, Access]] = []
        self._request: Request | None = None

    @property
    def request(self) -> Request:
        """The request being answered."""
        if self._request is None:
            raise RuntimeError("no request is being answered")
        return self._request

    @property
    def doors(self) -> list[tuple[str, str]]:
        """Method and path of every door."""
        return [(method, path) for _, method, path, _ in self._doors]

    def get(self, path: str, **documentation: Any) -> Callable[[F], F]:
        """A door for GET; the keywords are those of `route`."""
        return self.route("GET", path, **documentation)

    def post(self, path: str, **documentation: Any) -> Callable[[F], F]:
        """A door for POST."""
        return self.route("POST", path, **documentation)

    def put(self, path: str, **documentation: Any) -> Callable[[F], F]:
        """A door for PUT."""
        return self.route("PUT", path, **documentation)

    def patch(self, path: str, **documentation: Any) -> Callable[[F], F]:
        """A door for PATCH."""
        return self.route("PATCH", path, **documentation)

    def delete(self, path: str, **documentation: Any) -> Callable[[F], F]:
        """A door for DELETE."""
        return self.route("DELETE", path, **documentation)

    def route(
        self,
        method: str,
        path: str,
        *,
        summary: str,
        description: str | None = None,
        status: int = 200,
        answers: Mapping[int, str] | None = None,
        refusals: Sequence[int] = (),
        access: Access = "session",
    ) -> Callable[[F], F]:
        """A door. status: that of the usual success; answers: other successes and what they mean.

        refusals: statuses of the problems that this door's own code raises. Those that any door can give
        are added: 400, 401 (with a session), 403, 404 (with a parameter in the path), 413, 429 (the gateway's), 503.
        """
        writes = method in incoming.WRITES
        usual = {400, 429, 503} | ({401} if access == "session" else set()) | ({404} if "<" in path else set())
        usual |= {403, 413} if writes else {403}
        success = {status: HTTPStatus(status).phrase} | dict(answers or {})
        responses: dict[Any, Any] = {
            code: {"description": meaning} | ({"content": {}} if code in (204, 304) else {})
            for code, meaning in success.items()
        }
        for code in sorted(usual | set(refusals)):
            responses[code] = {
                "description": problems.MEANINGS[code],
                "content": {problems.CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
            }
        self._doors.append((_pattern(path), method, path, access))

        def register(function: F) -> F:
            self.resolver.route(
                path,
                method,
                summary=summary,
                description=description,
                responses=responses,
                status_code=status,
                tags=[self.tag],
                operation_id=function.__name__,
                security=SECURITY if access == "session" else None,
            )(function)
            return function

        return register

    def handler(self, event: dict[str, Any], context: Any) -> dict[str, Any]:
        """Answer one gateway event. Never raises."""
        started = time.perf_counter()
        door = None
        self._request = None
        try:
            self._request = incoming.read(event)
            door = self._admit(self._request)
            answer = self.resolver.resolve(self._plain(event, self._request), context)
        except Exception as error:
            response = self._refuse(error)
            answer = {
                "statusCode": response.status_code,
                "headers": dict(response.headers) | {"Content-Type": problems.CONTENT_TYPE},
                "cookies": [],
                "body": response.body,
                "isBase64Encoded": False,
            }
        headers = answer["headers"]
        if answer["statusCode"] in (204, 304):
            answer["body"] = ""
            headers.pop("Content-Type", None)
        headers.setdefault("Cache-Control", "private, no-store")
        headers["X-Content-Type-Options"] = "nosniff"
        self._log(answer["statusCode"], door, time.perf_counter() - started)
        return answer

    def _admit(self, request: Request) -> str:
        """Find the door, and the session where it wants one. Before validation: strangers learn nothing."""
        methods = [
            (method, path, access) for pattern, method, path, access in self._doors if pattern.fullmatch(request.path)
        ]
        chosen = next((door for door in methods if door[0] == request.method), None)
        if chosen is None:
            if methods:
                allowed = ", ".join(sorted({method for method, _, _ in methods}))
                raise ApiError(405, "method_not_allowed", headers={"Allow": allowed})
            raise _not_found()
        token = incoming.bearer_token(request)
        cookie = None if token else request.cookies.get(incoming.cookie_name(incoming.SESSION_COOKIE))
        incoming.check_origin(request, cookie_borne=cookie is not None and chosen[2] == "session")
        if chosen[2] == "session":
            request.session = session.authenticate(token or cookie or "")
            if request.session is None:
                raise ApiError(401, "no_session", "Sign in first.")
        content_type = request.headers.get("content-type", "application/json")
        if request.body is not None and content_type.partition(";")[0].strip().lower() != "application/json":
            raise malformed("The body must be application/json.")
        return chosen[1]

    @staticmethod
    def _plain(event: dict[str, Any], request: Request) -> dict[str, Any]:
        """The event with path and body decoded, so that the resolver has nothing left to stumble over."""
        headers = {name: value for name, value in request.headers.items() if name != "content-type"}
        return event | {
            "rawPath": request.path,
            "headers": headers,
            "body": request.body,
            "isBase64Encoded": False,
            "requestContext": event["requestContext"] | {"stage": "$default"},
        }

    def _refuse(self, error: Exception) -> Response[str]:
        headers: dict[str, Any] = {}
        if self._explain is not None:
            error = self._explain(error)
        if isinstance(error, NotFoundError):
            error = _not_found()
        elif isinstance(error, RequestValidationError):
            error = self._validation(error)
        elif isinstance(error, RequestUnsupportedContentType):
            error = malformed("The body must be application/json.")
        elif isinstance(error, BadCursor):
            error = malformed("The cursor is not one of this list's.")
        if isinstance(error, ApiError):
            status = error.status
            body = problems.document(status, error.code, error.detail, **error.extra)
            headers |= error.headers
        elif isinstance(error, StoreBusy):
            status = 503
            body = problems.document(status, "store_busy", "Nothing is lost: send the same request again.")
            headers["Retry-After"] = str(error.retry_after)
        else:
            status = 500
            body = problems.document(status)
            log.failure("unexpected error", error, request_id=self._request.request_id if self._request else None)
        return Response(
            status_code=status,
            content_type=problems.CONTENT_TYPE,
            body=json.dumps(body, ensure_ascii=False, separators=(",", ":")),
            headers=headers,
        )

    @staticmethod
    def _validation(error: RequestValidationError) -> Exception:
        """What pydantic said, by place and kind only: its messages may quote the input."""
        found = error.errors()
        if any(problem["loc"][:1] == ("response",) for problem in found):
            return RuntimeError("the answer is not of its documented form")
        if any(problem["loc"][:1] == ("path",) for problem in found):
            return _not_found()
        errors = [{"at": [str(part) for part in problem["loc"]], "kind": problem["type"]} for problem in found[:20]]
        return malformed("The request is not of the documented form.", errors=errors)

    def _log(self, status: int, door: str | None, seconds: float) -> None:
        request = self._request
        log.logger.info(
            "request",
            method=request.method if request else None,
            door=door,
            status=status,
            ms=round(seconds * 1000, 1),
            player=request.session.player if request and request.session else None,
            request_id=request.request_id if request else None,
        )


def _not_found() -> ApiError:
    return ApiError(404, "not_found", "There is nothing here.")


def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"<\w+>", path)
    return re.compile("[^/]+".join(re.escape(part) for part in parts))
