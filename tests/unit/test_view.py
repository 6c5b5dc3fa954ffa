"""What a person may see, and what nobody may: searched for in the bytes of every view."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.engine import LETTRIX, T0, Table, position, started
from tests.random_games import random_action

from lettrix.clock import DAY, HOUR
from lettrix.game import apply, conserved
from lettrix.plays import Exchange, Resign
from lettrix.rules import Rules
from lettrix.state import Game, Turn, Working
from lettrix.tiles import Alphabet, TileSet
from lettrix.view import allowed, turn_view, unseen, view

# An alphabet whose letters stand nowhere else in a view, and of each letter one tile: a letter is a tile, and a
# letter of somebody else's anywhere in the bytes is a leak.
PRIVATE = Alphabet("xx", "".join(map(chr, range(0x10400, 0x1041F))), "".join(map(chr, range(0x10428, 0x10447))))
CANARIES = replace(
    LETTRIX,
    tiles=TileSet(PRIVATE, dict.fromkeys(PRIVATE.upper, 1), dict.fromkeys(PRIVATE.upper, 3)),
    rack_size=5,
)


def letters_in(shown: Any) -> set[str]:
    """The tiles that the bytes of a view name."""
    text = json.dumps(shown, ensure_ascii=False).encode().decode()
    return {PRIVATE.fold(character) for character in text} & set(PRIVATE.upper)


def canary_games(seats: int, rules: Rules = CANARIES) -> Iterator[tuple[Game, list[Turn]]]:
    """Random games in which one leaves half-way, at every turn, with the records so far."""
    for number in range(6):
        random = Random(f"{seats} {number}")
        game = started(seats, rules, secret=bytes([number]) * 32)
        turns: list[Turn] = []
        yield game, turns
        while game.to_move is not None:
            action, seat = random_action(game, random, 3), game.to_move
            if len(turns) == 6 and seats > 2:
                action, seat = Resign(), random.choice([s for s in range(seats) if game.seats[s].is_playing])
            game, turn = apply(game, seat, action, game.began_at + HOUR, Table(game).words)
            turns.append(turn)
            yield game, turns


class TestSecrecy:
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_no_view_names_a_tile_of_anothers_rack_or_of_the_bag(self, seats: int) -> None:
        running = 0
        for game, _ in canary_games(seats):
            assert conserved(game)
            if game.is_over:
                continue
            running += 1
            on_board = set(PRIVATE.fold(game.grid.text)) - {"."}
            for viewer in (None, *range(seats)):
                shown = view(game, viewer)
                counts = shown.pop("unseen")
                rack = set() if viewer is None else set(game.seats[viewer].rack)
                assert letters_in(shown) == on_board | rack
                hidden = set(PRIVATE.upper) - on_board - rack
                # The letters left say what is somewhere, not where: all hidden tiles together, in alphabetical order.
                expected = [] if viewer is None else [(letter, 1) for letter in PRIVATE.upper if letter in hidden]
                assert list(counts.items()) == expected
        assert running > 30

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_no_record_names_a_tile_that_its_reader_never_held_or_saw(self, seats: int) -> None:
        exchanges = 0
        held: list[set[str]] = []
        for game, turns in canary_games(seats):
            held = [set() for _ in range(seats)] if not turns else held
            for seat, hand in zip(game.seats, held, strict=True):
                hand |= set(seat.rack)
            if game.is_over:
                continue
            exchanges += any(turn.action == "exchange" for turn in turns)
            on_board = set(PRIVATE.fold(game.grid.text)) - {"."}
            for viewer in (None, *range(seats)):
                known = on_board | (set() if viewer is None else held[viewer])
                assert letters_in([turn_view(game, turn, viewer) for turn in turns]) <= known
            for turn in turns:  # nor does a single one show more than its own part
                for viewer in (None, *range(seats)):
                    if viewer != turn.seat and turn.action != "play":
                        assert letters_in(turn_view(game, turn, viewer)) == set()
        assert exchanges > 3

    def test_the_seed_is_shown_to_nobody_not_even_at_the_end(self) -> None:
        for game, turns in canary_games(3):
            for viewer in (None, 0, 1, 2):
                shown = json.dumps([view(game, viewer), [turn_view(game, turn, viewer) for turn in turns]])
                assert game.seed.hex() not in shown
                assert "seed" not in shown

    def test_no_text_form_of_a_value_shows_what_is_hidden(self) -> None:
        """A traceback or a log line may print a game, a turn or an action."""
        for game, turns in canary_games(3):
            hidden = [game.bag, *(seat.rack for seat in game.seats)]
            texts = [repr(game), str(game), repr(Working.on(game, T0)), *map(repr, turns), *map(repr, game.seats)]
            texts += [repr(Exchange(game.seats[0].rack))]
            for text in texts:
                assert not [tiles for tiles in hidden if len(tiles) > 2 and tiles in text], (
                    "two may be neighbours in the alphabet"
                )
                assert repr(game.seed) not in text
            for turn in turns:
                assert letters_in(repr(turn)) == set()

    def test_a_fact_of_an_unknown_kind_is_shown_to_nobody(self) -> None:
        game = started(2)
        trap = {"kind": "trap", "seat": 0, "square": 112}
        turn = Turn(1, 0, "play", ({"kind": "play", "points": 3}, trap), (3, 0), T0)
        for viewer in (None, 0, 1):
            assert turn_view(game, turn, viewer)["facts"] == [{"kind": "play", "points": 3}, {"kind": "trap"}]

    def test_letters_of_who_left_stay_hidden_until_the_end(self) -> None:
        table = Table(position(["AB", "CD", "EF"], bag="GH"))
        table.resign(2)
        for viewer in (None, 0, 1):
            shown = view(table.game, viewer)["players"][2]
            assert "rack" not in shown
            assert shown["tiles"] == 2
            assert shown["state"] == "resigned"
        assert view(table.game, 2)["rack"] == ["E", "F"]
        assert unseen(table.game, 0) == dict.fromkeys("CDEFGH", 1)
        table.resign(1)
        for viewer in (None, 0, 1):
            assert view(table.game, viewer)["players"][2]["rack"] == ["E", "F"]


class TestView:
    def test_a_player_sees_exactly_this(self) -> None:
        table = Table(position(["LAEEEEEE", "Q?"], bag="EIOU" * 4, scores=[0, 7]))
        table.play("8H LA", after=HOUR)
        assert view(table.game, 1) == {
            "status": "active",
            "players": [
                {"seat": 0, "score": 4, "tiles": 8, "passes": 0, "timeouts": 0, "state": "playing"},
                {"seat": 1, "score": 7, "tiles": 2, "passes": 0, "timeouts": 0, "state": "playing", "rack": ["Q", "?"]},
            ],
            "turn": 2,
            "to_move": 1,
            "my_seat": 1,
            "rack": ["Q", "?"],
            "board": {
                "size": 15,
                "tiles": [
                    {"row": 7, "col": 7, "letter": "L", "blank": False, "value": 1, "seat": 0, "turn": 1},
                    {"row": 7, "col": 8, "letter": "A", "blank": False, "value": 1, "seat": 0, "turn": 1},
                ],
            },
            "bag": 14,
            "unseen": {"E": 10, "I": 4, "O": 4, "U": 4},
            "due_at": T0 + 49 * HOUR,
            "remind_at": T0 + 37 * HOUR,
            "ends_at": T0 + 15 * DAY,
            "paused_until": None,
            "started_at": T0,
            "finished_at": None,
            "result": None,
            "allowed": ["exchange", "pass", "play", "resign"],
            "special": {},
        }

    def test_a_blank_on_the_board_is_named_with_its_letter_and_no_points(self) -> None:
        tiles = view(position(["E", "E"], {"8H": "wA"}), 0)["board"]["tiles"]
        assert tiles[0] == {"row": 7, "col": 7, "letter": "W", "blank": True, "value": 0, "seat": 0, "turn": 1}

    def test_somebody_who_does_not_play_sees_board_scores_and_turns_only(self) -> None:
        shown = view(started(3), None)
        assert shown["rack"] == []
        assert shown["unseen"] == {}
        assert shown["my_seat"] is None
        assert shown["allowed"] == []
        assert all("rack" not in player for player in shown["players"])

    def test_after_the_end_everybody_sees_the_racks_and_the_result(self) -> None:
        table = Table(position(["LA", "QU"], scores=[1, 30]))
        table.play("8H LA", after=HOUR)
        for viewer in (None, 0, 1):
            shown = view(table.game, viewer)
            assert [player["rack"] for player in shown["players"]] == [[], ["Q", "U"]]
            assert shown["status"] == "finished"
            assert shown["finished_at"] == T0 + HOUR
            assert shown["result"] == {"winners": [1], "reason": "played_out", "ranks": [2, 1]}
            assert (shown["to_move"], shown["due_at"], shown["remind_at"], shown["allowed"]) == (None, None, None, [])

    def test_letters_left_are_bag_and_opponents_racks_together(self) -> None:
        game = position(["AB", "BC?", "CD"], bag="EB?")
        assert list(unseen(game, 0).items()) == [("B", 2), ("C", 2), ("D", 1), ("E", 1), ("?", 2)]
        assert unseen(game, 1) == {"A": 1, "B": 2, "C": 1, "D": 1, "E": 1, "?": 1}

    def test_what_is_allowed(self) -> None:
        game = position(["AB", "CD", "EF"], bag="E" * 8)
        assert allowed(game, 0) == ["exchange", "pass", "play", "resign"]
        assert allowed(game, 1) == ["resign"]
        assert allowed(replace(game, bag="E" * 7), 0) == ["pass", "play", "resign"]
        table = Table(game)
        table.resign(1)
        assert allowed(table.game, 1) == []

    def test_it_can_be_sent_as_json(self) -> None:
        for game, turns in canary_games(2):
            for shown in (view(game, 0), *(turn_view(game, turn, 1) for turn in turns)):
                assert json.loads(json.dumps(shown)) == shown


class TestRecords:
    def test_a_play_is_shown_to_all_and_its_draw_to_its_player(self) -> None:
        table = Table(position(["LAEEEEEE", "Q"], bag="XYZ"))
        table.play("8H LA", after=HOUR)
        play = {
            "kind": "play",
            "tiles": [
                {"row": 7, "col": 7, "letter": "L", "blank": False},
                {"row": 7, "col": 8, "letter": "A", "blank": False},
            ],
            "text": "8H LA",
            "words": ["LA"],
            "points": 4,
        }
        shown = {"turn": 1, "seat": 0, "action": "play", "score_after": [4, 0], "at": T0 + HOUR}
        own = {"kind": "draw", "seat": 0, "letters": ["X", "Y"], "count": 2}
        others = {"kind": "draw", "seat": 0, "count": 2}
        assert turn_view(table.game, table.turns[0], 0) == {**shown, "facts": [play, own]}
        for viewer in (None, 1):
            assert turn_view(table.game, table.turns[0], viewer) == {**shown, "facts": [play, others]}

    def test_an_exchange_shows_its_letters_to_its_player_until_the_end_and_the_number_to_all(self) -> None:
        table = Table(position(["ABCDEFGH", "Q"], bag="E" * 8))
        table.exchange("AB")
        number = [{"kind": "exchange", "count": 2}, {"kind": "draw", "seat": 0, "count": 2}]
        letters = [
            {"kind": "exchange", "count": 2, "letters": ["A", "B"]},
            {"kind": "draw", "seat": 0, "count": 2, "letters": ["E", "E"]},
        ]
        for viewer in (None, 1):
            assert turn_view(table.game, table.turns[0], viewer)["facts"] == number
        assert turn_view(table.game, table.turns[0], 0)["facts"] == letters
        table.resign()
        for viewer in (None, 0, 1):
            assert turn_view(table.game, table.turns[0], viewer)["facts"] == letters

    def test_what_the_clock_or_the_organiser_did_is_automatic(self) -> None:
        table = Table(started(3))
        table.settle(after=48 * HOUR)
        table.forfeit(0)
        table.skip()
        table.settle(after=20 * DAY)
        shown = [turn_view(table.game, turn, 1) for turn in table.turns]
        assert [(turn["action"], turn.get("automatic")) for turn in shown] == [
            ("timeout", True),
            ("forfeit", True),
            ("pass", None),
            ("timeout", True),
            ("limit", True),
        ]
        assert shown[0]["facts"] == [{"kind": "timeout", "number": 1}]
        assert shown[1]["facts"] == [{"kind": "forfeit", "seat": 0, "reason": "suspended"}]
        assert shown[4]["facts"][0] == {"kind": "limit"}
