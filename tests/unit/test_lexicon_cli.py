"""`lettrix lexicon`, run as a person runs it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from lettrix.lexicon import Lexicon
from lettrix_cli.main import main


def test_a_list_becomes_a_dictionary_that_can_be_questioned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, graph = tmp_path / "words.txt", str(tmp_path / "club.lxg")
    words.write_text("# our club's words\nété\n\nBATEAU\nbateau\n", encoding="utf-8")
    assert main(["lexicon", "build", str(words), "-o", graph]) == 0
    assert capsys.readouterr().out.startswith("2 words, ")
    assert list(Lexicon.open(graph).words()) == ["BATEAU", "ETE"]

    assert main(["lexicon", "verify", graph]) == 0
    assert capsys.readouterr().out.startswith("SOUND: 2 words")
    assert main(["lexicon", "check", graph, "bateau", "Été"]) == 0
    assert capsys.readouterr().out == "BATEAU: valid\nETE: valid\n"
    assert main(["lexicon", "check", graph, "BATEAU", "canot"]) == 1
    assert capsys.readouterr().out == "BATEAU: valid\nCANOT: not valid\n"
    assert main(["lexicon", "stats", graph]) == 0
    assert "   3 letters        1 words\n   6 letters        1 words\n" in capsys.readouterr().out
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["club.lxg", "words.txt"]


def test_a_list_is_read_from_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("güneş\nışık\n".encode())))
    graph = str(tmp_path / "tr.lxg")
    assert main(["lexicon", "build", "-", "-o", graph, "--alphabet", "tr"]) == 0
    assert list(Lexicon.open(graph).words()) == ["GÜNEŞ", "IŞIK"]


def test_a_line_that_is_no_word_is_named_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words, graph = tmp_path / "words.txt", tmp_path / "club.lxg"
    graph.write_bytes(b"kept")
    words.write_text("un\ndeux mots\n", encoding="utf-8")
    assert main(["lexicon", "build", str(words), "-o", str(graph)]) == 2
    assert "words.txt, line 2: not a word of the alphabet fr: 'deux mots'" in capsys.readouterr().err
    assert graph.read_bytes() == b"kept"


def test_a_damaged_dictionary_is_called_damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, graph = tmp_path / "words.txt", tmp_path / "club.lxg"
    words.write_text("un\ndeux\n")
    main(["lexicon", "build", str(words), "-o", str(graph)])
    content = bytearray(graph.read_bytes())
    content[-1] ^= 1
    graph.write_bytes(content)
    capsys.readouterr()
    assert main(["lexicon", "verify", str(graph)]) == 1
    assert capsys.readouterr().out == "DAMAGED: the word graph's content does not match its hash\n"


@pytest.mark.parametrize("action", ["verify", "stats"])
def test_a_file_that_is_no_dictionary_is_refused(
    action: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.lxg").write_text("no")
    assert main(["lexicon", action, str(tmp_path / "text.lxg")]) == 2
    assert capsys.readouterr().err == f"lettrix lexicon {action}: text.lxg: not a word-graph file\n"


def test_a_list_in_another_encoding_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "latin.txt").write_bytes("été".encode("latin-1"))
    assert main(["lexicon", "build", str(tmp_path / "latin.txt"), "-o", str(tmp_path / "x.lxg")]) == 2
    assert "latin.txt is not UTF-8 text" in capsys.readouterr().err


def test_a_list_without_a_word_and_a_place_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words, output = tmp_path / "words.txt", tmp_path / "none" / "x.lxg"
    words.write_text("# nothing yet\n\n", encoding="utf-8")
    assert main(["lexicon", "build", str(words), "-o", str(tmp_path / "x.lxg")]) == 2
    assert capsys.readouterr().err == f"lettrix lexicon build: {words} has no word\n"
    words.write_text("mot", encoding="utf-8")
    assert main(["lexicon", "build", str(words), "-o", str(output)]) == 2
    assert capsys.readouterr().err == f"lettrix lexicon build: {output}: No such file or directory\n"
