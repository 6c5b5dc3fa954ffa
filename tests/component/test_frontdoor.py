"""The front door before a server that tells what it was sent: bytes pass untouched, the edge's headers are its own."""

import json
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import uvicorn
from infra.local.frontdoor import LARGEST_BODY, ApiProxy
from infra.local.stack import free_port

SECRET = "the edge's secret"


class Teller(BaseHTTPRequestHandler):
    """Answers every request with what arrived, as JSON."""

    protocol_version = "HTTP/1.1"

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        told = json.dumps(
            {
                "line": self.requestline,
                "headers": [[name.lower(), value] for name, value in self.headers.items()],
                "body": body.decode("latin-1"),
            }
        ).encode()
        self.send_response(418 if "teapot" in self.path else 200)
        self.send_header("content-type", "application/json")
        self.send_header("set-cookie", "a=1; Path=/")
        self.send_header("set-cookie", "b=2; Path=/")
        self.send_header("keep-alive", "timeout=5")
        self.send_header("content-length", str(len(told)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(told)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self.answer
        raise AttributeError(name)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def upstream() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Teller)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


def serve(upstream_port: int) -> Iterator[int]:
    port = free_port()
    proxy = ApiProxy(f"http://127.0.0.1:{upstream_port}", "abc", SECRET)
    server = uvicorn.Server(uvicorn.Config(proxy, "127.0.0.1", port, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.01)
    yield port
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def door(upstream: int) -> Iterator[int]:
    yield from serve(upstream)


@pytest.fixture
def closed_door() -> Iterator[int]:
    yield from serve(free_port())


def ask(port: int, method: str, target: str, headers: list[tuple[str, str]] | None = None, body: bytes = b"") -> Any:
    """Status, header list and body, sent and read as plainly as the standard library can."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.putrequest(method, target, skip_accept_encoding=True)
    for name, value in headers or []:
        connection.putheader(name, value)
    if body:
        connection.putheader("content-length", str(len(body)))
    connection.endheaders(body or None)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, [(name.lower(), value) for name, value in answer.getheaders()], content


def told(port: int, *request: Any, **options: Any) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(ask(port, *request, **options)[2])
    return content


@pytest.mark.parametrize(
    "target",
    [
        "/api/games/a%2Fb%20c",
        "/api/games/%C3%A9%ff",
        "/api//games/../x;y=1",
        "/api/words/fr?pattern=Q..T*&x=%00&empty=&=",
    ],
)
def test_path_and_query_pass_byte_for_byte(door: int, target: str) -> None:
    assert told(door, "GET", target)["line"] == f"GET {target} HTTP/1.1"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_body_passes_byte_for_byte(door: int, method: str) -> None:
    body = bytes(range(256))
    assert told(door, method, "/api/x", body=body)["body"].encode("latin-1") == body


def test_status_and_every_cookie_come_back(door: int) -> None:
    status, headers, _ = ask(door, "GET", "/api/teapot")
    assert status == 418
    assert [value for name, value in headers if name == "set-cookie"] == ["a=1; Path=/", "b=2; Path=/"]
    assert "keep-alive" not in dict(headers)
    assert [name for name, _ in headers].count("date") == 1


def test_head_has_no_body(door: int) -> None:
    status, headers, content = ask(door, "HEAD", "/api/x")
    assert (status, content) == (200, b"")
    assert int(dict(headers)["content-length"]) > 0


def test_what_the_edge_sets_cannot_be_forged(door: int) -> None:
    forged = [("X-Origin-Secret", "guess"), ("CloudFront-Viewer-Address", "1.2.3.4:5"), ("Connection", "close")]
    headers = told(door, "GET", "/api/x", [*forged, ("X-Mine", "kept"), ("Cookie", "a=1; b=2")])["headers"]

    assert [value for name, value in headers if name == "x-origin-secret"] == [SECRET]
    address = next(value for name, value in headers if name == "cloudfront-viewer-address")
    assert address.startswith("127.0.0.1:")
    assert ["x-mine", "kept"] in headers
    assert ["cookie", "a=1; b=2"] in headers
    assert next(value for name, value in headers if name == "host") == "abc.execute-api.localhost"
    assert "connection" not in dict(headers)


def test_a_body_over_the_gateways_limit_is_refused_and_heard_to_its_end(door: int) -> None:
    status, headers, content = ask(door, "POST", "/api/x", body=b"x" * (LARGEST_BODY + 1))
    assert status == 413
    assert dict(headers)["content-type"] == "application/problem+json"
    assert json.loads(content)["code"] == "too_large"
    assert len(told(door, "POST", "/api/x", body=b"x" * LARGEST_BODY)["body"]) == LARGEST_BODY


def test_an_api_that_does_not_answer_is_a_bad_gateway(closed_door: int) -> None:
    status, _, content = ask(closed_door, "GET", "/api/x")
    assert status == 502
    assert json.loads(content)["code"] == "gateway"
