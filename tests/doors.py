"""Calling a function's handler as the gateway does, without a gateway."""

import importlib.util
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlencode

from aws_lambda_powertools.event_handler.api_gateway import BaseRouter

from lettrix_cloud import clock
from lettrix_cloud.games_dynamodb import DynamoGames

FUNCTIONS = Path(__file__).parents[1] / "functions"
ORIGIN = "http://localhost:8080"


def forget() -> None:
    """Let the functions be new processes, which know of no game."""
    for name, module in sys.modules.items():
        if name.startswith("functions.") and isinstance(getattr(module, "games", None), DynamoGames):
            vars(module)["games"] = DynamoGames()


_process = 0


@contextmanager
def another_process() -> Iterator[None]:
    """Call other copies of the functions: a function answers one request at a time, and one is being answered."""
    global _process
    kept = {
        name: getattr(BaseRouter, name) for name in ("current_event", "lambda_context") if hasattr(BaseRouter, name)
    }
    _process += 1
    try:
        yield
    finally:
        _process -= 1
        for name, value in kept.items():  # the resolver keeps them in its class
            setattr(BaseRouter, name, value)


@dataclass
class Reply:
    """A handler's answer."""

    status: int
    headers: dict[str, str]
    cookies: list[str]
    body: str

    @property
    def json(self) -> Any:
        """The body, parsed."""
        return json.loads(self.body)


def load(function: str) -> ModuleType:
    """functions/NAME/app.py as a module of its own, loaded once a process: two `app` must not meet."""
    name = f"functions.{function}.app" + "_elsewhere" * _process
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, FUNCTIONS / function / "app.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


def make_event(
    method: str,
    path: str,
    body: str | None = None,
    *,
    query: dict[str, str] | None = None,
    headers: dict[str, str] | None = None,
    at: int | None = None,
    ip: str = "127.0.0.1",
    base64: bool = False,
) -> dict[str, Any]:
    """A payload-2.0 event. at: the gateway's time, in milliseconds of the application's clock; now when None."""
    return {
        "version": "2.0",
        "routeKey": f"{method} {path}",
        "rawPath": path,
        "rawQueryString": urlencode(query or {}),
        "queryStringParameters": query,
        "cookies": None,  # as the local stack sends it
        "headers": {"host": "localhost"} | (headers or {}),
        "requestContext": {
            "http": {"method": method, "path": path, "sourceIp": ip, "userAgent": "test"},
            "requestId": "test-request",
            "stage": "$default",
            "timeEpoch": clock.now() if at is None else at,
        },
        "body": body,
        "isBase64Encoded": base64,
    }


class Caller:
    """One person's way to the functions: a bearer token, or a cookie jar as a browser keeps it."""

    def __init__(self, token: str | None = None, *, browser: bool = False, ip: str = "127.0.0.1") -> None:
        self.token = token
        self.browser = browser
        self.ip = ip
        self.jar: dict[str, str] = {}

    def call(
        self,
        function: str,
        method: str,
        path: str,
        json_body: Any = None,
        *,
        query: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
        at: int | None = None,
    ) -> Reply:
        """One request to functions/NAME."""
        sent = {"content-type": "application/json"} if json_body is not None else {}
        if self.token:
            sent["authorization"] = f"Bearer {self.token}"
        if self.browser:
            sent |= {"origin": ORIGIN, "sec-fetch-site": "same-origin"}
            if self.jar:
                sent["cookie"] = "; ".join(f"{name}={value}" for name, value in self.jar.items())
        body = None if json_body is None else json.dumps(json_body)
        event = make_event(method, path, body, query=query, headers=sent | (headers or {}), at=at, ip=self.ip)
        reply = invoke(function, event)
        for cookie in reply.cookies:
            name, _, rest = cookie.partition("=")
            value = rest.partition(";")[0]
            if "Max-Age=0" in cookie:
                self.jar.pop(name, None)
            else:
                self.jar[name] = value
        return reply


def invoke(function: str, event: dict[str, Any]) -> Reply:
    """Run a handler on a raw event."""
    answer = load(function).handler(event, None)
    return Reply(answer["statusCode"], answer["headers"], answer.get("cookies") or [], answer["body"])
