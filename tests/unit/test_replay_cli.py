"""`lettrix replay` and `lettrix gcg` as a person uses them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random

import pytest
from tests.engine import PLAYERS, play_out, proof_of, small_lexicon, started

from lettrix.gcg import read
from lettrix_cli.main import main

FOLDER = Path(__file__).resolve().parent.parent / "data" / "gcg"


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lexicon") / "small.lxg"
    path.write_bytes(small_lexicon().cells.cast("B"))
    return path


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    first = started(2)
    proof = proof_of(first, play_out(first, Random(7)), small_lexicon())
    path = tmp_path_factory.mktemp("record") / "record.json"
    path.write_text(json.dumps(proof), encoding="utf-8")
    return path


def test_a_right_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(FOLDER / "taken_back.gcg"), "--rules", "classic", "--language", "en"]) == 0
    assert capsys.readouterr().out == "3 plays, 0 mismatches\n"
    assert main(["replay", str(FOLDER / "german.gcg"), "--language", "de", "--lexicon", "none"]) == 0
    assert main(["replay", str(FOLDER / "turkish.gcg"), "--rules", "kelime", "--language", "tr"]) == 0


def test_a_line_for_each_mismatch_and_how_many_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(FOLDER / "differs_points.gcg")]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "line 3: ann 8D CRATES: points: file says +24, is +22",
        "line 4: bob D8 .OMER: points: file says +17, is +18",
        "2 plays, 2 mismatches",
    ]


def test_words_are_looked_up_in_the_dictionary_that_is_named(lexicon: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(FOLDER / "utf8_named.gcg"), "--lexicon", str(lexicon)]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert lines == [
        "line 4: zoé 8D CRATES: words: file says CRATES, is CRATES not in the dictionary",
        "line 5: bob D8 .OMER: words: file says COMER, is COMER not in the dictionary",
    ]
    assert last == "2 plays, 2 mismatches"


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(FOLDER / "differs_total.gcg"), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["plays"] == 2
    assert told["totals"] == [22, 19]
    assert told["players"][0] == {"nick": "ann", "name": "Ann Archer"}
    assert told["board"][7] == "...CRATES......"
    assert told["mismatches"] == [
        {"line": 4, "player": "bob", "play": "D8 .OMER", "what": "total", "says": "19", "is": "18"}
    ]


@pytest.mark.parametrize(
    ("content", "options", "said"),
    [
        (b"#player1 ann\nwhat", [], "lettrix replay: standard input, line 2, column 1: a line begins with # or >"),
        (b"#player1 ann\n>ann: AB 1A AB +9 9", [], "line 2, column 10: the first play covers the start square"),
        (b"#player1 ann", ["--rules", "fundox"], "lettrix replay: GCG files are of games with points for words"),
        (b"#player1 ann", ["--lexicon", "/nowhere.lxg"], "lettrix replay: cannot open the word graph nowhere.lxg"),
        (b"#player1 ann", ["--language", "xx"], "lettrix replay: "),
        (b"#player1 ann", ["--rules", "chess"], "lettrix replay: "),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    content: bytes, options: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert main(["replay", "-", *options]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert said in err
    assert err.count("\n") == 1


def test_what_differs_before_an_error_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.gcg"
    path.write_text("#player1 ann\n>ann: AB 8G AB +9 9\n>ann: AB 1A AB +9 18\n", encoding="utf-8")
    assert main(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == "line 2: ann 8G AB: points: file says +9, is +8\n"
    assert err.startswith("lettrix replay: game.gcg, line 3, column 10: ")
    assert err.count("\n") == 1


def test_a_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "nowhere.gcg"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_our_own_game_as_gcg(record: Path, lexicon: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.gcg"
    assert main(["gcg", str(record), "-o", str(path), "--name", "Ada", "--name", "Bén"]) == 0
    assert [player.name for player in read(path.read_bytes()).players] == ["Ada", "Bén"]
    assert main(["replay", str(path), "--rules", "lettrix", "--lexicon", str(lexicon)]) == 0
    capsys.readouterr()
    assert main(["gcg", str(record)]) == 0
    text = capsys.readouterr().out
    assert {player.nick for player in read(text).players} == set(PLAYERS[:2])
    assert json.loads(record.read_text())["secret"] not in text


@pytest.mark.parametrize("content", ["{}", "[]", "nothing", '{"seats": [], "turns": [7]}'])
def test_no_record(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.json"
    path.write_text(content)
    assert main(["gcg", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_what_the_documentation_shows_is_what_happens(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = FOLDER.parents[2]
    monkeypatch.chdir(root)
    block = (root / "docs" / "gcg.md").read_text("utf-8").split("```console\n")[1].split("```")[0]
    calls = block.split("$ lettrix ")[1:]
    assert len(calls) == 2
    for call in calls:
        command, _, shown = call.partition("\n")
        main(command.split())
        assert capsys.readouterr().out == shown
