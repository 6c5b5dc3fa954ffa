"""Whatever is sent to the doors of games is answered as the API says, and changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.component.table import Person, sign_up, start_game
from tests.doors import Reply, invoke, make_event
from tests.hostile import BAD_BODIES, values

from lettrix_cloud.games_dynamodb import DynamoGames

pytestmark = pytest.mark.usefixtures("tables", "french_lexicon")

WRITES = [
    ("games", "POST", "/api/games"),
    ("games", "PATCH", "/api/games/{waiting}"),
    ("games", "POST", "/api/games/{waiting}/seats"),
    ("games", "POST", "/api/games/{waiting}/invitations"),
    ("games", "DELETE", "/api/games/{waiting}"),
    ("games", "DELETE", "/api/games/{waiting}/seats/me"),
    ("games", "POST", "/api/games/{active}/claim"),
    ("move", "POST", "/api/games/{active}/moves"),
]
ANSWERS = {200, 201, 204, 400, 403, 404, 405, 409, 413, 422}


class Place:
    """A waiting and a running game, and somebody who sends things."""

    def __init__(self) -> None:
        self.anna, self.ben = sign_up("Anna"), sign_up("Ben")
        self.ids = {
            "waiting": self.anna.create(players=4, open=True).json["id"],
            "active": start_game(self.anna, self.ben),
        }

    def send(self, person: Person, door: tuple[str, str, str], body: str | None, **query: str) -> Reply:
        function, method, path = door
        headers = {"authorization": f"Bearer {person.caller.token}", "content-type": "application/json"}
        for name, game in self.ids.items():
            path = path.replace(f"{{{name}}}", game)
        return invoke(function, make_event(method, path, body, headers=headers, query=query or None))


@pytest.fixture
def place() -> Place:
    return Place()


@pytest.mark.parametrize("name", BAD_BODIES)
def test_bad_bodies(place: Place, name: str) -> None:
    games = DynamoGames()
    before = games.load_many(place.ids.values())
    doors = [door for door in WRITES if door[1:] in {
        ("POST", "/api/games"), ("POST", "/api/games/{waiting}/invitations"), ("POST", "/api/games/{active}/moves"),
    }]  # fmt: skip
    assert len(doors) == 3
    for door in doors:
        reply = place.send(place.anna, door, BAD_BODIES[name])
        assert (reply.status, reply.json["code"]) == (400, "malformed"), door
    assert games.load_many(place.ids.values()) == before


@pytest.mark.parametrize("door", WRITES, ids=lambda door: f"{door[1]} {door[2]}")
def test_without_a_session(place: Place, door: tuple[str, str, str]) -> None:
    function, method, path = door
    event = make_event(method, path.format(**place.ids), "{}", headers={"content-type": "application/json"})
    assert invoke(function, event).status == 401


FIELDS = [
    "request_id", "rules", "language", "players", "invite", "open", "options", "nonce", "player", "turn", "action",
    "tiles", "text", "letters",
]  # fmt: skip
near_misses = st.fixed_dictionaries(
    {},
    optional={
        "request_id": st.sampled_from(["r", "r#", ""]) | values,
        "rules": st.sampled_from(["lettrix", "LETTRIX", "chess"]) | values,
        "players": st.integers(0, 6) | values,
        "invite": st.lists(st.sampled_from(["01HZZZZZZZZZZZZZZZZZZZZZZZ", "x"]), max_size=4) | values,
        "open": st.booleans() | values,
        "options": st.dictionaries(st.sampled_from(["whole_rack_only", "x"]), values, max_size=2) | values,
        "nonce": st.sampled_from(["0" * 32, "g" * 32]) | values,
        "player": st.just("01HZZZZZZZZZZZZZZZZZZZZZZZ") | values,
        "turn": st.integers(-1, 3) | values,
        "action": st.sampled_from(["play", "exchange", "pass", "resign", "timeout", "forfeit"]) | values,
        "tiles": st.lists(
            st.fixed_dictionaries(
                {},
                optional={
                    "row": st.integers(-2, 16) | values,
                    "col": st.integers(-2, 16) | values,
                    "letter": st.sampled_from(["E", "?", "", "é", "e", "EE", "\x00"]) | values,
                    "blank": st.booleans() | values,
                },
            ),
            max_size=9,
        )
        | values,
        "text": st.text("8HIQUaRTZ. ?15éİ", max_size=12) | values,
        "letters": st.lists(st.sampled_from(["E", "?", "", "é", "AB"]), max_size=9) | values,
    },
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    door=st.sampled_from(WRITES),
    body=near_misses | st.dictionaries(st.sampled_from(FIELDS) | st.text(), values, max_size=6),
    keep=st.sets(st.sampled_from(FIELDS)),
    stranger=st.booleans(),
)
def test_any_json_at_all(
    place: Place, door: tuple[str, str, str], body: dict[str, Any], keep: set[str], stranger: bool
) -> None:
    known = {"request_id": "r", "rules": "lettrix", "players": 2, "turn": 1, "action": "play"}
    sent = {name: value for name, value in known.items() if name in keep} | body
    person = place.ben if stranger else place.anna
    reply = place.send(person, door, json.dumps(sent))
    assert reply.status in ANSWERS, reply.body
    if reply.status >= 400:
        assert reply.headers["Content-Type"] == "application/problem+json"
        assert reply.json["code"]


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    function=st.sampled_from(["games", "move"]),
    path=st.text() | st.tuples(st.text(), st.sampled_from(["", "/turns", "/seats", "/moves", "/proof"])).map("".join),
    query=st.dictionaries(
        st.sampled_from(["scope", "cursor", "rules", "language", "breakdown"]) | st.text(), st.text(), max_size=3
    ),
)
def test_any_path_and_query_at_all(place: Place, function: str, path: str, query: dict[str, str]) -> None:
    for method in ("GET", "POST", "PATCH", "DELETE", "BREW"):
        for tried in (f"/api/games/{path}", "/api/games", f"/api/games/{place.ids['active']}/turns"):
            assert place.send(place.ben, (function, method, tried), None, **query).status in ANSWERS
