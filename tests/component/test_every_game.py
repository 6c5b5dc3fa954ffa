"""Every game on offer can be created, played and looked at through the API, where its dictionary is at hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.component.table import Person, best_move, mover, sign_up, start_game
from tests.engine import SMALL_WORDS

from lettrix.graphbuild import build_graph
from lettrix.lexicon import Lexicon
from lettrix.tiles import ALPHABETS
from lettrix.variants import VARIANTS


@pytest.fixture
def french(tables: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lexicon:
    """An installation with a small French dictionary and no other."""
    words = [*SMALL_WORDS, *(first + second for first in "AEIOU" for second in "BCDEFGHILMNOPRSTUV")]
    (tmp_path / "fr.lxg").write_bytes(build_graph(sorted(set(words)), ALPHABETS["fr"].upper))
    monkeypatch.setenv("LEXICON_DIR", str(tmp_path))
    return Lexicon.open(tmp_path / "fr.lxg")


def people(count: int) -> list[Person]:
    return [sign_up(name) for name in ("Anna", "Ben", "Cleo", "Dora")[:count]]


@pytest.mark.parametrize("rules", VARIANTS)
def test_a_game_is_played_and_looked_at(rules: str, french: Lexicon) -> None:
    fewest = VARIANTS[rules].players[0]
    players = people(fewest)
    game = start_game(*players, rules=rules, language="fr")
    kinds = set()
    for turn in range(1, 13):
        view = players[0].view(game)
        if view["status"] != "active":
            break
        assert view["turn"] == turn
        current = mover(view, *players)
        move = best_move(current.view(game), french)
        if move["action"] == "play":
            body = {"tiles": move["tiles"]}
            told = current.caller.call("dictionary", "POST", f"/api/games/{game}/preview", body)
            assert told.status == (200 if "check" in current.view(game)["allowed"] else 403), told.body
        reply = current.move(game, turn, **move)
        assert reply.status == 200, reply.body
        kinds.add(move["action"])
        for person in players:
            seen = person.view(game)
            assert seen["special"].keys() == view["special"].keys() or seen["status"] == "finished"
    assert "play" in kinds
    listed = players[0].ask("GET", f"/api/games/{game}/turns", query={"breakdown": "true"})
    assert listed.status == 200
    for turn in listed.json["turns"]:
        if turn["facts"][0]["kind"] == "play":
            assert turn["breakdown"]["points"] == turn["facts"][0]["points"]
    for scope in ("mine", "open"):
        assert players[0].ask("GET", "/api/games", query={"scope": scope, "rules": rules}).status == 200


@pytest.mark.parametrize(
    ("rules", "language"),
    [(name, language) for name, variant in VARIANTS.items() for language in variant.languages if language != "fr"],
)
def test_without_a_dictionary_of_the_language_no_game_is_made(rules: str, language: str, french: Lexicon) -> None:
    [anna] = people(1)
    seats = VARIANTS[rules].players[0]
    reply = anna.create(rules=rules, language=language, players=seats)
    assert (reply.status, reply.json["code"]) == (422, "no_dictionary")
    assert reply.json["detail"] == "There is no dictionary of this language here."
    assert anna.ask("GET", "/api/games", query={"scope": "mine"}).json["games"] == []


@pytest.mark.parametrize("language", ["en", "de", "tr"])
def test_without_a_dictionary_no_word_is_looked_up(language: str, french: Lexicon) -> None:
    [anna] = people(1)
    reply = anna.caller.call("dictionary", "GET", f"/api/words/{language}/as")
    assert (reply.status, reply.json["code"]) == (404, "not_found")
    assert anna.caller.call("dictionary", "GET", "/api/words/fr/as").json["valid"]


@pytest.mark.parametrize("players", [2, 3])
def test_duo_takes_exactly_four(players: int, french: Lexicon) -> None:
    [anna] = people(1)
    reply = anna.create(rules="duo", players=players)
    assert (reply.status, reply.json["code"]) == (422, "too_few_players")
    created = anna.create(rules="duo", players=4)
    fewer = anna.ask("PATCH", f"/api/games/{created.json['id']}", {"players": players})
    assert (fewer.status, fewer.json["code"]) == (422, "too_few_players")
