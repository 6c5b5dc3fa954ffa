"""Reading a request of the HTTP API (payload format 2.0) with suspicion: every refusal is a 4xx."""

import base64
import hmac
import json
import unicodedata
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from aws_lambda_powertools.shared.cookies import Cookie, SameSite

from lettrix_cloud import clock, config
from lettrix_cloud.problems import ApiError
from lettrix_cloud.session import Session

LARGEST_BODY = 16 * 1024
"""Bytes."""
DEEPEST_BODY = 32
"""Levels of arrays and objects within each other."""

REPLACEMENT = "\ufffd"
"""What decoders put for bytes that are no UTF-8."""
LANGUAGES = ("fr", "en", "de", "tr")
SESSION_COOKIE = "lettrix"
WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})


@dataclass(slots=True)
class Request:
    """What the functions need to know of a request beyond its parameters and body."""

    method: str
    path: str
    at: int
    """When the gateway got it, in application time (milliseconds, UTC). Moves are judged by this."""
    headers: dict[str, str]
    """Names in lower case."""
    client_ip: str
    request_id: str
    body: str | None
    session: Session | None = None

    @property
    def player(self) -> str:
        """Id of the signed-in player; 401 without a session."""
        if self.session is None:
            raise ApiError(401, "no_session", "Sign in first.")
        return self.session.player

    @property
    def cookies(self) -> dict[str, str]:
        """By name. The gateway's own list of cookies is not used: the local stack leaves it empty."""
        pairs = (part.strip().partition("=") for part in self.headers.get("cookie", "").split(";"))
        return {name: value for name, equals, value in pairs if equals}

    @property
    def label(self) -> str:
        """What the client calls itself, for the list of sessions: printable, 100 characters at most."""
        return "".join(filter(str.isprintable, self.headers.get("user-agent", "")))[:100]

    @property
    def from_browser(self) -> bool:
        """Whether a browser says that it sent this: pages cannot set or drop Sec-Fetch headers."""
        return "sec-fetch-site" in self.headers


def read(event: dict[str, Any]) -> Request:
    """The request of a gateway event. Raises ApiError 400, 403 or 413."""
    context = event["requestContext"]
    http = context["http"]
    headers = {name.lower(): value for name, value in (event.get("headers") or {}).items()}
    secret = config.origin_secret()
    if secret is not None and not hmac.compare_digest(
        headers.get("x-origin-secret", "").encode("utf-8", "surrogatepass"), secret.encode()
    ):
        raise ApiError(403, "not_through_the_edge", "Use the public address.")
    return Request(
        method=http["method"].upper(),
        path=_path(event.get("rawPath") or "/"),
        at=int(context.get("timeEpoch") or clock.now()),
        headers=headers,
        client_ip=_client_ip(headers, http.get("sourceIp") or "", behind_edge=secret is not None),
        request_id=str(context.get("requestId") or ""),
        body=_body(event),
    )


def parse_body(text: str) -> dict[str, Any]:
    """The JSON object of a body: no NaN, no lone surrogates, not deep. Raises ApiError 400."""
    try:
        value = json.loads(text, parse_constant=_no_constant)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:  # UnicodeEncodeError and JSONDecodeError are ValueErrors
        raise malformed("The body is not JSON.") from error
    if not isinstance(value, dict):
        raise malformed("The body is not a JSON object.")
    _check_depth(value)
    return value


def check_origin(request: Request, *, cookie_borne: bool) -> None:
    """Refuse writes that another site made a browser send (403).

    A write that a cookie vouches for must name one of our origins. Any other write may come without an
    Origin, as tools send it, but not with somebody else's.
    """
    if request.method not in WRITES:
        return
    origin = request.headers.get("origin")
    if origin is None and not cookie_borne:
        return
    if origin not in config.public_origins():
        raise ApiError(403, "wrong_origin", "This write did not come from our own pages.")


def bearer_token(request: Request) -> str | None:
    """The token of `Authorization: Bearer`."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def cookie_name(name: str) -> str:
    """`__Host-name` over https: such a cookie cannot be set by another host or over plain http."""
    return f"__Host-{name}" if config.secure_cookies() else name


def set_cookie(name: str, value: str, max_age: int) -> Cookie:
    """A cookie for our own pages alone, out of the reach of their scripts. max_age in seconds; 0 removes it."""
    return Cookie(
        cookie_name(name),
        value,
        path="/",
        secure=config.secure_cookies(),
        http_only=True,
        max_age=max_age,
        same_site=SameSite.STRICT_MODE,
    )


def preferred_language(request: Request) -> str:
    """The first of our languages in Accept-Language; French when there is none."""
    for entry in request.headers.get("accept-language", "").split(","):
        language = entry.partition(";")[0].strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


def malformed(detail: str, **extra: Any) -> ApiError:
    """400 malformed."""
    return ApiError(400, "malformed", detail, **extra)


def _path(raw: str) -> str:
    try:
        # Composed, because the resolver's routes do not match combining marks.
        return unicodedata.normalize("NFC", unquote(raw, errors="strict"))
    except UnicodeDecodeError as error:
        raise ApiError(404, "not_found", "There is nothing here.") from error


def _body(event: dict[str, Any]) -> str | None:
    body = event.get("body")
    if not body:
        return None
    if not isinstance(body, str):
        raise malformed("The body is not text.")
    # Base64 of more than the limit is longer than this: do not decode megabytes to find out.
    if len(body) > LARGEST_BODY * 2:
        raise _too_large()
    try:
        data = base64.b64decode(body, validate=True) if event.get("isBase64Encoded") else body.encode("utf-8")
        if len(data) > LARGEST_BODY:
            raise _too_large()
        text = data.decode("utf-8")
    except ValueError as error:  # of base64 or of UTF-8
        raise malformed("The body is not UTF-8.") from error
    if REPLACEMENT in text:  # a gateway before us put it where it could not read on
        raise malformed("The body is not UTF-8.")
    return text or None


def _too_large() -> ApiError:
    return ApiError(413, "too_large", f"A body holds {LARGEST_BODY} bytes at most.")


def _client_ip(headers: dict[str, str], source: str, *, behind_edge: bool) -> str:
    # Behind the edge the gateway sees the edge's address. The header is trusted because the secret matched.
    if behind_edge:
        address = headers.get("cloudfront-viewer-address", "").rpartition(":")[0].strip("[]")
        return address or source
    return source


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(DEEPEST_BODY):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
    raise malformed("The body is nested too deeply.")
