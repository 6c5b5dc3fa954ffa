"""Whatever a client sends is answered with a 4xx of the API, and nothing of it reaches the log."""

import base64
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.component.conftest import Logged, Mailbox
from tests.doors import Caller, Reply, invoke, make_event
from tests.hostile import BAD_BODIES, values

from lettrix_cloud import session

pytestmark = pytest.mark.usefixtures("tables", "mailbox")

WRITES = [
    ("auth", "POST", "/api/auth/codes"),
    ("auth", "POST", "/api/auth/sessions"),
    ("players", "PATCH", "/api/me"),
]
PROBLEM = "application/problem+json"


@pytest.fixture
def token() -> str:
    return session.create_session("01HZZZZZZZZZZZZZZZZZZZZZZZ")


def send(door: tuple[str, str, str], body: str | None, token: str, **more: Any) -> Reply:
    function, method, path = door
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"} | more.pop("headers", {})
    return invoke(function, make_event(method, path, body, headers=headers, **more))


def assert_problem(reply: Reply, status: int, code: str) -> None:
    assert (reply.status, reply.json["code"]) == (status, code)
    assert reply.headers["Content-Type"] == PROBLEM
    assert reply.headers["Cache-Control"] == "private, no-store"
    assert reply.json["status"] == status
    assert reply.json["type"] == "about:blank"
    assert reply.json["title"]


@pytest.mark.parametrize("door", WRITES, ids=lambda door: door[2])
@pytest.mark.parametrize("body", BAD_BODIES.values(), ids=BAD_BODIES)
def test_bad_bodies(door: tuple[str, str, str], body: str | None, token: str) -> None:
    assert_problem(send(door, body, token), 400, "malformed")


@pytest.mark.parametrize("door", WRITES, ids=lambda door: door[2])
class TestBytes:
    def test_too_large(self, door: tuple[str, str, str], token: str) -> None:
        for size in (16 * 1024 + 1, 10 * 1024 * 1024):
            assert_problem(send(door, "x" * size, token), 413, "too_large")
            coded = base64.b64encode(b"x" * size).decode()
            assert_problem(send(door, coded, token, base64=True), 413, "too_large")
        assert_problem(send(door, "é" * 8193, token), 413, "too_large")

    def test_just_small_enough_is_read(self, door: tuple[str, str, str], token: str) -> None:
        body = json.dumps({"x": "y" * (16 * 1024 - 9)})
        assert len(body) == 16 * 1024
        assert_problem(send(door, body, token), 400, "malformed")

    @pytest.mark.parametrize("data", [b'{"email": "\xff"}', b"\xc3\x28", b"\xed\xa0\x80", b"\xff\xfe{\x00}\x00"])
    def test_not_utf8(self, door: tuple[str, str, str], token: str, data: bytes) -> None:
        assert_problem(send(door, base64.b64encode(data).decode(), token, base64=True), 400, "malformed")

    def test_not_base64(self, door: tuple[str, str, str], token: str) -> None:
        assert_problem(send(door, "é!", token, base64=True), 400, "malformed")

    def test_not_text(self, door: tuple[str, str, str], token: str) -> None:
        assert_problem(send(door, "\ud800", token), 400, "malformed")

    @pytest.mark.parametrize(
        "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x"]
    )
    def test_other_kinds_of_content(self, door: tuple[str, str, str], token: str, kind: str) -> None:
        assert_problem(send(door, "{}", token, headers={"content-type": kind}), 400, "malformed")

    def test_huge_headers(self, door: tuple[str, str, str], token: str) -> None:
        more = {"cookie": "a=b; " * 4000, "user-agent": "x" * 20_000, "x-junk": "y" * 20_000}
        assert send(door, "[]", token, headers=more).status == 400


@pytest.mark.parametrize(
    "address",
    ["", "a", "@", "a@b", "a b@c.test", "a@b..test", "a@-b.test", "a@b.test\r\nBcc: x@y.test", "a@b.test,c@d.test",
     "é@lettrix.test", "a@" + "b" * 250 + ".test", "a" * 65 + "@b.test", "a\u0000@b.test", "<a@b.test>"],
)  # fmt: skip
def test_what_is_no_address_gets_no_mail(address: str, mailbox: Mailbox) -> None:
    answer = Caller().call("auth", "POST", "/api/auth/codes", {"email": address})
    assert_problem(answer, 400, "malformed")
    assert mailbox.all() == []


