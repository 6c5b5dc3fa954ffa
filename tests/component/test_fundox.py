"""Fundox through the API: one rack for all, a refused play is a turn over, what counts otherwise is told."""

from __future__ import annotations

import pytest
from tests.component.table import best_move, rules_of, sign_up, start_game

from lettrix.lexicon import Lexicon

pytestmark = pytest.mark.usefixtures("tables", "french_lexicon")


def test_a_refused_play_is_a_turn_that_all_see_and_an_accepted_one_is_owned(french: Lexicon) -> None:
    anna, ben, cleo = people = [sign_up(name) for name in ("Anna", "Ben", "Cleo")]
    game = start_game(*people, rules="fundox", options={"vidage": "allowed", "pace": "correspondence"})
    view = anna.view(game)
    assert view["options"]["target"] == 35, "three players"
    assert [player["id"] for player in view["players"]] == [person.id for person in people], "the host begins"
    assert len({tuple(player["rack"]) for player in view["players"]}) == 1

    tile = {"row": 0, "col": 0, "letter": view["rack"][0], "blank": False}
    refused = anna.move(game, view["turn"], "play", tiles=[tile])
    assert refused.status == 200, refused.body
    for person in people:
        seen = person.view(game)
        (fact,) = seen["last"][-1]["facts"]
        assert (fact["kind"], fact["code"], fact["tiles"]) == ("refused", "too_few_tiles", [tile])
        assert seen["to_move"] == 1
        assert seen["rack"] == view["rack"]

    view = ben.view(game)
    assert rules_of(view).min_tiles == 2
    played = ben.move(game, view["turn"], **best_move(view, french))
    assert played.status == 200, played.body
    view = cleo.view(game)
    score = view["players"][1]["score"]
    assert score == sum(entry["value"] for entry in view["counting"]["worth"]) >= 2
    assert {tile["seat"] for tile in view["board"]["tiles"]} == {1}
    assert view["special"]["banked"] == [0, 0, 0]
    assert view["bag"] == 250 - 7 - len(view["board"]["tiles"])
