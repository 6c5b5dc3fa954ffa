"""Boards and racks as text: rows and the slash form, both ways, in every alphabet."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lettrix.boardtext import BoardTextError, format_rows, format_slashes, parse_board, parse_rack
from lettrix.grid import Grid
from lettrix.tiles import ALPHABETS, Alphabet

FR, TR, DE = ALPHABETS["fr"], ALPHABETS["tr"], ALPHABETS["de"]

ROWS = """
.....
..C..
QUaRT
..T..
.....
"""


def test_the_two_forms_of_one_board() -> None:
    grid = parse_board(ROWS, 5, FR)
    assert format_rows(grid) == ROWS.strip()
    assert format_slashes(grid) == "5/2C2/QUaRT/2T2/5"
    assert parse_board("5/2C2/QUaRT/2T2/5\n", 5, FR) == grid
    assert grid.turns[7] == 1
    assert grid.seats[7] == 0


def test_spaces_between_squares_other_line_ends_and_mixtures_are_read() -> None:
    grid = parse_board(ROWS, 5, FR)
    assert parse_board("\r\n".join(" ".join(row) for row in ROWS.split()), 5, FR) == grid
    assert parse_board("5\n2C..\nQ U a R T/2T2/.....", 5, FR) == grid


def test_numbers_of_two_digits() -> None:
    empty = Grid.blank(21)
    assert format_slashes(empty) == "/".join(["21"] * 21)
    assert parse_board(format_slashes(empty), 21, FR) == empty
    assert parse_board("10A4" + "/15" * 14, 15, FR).text[10] == "A"


def test_turkish_case_goes_by_its_table() -> None:
    rows = "İiIı\nÇçŞş\nĞğÜü\n4"
    grid = parse_board(rows, 4, TR)
    assert grid.rows() == ["İiIı", "ÇçŞş", "Ğğ" + "Üü", "...."]
    assert TR.fold(grid.rows()[0]) == "İİII"
    assert parse_board(unicodedata.normalize("NFD", rows.replace("i", ".")), 4, TR).rows()[1:] == grid.rows()[1:]
    assert parse_board("ÄäÖ\nöÜü\n3", 3, DE).rows()[:2] == ["ÄäÖ", "öÜü"]


@st.composite
def grids(draw: st.DrawFn) -> tuple[Grid, Alphabet]:
    alphabet = draw(st.sampled_from(list(ALPHABETS.values())))
    size = draw(st.integers(1, 21))
    squares = st.sampled_from("." * 40 + alphabet.upper + alphabet.lower)
    text = "".join(draw(st.lists(squares, min_size=size * size, max_size=size * size)))
    return Grid.from_rows([text[at : at + size] for at in range(0, len(text), size)]), alphabet


@given(grids())
def test_what_is_written_is_read_back(made: tuple[Grid, Alphabet]) -> None:
    grid, alphabet = made
    assert parse_board(format_rows(grid), grid.size, alphabet) == grid
    assert parse_board(format_slashes(grid), grid.size, alphabet) == grid


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the board is empty text; an empty board is written with its squares"),
        ("5/5/5", "the board has 3 rows instead of 5"),
        ("5", "the board has 1 row instead of 5"),
        ("5/5/5/5/5/", "the board has 6 rows instead of 5"),
        ("5/5/4/5/5", "row 3 has 4 squares instead of 5"),
        ("5/5/5/5/2AB2", "row 5 has 6 squares instead of 5"),
        (".....\n\n.....\n.....\n.....", "row 2 has 0 squares instead of 5"),
        ("6/5/5/5/5", "row 1: 6 empty squares do not fit a row of 5"),
        ("5/0AAAAA/5/5/5", "row 2: 0 empty squares do not fit a row of 5"),
        ("5/2É2/5/5/5", "row 2 (C2): 'É' is no letter of this game"),
        ("5/5/5/5/4?", "row 5 (E5): '?' is no letter of this game"),
        ("5/5/5/5/5*", "row 5: '*' is no letter of this game"),
        ("5/5/5/5/4\N{ARABIC-INDIC DIGIT ONE}", "row 5 (E5): '١' is no letter of this game"),
        ("5/" * 10_000, "the text is too long to be a board"),
    ],
)
def test_what_is_no_board_is_refused_with_its_row(text: str, message: str) -> None:
    with pytest.raises(BoardTextError, match=f"^{re.escape(message)}$"):
        parse_board(text, 5, FR)


@given(st.text(alphabet=st.sampled_from("./\n 15Aaé?\x00ß"), max_size=60))
def test_any_text_is_a_board_or_an_error_of_one_line(text: str) -> None:
    try:
        said = format_rows(parse_board(text, 5, FR))
    except BoardTextError as error:
        said = str(error)
    assert len(said.splitlines()) == (5 if len(said) == 29 and set(said) <= set("Aa.\n") else 1)


def test_racks() -> None:
    assert parse_rack("AEINS??", FR, 7) == "AEINS??"
    assert parse_rack(" aeins? ", FR, 7) == "AEINS?"
    assert parse_rack("iıİI", TR, 7) == "İIİI"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the rack has 0 tiles, and a rack of this game 1 to 7"),
        ("ABCDEFGH", "the rack has 8 tiles, and a rack of this game 1 to 7"),
        ("AB.D", "the rack holds '.', which is no tile of this game (a blank is ?)"),
        ("ÀB", "the rack holds 'À', which is no tile of this game (a blank is ?)"),
    ],
)
def test_what_is_no_rack_is_refused(text: str, message: str) -> None:
    with pytest.raises(BoardTextError, match=f"^{re.escape(message)}$"):
        parse_rack(text, FR, 7)
