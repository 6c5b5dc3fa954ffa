"""`lettrix moves`, run as a person runs it."""

from __future__ import annotations

import io
import json
from itertools import permutations
from pathlib import Path

import pytest
from tests.engine import LETTRIX, SMALL_WORDS, small_lexicon

from lettrix.boardtext import format_rows, format_slashes, parse_board
from lettrix.legality import IllegalAction, look_up, place
from lettrix.plays import Laid, Play
from lettrix_cli.main import main

ROWS = ["." * 15] * 7 + [".....RaTES....."] + ["." * 15] * 7
SLASHES = "15/15/15/15/15/15/15/5RaTES5/15/15/15/15/15/15/15"


@pytest.fixture
def lexicon(tmp_path: Path) -> str:
    path = tmp_path / "small.lxg"
    path.write_bytes(small_lexicon().cells.cast("B"))
    return str(path)


def moves(lexicon: str, *options: str) -> int:
    return main(["moves", "--lexicon", lexicon, *options])


def brute_force(rack: str) -> set[frozenset[tuple[int, int, str]]]:
    """Every legal play without blanks, as the tiles laid, found by trying all that there is to try."""
    grid = parse_board(SLASHES, 15, LETTRIX.tiles.alphabet)
    found = set()
    for count in range(1, len(rack) + 1):
        for letters in set(permutations(rack, count)):
            for square in range(225):
                for step in (1, 15):
                    free = [
                        at
                        for at in range(square, 225, step)
                        if grid.text[at] == "." and (step != 1 or at // 15 == square // 15)
                    ]
                    if len(free) < count or free[0] != square:
                        continue
                    tiles = tuple(
                        Laid(*divmod(at, 15), letter) for at, letter in zip(free[:count], letters, strict=True)
                    )
                    try:
                        look_up(LETTRIX, place(LETTRIX, grid, rack, Play(tiles)), small_lexicon())
                    except IllegalAction:
                        continue
                    found.add(frozenset((tile.row, tile.col, tile.letter) for tile in tiles))
    return found


def test_the_number_of_plays_alone(lexicon: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    every = brute_force("LAS")
    assert moves(lexicon, "--board", SLASHES, "--rack", "LAS", "--count") == 0
    assert capsys.readouterr().out == f"{len(every)}\n"
    for name, text in (("rows", "\n".join(ROWS) + "\n"), ("slashes", SLASHES + "\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert moves(lexicon, "--board", str(tmp_path / name), "--rack", "las", "--count", "--json") == 0
        assert json.loads(capsys.readouterr().out)["count"] == len(every)
    assert moves(lexicon, "--board", "\n".join(ROWS), "--rack", "LAS", "--count") == 0
    assert capsys.readouterr().out == f"{len(every)}\n"


def test_a_play_of_one_tile_that_reads_both_ways_counts_once(lexicon: str, capsys: pytest.CaptureFixture[str]) -> None:
    """E behind L and under L: LE across and LE down, one play."""
    rows = [list("." * 15) for _ in range(15)]
    rows[7][6] = rows[6][7] = "L"
    board = "/".join("".join(row) for row in rows)
    assert moves(lexicon, "--board", board, "--rack", "E", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    at = [play["tiles"][0] for play in found["plays"]]
    assert len({(tile["row"], tile["col"]) for tile in at}) == len(at) == found["count"]
    assert {"row": 7, "col": 7, "letter": "E", "blank": False} in at


def test_best_first_with_points_and_blanks(
    lexicon: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("\n".join(ROWS).encode())))
    assert moves(lexicon, "--board", "-", "--rack", "TRAINE?", "--top", "2") == 0
    best, second, count = capsys.readouterr().out.splitlines()
    assert best == "  51  J1 RAlENTIS"  # A and T on triple letters, the blank for nothing, 40 for seven tiles
    assert int(best.split()[0]) >= int(second.split()[0]) > 0
    assert count.startswith("2 of ")
    assert moves(lexicon, "--board", SLASHES, "--rack", "TRAINE?", "--top", "0", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["plays"]) == found["count"] == int(count.split()[2])
    points = [play["points"] for play in found["plays"]]
    assert points == sorted(points, reverse=True)
    assert found["plays"][0]["play"] == " ".join(best.split()[1:])


def test_no_play(lexicon: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert moves(lexicon, "--board", SLASHES, "--rack", "W") == 0
    assert capsys.readouterr().out == "there is no play\n"
    assert moves(lexicon, "--board", SLASHES, "--rack", "W", "--count") == 0
    assert capsys.readouterr().out == "0\n"


def test_the_dictionary_of_the_folder_that_the_environment_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LETTRIX_LEXICON", str(tmp_path))
    assert main(["moves", "--board", SLASHES, "--rack", "LAS", "--count"]) == 2
    said = capsys.readouterr()
    assert said.err == f"lettrix moves: there is no fr.lxg in {tmp_path}, the folder that LETTRIX_LEXICON names\n"
    (tmp_path / "fr.lxg").write_bytes(small_lexicon().cells.cast("B"))
    assert main(["moves", "--board", SLASHES, "--rack", "LAS", "--count"]) == 0
    assert int(capsys.readouterr().out) == len(brute_force("LAS"))


def test_a_dictionary_is_found_outside_the_repository_or_missed_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("LETTRIX_LEXICON", raising=False)
    monkeypatch.chdir(tmp_path)
    assert main(["moves", "--board", SLASHES, "--rack", "LAS", "--count"]) == 0
    assert int(capsys.readouterr().out) > 0
    monkeypatch.setattr("lettrix_cli.choices._REPOSITORY", tmp_path)
    assert main(["moves", "--board", SLASHES, "--rack", "LAS"]) == 2
    assert capsys.readouterr().err.startswith("lettrix moves: no fr.lxg found: build it (make lexicon)")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--board", SLASHES], "Missing option '--rack' (see lettrix moves --help)"),
        (["--rack", "LAS"], "Missing option '--board' (see lettrix moves --help)"),
        (["--board", "none.txt", "--rack", "LAS"], "none.txt: No such file or directory"),
        (["--board", SLASHES + "/15", "--rack", "LAS"], "the board has 16 rows instead of 15"),
        (["--board", SLASHES, "--rack", "LAS", "--rules", "grand"], "the board has 15 rows instead of 21"),
        (["--board", SLASHES.replace("5R", "4R"), "--rack", "LAS"], "row 8 has 14 squares instead of 15"),
        (["--board", SLASHES.replace("R", "É"), "--rack", "LAS"], "row 8 (F8): 'É' is no letter of this game"),
        (["--board", SLASHES, "--rack", "L1"], "the rack holds '1', which is no tile of this game (a blank is ?)"),
        (["--board", SLASHES, "--rack", "L" * 9], "the rack has 9 tiles, and a rack of this game 1 to 8"),
        (
            ["--board", SLASHES, "--rack", "L", "--language", "xx"],
            "lettrix is not played in this language; there are: fr",
        ),
        (["--board", SLASHES, "--rack", "L", "-O", "fast"], "--option takes NAME=VALUE, not 'fast'"),
        (["--board", SLASHES, "--rack", "L", "-O", "fast=1"], "lettrix has no option fast"),
        (["--board", SLASHES, "--rack", "L", "-O", "whole_rack_only=2"], "whole_rack_only does not take this value"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    options: list[str], message: str, lexicon: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert moves(lexicon, *options) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"lettrix moves: {message}\n"


@pytest.mark.parametrize("rules", ["chess", "", "LETTRIX "])
def test_rules_that_do_not_exist(rules: str, lexicon: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert moves(lexicon, "--board", SLASHES, "--rack", "L", "--rules", rules) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"lettrix moves: no game is called {rules!r}; there are: lettrix")
    assert len(said.splitlines()) == 1


def test_the_board_forms_of_the_test_are_one_board() -> None:
    grid = parse_board(SLASHES, 15, LETTRIX.tiles.alphabet)
    assert format_rows(grid).split() == ROWS
    assert format_slashes(grid) == SLASHES
    assert "RATES" in SMALL_WORDS
