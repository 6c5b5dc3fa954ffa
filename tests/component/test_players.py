"""Oneself and others: what may be seen, and what may be changed."""

import pytest
from tests.doors import Caller

from lettrix_cloud import session
from lettrix_cloud.accounts import Account, SettingsChange
from lettrix_cloud.accounts_dynamodb import DynamoAccounts
from lettrix_cloud.clock import iso
from lettrix_cloud.ids import new_id

NOW = 1_800_000_000_000

pytestmark = pytest.mark.usefixtures("tables")


def player(name: str, address: str | None = None) -> tuple[Account, Caller]:
    account = Account(new_id(NOW), name, address or f"{name.lower().replace(' ', '.')}@lettrix.test", NOW)
    DynamoAccounts().sign_up(account, None)
    return account, Caller(session.create_session(account.id))


def test_me_as_i_signed_up() -> None:
    anna, caller = player("Anna")
    assert caller.call("players", "GET", "/api/me").json == {
        "id": anna.id,
        "name": "Anna",
        "email": "anna@lettrix.test",
        "created_at": iso(NOW),
        "language": "fr",
        "timezone": "Europe/Paris",
        "theme": "auto",
        "quiet_hours": None,
        "notifications": dict.fromkeys(("turn", "reminder", "invitation", "result", "chat", "tournament"), "push"),
    }


def test_only_what_is_given_changes() -> None:
    _, caller = player("Anna")
    before = caller.call("players", "GET", "/api/me").json
    change = {
        "language": "tr",
        "timezone": "Europe/Istanbul",
        "theme": "dark",
        "quiet_hours": {"start": "22:00", "end": "07:30"},
        "notifications": {"turn": "both", "chat": "none"},
    }
    answer = caller.call("players", "PATCH", "/api/me", change)
    assert answer.status == 200
    expected = before | change | {"notifications": before["notifications"] | {"turn": "both", "chat": "none"}}
    assert answer.json == expected
    assert caller.call("players", "GET", "/api/me").json == expected
    assert caller.call("players", "PATCH", "/api/me", {"quiet_hours": None}).json == expected | {"quiet_hours": None}
    assert caller.call("players", "PATCH", "/api/me", {}).json == expected | {"quiet_hours": None}


@pytest.mark.parametrize(
    "change",
    [
        {"language": "es"},
        {"language": 1},
        {"timezone": "Mars/Olympus"},
        {"timezone": "../../etc/passwd"},
        {"theme": "blue"},
        {"quiet_hours": {"start": "22:00"}},
        {"quiet_hours": {"start": "24:00", "end": "07:00"}},
        {"quiet_hours": {"start": "٢٢:00", "end": "07:00"}},
        {"quiet_hours": "22:00-07:00"},
        {"notifications": {"turn": "sms"}},
        {"notifications": {"turns": "push"}},
        {"notifications": {"turn.x": "push"}},
        {"notifications": []},
        {"name": ""},
        {"name": "ab"},
        {"name": "a" * 21},
        {"name": " Anna"},
        {"name": "An  na"},
        {"name": "An\u0000na"},
        {"name": "An\u202ena"},
        {"name": "An\u200bna"},
        {"name": "An\nna"},
        {"name": "..."},
        {"name": ["Anna"]},
        {"vacation": {"until": "2027-01-01"}},
        {"id": "01HZZZZZZZZZZZZZZZZZZZZZZZ"},
        {"email": "other@lettrix.test"},
    ],
)
def test_what_is_not_a_setting_changes_nothing(change: dict[str, object]) -> None:
    _, caller = player("Anna")
    before = caller.call("players", "GET", "/api/me").json
    answer = caller.call("players", "PATCH", "/api/me", {"theme": "dark"} | change)
    assert (answer.status, answer.json["code"]) == (400, "malformed")
    assert caller.call("players", "GET", "/api/me").json == before


def test_a_name_is_kept_in_its_composed_form() -> None:
    _, caller = player("Anna")
    assert caller.call("players", "PATCH", "/api/me", {"name": "Zoe\u0301 d'Été"}).json["name"] == "Zoé d'Été"


