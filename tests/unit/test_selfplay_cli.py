"""`lettrix selfplay`, briefly; how well the levels play is measured elsewhere."""

from __future__ import annotations

import json
import re

import pytest

from lettrix.lexicon import Lexicon
from lettrix_cli.main import main


@pytest.fixture
def call(french: Lexicon, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """With the French dictionary: robots that find no words exchange for hundreds of turns."""
    del french  # it says what to do where there is none
    monkeypatch.delenv("LETTRIX_LEXICON", raising=False)
    return ["selfplay", "--games", "2", "--levels", "4,1"]


def test_the_table_and_its_numbers(call: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*call, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["levels"] == ["4", "1"]
    assert told["won"] + told["drawn"] + told["lost"] == told["games"] == 2
    assert told["share"] == (told["won"] + told["drawn"] / 2) / 2
    assert told["turns"] > 4
    assert main(call) == 0
    title, heading, first, second, result = capsys.readouterr().out.splitlines()
    assert title == "lettrix fr, 2 players, 2 games from seed 1"
    assert heading.split() == ["level", "won", "drawn", "lost", "points", "a", "game"]
    assert first.split() == ["4", *map(str, (told["won"], told["drawn"], told["lost"])), f"{told['points'][0]:.1f}"]
    assert second.split() == ["1", *map(str, (told["lost"], told["drawn"], told["won"])), f"{told['points'][1]:.1f}"]
    assert re.fullmatch(r"level 4 takes [\d.]+ % ± [\d.]+ of the games, [\d.]+ turns each", result)


def test_the_same_seed_plays_the_same_games(call: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for seed in ("5", "5", "6"):
        assert main([*call, "--seed", seed, "--json", "--levels", "greedy,2", "--games", "1"]) == 0
        said.append(json.loads(capsys.readouterr().out))
    assert said[0] == said[1]
    assert said[0]["points"] != said[2]["points"]


def test_more_seats(call: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*call, "--rules", "fundox", "--seats", "3", "--games", "1"]) == 0
    assert capsys.readouterr().out.startswith("fundox fr, 3 players, 1 games from seed 1\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--levels", "6"], "--levels takes two of greedy, 1, 2, 3, 4, 5, 6, such as 6,greedy"),
        (["--levels", "6,7"], "--levels takes two of greedy, 1, 2, 3, 4, 5, 6, such as 6,greedy"),
        (["--seats", "5"], "this game is for 2 to 4 players"),
        (["--games", "0"], "Invalid value for '--games': "),
        (["--rules", "chess"], "no game is called 'chess'; there are: "),
    ],
)
def test_a_wrong_call_is_one_line(
    options: list[str], message: str, call: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*call, *options]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"lettrix selfplay: {message}")
    assert len(said.splitlines()) == 1
