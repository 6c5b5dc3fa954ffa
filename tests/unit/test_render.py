"""Games as text: what stands on the squares, and in words what turns caused."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.engine import started
from tests.random_games import random_action

from lettrix.game import AnyWord, apply
from lettrix.grid import Grid
from lettrix.plays import Pass
from lettrix.rules import Rules
from lettrix.state import Turn
from lettrix.variants import VARIANTS, find_variant
from lettrix.view import turn_view
from lettrix_cli.play.special import special_of
from lettrix_cli.render import board_squares, board_text, consequence_text, result_text, score_sheet, turn_text

NAMES = ["Ann", "Ben", "Cem", "Dea"]
TRAP = [{"row": 0, "col": 0}]
TILES = [{"row": 3, "col": 4, "letter": "X", "blank": False}]


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ({"kind": "draw", "seat": 0, "count": 3}, ""),
        ({"kind": "leftover", "seat": 1, "letters": ["Q", "U"], "points": -9}, "Ben: letters left QU, -9"),
        ({"kind": "forfeit", "seat": 0, "reason": "timeouts"}, "Ann forfeits: timeouts"),
        ({"kind": "loss", "seat": 1, "points": -3}, "Ben -3"),
        ({"kind": "cleared", "banked": [3, 4]}, "the board is cleared"),
        ({"kind": "renewed", "letters": ["A", "B"]}, "the rack AB is put aside, and another one drawn"),
        ({"kind": "star25", "row": 1, "col": 1}, "the star is covered: 25 points in these"),
        ({"kind": "zone", "zone": 2, "row": 0, "col": 20}, "a zone moves to U1"),
        ({"kind": "event", "event": "zone", "zone": 2, "turns": 2}, "event: zone 3 doubles words for 2 turns"),
        ({"kind": "event", "event": "present", "seat": 0, "points": 20}, "event: 20 points for Ann"),
        (
            {"kind": "event", "event": "annulled", "turn": 7, "seat": 1, "points": -24},
            "event: turn 7 is annulled, Ben -24",
        ),
        ({"kind": "malus", "tiles": TILES}, "malus: X on E4"),
        (
            {"kind": "explosion", "traps": TRAP, "tiles": TILES},
            "the letter on A1 explodes: X on E4 gone",
        ),
        (
            {"kind": "explosion", "traps": TRAP, "tiles": []},
            "the letter on A1 explodes: nothing gone",
        ),
        (
            {"kind": "bomb", "row": 3, "col": 4, "size": 3, "tiles": TILES},
            "a bomb on E4-G6: X on E4 back into the bag",
        ),
        ({"kind": "given", "seat": 0, "points": 9}, "Ann: +9 for the letters left to the others"),
        ({"kind": "invented", "points": 3}, "invented (points 3)"),
        ({"kind": "hidden"}, ""),
    ],
)
def test_what_a_turn_caused(fact: dict[str, Any], text: str) -> None:
    assert consequence_text(fact, NAMES) == text


@pytest.mark.parametrize(
    ("action", "fact", "text"),
    [
        ("play", {"text": "8D CHATS", "points": 26}, "8D CHATS           +26"),
        ("play", {"text": "8D CHATS", "points": -14}, "8D CHATS           -14"),
        ("pause", {"seat": 0, "until": 5}, "is on vacation"),
    ],
)
def test_a_line_of_the_score_sheet(action: str, fact: dict[str, Any], text: str) -> None:
    """Points below zero too: malus tiles bring them."""
    line = turn_text(Turn(3, 0, action, ({"kind": action, **fact},), (1, 2), 0), NAMES)
    assert line == f"  3  Ann          {text:<26}    1     2"


@pytest.mark.parametrize("name", VARIANTS)
def test_whatever_happens_in_a_game_has_words_of_its_own(name: str) -> None:
    """In random games every fact that everybody sees is told in words, none by the names of its fields."""
    rules = find_variant(name).rules()
    for seed in range(3):
        random, game = Random(seed), started(find_variant(name).players[1], rules, secret=bytes([seed]) * 32)
        while game.to_move is not None and game.turn < 60:
            action = random_action(game, random, rules.rack_size)
            game, turn = apply(game, game.to_move, action, game.began_at, AnyWord())
            for fact in turn_view(game, turn, None)["facts"][1:]:
                text = consequence_text(fact, NAMES)
                assert not text.startswith(f"{fact['kind']} ("), "told by the names of its fields"
                assert "{" not in text
            shown = board_squares(rules, game.grid, {0, 5}, special_of(game).shown)
            assert len(shown) == rules.board.size**2
            assert len({len(square) for square in shown}) == 1
            for square, tile in enumerate(game.grid.text):
                assert tile == "." or tile in shown[square]


@pytest.mark.parametrize(
    ("name", "language", "first", "width"),
    [
        ("lettrix", "fr", " 1  MT ·  ·  LD ·", 3),
        ("classic", "en", " 1  TW ·  ·  DL ·", 3),
        ("classic", "de", " 1 W×3 ·  · B×2 ·", 3),
        ("kelime", "tr", " 1  ·  ·  K3 ·  ·", 3),
        ("grand", "en", " 1  TW ·  ·  DL ·", 3),
        ("fundox", "fr", " 1  ·   ·   ·   · ", 4),
    ],
)
def test_boards_bear_the_labels_of_their_language(name: str, language: str, first: str, width: int) -> None:
    rules = find_variant(name).rules(language)
    ruler, row, *rest = board_text(rules, Grid.blank(rules.board.size)).splitlines()
    assert row.startswith(first)
    assert len(rest) == rules.board.size - 1
    assert ruler.split() == [chr(ord("A") + col) for col in range(rules.board.size)]
    assert ruler.index("B") - ruler.index("A") == width


def test_the_squares_of_clearing_are_labelled() -> None:
    rules = find_variant("fundox").rules(options={"vidage": "allowed"})
    shown = board_text(rules, Grid.blank(13)).splitlines()
    assert shown[1].split()[1] == "VIDE"
    assert shown[2].split()[1:] == ["·"] * 4 + ["+1"] + ["·"] * 3 + ["+1"] + ["·"] * 4


def zoned(rules: Rules, doubled: int) -> tuple[list[str], list[str]]:
    """The squares of a grand board whose one zone lies on B2-D4, and the lines beside it."""
    game = started(2, rules)
    game = replace(game, extra={**game.extra, "zones": [[22, 3, doubled]]})
    special = special_of(game)
    return board_squares(rules, game.grid, (), special.shown), special.lines


def test_zones_are_marked_on_their_squares_and_told_with_their_turns() -> None:
    rules = find_variant("grand").rules("en")
    shown, lines = zoned(rules, 0)
    assert (shown[22], shown[23], shown[44]) == ("DW²", " ·²", "DW²")
    assert [at for at, square in enumerate(shown) if "²" in square] == [22, 23, 24, 43, 44, 45, 64, 65, 66]
    assert lines == ["² B2-D4 3 turns"]
    shown, lines = zoned(rules, 2)
    assert shown[22] == "DW*"
    assert lines == ["* B2-D4 3 turns, words x2 for 2"]


def test_a_tile_below_zero_and_one_just_laid_keep_their_letter() -> None:
    rules = find_variant("chaos").rules("en")
    grid = Grid.blank(15).put({0: "A", 1: "b", 2: "C"}, 1, 0)
    shown = board_squares(rules, grid, {1, 2}, {0: "-", 2: "-"})
    assert [square.strip() for square in shown[:3]] == ["A-", "[b]", "[C-"]


@pytest.mark.parametrize(
    ("name", "seats", "scores", "text"),
    [
        ("classic", 2, [9, 3], "Ann wins (all passed): 1. Ann 9, 2. Ben 3"),
        ("classic", 2, [9, 9], "a draw between Ann and Ben (all passed): 1. Ann 9, 1. Ben 9"),
        ("duo", 4, [9, 3, 2, 5], "Ann and Cem win (all passed): 1. Ann 9, 1. Cem 2, 3. Ben 3, 3. Dea 5"),
    ],
)
def test_results(name: str, seats: int, scores: list[int], text: str) -> None:
    rules = replace(find_variant(name).rules(), leftovers="keep")
    game = started(seats, rules)
    game = replace(game, seats=tuple(replace(s, score=n) for s, n in zip(game.seats, scores, strict=True)))
    while game.to_move is not None:
        game, _ = apply(game, game.to_move, Pass(), game.began_at, AnyWord())
    assert result_text(game, NAMES[:seats]) == text


def test_the_sheet_ends_with_the_letters_left() -> None:
    """Kelime: what is left to one goes to the finisher."""
    facts = (
        {"kind": "play", "text": "8H AL", "points": 4},
        {"kind": "leftover", "seat": 1, "letters": ["Z"], "points": -4},
        {"kind": "given", "seat": 0, "points": 4},
    )
    sheet = score_sheet([Turn(1, 0, "play", facts, (8, -4), 0)], NAMES[:2]).splitlines()
    assert sheet == [
        "  #                                           Ann   Ben",
        "  1  Ann          8H AL              +4         8    -4",
        "     Ben          letters left Z               -4",
        "     Ann          letters of the others       +4",
    ]
