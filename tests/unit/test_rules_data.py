"""The numbers of the games: boards, tiles, options, times; and that impossible ones are refused when they are made."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from tests.engine import LETTRIX, WHOLE_RACK_ONLY

from lettrix.boards import STANDARD15, Board
from lettrix.clock import DAY, HOUR, SECOND
from lettrix.tiles import ALPHABETS, Alphabet, TileSet, take
from lettrix.tilesets import FRENCH
from lettrix.variant import OptionError
from lettrix.variants import VARIANTS, find_variant


def test_the_bag_holds_102_tiles_with_these_counts_and_values() -> None:
    assert FRENCH.size == len(FRENCH.tiles()) == 102
    assert Counter(FRENCH.tiles()) == Counter(
        {"E": 15, "A": 9, "I": 8, "N": 6, "O": 6, "R": 6, "S": 6, "T": 6, "U": 6, "L": 5, "D": 3, "G": 2, "M": 3}
        | {"B": 2, "C": 2, "P": 2, "F": 2, "H": 2, "V": 2, "J": 1, "Q": 1, "K": 1, "W": 1, "X": 1, "Y": 1, "Z": 1}
        | {"?": 2}
    )
    by_value = {1: "EAINORSTUL", 2: "DGM", 3: "BCP", 4: "FHV", 8: "JQ", 10: "KWXYZ", 0: "?"}
    for value, letters in by_value.items():
        assert {FRENCH.values[letter] for letter in letters} == {value}
    assert sum(map(len, by_value.values())) == 27
    assert {FRENCH.values[letter] for letter in "abcdefghijklmnopqrstuvwxyz"} == {0}, "a blank that was laid"
    assert FRENCH.total("QUARTZ") == 8 + 1 + 1 + 1 + 1 + 10
    assert FRENCH.tiles() == "".join(sorted(FRENCH.tiles().replace("?", ""))) + "??"


def test_the_board_is_the_standard_one() -> None:
    rows = STANDARD15.rows
    assert STANDARD15.size == 15
    assert Counter(STANDARD15.kinds) == Counter({"T": 8, "D": 17, "t": 12, "d": 24, ".": 164})
    assert [row[::-1] for row in rows] == list(rows), "mirrored left and right"
    assert list(reversed(rows)) == list(rows), "mirrored up and down"
    assert ["".join(column) for column in zip(*rows, strict=True)] == list(rows), "and along the diagonal"
    assert rows[7] == "T..d...D...d..T"
    assert rows[0] == "T..d...T...d..T"
    assert rows[1] == ".D...t...t...D."
    assert STANDARD15.start == (7, 7)
    assert STANDARD15.kinds[STANDARD15.start_square] == "D", "the star doubles the word"


def test_lettrix_is_for_two_to_four_with_eight_letters_each() -> None:
    variant = find_variant("Lettrix")
    assert variant is VARIANTS["lettrix"]
    assert variant.players == (2, 4)
    assert LETTRIX.rack_size == 8
    assert LETTRIX.language == "fr"
    assert LETTRIX.tiles is FRENCH
    assert LETTRIX.board is STANDARD15
    assert dict(LETTRIX.bonuses) == {7: 40, 8: 50}
    assert LETTRIX.exchange_bag_min == 8
    assert LETTRIX.draw_seats
    assert LETTRIX.lookups == "switch"


def test_the_clock_is_48_hours_a_turn_and_15_days_a_game() -> None:
    clock = LETTRIX.clock
    assert clock.turn == 48 * HOUR
    assert clock.game == 15 * DAY
    assert clock.filling == 48 * HOUR
    assert clock.timeouts_to_forfeit == 3
    assert clock.grace == 15 * SECOND
    assert clock.remind_at(0, 48 * HOUR) == 36 * HOUR
    assert clock.remind_at(0, 24 * HOUR) == 12 * HOUR
    assert clock.remind_at(0, 24 * HOUR - 1) is None, "no reminder in a turn shorter than a day"


def test_options_are_checked() -> None:
    variant = find_variant("lettrix")
    assert variant.complete({}) == {"whole_rack_only": False, "vacation": False}
    assert WHOLE_RACK_ONLY.bonus_for_whole_rack_only
    assert not LETTRIX.bonus_for_whole_rack_only
    for options in ({"whole_rack_only": 1}, {"whole_rack_only": "yes"}, {"unheard_of": True}):
        with pytest.raises(OptionError):
            variant.rules(options=options)
    with pytest.raises(OptionError, match="language"):
        variant.rules("en")
    for version in (0, 2):
        with pytest.raises(OptionError, match="version"):
            variant.rules(version=version)
    with pytest.raises(KeyError, match="lettrix"):
        find_variant("chess")


def test_the_rules_can_be_told_to_a_client() -> None:
    told = find_variant("lettrix").describe()
    assert json.loads(json.dumps(told)) == told
    french = told["languages"]["fr"]
    assert french["board"] == {
        "name": "standard15",
        "size": 15,
        "start": [7, 7],
        "rows": list(STANDARD15.rows),
        "labels": {"d": "LD", "t": "LT", "D": "MD", "T": "MT"},
        "start_label": "★",
        "factors": {
            ".": {"letter": 1, "word": 1},
            "D": {"letter": 1, "word": 2},
            "T": {"letter": 1, "word": 3},
            "d": {"letter": 2, "word": 1},
            "t": {"letter": 3, "word": 1},
        },
    }
    assert french["bonus_for_whole_rack_only"] is False
    assert french["counts"] == dict(FRENCH.counts)
    assert french["values"]["Z"] == 10
    assert "?" not in french["values"]
    assert french["rack_size"] == 8
    assert french["bonuses"] == [{"tiles": 7, "points": 40}, {"tiles": 8, "points": 50}]
    assert french["exchange"] == {"what": "any", "bag_min": 8}
    assert french["clock"] == {
        "turn": 172_800,
        "each": None,
        "game": 1_296_000,
        "filling": 172_800,
        "remind_before": 43_200,
        "timeouts_to_forfeit": 3,
    }
    assert french["by_option"] == {
        "whole_rack_only": {"true": {"bonus_for_whole_rack_only": True}},
        "vacation": {"true": {"vacation": True}},
    }
    assert told["players"] == {"low": 2, "high": 4}
    assert [option["name"] for option in told["options"]] == ["whole_rack_only", "vacation"]


def test_vacation_is_an_option_of_every_game_by_correspondence_and_off_by_default() -> None:
    for variant in VARIANTS.values():
        if variant.id != "blitz":
            assert variant.rules(options={"vacation": True}).vacation
        assert not variant.rules().vacation


def test_turkish_letters_are_cased_by_table() -> None:
    turkish = ALPHABETS["tr"]
    assert turkish.fold("ılık ilik") == "ILIK İLİK"
    assert turkish.fold("ILIK İLİK") == "ILIK İLİK"
    assert [turkish.to_lower[letter] for letter in "Iİ"] == ["ı", "i"]
    assert turkish.index["I"] != turkish.index["İ"]
    assert "Q" not in turkish.index
    assert ALPHABETS["de"].fold("Übermäßig") == "ÜBERMÄßIG", "ß is no letter of a German game and stays as it is"


@pytest.mark.parametrize(("upper", "lower"), [("", ""), ("AB", "a"), ("AA", "ab"), ("A?", "ab"), ("A.", "ab")])
def test_an_impossible_alphabet_is_refused(upper: str, lower: str) -> None:
    with pytest.raises(ValueError, match="letters"):
        Alphabet("xx", upper, lower)


def test_a_tile_of_another_alphabet_is_refused() -> None:
    with pytest.raises(ValueError, match="not letters of this alphabet"):
        TileSet(ALPHABETS["tr"], {"Q": 1}, {"Q": 8})


@pytest.mark.parametrize(
    ("start", "rows"),
    [((0, 0), ()), ((0, 0), ("..", ".")), ((0, 0), (".x", "..")), ((2, 0), ("..", "..")), ((0, -1), ("..", ".."))],
)
def test_an_impossible_board_is_refused(start: tuple[int, int], rows: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"board|square"):
        Board("odd", start, rows)


def test_tiles_leave_a_rack_one_by_one() -> None:
    assert take("ABA?", "A?") == "BA"
    assert take("ABA", "AA") == "B"
    assert take("ABA", "AAA") is None
    assert take("AB", "?") is None


@pytest.mark.parametrize(
    ("language", "labels"),
    [
        ("fr", {"d": "LD", "t": "LT", "D": "MD", "T": "MT"}),
        ("en", {"d": "DL", "t": "TL", "D": "DW", "T": "TW"}),
        ("de", {"d": "B×2", "t": "B×3", "D": "W×2", "T": "W×3"}),
        ("tr", {"d": "H2", "t": "H3", "D": "K2", "T": "K3"}),
    ],
)
def test_premium_squares_are_labelled_in_each_language(language: str, labels: dict[str, str]) -> None:
    assert STANDARD15.labels(language) == labels


def test_the_start_square_is_row_then_column() -> None:
    assert Board("odd", (0, 1), ("..", "..")).start_square == 1
    assert Board("odd", (1, 0), ("..", "..")).start_square == 2
    assert Board("smallest", (0, 0), (".",)).size == 1


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("fr", "été", "ETE"),
        ("fr", "Œuvre", "OEUVRE"),
        ("fr", "nævi", "NAEVI"),
        ("fr", "cafe\u0301", "CAFE"),
        ("de", "Größe", "GRÖSSE"),
        ("de", "café", "CAFE"),
        ("tr", "ılık", "ILIK"),
        ("tr", "ilik", "İLİK"),
        ("tr", "kâğıt", "KAĞIT"),
        ("fr", "au-delà", "AU-DELA"),
        ("fr", "Noël, ça", "NOEL, CA"),
        ("tr", "ışık iğne", "IŞIK İĞNE"),
    ],
)
def test_words_are_spelt_in_the_letters_of_the_alphabet(language: str, text: str, word: str) -> None:
    assert ALPHABETS[language].spell(text) == word
