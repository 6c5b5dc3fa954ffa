"""Two people play a whole game over HTTP: sign-in by mail to the verified record, watched at every step."""

from __future__ import annotations

import json
import subprocess
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from infra.local.deploy import ROOT
from infra.local.stack import LocalStack
from tests.stack import tables
from tests.stack.heard import Ledger
from tests.stack.people import Person, choose, choose_play, make_client, mover, sign_up_by_mail
from tests.stack.shapes import check_turn, check_view

from lettrix.lexicon import Lexicon
from lettrix.proof import verify

LARGEST_STATE = 1_000
UNITS_PER_MOVE = 4


class Watched:
    """A game of two in which every view is looked at, and every move weighed."""

    def __init__(self, stack: LocalStack, people: tuple[Person, Person], game: str) -> None:
        self.stack = stack
        self.people = people
        self.id = game
        self.scales = tables.Scales(stack)
        self.units: list[float] = []
        self.sizes: list[int] = []
        self.tags: set[tuple[str, str]] = set()

    def views(self) -> list[Any]:
        """Both views, checked, and that they do not come again when they were seen."""
        views = []
        for person in self.people:
            answer = person.ask("GET", f"/api/games/{self.id}")
            view, tag = answer.json(), answer.headers["etag"]
            check_view(view, person.id)
            assert (person.id, tag) not in self.tags, "another view under the tag of an old one"
            self.tags.add((person.id, tag))
            again = person.ask("GET", f"/api/games/{self.id}", headers={"if-none-match": tag})
            assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
            views.append(view)
        first, second = views
        for name in ("turn", "to_move", "board", "bag", "due_at", "result", "status"):
            assert first[name] == second[name], name
        return views

    def move(self, person: Person, view: Any, action: dict[str, Any]) -> Any:
        """One accepted move: the view after it. Sent a second time it changes nothing."""
        before = tables.read_state(self.stack, self.id)
        request = f"whole-{view['turn']}"
        answer = person.move(self.id, view["turn"], action, request)
        assert answer.status_code == 200, answer.text
        after = tables.read_state(self.stack, self.id)
        assert person.move(self.id, view["turn"], action, request).json() == answer.json()
        assert tables.read_state(self.stack, self.id) == after
        self.sizes.append(tables.item_size(after))
        if answer.json()["status"] == "active":
            turn = tables.read_item(self.stack, f"GAME#{self.id}", f"TURN#{view['turn']:04d}")
            assert turn is not None
            self.units.append(self.scales.weigh(before, after, turn))
        return answer.json()


@pytest.fixture(scope="module")
def people(stack: LocalStack, ledger: Ledger) -> tuple[Person, Person]:
    """One with a browser and its cookie, one with a tool and its token."""
    return (
        sign_up_by_mail(stack, ledger, "Odile", browser=True),
        sign_up_by_mail(stack, ledger, "Hugo", browser=False),
    )


@pytest.fixture(scope="module")
def game(people: tuple[Person, Person]) -> str:
    """Created by one, with the other invited, who accepts."""
    host, guest = people
    view = host.create(open=False, invite=[guest.id])
    game: str = view["id"]
    assert (view["status"], view["rack"], view["fairness"]["secret"]) == ("waiting", [], None)
    assert [player["state"] for player in view["players"]] == ["playing", "invited"]
    invitations = guest.get("/api/games", params={"scope": "invitations"})["games"]
    assert [entry["id"] for entry in invitations] == [game]
    assert guest.view(game)["allowed"] == ["decline", "join"]
    answer = guest.join(game)
    assert answer.status_code == 200
    assert answer.json()["status"] == "active"
    assert guest.get("/api/games", params={"scope": "invitations"})["games"] == []
    return game


@pytest.fixture(scope="module")
def played(stack: LocalStack, people: tuple[Person, Person], game: str, french: Lexicon) -> Watched:
    """The game played to its end."""
    watched = Watched(stack, people, game)
    views = watched.views()
    refuse_a_word(people, game, views, french)
    exchanged = False
    while views[0]["status"] == "active":
        person = mover(views[0], people)
        view = views[people.index(person)]
        if not exchanged and view["turn"] == 3:
            exchanged = True
            action = {"action": "exchange", "letters": view["rack"][:3]}
            shown = watched.move(person, view, action)
            watch_an_exchange(people, game, person, view, shown)
        else:
            watched.move(person, view, choose(view, french))
        views = watched.views()
    return watched


def refuse_a_word(people: tuple[Person, Person], game: str, views: list[Any], french: Lexicon) -> None:
    """No word, not the mover, no such tile: refused with the reason, and nothing is written."""
    person = mover(views[0], people)
    view, other = views[people.index(person)], people[1 - people.index(person)]
    letters = [letter for letter in view["rack"] if letter != "?"]
    nonsense = next(word for word in map("".join, permutations(letters, 5)) if not french.contains(word))
    tiles = [{"row": 7, "col": 7 + at, "letter": letter} for at, letter in enumerate(nonsense)]
    answer = person.move(game, view["turn"], {"action": "play", "tiles": tiles})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.json()["code"], answer.json()["words"]) == ("unknown_words", [nonsense])
    answer = other.move(game, view["turn"], {"action": "pass"})
    assert (answer.status_code, answer.json()["code"]) == (422, "not_your_turn")
    missing = next(letter for letter in "WXKZY" if letter not in view["rack"])
    answer = person.move(game, view["turn"], {"action": "play", "tiles": [tiles[0] | {"letter": missing}, tiles[1]]})
    assert (answer.status_code, answer.json()["code"]) == (422, "not_on_rack")
    assert person.view(game) == view


