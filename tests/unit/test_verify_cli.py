"""`lettrix verify` as a person uses it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.engine import play_out, proof_of, small_lexicon, started

from lettrix_cli.main import main
from lettrix_cli.play.session import SAVE_FORMAT

Record = dict[str, Any]


@pytest.fixture(scope="module")
def record() -> Record:
    first = started(2)
    return proof_of(first, play_out(first, Random(7)), small_lexicon())


@pytest.fixture
def lexicon(tmp_path: Path) -> Path:
    path = tmp_path / "small.lxg"
    path.write_bytes(small_lexicon().cells.cast("B"))
    return path


def verify(tmp_path: Path, lexicon: Path, record: Record, *options: str) -> int:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return main(["verify", str(path), "--lexicon", str(lexicon), *options])


def test_a_true_record(tmp_path: Path, lexicon: Path, record: Record, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, lexicon, record, "--show", "--commitment", record["commitment"].upper()) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[-1].startswith(f"TRUE: commitment, seats, {len(record['turns'])} turns, ")
    assert "    A  B  C" in said
    for score in record["scores"]:
        assert str(score) in said


def test_a_changed_score(tmp_path: Path, lexicon: Path, record: Record, capsys: pytest.CaptureFixture[str]) -> None:
    changed = record | {"scores": [score + 1 for score in record["scores"]]}
    assert verify(tmp_path, lexicon, changed) == 1
    assert capsys.readouterr().out == "NOT TRUE: the scores: not what the secret, the nonces and the rules give\n"


def test_a_record_that_was_forged_as_a_whole_shows_by_its_commitment(
    tmp_path: Path, lexicon: Path, record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(tmp_path, lexicon, record, "--commitment", "0" * 64) == 1
    assert "not the one that you saw" in capsys.readouterr().out


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "[" * 100_000, '{"v": 1}', "\x00"])
def test_what_is_no_record(tmp_path: Path, lexicon: Path, content: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.json"
    path.write_text(content, encoding="utf-8")
    assert main(["verify", str(path), "--lexicon", str(lexicon)]) in (1, 2)
    said = capsys.readouterr()
    assert len((said.out + said.err).splitlines()) == 1


def test_errors_name_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "words.txt"
    path.write_text("mot", encoding="utf-8")
    for command in ("verify", "gcg"):
        assert main([command, str(path)]) == 2
        assert capsys.readouterr().err.startswith(f"lettrix {command}: {path}: not a record: ")


def test_a_game_saved_at_the_table_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"format": SAVE_FORMAT}), encoding="utf-8")
    assert main(["verify", str(path)]) == 2
    said = capsys.readouterr().err
    assert said == (
        "lettrix verify: a game of lettrix play has no commitment to check: lettrix play --resume redoes it\n"
    )


def test_from_standard_input_and_without_a_dictionary(
    tmp_path: Path, record: Record, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(record).encode())))
    assert main(["verify", "-", "--lexicon", str(tmp_path / "none.lxg")]) == 2
    assert capsys.readouterr().err.startswith("lettrix verify: cannot open the word graph none.lxg")
