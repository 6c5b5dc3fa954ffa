"""`lettrix games`."""

from __future__ import annotations

import json

import pytest

from lettrix.variants import VARIANTS
from lettrix_cli.main import main


def test_every_game_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(VARIANTS)
    assert lines[0] == "lettrix   15x15  racks of 8  2-4 players  fr"


@pytest.mark.parametrize("name", VARIANTS)
def test_a_game_with_its_settings(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", name]) == 0
    said = capsys.readouterr().out
    for option in VARIANTS[name].options:
        assert f"  {option.name}=" in said
    assert main(["games", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps([VARIANTS[name].describe()]))


def test_a_default_that_goes_by_the_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "fundox"]) == 0
    assert "By default 40 (35 for 3, 30 for 4 players)." in " ".join(capsys.readouterr().out.split())


def test_a_game_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "chess"]) == 2
    assert capsys.readouterr().err.startswith("lettrix games: no game is called 'chess'; there are: lettrix")
