"""Whole games through the handlers, with the French dictionary."""

from __future__ import annotations

import pytest
from tests.component.table import best_move, mover, sign_up, start_game

from lettrix.lexicon import Lexicon
from lettrix.proof import verify

pytestmark = pytest.mark.usefixtures("tables", "french_lexicon")


@pytest.mark.parametrize("seats", [2, 4])
def test_a_game_from_its_first_tile_to_its_proof(french: Lexicon, seats: int) -> None:
    people = [sign_up(f"Player{number}") for number in range(seats)]
    game = start_game(*people)
    view = people[0].view(game)
    while view["status"] == "active":
        person = mover(view, *people)
        if view["bag"] < 8:
            letters = person.view(game)["rack"][:1]
            refused = person.move(game, view["turn"], "exchange", letters=letters)
            assert (refused.status, refused.json["code"]) == (422, "bag_too_small")
        reply = person.move(game, view["turn"], **best_move(person.view(game), french))
        assert reply.status == 200, reply.body
        view = reply.json
    assert view["status"] == "finished"
    proof = people[-1].ask("GET", f"/api/games/{game}/proof").json
    final = verify(proof, french)
    assert [seat.score for seat in final.seats] == [player["score"] for player in view["players"]]
    turns = people[0].ask("GET", f"/api/games/{game}/turns", query={"breakdown": "1"}).json["turns"]
    assert len(turns) == view["turn"] - 1
    plays = [turn for turn in turns if turn["action"] == "play"]
    assert all(turn["breakdown"]["points"] == turn["facts"][0]["points"] for turn in plays)
    for person in people:
        assert person.ask("GET", "/api/games", query={"scope": "mine"}).json["games"] == []
        done = person.ask("GET", "/api/games", query={"scope": "finished"}).json["games"]
        assert [entry["id"] for entry in done] == [game]
