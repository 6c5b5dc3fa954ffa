"""How people write plays: `8H QUaRTZ`, `H8 QUaRTZ`, tiles played through as their letter or as a dot."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine import LETTRIX, grid_of

from lettrix.grid import Grid
from lettrix.legality import IllegalAction, place
from lettrix.plays import Laid, NotationError, Play, format_play, parse_play, place_name, square_name
from lettrix.tiles import ALPHABETS

FR, TR = ALPHABETS["fr"], ALPHABETS["tr"]
EMPTY15 = Grid.blank(15)


def test_row_first_is_across_and_column_first_is_down() -> None:
    across = parse_play("8H QUaRTZ", EMPTY15, FR)
    assert across.tiles == tuple(Laid(7, 7 + i, letter, i == 2) for i, letter in enumerate("QUARTZ"))
    down = parse_play("H8 QUaRTZ", EMPTY15, FR)
    assert down.tiles == tuple(Laid(7 + i, 7, letter, i == 2) for i, letter in enumerate("QUARTZ"))


def test_squares_have_names() -> None:
    assert square_name(7, 7) == "H8"
    assert square_name(0, 0) == "A1"
    assert square_name(14, 14) == "O15"
    assert square_name(20, 20) == "U21"
    assert place_name(7, 7, down=False) == "8H"
    assert place_name(7, 7, down=True) == "H8"


def test_a_square_played_through_is_its_letter_or_a_dot() -> None:
    grid = grid_of({"8H": "CHaT"})
    expected = (Laid(7, 11, "S"),)
    for word in ("CHATS", "CHaTS", "chatS", "....S", "C.A.S"):
        assert parse_play(f"8H {word}", grid, FR).tiles == expected
    assert parse_play("8H chats", grid, FR).tiles == (Laid(7, 11, "S", blank=True),)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("", "a play is written as"),
        ("8H", "a play is written as"),
        ("H WORD", "a play is written as"),
        ("0H WORD", "a play is written as"),
        ("8 WORD", "a play is written as"),
        ("H8H WORD", "a play is written as"),
        ("100H WORD", "a play is written as"),
        ("8HWORD", "a play is written as"),
        ("1A W0RD", "'0' is not a letter"),
        ("8H ÉTÉ", "'É' is not a letter"),
        ("1A AB CD", "' ' is not a letter"),
        ("1A A?", "'\\?' is not a letter"),
        ("1A .B", "no tile on A1"),
        ("8H CHIT", "another letter lies on J8"),
        ("15M AB.", "no tile on O15"),
        ("15O A.", "no tile on P15"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_word_about_it(text: str, about: str) -> None:
    with pytest.raises(NotationError, match=about):
        parse_play(text, grid_of({"8H": "CHAT"}), FR)


def test_spaces_and_the_case_of_the_place_do_not_matter() -> None:
    plain = parse_play("8H AB", EMPTY15, FR)
    assert parse_play("  8h   AB ", EMPTY15, FR) == plain
    assert parse_play("h8 AB", EMPTY15, FR) == parse_play("H8 AB", EMPTY15, FR)


def test_squares_off_the_board_are_left_to_the_rules() -> None:
    play = parse_play("15O AB", EMPTY15, FR)
    assert play.tiles[1] == Laid(14, 15, "B")
    with pytest.raises(IllegalAction) as refused:
        place(LETTRIX, EMPTY15, "AB", play)
    assert refused.value.reason == "off_board"
    parse_play("99Z AB", EMPTY15, FR)


def test_turkish_dotted_and_dotless_i_are_two_letters() -> None:
    assert [tile.letter for tile in parse_play("8H ILIK", EMPTY15, TR).tiles] == ["I", "L", "I", "K"]
    assert [tile.letter for tile in parse_play("8H İLİK", EMPTY15, TR).tiles] == ["İ", "L", "İ", "K"]
    blanks = parse_play("8H ıi", EMPTY15, TR).tiles
    assert blanks == (Laid(7, 7, "I", blank=True), Laid(7, 8, "İ", blank=True))
    with pytest.raises(NotationError):
        parse_play("8H QU", EMPTY15, TR)


def test_a_play_is_written_with_the_letters_that_it_runs_through() -> None:
    grid = grid_of({"8H": "CHaT"})
    for text in ("8G OCHaTS", "8H CHaTS", "L8 SEL", "L7 ASE", "9H LE", "H8 Ca", "10C TRAINES"):
        assert format_play(parse_play(text, grid, FR), grid, FR) == text


def test_one_tile_reads_across_unless_it_only_makes_a_word_down() -> None:
    grid = grid_of({"8H": "CHAT"})
    assert format_play(Play((Laid(7, 11, "S"),)), grid, FR) == "8H CHATS"
    assert format_play(Play((Laid(8, 7, "A"),)), grid, FR) == "H8 CA"
    both = grid_of({"8H": "CHAT", "9G": "A"})
    assert format_play(Play((Laid(8, 7, "S"),)), both, FR) == "9G AS"


letters = st.sampled_from("ABCXYZ")


@given(st.integers(0, 14), st.integers(0, 14), st.booleans(), st.lists(st.tuples(letters, st.booleans()), min_size=2))
def test_reading_what_was_written_gives_the_same_play(
    row: int, col: int, down: bool, tiles: list[tuple[str, bool]]
) -> None:
    grid = grid_of({"8H": "CHaT", "A1": "TRAINES"})
    laid = []
    for letter, blank in tiles:
        while row < 15 and col < 15 and grid.text[row * 15 + col] != ".":
            row, col = (row + 1, col) if down else (row, col + 1)
        if row > 14 or col > 14:
            break
        laid.append(Laid(row, col, letter, blank))
        row, col = (row + 1, col) if down else (row, col + 1)
    if len(laid) > 1:
        play = Play(tuple(laid))
        assert parse_play(format_play(play, grid, FR), grid, FR) == play


@given(st.text(max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    for written in (text, f"8H {text}", f"{text} CHAT"):
        try:
            assert isinstance(parse_play(written, EMPTY15, FR), Play)
        except NotationError:
            continue
