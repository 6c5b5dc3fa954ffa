"""`lettrix bench`: what it measures is there, and is the same everywhere; how fast it is, is not tested."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.engine import LETTRIX, small_lexicon

from lettrix.tiles import BLANK
from lettrix_cli.bench import midgame_positions, with_blanks
from lettrix_cli.main import main


@pytest.fixture
def lexicon(tmp_path: Path) -> str:
    path = tmp_path / "small.lxg"
    path.write_bytes(small_lexicon().cells.cast("B"))
    return str(path)


def test_the_table(lexicon: str, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["bench", "--lexicon", lexicon, "--seconds", "0.01", "--positions", "3", "--backend", "plain"]
    assert main(call) == 0
    title, heading, *rows = capsys.readouterr().out.splitlines()
    assert title == f"plain generator, lettrix (15x15, racks of 8), {small_lexicon().word_count} words"
    assert heading.startswith("3 midgame positions; a second: ")
    assert [row[:12].strip() for row in rows] == ["no blank", "one blank", "two blanks"]
    assert main([*call, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["backend"] == "plain"
    assert [row["blanks"] for row in told["per_second"]] == [0, 1, 2]
    assert all(row["best_play"] > 0 and row["all_plays"] > 0 and row["plays"] > 0 for row in told["per_second"])


def test_positions_are_midgame_and_the_same_for_the_same_seed() -> None:
    found = midgame_positions(LETTRIX, small_lexicon(), 1, 4)
    assert [position.rack for position in found] == [
        position.rack for position in midgame_positions(LETTRIX, small_lexicon(), 1, 4)
    ]
    for position in found:
        assert not position.grid.is_empty
        for blanks in range(3):
            rack = with_blanks(position, blanks).rack
            assert len(rack) == len(position.rack)
            assert rack.count(BLANK) == blanks


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--backend", "quantum"], "there is no generator 'quantum'; there are: native, plain"),
        (["--rules", "chess"], "no game is called 'chess'; there are: "),
        (["--positions", "0"], "Invalid value for '--positions': "),
    ],
)
def test_a_wrong_call_is_one_line(
    options: list[str], message: str, lexicon: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--lexicon", lexicon, *options]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"lettrix bench: {message}")
    assert len(said.splitlines()) == 1