def test_a_new_name_shows_on_the_card_and_a_taken_one_is_refused() -> None:
    anna, caller = player("Anna")
    _, bert = player("Bert")
    answer = bert.call("players", "PATCH", "/api/me", {"name": "ANNA"})
    assert (answer.status, answer.json["code"]) == (409, "name_taken")
    assert caller.call("players", "PATCH", "/api/me", {"name": "Anne"}).status == 200
    assert bert.call("players", "GET", f"/api/players/{anna.id}").json["name"] == "Anne"
    assert bert.call("players", "PATCH", "/api/me", {"name": "Anna"}).status == 200


def test_a_card_has_no_address_and_no_settings() -> None:
    anna, _ = player("Anna")
    _, bert = player("Bert")
    card = bert.call("players", "GET", f"/api/players/{anna.id}").json
    assert card == {"id": anna.id, "name": "Anna", "created_at": iso(NOW)}


@pytest.mark.parametrize(
    "path",
    [
        "01HZZZZZZZZZZZZZZZZZZZZZZZ",
        "x",
        "01hzzzzzzzzzzzzzzzzzzzzzzz",
        "01HZZZZZZZZZZZZZZZZZZZZZZZ%23CARD",
        "..%2Fme",
        "%00",
        "%FF",
        "é",
        "a" * 3000,
    ],
)
def test_nobody_has_no_card(path: str) -> None:
    _, caller = player("Anna")
    answer = caller.call("players", "GET", f"/api/players/{path}")
    assert (answer.status, answer.json["code"]) == (404, "not_found")


class TestSearch:
    def test_pages(self) -> None:
        for number in range(45):
            player(f"Player {number:02d}")
        _, caller = player("Zoé")
        found: list[str] = []
        query = {"name": "pLAY"}
        while True:
            page = caller.call("players", "GET", "/api/players", query=query).json
            found += [card["name"] for card in page["players"]]
            if page["cursor"] is None:
                break
            query = {"name": "pLAY", "cursor": page["cursor"]}
        assert found == [f"Player {number:02d}" for number in range(45)]

    def test_a_cursor_is_for_its_own_search_and_unchanged(self) -> None:
        for number in range(21):
            player(f"Player {number:02d}")
        _, caller = player("Zoé")
        cursor = caller.call("players", "GET", "/api/players", query={"name": "pla"}).json["cursor"]
        changed = cursor[:-3] + ("AAA" if cursor[-3:] != "AAA" else "BBB")
        for query in (
            {"name": "zo", "cursor": cursor},
            {"name": "pla", "cursor": changed},
            {"name": "pla", "cursor": "é"},
            {"name": "pla", "cursor": "="},
            {"name": "pla", "cursor": ""},
            {"name": "pla", "cursor": "A" * 401},
        ):
            answer = caller.call("players", "GET", "/api/players", query=query)
            assert (answer.status, answer.json["code"]) == (400, "malformed")

    @pytest.mark.parametrize("name", ["\u200b", " ", "#", "%", "NAME#p", "\u0000", "😀"])
    def test_odd_prefixes_find_nobody(self, name: str) -> None:
        _, caller = player("Zoé")
        assert caller.call("players", "GET", "/api/players", query={"name": name}).json == {
            "players": [],
            "cursor": None,
        }

    def test_a_prefix_is_needed(self) -> None:
        _, caller = player("Zoé")
        assert caller.call("players", "GET", "/api/players").status == 400
        assert caller.call("players", "GET", "/api/players", query={"name": ""}).status == 400


def test_without_a_session_there_is_nothing() -> None:
    for method, path in (
        ("GET", "/api/me"),
        ("PATCH", "/api/me"),
        ("GET", "/api/players/01HZZZZZZZZZZZZZZZZZZZZZZZ"),
        ("GET", "/api/players"),
    ):
        answer = Caller().call("players", method, path)
        assert (answer.status, answer.json["code"]) == (401, "no_session")


def test_an_account_that_is_gone_has_no_session() -> None:
    caller = Caller(session.create_session("01HZZZZZZZZZZZZZZZZZZZZZZZ"))
    assert caller.call("players", "GET", "/api/me").status == 401


def test_the_change_type_names_every_setting_of_the_api() -> None:
    assert set(SettingsChange.__annotations__) == {"language", "timezone", "theme", "quiet_hours", "notifications"}
