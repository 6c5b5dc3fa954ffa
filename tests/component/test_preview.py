"""What a play would be is what it then is; and nobody is told where look-ups are closed."""

from typing import Any

import pytest
from tests.component.table import Person, best_move, mover, sign_up, start_game
from tests.conftest import BUILT_LEXICONS
from tests.doors import Reply

from lettrix.lexicon import Lexicon
from lettrix_cloud import store
from lettrix_cloud.game_items import ControlItem, StateItem
from lettrix_cloud.ids import new_id


class Table:
    """A running game, seen by who is to move and by who waits."""

    def __init__(self) -> None:
        people = (sign_up("Anna"), sign_up("Bert"))
        self.id = start_game(*people)
        self.view = people[0].view(self.id)
        self.mover = mover(self.view, *people)
        [self.waiter] = [person for person in people if person is not self.mover]
        self.rack = "".join(self.mover.view(self.id)["rack"])


@pytest.fixture
def table(tables: None, french: Lexicon, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setenv("LEXICON_DIR", str(BUILT_LEXICONS))
    made = Table()
    ControlItem("CONTROL", "word_check", on=True).save()
    return made


def ask(person: Person, game: str, body: Any) -> Reply:
    return person.caller.call("dictionary", "POST", f"/api/games/{game}/preview", body)


def stored(table: Table) -> Any:
    item = store.find("state", StateItem, f"GAME#{table.id}", "STATE")
    assert item is not None
    return item.attribute_values


def test_it_is_what_the_move_then_is(table: Table, french: Lexicon) -> None:
    best = best_move(table.mover.view(table.id), french)
    before = stored(table)
    seen = ask(table.mover, table.id, {"tiles": best["tiles"]})
    assert seen.status == 200
    assert (seen.json["legal"], seen.json["code"]) == (True, None)
    assert stored(table) == before
    moved = table.mover.move(table.id, 1, **best)
    assert moved.status == 200
    fact = moved.json["last"][-1]["facts"][0]
    assert (fact["points"], fact["words"]) == (seen.json["points"], seen.json["words"])
    assert seen.json["breakdown"]["points"] == fact["points"] > 0


def test_unknown_words_are_named(table: Table) -> None:
    letters = [letter for letter in table.rack if letter != "?"][:7]
    consonants = "".join(sorted(letters, key=lambda letter: letter in "AEIOUY"))
    tiles = [{"row": 7, "col": 7 + n, "letter": letter} for n, letter in enumerate(consonants)]
    seen = ask(table.mover, table.id, {"tiles": tiles})
    assert seen.json == {
        "legal": False,
        "code": "unknown_words",
        "words": [consonants],
        "points": None,
        "breakdown": None,
    }


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"tiles": []}, "too_few_tiles"),
        ({"tiles": [{"row": 15, "col": 0, "letter": "A"}]}, "off_board"),
        ({"tiles": [{"row": 7, "col": 7, "letter": "1"}]}, "not_on_rack"),
        ({"tiles": [{"row": 7, "col": 7, "letter": "", "blank": True}]}, "blank_needs_letter"),
    ],
)
def test_refusals_have_the_codes_of_a_move(table: Table, body: dict[str, Any], code: str) -> None:
    seen = ask(table.mover, table.id, body)
    assert (seen.status, seen.json["legal"], seen.json["code"]) == (200, False, code)
    refused = table.mover.move(table.id, 1, "play", **body)
    assert refused.json["code"] == code


def test_closed_while_the_switch_is_off(table: Table) -> None:
    ControlItem("CONTROL", "word_check", on=False).save()
    seen = ask(table.mover, table.id, {"tiles": [{"row": 7, "col": 7, "letter": "A"}]})
    assert (seen.status, seen.json["code"]) == (403, "word_check_off")


@pytest.mark.parametrize(
    ("rules", "options", "is_open"),
    [
        ("classic", {"level": "casual"}, True),
        ("classic", {"level": "standard"}, False),
        ("classic", {"level": "competitive"}, False),
        ("grand", {"level": "casual"}, True),
        ("chaos", {"level": "casual"}, True),
        ("chaos", {}, False),
        ("blitz", {}, False),
        ("fundox", {}, False),
    ],
)
def test_by_the_level_of_the_game_whatever_the_switch(
    table: Table, rules: str, options: dict[str, Any], is_open: bool
) -> None:
    """A play is looked at beforehand in casual games alone; in Fundox nothing is looked up."""
    people = (sign_up("Cleo"), sign_up("Dora"))
    game = start_game(*people, rules=rules, options=options)
    for switch in (True, False):
        ControlItem("CONTROL", "word_check", on=switch).save()
        for person in people:
            seen = ask(person, game, {"text": "8H AS"})
            assert seen.status == (200 if is_open else 403)
            assert ("check" in person.view(game)["allowed"]) == is_open


def test_only_for_players_of_a_running_game(table: Table) -> None:
    body = {"text": "8H AS"}
    stranger = sign_up("Zoe")
    assert ask(stranger, table.id, body).status == 404
    assert ask(stranger, new_id(0), body).status == 404
    waiting = stranger.create().json["id"]
    assert ask(stranger, waiting, body).json["code"] == "not_started"
    assert table.waiter.move(table.id, 1, "resign").status == 200
    assert ask(table.mover, table.id, body).json["code"] == "game_over"
    assert ask(stranger, table.id, body).json["code"] == "not_a_player"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"tiles": [], "text": "8H AS"},
        {"text": "nowhere"},
        {"text": "8H " + "A" * 100},
        {"tiles": [{"row": 7, "col": 7, "letter": "A"}] * 100},
        {"tiles": [{"row": "7", "col": 7, "letter": "A"}]},
        {"tiles": [{"row": 7, "col": 7, "letter": "A", "x": 1}]},
        {"tiles": "A"},
    ],
)
def test_what_is_no_play_is_malformed(table: Table, body: dict[str, Any]) -> None:
    seen = ask(table.mover, table.id, body)
    assert (seen.status, seen.json["code"]) == (400, "malformed")
