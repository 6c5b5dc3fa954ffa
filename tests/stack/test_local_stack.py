"""The local stack itself: its doors, its clock, its logs, and that it can be stopped and started."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from infra.local.deploy import ROOT
from infra.local.stack import LocalStack, StackError
from tests.stack.conftest import Client

HOUR = 3600
SignIn = Callable[[], Client]


def moment(text: str) -> float:
    """Seconds since the epoch of an ISO 8601 time."""
    assert text.endswith("Z")
    return datetime.fromisoformat(text).timestamp()


def now(client: httpx.Client) -> float:
    return moment(client.get("/dev/clock").json()["now"])


def start_game(host: Client, guest: Client) -> dict[str, Any]:
    body = {"request_id": "start", "rules": "lettrix", "players": 2, "invite": [guest.id]}
    game = host.post("/api/games", json=body)
    assert game.status_code == 201, game.text
    started = guest.post(f"/api/games/{game.json()['id']}/seats", json={})
    assert started.status_code == 200, started.text
    view: dict[str, Any] = started.json()
    return view


def test_the_page_says_how_to_sign_in(anybody: httpx.Client) -> None:
    page = anybody.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert "/dev/sessions" in page.text or (ROOT / "web/dist").is_dir()


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
@pytest.mark.parametrize("path", ["/api/nothing", "/api/games/x/y/z", "/api/games/%2e%2e/%ff"])
def test_a_path_that_is_nobodys_is_a_problem_document(anybody: httpx.Client, method: str, path: str) -> None:
    answer = anybody.request(method, path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "not_found"


def test_calls_around_the_front_door_are_refused(stack: LocalStack) -> None:
    """The gateway's own address is public in AWS: without the edge's secret nothing is answered."""
    host = f"{stack.outputs['ApiId']}.execute-api.localhost"
    answer = httpx.get(f"{stack.emulator_url}/api/rules", headers={"host": host}, timeout=60)
    assert answer.status_code == 403
    assert answer.json()["code"] == "not_through_the_edge"


def test_answers_without_a_body_pass_the_front_door(sign_in: SignIn) -> None:
    host = sign_in()
    body = {"request_id": "tagged", "rules": "lettrix", "players": 2, "open": True}
    path = f"/api/games/{host.post('/api/games', json=body).json()['id']}"
    tag = host.get(path).headers["etag"]

    same = host.get(path, headers={"if-none-match": tag})
    assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
    gone = host.delete(path)
    assert (gone.status_code, gone.content) == (204, b"")
    assert host.get(path, headers={"if-none-match": tag}).status_code == 200


def test_a_code_comes_by_mail_and_signs_in(stack: LocalStack, anybody: httpx.Client) -> None:
    address = "By.Mail@lettrix.test"
    with httpx.Client(base_url=stack.url, timeout=60) as browser:
        assert browser.post("/api/auth/codes", json={"email": address}).status_code == 202
        mails = anybody.get("/dev/mailbox", params={"to": address}).json()
        assert mails[0].keys() == {"to", "subject", "text", "sent_at"}
        assert moment(mails[0]["sent_at"]) == pytest.approx(now(anybody), abs=60)
        code = re.search(r"\d{8}", mails[0]["text"])
        assert code is not None
        body = {"email": address, "code": code[0], "name": "By Mail"}
        assert browser.post("/api/auth/sessions", json=body).status_code == 201
        assert browser.get("/api/me").json()["name"] == "By Mail"
        assert browser.post("/dev/sessions", json={"player": "by mail"}).status_code == 201
    assert anybody.get("/dev/mailbox", params={"to": "somebody.else@lettrix.test"}).json() == []


@pytest.mark.parametrize("advance", [None, "1", -1, True, 1e12, [], {}])
def test_the_clock_takes_seconds_ahead_only(anybody: httpx.Client, advance: object) -> None:
    answer = anybody.post("/dev/clock", json={"advance": advance})
    assert answer.status_code == 400
    assert answer.json()["code"] == "malformed"


def test_every_part_has_the_new_time_at_once(anybody: httpx.Client, sign_in: SignIn) -> None:
    player = sign_in()
    for step in (0.5, 90, 2 * HOUR):
        before = now(anybody)
        moved = moment(anybody.post("/dev/clock", json={"advance": step}).json()["now"])
        assert before + step <= moved < before + step + 60
        # a function's clock
        body = {"request_id": f"at-{step}", "rules": "lettrix", "players": 2, "open": True}
        game = player.post("/api/games", json=body).json()
        assert moved <= moment(game["created_at"]) < moved + 60
        player.delete(f"/api/games/{game['id']}")
        # the emulator's clock
        mail = f"mail{step}@lettrix.test"
        anybody.post("/api/auth/codes", json={"email": mail})
        sent = anybody.get("/dev/mailbox", params={"to": mail}).json()[0]["sent_at"]
        assert moved <= moment(sent) < moved + 60


def test_time_passes_in_steps_and_settles_each_deadline_in_its_turn(anybody: httpx.Client, sign_in: SignIn) -> None:
    """Two absent players: four automatic passes, each 48 hours after the one before, end the game on day 8."""
    host = sign_in()
    view = start_game(host, sign_in())
    moved = anybody.post("/dev/clock", json={"advance": 9 * 24 * HOUR})
    assert moved.status_code == 200, moved.text

    turns = host.get(f"/api/games/{view['id']}/turns").json()["turns"]
    times = [moment(view["started_at"]), *(moment(turn["at"]) for turn in turns)]
    assert [turn["automatic"] for turn in turns] == [True] * 4
    for before, after in itertools.pairwise(times):
        assert 48 * HOUR <= after - before < 48 * HOUR + 120
    after = host.get(f"/api/games/{view['id']}").json()
    assert after["status"] == "finished"
    assert after["result"]["reason"] == "all_passed"


def test_each_function_has_a_log_of_its_requests(stack: LocalStack, sign_in: SignIn) -> None:
    player = sign_in()
    player.get("/api/me")
    lines = (stack.log_folder / "players.log").read_text(encoding="utf-8").splitlines()
    requests = [json.loads(line) for line in lines if '"door":"/api/me"' in line]
    assert any(request["player"] == player.id for request in requests)
    assert not any(player.token in path.read_text("utf-8") for path in stack.log_folder.iterdir())


def test_deploying_again_changes_nothing(stack: LocalStack) -> None:
    before = dict(stack.outputs)
    assert stack.deploy().changed is False
    assert stack.outputs == before


def test_one_stack_at_a_time_in_a_folder_and_on_a_port(stack: LocalStack, tmp_path: Path) -> None:
    with pytest.raises(StackError, match="runs already"):
        LocalStack(stack.folder).start()
    with pytest.raises(StackError, match=f"port {stack.port} is taken"):
        LocalStack(tmp_path, port=stack.port).start()
    assert stack.alive()


def test_a_player_who_renamed_himself_is_found_under_his_first_name(stack: LocalStack, anybody: httpx.Client) -> None:
    """Or the next start could not sign its players in."""
    body = {"player": "Old Name", "create": True, "token": True}
    first = anybody.post("/dev/sessions", json=body).json()
    headers = {"authorization": f"Bearer {first['token']}"}
    assert anybody.patch("/api/me", json={"name": "New Name"}, headers=headers).status_code == 200
    for player in ("Old Name", "New Name", first["player"]["id"]):
        again = anybody.post("/dev/sessions", json={"player": player, "create": True})
        assert again.status_code == 201
        assert again.json()["player"] == {"id": first["player"]["id"], "name": "New Name"}
