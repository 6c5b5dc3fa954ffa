"""`lettrix dict`, run as a person runs it; what searches find is tested in test_search.py."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.engine import SMALL_WORDS, small_lexicon

from lettrix.glossarybuild import GlossaryWriter
from lettrix.graphbuild import build_graph
from lettrix.tiles import ALPHABETS
from lettrix_cli.main import main


@pytest.fixture(autouse=True)
def dictionaries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a small French and a smaller Turkish dictionary, which the environment names."""
    (tmp_path / "fr.lxg").write_bytes(small_lexicon().cells.cast("B"))
    (tmp_path / "tr.lxg").write_bytes(build_graph(["IŞIK", "İKİ"], ALPHABETS["tr"].upper))
    monkeypatch.setenv("LETTRIX_LEXICON", str(tmp_path))
    return tmp_path


def test_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dict", "check", "été", "sels"]) == 0
    assert capsys.readouterr().out == "ETE: valid\nSELS: valid\n"
    assert main(["dict", "check", "sel", "poivre", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {"SEL": True, "POIVRE": False}


def test_turkish_letters(dictionaries: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dict", "check", "--language", "tr", "ışık", "iki", "isik"]) == 1
    assert capsys.readouterr().out == "IŞIK: valid\nİKİ: valid\nİSİK: not valid\n"
    assert main(["dict", "check", "--lexicon", str(dictionaries / "tr.lxg"), "iki"]) == 0
    assert capsys.readouterr().out == "İKİ: valid\n"


def test_search(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dict", "search", "[lt].*s"]) == 0
    found = capsys.readouterr().out.split()
    assert found == sorted(word for word in SMALL_WORDS if word[0] in "LT" and word[-1] == "S" and len(word) > 2)
    assert main(["dict", "search", "--letters", "ss", "--json"]) == 0
    holding = sorted(word for word in SMALL_WORDS if word.count("S") >= 2)
    assert json.loads(capsys.readouterr().out) == {"words": holding, "complete": True}
    assert main(["dict", "search", "--extends", "rat"]) == 0
    assert capsys.readouterr().out.split() == ["RATE", "RATES"]
    assert main(["dict", "search", "*", "--limit", "2"]) == 0
    said = capsys.readouterr()
    assert (said.out.split(), said.err) == (["AIL", "AILE"], "2 words, and there are more (see --limit)\n")
    assert main(["dict", "search", "*", "--limit", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"words": ["AIL", "AILE"], "complete": False}
    assert main(["dict", "search", "*X"]) == 0
    assert capsys.readouterr() == ("", "there is no such word\n")


def test_anagrams(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dict", "anagram", "salie"]) == 0
    assert capsys.readouterr().out.split() == ["AILES"]
    assert main(["dict", "anagram", "RAT?", "--shortest", "3", "--must", "T", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["words"] == ["RATE", "RAT", "TAS"]


def write_glossary(folder: Path) -> None:
    with GlossaryWriter(folder / "fr-glossary.sqlite", "fr", source="Wiktionnaire", licence="CC BY-SA 4.0") as writer:
        writer.link = "https://fr.wiktionary.org/wiki/{}"
        writer.add("sel", "noun", ["Chlorure de sodium.", "Piquant."], ["condiment"])
    (folder / "fr-lemmas.tsv").write_text("SEL\tsel\nSELS\tsel\n")


def test_define(dictionaries: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_glossary(dictionaries)
    assert main(["dict", "define", "sels"]) == 0
    link = "https://fr.wiktionary.org/wiki/sel"
    assert capsys.readouterr().out == (
        "sel (noun)\n  1. Chlorure de sodium.\n  2. Piquant.\n  synonyms: condiment\n"
        f"  [Wiktionnaire, CC BY-SA 4.0, {link}]\n"
    )
    assert main(["dict", "define", "SEL", "--json"]) == 0
    [entry] = json.loads(capsys.readouterr().out)["entries"]
    assert (entry["lemma"], entry["glosses"], entry["link"]) == ("sel", ["Chlorure de sodium.", "Piquant."], link)
    assert main(["dict", "define", "poivre"]) == 1
    assert capsys.readouterr() == ("", "POIVRE: not in the glossary\n")
    assert main(["dict", "define", "poivre", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {"word": "POIVRE", "entries": []}


def test_define_needs_a_glossary(dictionaries: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dict", "define", "sel"]) == 2
    missing = f"there is no fr-glossary.sqlite in {dictionaries}, the folder that LETTRIX_LEXICON names"
    assert capsys.readouterr().err == f"lettrix dict define: {missing}\n"
    other = dictionaries / "fr.lxg"
    assert main(["dict", "define", "sel", "--glossary", str(other)]) == 2
    assert capsys.readouterr().err == "lettrix dict define: fr.lxg is not a glossary\n"
    assert main(["dict", "define", "sel", "--language", "xx"]) == 2
    assert "there is no language 'xx'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["search"], "search: search takes one of PATTERN, --letters and --extends"),
        (["search", "A*", "--letters", "B"], "search: search takes one of PATTERN, --letters and --extends"),
        (["search", "["], "search: the pattern has a [ without its ]"),
        (["search", "A*", "--limit", "0"], "search: Invalid value for '--limit': "),
        (["anagram", "A B"], "anagram: not a letter of the dictionary's alphabet: ' '"),
        (["check"], "check: Missing argument 'WORD...'"),
        (["check", "A", "--language", "xx"], "check: there is no language 'xx'; there are: fr, en, de, tr"),
        (["check", "A", "--language", "de"], "check: there is no de.lxg in "),
        (["check", "A", "--lexicon", "none.lxg"], "check: cannot open the word graph none.lxg: "),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    call: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dict", *call]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"lettrix dict {message}")
    assert len(said.err.splitlines()) == 1
