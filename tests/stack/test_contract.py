"""The running stack keeps to openapi.json: no server error, no status and no form that it does not document."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from infra.local.stack import LocalStack
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.stack.conftest import SECONDS, Client

DOCUMENT = Path(__file__).parents[2] / "openapi.json"
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)

schema = schemathesis.openapi.from_path(DOCUMENT)
# Signing out, or ending the session by chance, would turn every later answer into a 401.
sessions_apart = schema.exclude(operation_id="sign_out")


@pytest.fixture(scope="module")
def ada(sign_in: Callable[[], Client]) -> Client:
    """Whoever sends the requests."""
    return sign_in()


@pytest.fixture(scope="module")
def game(ada: Client, sign_in: Callable[[], Client]) -> str:
    """A running game of hers."""
    made = ada.post("/api/games", json={"request_id": "contract", "rules": "lettrix", "players": 2, "open": True})
    assert made.status_code == 201, made.text
    joined = sign_in().post(f"/api/games/{made.json()['id']}/seats")
    assert joined.json()["status"] == "active"
    return str(made.json()["id"])


def headers_of(client: Client) -> dict[str, str]:
    return {"authorization": f"Bearer {client.token}"}


@sessions_apart.parametrize()
@EXAMPLES
def test_signed_in(case: schemathesis.Case[Any], stack: LocalStack, ada: Client) -> None:
    case.call_and_validate(base_url=stack.url, headers=headers_of(ada), checks=CHECKS, timeout=SECONDS)


@schema.include(path_regex="/api/games/{game_id}").parametrize()
@EXAMPLES
def test_in_a_running_game(case: schemathesis.Case[Any], stack: LocalStack, ada: Client, game: str) -> None:
    """As above, past the check of the id, into what the doors do."""
    case.path_parameters["game_id"] = game
    case.call_and_validate(base_url=stack.url, headers=headers_of(ada), checks=CHECKS, timeout=SECONDS)


@schema.parametrize()
@settings(EXAMPLES, max_examples=2)
def test_not_signed_in(case: schemathesis.Case[Any], stack: LocalStack) -> None:
    case.call_and_validate(base_url=stack.url, headers={"authorization": "Bearer x"}, checks=CHECKS, timeout=SECONDS)


NOBODY = "01HZZZZZZZZZZZZZZZZZZZZZZZ"
BODIES = {
    "not utf-8": (b'{"text": "\xff"}', 400),
    "utf-16": ('{"a": 1}'.encode("utf-16"), 400),
    "nul": (b"\0", 400),
    "not json": (b"a=b", 400),
    "nan": (b'{"turn": NaN}', 400),
    "lone surrogate": (b'{"text": "\\ud800"}', 400),
    "deep": (b"[" * 1000 + b"]" * 1000, 400),
    "deep object": (b'{"a":' * 1000 + b"1" + b"}" * 1000, 400),
    "list": (b"[]", 400),
    "huge number": (b'{"turn": ' + b"9" * 5000 + b"}", 400),
    "17 KB": (b'{"text": "' + b"x" * 17_000 + b'"}', 413),
    "9 MB": (b"x" * 9_000_000, 413),
    "11 MB": (b"x" * 11_000_000, 413),
}
WRITES = [
    ("POST", "/api/auth/codes"),
    ("POST", "/api/auth/sessions"),
    ("PATCH", "/api/me"),
    ("POST", "/api/games"),
    ("POST", "/api/games/{game}/moves"),
    ("POST", "/api/games/{game}/preview"),
]


@pytest.mark.parametrize(("method", "path"), WRITES)
def test_bodies_that_are_no_json(method: str, path: str, ada: Client, game: str) -> None:
    for name, (body, status) in BODIES.items():
        answer = ada.request(method, path.format(game=game), content=body, headers={"content-type": "application/json"})
        assert answer.status_code == status, name
        assert answer.headers["content-type"] == "application/problem+json", name


@pytest.mark.parametrize(
    "path",
    [
        "x",
        "%23",
        "..%2f..%2fme",
        "%00",
        "%0A",
        "%FF",
        "01HZZZZZZZZZZZZZZZZZZZZZZZ%23STATE",
        "01HZZZZZZZZZZZZZZZZZZZZZZ%0A",
    ],
)
def test_ids_that_are_none(path: str, ada: Client) -> None:
    for kind in ("games", "players"):
        answer = ada.get(f"/api/{kind}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert answer.headers["content-type"] == "application/problem+json"


def test_a_browser_signs_in_by_mail_and_out_again(stack: LocalStack) -> None:
    pages: dict[str, Any] = {"origin": stack.url, "sec-fetch-site": "same-origin"}
    with httpx.Client(base_url=stack.url, headers=pages, timeout=SECONDS) as browser:
        assert browser.post("/api/auth/codes", json={"email": "mail@lettrix.test"}).status_code == 202
        [mail] = browser.get("/dev/mailbox", params={"to": "mail@lettrix.test"}).json()
        code = next(word for word in mail["text"].split() if word.isdigit() and len(word) == 8)
        body = {"email": "mail@lettrix.test", "code": code, "name": "Mail Reader"}
        elsewhere = httpx.post(f"{stack.url}/api/auth/sessions", json=body | {"token": True}, timeout=SECONDS)
        assert elsewhere.json()["code"] == "wrong_code"
        assert browser.post("/api/auth/sessions", json=body).status_code == 201
        assert browser.get("/api/me").json()["name"] == "Mail Reader"
        assert (
            browser.patch("/api/me", json={"theme": "dark"}, headers={"origin": "https://evil.test"}).status_code == 403
        )
        assert browser.delete("/api/auth/sessions/current").status_code == 204
        assert browser.get("/api/me").status_code == 401


def test_binary_content_is_no_way_around(ada: Client) -> None:
    coded = base64.b64encode(b'{"theme": "dark"}')
    answer = ada.request("PATCH", "/api/me", content=coded, headers={"content-type": "application/octet-stream"})
    assert answer.status_code == 400