def test_unknown_paths_and_methods() -> None:
    assert_problem(Caller().call("players", "GET", "/api/nothing"), 404, "not_found")
    assert_problem(Caller().call("players", "GET", "/api/me/"), 404, "not_found")
    wrong = Caller().call("players", "DELETE", "/api/players")
    assert_problem(wrong, 405, "method_not_allowed")
    assert wrong.headers["Allow"] == "GET"


def test_only_through_the_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORIGIN_SECRET", "edge")
    for headers in ({}, {"x-origin-secret": "x"}, {"x-origin-secret": "é"}, {"x-origin-secret": ""}):
        assert_problem(Caller().call("players", "GET", "/api/me", headers=headers), 403, "not_through_the_edge")
    assert Caller().call("players", "GET", "/api/me", headers={"x-origin-secret": "edge"}).status == 401


def test_a_door_that_breaks_says_nothing(monkeypatch: pytest.MonkeyPatch, token: str, logged: Logged) -> None:
    def broken(self: object, player_id: str) -> None:
        canary = "canary-secret"
        raise RuntimeError(f"rack {canary}")

    monkeypatch.setattr("lettrix_cloud.accounts_dynamodb.DynamoAccounts.card", broken)
    path = "/api/players/01HZZZZZZZZZZZZZZZZZZZZZZZ"
    reply = Caller(token).call("players", "GET", path)
    assert reply.json == {"type": "about:blank", "title": "Internal Server Error", "status": 500}
    assert "canary" not in logged.text + reply.body
    [line] = [line for line in logged.lines if line["level"] == "ERROR"]
    assert line["error"] == "RuntimeError"
    assert "test_hostile_requests.py" in line["at"][-1]


FIELDS = ["email", "code", "name", "token", "language", "timezone", "theme", "quiet_hours", "notifications", "vacation"]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    door=st.sampled_from(WRITES),
    body=st.dictionaries(st.sampled_from(FIELDS) | st.text(), values, max_size=6),
)
def test_any_json_at_all(door: tuple[str, str, str], body: dict[str, Any], token: str) -> None:
    assert send(door, json.dumps(body), token).status in (202, 400, 401, 422)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(function=st.sampled_from(["auth", "players"]), path=st.text(), headers=st.dictionaries(st.text(), st.text()))
def test_any_path_and_headers_at_all(function: str, path: str, headers: dict[str, str]) -> None:
    for method in ("GET", "POST", "PUT", "DELETE", "BREW"):
        assert invoke(function, make_event(method, f"/api/{path}", headers=headers)).status in (400, 401, 403, 404, 405)


class TestCanary:
    """No line of the log holds an address, a code or a token."""

    def test_of_a_whole_life(self, mailbox: Mailbox, logged: Logged) -> None:
        address = "canary.bird@lettrix.test"
        tool = Caller()
        secrets = ["canary", "Canary"]
        for name in (None, "Canary Bird"):
            tool.call("auth", "POST", "/api/auth/codes", {"email": address})
            code = mailbox.to(address)[0].code
            secrets.append(code)
            body = {"email": address, "code": code, "token": True} | ({"name": name} if name else {})
            tool.call("auth", "POST", "/api/auth/sessions", body | {"code": "canary-code"})
            reply = tool.call("auth", "POST", "/api/auth/sessions", body)
        tool.token = reply.json["token"]
        secrets.append(tool.token or "")
        tool.call("players", "PATCH", "/api/me", {"name": "Canary Two", "timezone": "Canary/Canary"})
        tool.call("players", "GET", "/api/me")
        tool.call("players", "GET", "/api/players", query={"name": "canary", "cursor": "canary"})
        tool.call("players", "GET", "/api/players/canary")
        tool.call("auth", "DELETE", "/api/auth/sessions/canary")
        tool.call("auth", "DELETE", "/api/auth/sessions/current")
        assert len(logged.lines) == 12
        for secret in secrets:
            assert secret not in logged.text
