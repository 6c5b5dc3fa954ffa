"""Tiles on squares: who laid them and when, and the runs that go through a square."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lettrix.grid import Grid, Word, run_through, words_formed
from lettrix.plays import with_tiles


def test_a_grid_is_a_value() -> None:
    empty = Grid.blank(3)
    assert empty.is_empty
    assert empty.rows() == ["...", "...", "..."]
    grid = empty.put({4: "A", 5: "b"}, turn=2, seat=1).put({0: "C"}, turn=3, seat=0)
    assert empty.is_empty, "putting tiles makes another grid"
    assert grid.rows() == ["C..", ".Ab", "..."]
    assert grid.turns == (3, 0, 0, 0, 2, 2, 0, 0, 0)
    assert grid.seats == (0, -1, -1, -1, 1, 1, -1, -1, -1)
    assert list(grid.squares()) == [0, 4, 5]


def test_a_position_from_rows_is_of_turn_1_and_seat_0() -> None:
    grid = Grid.from_rows(["A.", ".b"])
    assert grid == Grid.blank(2).put({0: "A", 3: "b"}, turn=1, seat=0)
    with pytest.raises(ValueError, match="square"):
        Grid.from_rows(["A.", "."])


def test_words_are_told_main_word_first() -> None:
    text = "".join(["A..", "BCD", "..E"])
    assert words_formed(text, 3, [4, 5], 1) == [Word("BCD", 3, 1), Word("DE", 5, 3)]
    assert words_formed(text, 3, [0, 3], 3) == [Word("AB", 0, 3), Word("BCD", 3, 1)]
    assert words_formed(text, 3, [8], 1) == [Word("DE", 5, 3)], "a letter alone is no word"


@given(st.integers(2, 6), st.data())
def test_a_run_ends_at_empty_squares_and_at_the_edges(size: int, data: st.DataObject) -> None:
    """Against a walk square by square."""
    text = data.draw(st.text("A..", min_size=size * size, max_size=size * size))
    square = data.draw(st.integers(0, size * size - 1))
    text = with_tiles(text, [(square, "A")])
    for step, (down, across) in ((1, (0, 1)), (size, (1, 0))):
        ends = []
        for sign in (-1, 1):
            row, col = divmod(square, size)
            while (
                0 <= row + sign * down < size
                and 0 <= col + sign * across < size
                and text[(row + sign * down) * size + col + sign * across] != "."
            ):
                row, col = row + sign * down, col + sign * across
            ends.append(row * size + col)
        assert list(run_through(text, size, square, step)) == ends
