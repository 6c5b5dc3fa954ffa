"""The doors of games before and around play: who may do and see what, and in which form it is answered."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.component.conftest import MovableClock
from tests.component.table import Person, mover, sign_up, start_game

from lettrix_cloud import clock as cloud_clock
from lettrix_cloud import ids
from lettrix_cloud.game_items import ControlItem

pytestmark = pytest.mark.usefixtures("tables", "french_lexicon")

VIEW = {
    "id", "rules", "language", "rules_version", "dictionary_version", "status", "players", "turn", "to_move",
    "my_seat", "rack", "board", "bag", "unseen", "last", "due_at", "remind_at", "ends_at", "created_at", "started_at",
    "paused_until", "finished_at", "result", "fairness", "options", "allowed", "host", "open", "counting", "special",
}  # fmt: skip
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z")


@pytest.fixture
def anna() -> Person:
    return sign_up("Anna")


@pytest.fixture
def ben() -> Person:
    return sign_up("Ben")


@pytest.fixture
def cleo() -> Person:
    return sign_up("Cleo")


def refused(reply: Any) -> tuple[int, str]:
    assert reply.headers["Content-Type"] == "application/problem+json"
    return reply.status, reply.json["code"]


def games(person: Person, scope: str, **query: str) -> list[str]:
    reply = person.ask("GET", "/api/games", query={"scope": scope} | query)
    assert reply.status == 200, reply.body
    return [game["id"] for game in reply.json["games"]]


class TestCreate:
    def test_the_view_of_a_waiting_game(self, anna: Person, ben: Person) -> None:
        reply = anna.create(players=3, invite=[ben.id], nonce="0f" * 16)
        assert reply.status == 201
        view = reply.json
        assert set(view) == VIEW
        assert (view["status"], view["turn"], view["my_seat"], view["rack"]) == ("waiting", None, None, [])
        assert [(player["name"], player["state"]) for player in view["players"]] == [
            ("Anna", "playing"),
            ("Ben", "invited"),
            (None, "open"),
        ]
        assert re.fullmatch("[0-9a-f]{64}", view["fairness"]["commitment"])
        assert view["fairness"] | {"commitment": ""} == {"commitment": "", "nonces": ["0f" * 16], "secret": None}
        assert view["options"] == {"whole_rack_only": False, "vacation": False}
        assert (view["bag"], view["board"]) == (102, {"size": 15, "tiles": []})
        assert MOMENT.fullmatch(view["created_at"])
        assert view["allowed"] == ["cancel", "change", "invite"]

    def test_the_same_request_creates_once(self, anna: Person) -> None:
        first, again = anna.create(request_id="one"), anna.create(request_id="one", players=4)
        assert (first.status, again.status, again.json) == (201, 201, first.json)
        assert games(anna, "mine") == [first.json["id"]]

    def test_options_are_kept(self, anna: Person) -> None:
        chosen = anna.create(options={"whole_rack_only": True}).json["options"]
        assert chosen == {"whole_rack_only": True, "vacation": False}

    @pytest.mark.parametrize(
        ("body", "code"),
        [
            ({"rules": "chess"}, "unknown_rules"),
            ({"language": "tr"}, "unknown_rules"),
            ({"options": {"speed": 1}}, "unknown_rules"),
            ({"options": {"whole_rack_only": 1}}, "unknown_rules"),
            ({"invite": ["01HZZZZZZZZZZZZZZZZZZZZZZZ"]}, "unknown_player"),
        ],
    )
    def test_what_the_rules_refuse(self, anna: Person, body: dict[str, Any], code: str) -> None:
        assert refused(anna.create(**body)) == (422, code)
        assert games(anna, "mine") == []

    def test_invitations_that_do_not_fit(self, anna: Person, ben: Person, cleo: Person) -> None:
        assert refused(anna.create(invite=[anna.id])) == (422, "invited_twice")
        assert refused(anna.create(players=4, invite=[ben.id, ben.id])) == (422, "invited_twice")
        assert refused(anna.create(invite=[ben.id, cleo.id])) == (422, "too_many_players")

    @pytest.mark.parametrize(
        "body",
        [
            {"players": 1},
            {"players": 5},
            {"players": "2"},
            {"players": None},
            {"invite": ["PLAYER#1"]},
            {"invite": ["a#b"] * 4},
            {"nonce": "0f"},
            {"nonce": "0F" * 16},
            {"request_id": ""},
            {"request_id": "a#b"},
            {"request_id": "x" * 65},
            {"options": {"whole_rack_only": [1]}},
            {"open": 1},
            {"secret": "00"},
            {"rules": "x" * 300},
        ],
    )
    def test_what_is_malformed(self, anna: Person, body: dict[str, Any]) -> None:
        assert refused(anna.create(**body)) == (400, "malformed")

    def test_five_games_and_no_more(self, anna: Person, ben: Person) -> None:
        created = [anna.create() for _ in range(5)]
        assert [reply.status for reply in created] == [201] * 5
        assert refused(anna.create()) == (409, "no_free_place")
        other = ben.create().json["id"]
        assert refused(anna.join(other)) == (409, "no_free_place")
        assert anna.ask("DELETE", f"/api/games/{created[0].json['id']}").status == 204
        assert anna.join(other).status == 200


class TestFilling:
    def test_the_last_seat_starts_the_game(self, anna: Person, ben: Person) -> None:
        game = anna.create(nonce="aa" * 16).json["id"]
        view = ben.join(game, nonce="bb" * 16).json
        assert (view["status"], view["turn"], view["open"]) == ("active", 1, False)
        assert view["fairness"]["nonces"] == ["aa" * 16, "bb" * 16]
        assert {player["id"] for player in view["players"]} == {anna.id, ben.id}
        assert view["players"][view["my_seat"]]["name"] == "Ben"
        assert (len(view["rack"]), view["bag"]) == (8, 86)
        assert sum(view["unseen"].values()) == 94

    def test_joining_again_is_joining_once(self, anna: Person, ben: Person) -> None:
        game = anna.create(players=3).json["id"]
        first = ben.join(game)
        again = ben.join(game)
        assert (first.status, again.status) == (200, 200)
        assert first.json == again.json
        assert anna.join(game).status == 200

    def test_a_seat_kept_for_a_friend_is_nobody_elses(self, anna: Person, ben: Person, cleo: Person) -> None:
        game = anna.create(invite=[ben.id], open=True).json["id"]
        assert refused(cleo.join(game)) == (404, "not_found")
        assert ben.ask("DELETE", f"/api/games/{game}/seats/me").status == 204
        assert cleo.join(game).json["status"] == "active"

    def test_an_invited_player_accepts(self, anna: Person, ben: Person) -> None:
        game = anna.create(invite=[ben.id], open=False).json["id"]
        assert games(ben, "invitations") == [game]
        assert ben.view(game)["allowed"] == ["decline", "join"]
        assert ben.join(game).json["status"] == "active"
        assert games(ben, "invitations") == []

    def test_a_host_invites_again_opens_and_plays_with_fewer(self, anna: Person, ben: Person, cleo: Person) -> None:
        game = anna.create(players=3, invite=[ben.id], open=False).json["id"]
        ben.ask("DELETE", f"/api/games/{game}/seats/me")
        again = anna.ask("POST", f"/api/games/{game}/invitations", {"player": ben.id})
        assert again.status == 200
        assert ben.join(game).json["status"] == "waiting"
        assert refused(cleo.join(game)) == (404, "not_found")
        assert anna.ask("PATCH", f"/api/games/{game}", {"open": True}).json["open"] is True
        assert cleo.view(game)["allowed"] == ["join"]
        started = anna.ask("PATCH", f"/api/games/{game}", {"players": 2})
        assert (started.json["status"], len(started.json["players"])) == ("active", 2)
        assert refused(cleo.ask("GET", f"/api/games/{game}")) == (404, "not_found")

    def test_seats_are_taken_away_not_added(self, anna: Person, ben: Person, cleo: Person) -> None:
        game = anna.create(players=3).json["id"]
        assert refused(anna.ask("PATCH", f"/api/games/{game}", {"players": 4})) == (422, "too_many_players")
        other = anna.create(players=4).json["id"]
        for person in (ben, cleo):
            person.join(other)
        assert refused(anna.ask("PATCH", f"/api/games/{other}", {"players": 2})) == (422, "too_few_players")

    def test_a_withdrawn_invitation(self, anna: Person, ben: Person, cleo: Person) -> None:
        game = anna.create(players=3, invite=[ben.id, cleo.id], open=False).json["id"]
        ben.join(game)
        assert anna.ask("PATCH", f"/api/games/{game}", {"players": 2}).json["status"] == "active"
        assert games(cleo, "invitations") == []
        assert refused(cleo.join(game)) == (404, "not_found")

    def test_only_the_host(self, anna: Person, ben: Person, cleo: Person) -> None:
        game = anna.create(players=3).json["id"]
        ben.join(game)
        path = f"/api/games/{game}"
        assert refused(ben.ask("PATCH", path, {"open": False})) == (403, "not_host")
        assert refused(ben.ask("POST", f"{path}/invitations", {"player": cleo.id})) == (403, "not_host")
        assert refused(ben.ask("DELETE", path)) == (403, "not_host")
        assert refused(anna.ask("DELETE", f"{path}/seats/me")) == (409, "host_cancels")
        assert refused(cleo.ask("DELETE", f"{path}/seats/me")) == (409, "not_in_game")

    def test_inviting_who_cannot_be(self, anna: Person, ben: Person, cleo: Person) -> None:
        game = anna.create(players=3, open=False).json["id"]
        invite = f"/api/games/{game}/invitations"
        assert refused(anna.ask("POST", invite, {"player": ids.new_id(1)})) == (422, "unknown_player")
        assert refused(anna.ask("POST", invite, {"player": anna.id})) == (409, "already_in_game")
        for person in (ben, cleo):
            assert anna.ask("POST", invite, {"player": person.id}).status == 200
        assert anna.ask("POST", invite, {"player": ben.id}).status == 200
        assert refused(anna.ask("POST", invite, {"player": sign_up("Dora").id})) == (409, "game_full")

    def test_a_cancelled_game_is_shown_to_those_who_were_in_it(self, anna: Person, ben: Person, cleo: Person) -> None:
        game = anna.create(players=3, invite=[ben.id]).json["id"]
        for _ in range(2):
            assert anna.ask("DELETE", f"/api/games/{game}").status == 204
        for person in (anna, ben):
            view = person.view(game)
            assert (view["status"], view["allowed"], view["due_at"]) == ("cancelled", [], None)
            assert view["fairness"]["secret"] is None
        assert refused(cleo.ask("GET", f"/api/games/{game}")) == (404, "not_found")
        assert refused(ben.join(game)) == (409, "not_waiting")
        assert games(anna, "mine") == []

    def test_a_started_game_is_neither_left_nor_called_off(self, anna: Person, ben: Person) -> None:
        game = start_game(anna, ben)
        for person, method, path in ((anna, "DELETE", ""), (ben, "DELETE", "/seats/me")):
            assert refused(person.ask(method, f"/api/games/{game}{path}")) == (409, "not_waiting")
        assert refused(anna.ask("PATCH", f"/api/games/{game}", {"open": True})) == (409, "not_waiting")

    def test_not_full_in_48_hours(self, anna: Person, ben: Person) -> None:
        created = anna.create()
        game, now = created.json["id"], cloud_clock.now()
        in_time, late = now + 47 * cloud_clock.HOUR, now + 48 * cloud_clock.HOUR
        assert anna.view(game, at=in_time)["status"] == "waiting"
        assert refused(ben.join(game, at=late + 1000)) == (409, "not_waiting")
        assert anna.view(game, at=late + 14_000)["status"] == "waiting"
        assert anna.view(game, at=late + 20_000)["status"] == "cancelled"
        assert games(anna, "mine") == []


class TestWhoSeesWhat:
    def test_a_running_friendly_is_between_its_players(self, anna: Person, ben: Person, cleo: Person) -> None:
        game = start_game(anna, ben)
        for path in ("", "/turns", "/proof"):
            assert refused(cleo.ask("GET", f"/api/games/{game}{path}")) == (404, "not_found")
        for action in ("pass", "resign"):
            assert refused(cleo.move(game, 1, action)) == (404, "not_found")
        assert refused(cleo.ask("POST", f"/api/games/{game}/claim")) == (404, "not_found")
        assert refused(cleo.join(game)) == (404, "not_found")
        assert refused(anna.ask("GET", f"/api/games/{game}/proof")) == (409, "not_finished")

    def test_players_do_not_see_each_others_racks(self, anna: Person, ben: Person) -> None:
        game = start_game(anna, ben)
        for person in (anna, ben):
            view = person.view(game)
            shown = [player["rack"] for player in view["players"]]
            assert [rack is not None for rack in shown] == [seat == view["my_seat"] for seat in (0, 1)]
            assert view["rack"] == shown[view["my_seat"]]

    def test_a_finished_game_is_public(self, anna: Person, ben: Person, cleo: Person) -> None:
        game = start_game(anna, ben)
        assert anna.move(game, 1, "resign").status == 200
        view = cleo.view(game)
        assert (view["status"], view["my_seat"], view["rack"]) == ("finished", None, [])
        assert view["result"]["reason"] == "last_player"
        assert re.fullmatch("[0-9a-f]{64}", view["fairness"]["secret"])
        assert all(len(player["rack"]) == 8 for player in view["players"])
        assert cleo.ask("GET", f"/api/games/{game}/proof").status == 200
        assert refused(cleo.move(game, 2, "pass")) == (403, "not_a_player")

    def test_an_exchange_shows_its_letters_to_its_player_alone(self, anna: Person, ben: Person) -> None:
        game = start_game(anna, ben)
        person = mover(anna.view(game), anna, ben)
        letters = person.view(game)["rack"][:3]
        person.move(game, 1, "exchange", letters=letters)
        other = ben if person is anna else anna
        [mine] = person.ask("GET", f"/api/games/{game}/turns").json["turns"]
        [theirs] = other.ask("GET", f"/api/games/{game}/turns").json["turns"]
        assert mine["facts"][0] == {"kind": "exchange", "count": 3, "letters": letters}
        assert theirs["facts"][0] == {"kind": "exchange", "count": 3}
        assert [sorted(fact) for fact in theirs["facts"]] == [["count", "kind"], ["count", "kind", "seat"]]
        assert other.view(game)["last"] == [theirs]

    @pytest.mark.parametrize("game", ["x", "GAME%231", "a%23b", "01HZZZZZZZZZZZZZZZZZZZZZZZ", "%00", "..", "é"])
    def test_what_is_no_game_is_not_found(self, anna: Person, game: str) -> None:
        for path in ("", "/turns", "/proof"):
            assert refused(anna.ask("GET", f"/api/games/{game}{path}"))[0] == 404
        assert refused(anna.move(game, 1, "pass"))[0] == 404
        assert refused(anna.join(game))[0] == 404


class TestETag:
    def test_not_modified_until_something_is(self, anna: Person, ben: Person) -> None:
        game = start_game(anna, ben)
        first = anna.ask("GET", f"/api/games/{game}")
        tag = first.headers["ETag"]
        same = anna.ask("GET", f"/api/games/{game}", headers={"if-none-match": f'"other", W/{tag}'})
        assert (same.status, same.body, same.headers["ETag"]) == (304, "", tag)
        assert ben.ask("GET", f"/api/games/{game}").headers["ETag"] != tag
        mover(first.json, anna, ben).move(game, 1, "pass")
        changed = anna.ask("GET", f"/api/games/{game}", headers={"if-none-match": tag})
        assert (changed.status, changed.json["turn"]) == (200, 2)

    def test_the_switch_is_part_of_it(self, anna: Person, ben: Person) -> None:
        game = start_game(anna, ben)
        first = anna.ask("GET", f"/api/games/{game}")
        assert "check" not in first.json["allowed"]
        ControlItem("CONTROL", "word_check", on=True).save()
        again = anna.ask("GET", f"/api/games/{game}", headers={"if-none-match": first.headers["ETag"]})
        assert (again.status, "check" in again.json["allowed"]) == (200, True)

    def test_waiting_games_too(self, anna: Person, ben: Person, cleo: Person) -> None:
        game = anna.create(players=4, invite=[ben.id]).json["id"]
        tags = [person.ask("GET", f"/api/games/{game}").headers["ETag"] for person in (anna, ben, cleo)]
        assert len(set(tags)) == 3
        assert ben.ask("GET", f"/api/games/{game}", headers={"if-none-match": tags[1]}).status == 304


class TestLists:
    def test_mine_by_urgency(self, anna: Person, ben: Person) -> None:
        now = cloud_clock.now()
        started = [start_game(anna, ben, at=now + number * 1000) for number in range(3)]
        waiting = anna.create().json["id"]
        his = [game for game in started if mover(anna.view(game), anna, ben) is anna]
        others = [game for game in started if game not in his]
        assert games(anna, "mine") == [*his, *others, waiting]

    def test_open_games_of_others_page_by_page(self, anna: Person) -> None:
        hosts = [sign_up(f"Host{number}") for number in range(5)]
        now = cloud_clock.now()
        made = [host.create(at=now + number).json["id"] for number in range(5) for host in hosts]
        own = anna.create(at=now + 1000).json["id"]
        first = anna.ask("GET", "/api/games", query={"scope": "open"}).json
        cursor = first["cursor"]
        rest = games(anna, "open", cursor=cursor)
        shown = [game["id"] for game in first["games"]] + rest
        assert sorted(shown) == sorted(made)
        assert own not in shown
        assert refused(hosts[0].ask("GET", "/api/games", query={"scope": "open", "cursor": cursor}))[0] == 400
        assert refused(anna.ask("GET", "/api/games", query={"scope": "finished", "cursor": cursor}))[0] == 400

    def test_a_summary_shows_no_letters(self, anna: Person, ben: Person) -> None:
        start_game(anna, ben)
        [summary] = anna.ask("GET", "/api/games").json["games"]
        assert {"board", "rack", "fairness"}.isdisjoint(summary)
        assert {player["name"] for player in summary["players"]} == {"Anna", "Ben"}
        assert set(summary["players"][0]) == {"seat", "id", "name", "score", "state"}

    @pytest.mark.parametrize("query", [{"scope": "all"}, {"cursor": "x"}, {"cursor": "é" * 100}, {"rules": "x" * 99}])
    def test_malformed(self, anna: Person, query: dict[str, str]) -> None:
        assert refused(anna.ask("GET", "/api/games", query={"scope": "open"} | query))[0] == 400

    def test_overdue_games_are_settled_where_they_are_listed(
        self, anna: Person, ben: Person, clock: MovableClock
    ) -> None:
        game = start_game(anna, ben)
        clock.advance(48 * 3600 + 20)
        [summary] = anna.ask("GET", "/api/games").json["games"]
        assert (summary["id"], summary["turn"]) == (game, 2)
