"""Refusals as `application/problem+json` (RFC 9457), in the one form of the API.

`code` is stable and translated by the client; `detail` is for developers. An error that nobody foresaw says
nothing but its status.
"""

from http import HTTPStatus
from typing import Any

CONTENT_TYPE = "application/problem+json"

SCHEMA: dict[str, Any] = {
    "type": "object",
    "title": "Problem",
    "required": ["type", "title", "status"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "Stable; what a client acts on and translates."},
        "detail": {"type": "string", "description": "For developers."},
    },
    "additionalProperties": True,
}

MEANINGS = {
    400: "Malformed: the request is not of the documented form",
    401: "No session",
    403: "Not yours, or not now",
    404: "Unknown, or not visible to you",
    405: "Not a method of this path",
    409: "In conflict with what is",
    413: "Body over 16 KB",
    422: "A rule says no",
    429: "Too many requests: see Retry-After",
    500: "Our fault",
    503: "The store is busy: see Retry-After",
}


class ApiError(Exception):
    """An answer that is not a success: `raise ApiError(422, "unknown_words", words=["XZ"])`.

    status: HTTP status. code: stable name of the reason. detail: a sentence for developers, without secrets.
    headers: e.g. `Retry-After`. Everything else becomes a member of the problem document.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str | None = None,
        *,
        headers: dict[str, str] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = headers or {}
        self.extra = extra


def document(status: int, code: str | None = None, detail: str | None = None, **extra: Any) -> dict[str, Any]:
    """The problem document."""
    problem: dict[str, Any] = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status}
    if code is not None:
        problem["code"] = code
    if detail is not None:
        problem["detail"] = detail
    return problem | extra
