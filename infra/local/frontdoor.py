"""The one port of the local stack: pages, the API behind them as behind CloudFront, and the /dev doors.

    python -m infra.local.frontdoor .stack/running.json

The edge's part is played as in AWS: bytes of path, query and body go through untouched; the secret header
and the viewer's address are set by the edge alone; what is too large for the gateway is refused here.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import httpcore
import uvicorn
from infra.local import devdoors
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

ROOT = Path(__file__).resolve().parents[2]
LARGEST_BODY = 10 * 1024 * 1024
"""Bytes: the gateway's limit for a request."""
HOP_BY_HOP = frozenset(
    b"connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer "
    b"transfer-encoding upgrade".split()
)
SET_BY_EDGE = frozenset({b"host", b"content-length", b"x-origin-secret", b"cloudfront-viewer-address"})
SECONDS = {"connect": 5.0, "read": 70.0, "write": 30.0, "pool": 30.0}


def problem(status: int, code: str, detail: str) -> Response:
    """An answer of the edge's own, in the API's form."""
    content = {"type": "about:blank", "title": code, "status": status, "code": code, "detail": detail}
    return JSONResponse(content, status, media_type="application/problem+json")


class ApiProxy:
    """Hands requests to the emulator's HTTP API and its answers back."""

    def __init__(self, emulator_url: str, api_id: str, secret: str) -> None:
        self._origin = httpcore.URL(emulator_url)
        self._host = f"{api_id}.execute-api.localhost".encode()
        self._secret = secret.encode()
        self._pool = httpcore.AsyncConnectionPool(max_connections=100, keepalive_expiry=30)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await self._body(receive)
        if body is None:
            answer: ASGIApp = problem(413, "too_large", "The gateway takes 10 MB at most.")
        else:
            answer = await self._forward(scope, body)
        await answer(scope, receive, send)

    @staticmethod
    async def _body(receive: Receive) -> bytes | None:
        """The whole body; None when it is too large. It is read to its end, so that the answer is heard."""
        parts: list[bytes] = []
        size = 0
        more = True
        while more:
            message = await receive()
            part = message.get("body", b"")
            size += len(part)
            if size <= LARGEST_BODY:
                parts.append(part)
            more = message.get("more_body", False)
        return b"".join(parts) if size <= LARGEST_BODY else None

    async def _forward(self, scope: Scope, body: bytes) -> Response:
        target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
        headers = [
            (name, value) for name, value in scope["headers"] if name not in HOP_BY_HOP and name not in SET_BY_EDGE
        ]
        host, port = scope["client"] or ("127.0.0.1", 0)
        headers += [
            (b"host", self._host),
            (b"x-origin-secret", self._secret),
            (b"cloudfront-viewer-address", f"{host}:{port}".encode()),
        ]
        if body or scope["method"] in {"POST", "PUT", "PATCH"}:
            headers.append((b"content-length", str(len(body)).encode()))
        request = httpcore.Request(
            scope["method"],
            httpcore.URL(scheme=self._origin.scheme, host=self._origin.host, port=self._origin.port, target=target),
            headers=headers,
            content=body,
            extensions={"timeout": SECONDS},
        )
        try:
            upstream = await self._pool.handle_async_request(request)
            content = await upstream.aread()
            await upstream.aclose()
        except httpcore.TimeoutException:
            return problem(504, "gateway", "The API did not answer in time.")
        except (httpcore.NetworkError, httpcore.ProtocolError) as error:
            return problem(502, "gateway", f"The API did not answer: {type(error).__name__}.")
        response = Response(content, upstream.status)
        response.raw_headers = [
            (name.lower(), value)
            for name, value in upstream.headers
            if name.lower() not in HOP_BY_HOP and name.lower() not in {b"date", b"server"}
        ]
        return response


class Pages(StaticFiles):
    """The built web app, or a plain page that says how to sign in; never kept by the browser."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


def application(described: dict[str, Any]) -> Starlette:
    """The front door of the stack that running.json describes."""
    proxy = ApiProxy(
        described["emulator_url"],
        described["outputs"]["ApiId"],
        described["environment"]["ORIGIN_SECRET"],
    )
    doors = devdoors.DevDoors(described)
    built = ROOT / "web/dist"
    pages = built if built.is_dir() else Path(__file__).parent / "static"
    api = Mount("/api", proxy)
    # Starlette's `.` stops at a line feed, and a path that holds one is the API's to refuse.
    api.path_regex = re.compile(api.path_regex.pattern, re.DOTALL)
    routes: list[BaseRoute] = [
        api,
        Route("/dev/mailbox", doors.mailbox, methods=["GET"]),
        Route("/dev/clock", doors.clock, methods=["GET", "POST"]),
        Route("/dev/sessions", doors.sessions, methods=["POST"]),
        Mount("/", Pages(directory=pages, html=True)),
    ]

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, devdoors.Refused)  # noqa: S101  # registered for this class alone
        return problem(error.status, error.code, error.detail)

    return Starlette(routes=routes, exception_handlers={devdoors.Refused: refused})


def main() -> None:
    """Serve until SIGTERM, SIGINT or the end of the parent, which closes standard input."""
    described = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    os.environ.update(described["environment"])

    def stop_with_parent() -> None:
        while os.read(0, 4096):  # not sys.stdin: the interpreter could not end while this thread holds its lock
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=stop_with_parent, daemon=True).start()
    uvicorn.run(
        application(described),
        host="127.0.0.1",
        port=described["port"],
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=3,
    )


if __name__ == "__main__":
    main()
