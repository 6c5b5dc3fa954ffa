"""Looking words up: when it is allowed, in which dictionary, and what every other path is answered."""

from pathlib import Path

import pytest
from tests.doors import Caller, Reply

from lettrix.graphbuild import build_graph
from lettrix.lexicon import Lexicon
from lettrix.tiles import ALPHABETS
from lettrix.variants import VARIANTS
from lettrix_cloud import clock, dictionaries, hosting, session
from lettrix_cloud.accounts import Account
from lettrix_cloud.accounts_dynamodb import DynamoAccounts
from lettrix_cloud.game_items import ControlItem
from lettrix_cloud.games_dynamodb import DynamoGames
from lettrix_cloud.ids import new_id
from lettrix_cloud.playing import may_see

FRENCH = ["CHAT", "CHATS", "ETE", "OEUF", "AS"]


@pytest.fixture(autouse=True)
def lexicon(tables: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small French dictionary where the functions look for theirs."""
    file = tmp_path / "fr.lxg"
    file.write_bytes(build_graph(FRENCH, ALPHABETS["fr"].upper))
    monkeypatch.setenv("LEXICON_DIR", str(tmp_path))
    return file


def player(name: str) -> tuple[str, Caller]:
    account = Account(new_id(clock.now()), name, f"{name.lower()}@lettrix.test", clock.now())
    DynamoAccounts().sign_up(account, None)
    return account.id, Caller(session.create_session(account.id))


def word(caller: Caller, text: str, game: str | None = None, language: str = "fr") -> Reply:
    query = None if game is None else {"game": game}
    return caller.call("dictionary", "GET", f"/api/words/{language}/{text}", query=query)


def current_hash(language: str) -> str:
    return dictionaries.current(language).hash


def assert_closed(reply: Reply) -> None:
    assert (reply.status, reply.json["code"]) == (403, "word_check_off")


class Running:
    """A friendly that two players have started."""

    def __init__(self) -> None:
        games = DynamoGames()
        anna, bert = player("Anna"), player("Bert")
        wanted = hosting.NewGame(host=anna[0], request_id="r1", rules="lettrix", seats=2, is_open=True)
        stored = hosting.create(games, current_hash, wanted, clock.now())
        stored = hosting.join(games, stored.id, bert[0], None, clock.now())
        self.id = stored.id
        callers = {anna[0]: anna[1], bert[0]: bert[1]}
        to_move = stored.started.to_move
        assert to_move is not None
        self.mover_id = stored.seated[to_move]
        self.mover = callers.pop(self.mover_id)
        [self.waiter] = callers.values()


def switch_word_check(on: bool) -> None:
    ControlItem("CONTROL", "word_check", on=on).save()


def test_a_word_is_valid_or_not(lexicon: Path) -> None:
    _, caller = player("Zoe")
    version = dictionaries.version_of(Lexicon.open(lexicon).hash)
    assert word(caller, "chats").json == {"word": "CHATS", "valid": True, "dictionary_version": version}
    assert word(caller, "CHATX").json == {"word": "CHATX", "valid": False, "dictionary_version": version}


@pytest.mark.parametrize("text", ["été", "ÉTÉ", "e\u0301te\u0301", "%C3%A9t%C3%A9", "œuf", "Œuf"])
def test_accents_and_ligatures_are_written_as_tiles(text: str) -> None:
    _, caller = player("Zoe")
    assert word(caller, text).json["valid"] is True


@pytest.mark.parametrize("text", ["A", "A" * 40, "12", "A.B", "A%20B", "ЖЖ"])
def test_what_is_no_word_is_not_valid(text: str) -> None:
    _, caller = player("Zoe")
    reply = word(caller, text)
    assert (reply.status, reply.json["valid"]) == (200, False)


@pytest.mark.parametrize(
    "path", ["fr/", "fr/A%00", "fr/A%23", "fr/A/B", "fr/" + "A" * 41, "es/A", "xx/A", "F/A", "../me"]
)
def test_what_is_no_path_is_404(path: str) -> None:
    _, caller = player("Zoe")
    assert caller.call("dictionary", "GET", f"/api/words/{path}").status == 404


def test_a_session_is_needed() -> None:
    assert word(Caller(), "CHAT").status == 401


class TestInARunningFriendly:
    def test_closed_while_the_switch_is_off(self) -> None:
        game = Running()
        for who in (game.mover, game.waiter):
            assert_closed(word(who, "CHAT", game.id))
        switch_word_check(False)
        assert_closed(word(game.mover, "CHAT", game.id))

    def test_open_while_the_switch_is_on(self) -> None:
        game = Running()
        switch_word_check(True)
        for who in (game.mover, game.waiter):
            assert word(who, "CHAT", game.id).json["valid"] is True
        assert word(game.mover, "CHAT").status == 200
        switch_word_check(False)
        assert_closed(word(game.mover, "CHAT", game.id))

    def test_without_naming_it_closed_to_the_one_who_moves_alone(self) -> None:
        game = Running()
        _, stranger = player("Zoe")
        assert_closed(word(game.mover, "CHAT"))
        assert word(game.waiter, "CHAT").status == 200
        assert word(stranger, "CHAT").status == 200

    @pytest.mark.parametrize("status", ["waiting", "finished"])
    def test_naming_a_game_that_is_not_running_is_no_way_around_it(self, status: str) -> None:
        game, games = Running(), DynamoGames()
        wanted = hosting.NewGame(host=game.mover_id, request_id="r2", rules="lettrix", seats=2, is_open=True)
        other = hosting.create(games, current_hash, wanted, clock.now())
        guest, _ = player("Guest")
        if status == "finished":
            hosting.join(games, other.id, guest, None, clock.now())
            resign = {"turn": 1, "request_id": "r3", "action": "resign"}
            reply = game.mover.call("move", "POST", f"/api/games/{other.id}/moves", resign)
            assert reply.json["status"] == "finished"
        assert_closed(word(game.mover, "CHAT", other.id))
        assert word(game.waiter, "CHAT", other.id).json["valid"] is True

    def test_others_do_not_learn_of_it(self) -> None:
        game = Running()
        _, stranger = player("Zoe")
        unknown = word(stranger, "CHAT", new_id(clock.now()))
        hidden = word(stranger, "CHAT", game.id)
        assert (hidden.status, hidden.body) == (unknown.status, unknown.body) == (404, unknown.body)

    def test_its_own_dictionary_answers(self, lexicon: Path) -> None:
        game = Running()
        switch_word_check(True)
        former = dictionaries.current("fr")
        lexicon.rename(lexicon.with_name(f"fr-{dictionaries.version_of(former.hash)}.lxg"))
        lexicon.write_bytes(build_graph(["NEUF"], ALPHABETS["fr"].upper))
        dictionaries._opened.clear()
        assert word(game.mover, "CHAT", game.id).json["valid"] is True
        assert word(game.mover, "NEUF", game.id).json["valid"] is False
        assert word(game.waiter, "NEUF").json["valid"] is True

    def test_a_game_that_waits_closes_nothing(self) -> None:
        host, caller = player("Anna")
        wanted = hosting.NewGame(host=host, request_id="r", rules="lettrix", seats=2, is_open=True)
        stored = hosting.create(
            DynamoGames(), lambda language: dictionaries.current(language).hash, wanted, clock.now()
        )
        assert may_see(stored, host)
        assert word(caller, "CHAT", stored.id).status == 200
        assert word(caller, "CHAT").status == 200

    @pytest.mark.parametrize("game", ["x", "01HZZZZZZZZZZZZZZZZZZZZZZ#", ""])
    def test_what_is_no_game_id_is_malformed(self, game: str) -> None:
        _, caller = player("Zoe")
        reply = word(caller, "CHAT", game)
        assert (reply.status, reply.json["code"]) == (400, "malformed")


class TestRules:
    def test_everything_on_offer_for_everybody(self) -> None:
        reply = Caller().call("dictionary", "GET", "/api/rules")
        assert reply.status == 200
        assert reply.headers["Cache-Control"] == "public, max-age=300"
        by_id = {entry["id"]: entry for entry in reply.json["rules"]}
        assert set(by_id) == set(VARIANTS)
        french = by_id["lettrix"]["languages"]["fr"]
        assert french["board"]["size"] == len(french["board"]["rows"]) == 15
        assert sum(french["counts"].values()) == 102
        assert french["values"]["Z"] == 10

    def test_nothing_that_the_engine_says_is_lost(self) -> None:
        def flat(value: object, path: str = "") -> set[str]:
            if isinstance(value, dict):
                return {inner for key, item in value.items() for inner in flat(item, f"{path}.{key}")}
            return {path}

        rules = Caller().call("dictionary", "GET", "/api/rules").json["rules"]
        for entry in rules:
            assert flat(VARIANTS[entry["id"]].describe()) <= flat(entry)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"])
@pytest.mark.parametrize("path", ["/api/nothing", "/api/", "/api/games/x/y", "/api/../etc", "/"])
def test_every_other_path_is_a_problem(method: str, path: str) -> None:
    reply = Caller().call("dictionary", method, path)
    assert (reply.status, reply.json["code"]) == (404, "not_found")
    assert reply.headers["Content-Type"] == "application/problem+json"