def watch_an_exchange(people: tuple[Person, Person], game: str, person: Person, view: Any, shown: Any) -> None:
    """Its own player sees the letters, the other their number."""
    other = people[1 - people.index(person)]
    for viewer in people:
        turn = viewer.get(f"/api/games/{game}/turns")["turns"][-1]
        fact = next(fact for fact in turn["facts"] if fact["kind"] == "exchange")
        assert fact["count"] == 3
        assert sorted(fact.get("letters", "")) == (sorted(view["rack"][:3]) if viewer is person else [])
    assert shown["bag"] == view["bag"]
    assert "letters" not in json.dumps(other.view(game)["last"][-1])


def test_the_game_ends_scored(played: Watched, people: tuple[Person, Person], french: Lexicon) -> None:
    final = people[0].view(played.id)
    assert (final["status"], final["allowed"], final["to_move"]) == ("finished", [], None)
    assert final["result"]["reason"] in ("played_out", "all_passed")
    scores = [player["score"] for player in final["players"]]
    assert final["result"]["winners"] == [seat for seat, score in enumerate(scores) if score == max(scores)]
    assert min(scores) > 100
    game = verify(people[0].get(f"/api/games/{played.id}/proof"), french)
    assert [seat.score for seat in game.seats] == scores


def test_every_turn_is_there_with_its_breakdown(played: Watched, people: tuple[Person, Person]) -> None:
    final = people[0].view(played.id)
    turns = people[0].get(f"/api/games/{played.id}/turns", params={"breakdown": "1"})["turns"]
    assert [turn["turn"] for turn in turns] == list(range(1, final["turn"]))
    blanks = 0
    for turn in turns:
        check_turn(turn, 2)
        assert not turn["automatic"]
        if turn["action"] == "play":
            assert turn["breakdown"]["points"] == turn["facts"][0]["points"]
            words = sum(word["points"] for word in turn["breakdown"]["words"])
            assert words + turn["breakdown"]["bonus"] == turn["breakdown"]["points"]
            blanks += sum(tile["blank"] for tile in turn["facts"][0]["tiles"])
    assert {turn["action"] for turn in turns} >= {"play", "exchange"}
    assert blanks >= 1
    assert turns[-1]["score_after"] == [player["score"] for player in final["players"]]


def test_lettrix_verify_accepts_the_record_and_no_other(
    played: Watched, people: tuple[Person, Person], tmp_path: Path
) -> None:
    proof = people[1].get(f"/api/games/{played.id}/proof")
    record = tmp_path / "record.json"
    command = [str(ROOT / ".venv/bin/lettrix"), "verify", "--lexicon", str(ROOT / "build/lexicon/fr.lxg"), str(record)]
    record.write_text(json.dumps(proof), encoding="utf-8")
    accepted = subprocess.run(command, check=False, capture_output=True, text=True)
    assert accepted.returncode == 0, accepted.stderr
    proof["scores"][0] += 1
    record.write_text(json.dumps(proof), encoding="utf-8")
    assert subprocess.run(command, check=False, capture_output=True, text=True).returncode != 0


def test_a_move_takes_four_write_units_at_any_turn(played: Watched) -> None:
    print(f"STATE: {min(played.sizes)} to {max(played.sizes)} bytes; write units: {sorted(set(played.units))}")
    assert len(played.units) >= 15
    assert set(played.units) == {UNITS_PER_MOVE}
    assert max(played.sizes) < LARGEST_STATE


def test_a_finished_game_is_public_and_nothing_can_be_done_in_it(
    played: Watched, people: tuple[Person, Person], stack: LocalStack, ledger: Ledger, french: Lexicon
) -> None:
    stranger = sign_up_by_mail(stack, ledger, "Curieux", browser=True)
    view = stranger.view(played.id)
    assert (view["my_seat"], view["rack"], view["allowed"]) == (None, [], [])
    assert view["fairness"]["secret"] is not None
    final = people[0].view(played.id)
    for action in ({"action": "pass"}, {"action": "resign"}, choose_play(final, french) or {"action": "pass"}):
        answer = people[0].move(played.id, final["turn"], action)
        assert (answer.status_code, answer.json()["code"]) == (422, "game_over")
    for person in people:
        assert played.id not in tables.places(stack, person.id)
        finished = person.get("/api/games", params={"scope": "finished"})["games"]
        assert [entry["id"] for entry in finished] == [played.id]


def test_without_a_session_nothing_is_shown(stack: LocalStack, ledger: Ledger, game: str) -> None:
    with make_client(stack, ledger) as client:
        for path in (f"/api/games/{game}", f"/api/games/{game}/turns", f"/api/games/{game}/proof", "/api/me"):
            answer = client.get(path)
            assert (answer.status_code, answer.json()["code"]) == (401, "no_session")


def test_signing_out_ends_the_session(stack: LocalStack, ledger: Ledger) -> None:
    person = sign_up_by_mail(stack, ledger, "Passant", browser=True)
    assert person.get("/api/me")["name"] == "Passant"
    assert person.ask("DELETE", "/api/auth/sessions/current").status_code == 204
    assert person.client.cookies.get("lettrix") is None
    assert person.ask("GET", "/api/me").status_code == 401
