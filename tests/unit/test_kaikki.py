"""Importing Wiktextract dumps: which entries and forms are words, in each language, and what a damaged line does.

tests/data/kaikki holds, for each language, 200 entries in the shape of real dumps of both kinds (of the English
edition and of the language's own): XX.jsonl, the words that have to come out of it (XX.txt) and how many entries and
forms have to be left out for which reason (XX.json), all written by hand.
"""

from __future__ import annotations

import gzip
import io
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from lettrix.glossary import Glossary
from lettrix.lexicon import Lexicon
from lettrix_cli import kaikki
from lettrix_cli.kaikki import Drop, Import, Meaning, lines_of
from lettrix_cli.main import main

DATA = Path(__file__).resolve().parents[1] / "data" / "kaikki"
LANGUAGES = ["fr", "en", "de", "tr"]


def imported(language: str, *entries: dict[str, Any] | bytes) -> Import:
    """What a dump of these entries, or raw lines, gives."""
    found = Import(language)
    found.read(line if isinstance(line, bytes) else json.dumps(line).encode() for line in entries)
    return found


def noun(word: str, **more: Any) -> dict[str, Any]:
    return {"word": word, "lang_code": "fr", "lang": "French", "pos": "noun", **more}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_dump_and_no_others(language: str) -> None:
    lines = (DATA / f"{language}.jsonl").read_bytes().splitlines(keepends=True)
    expected = json.loads((DATA / f"{language}.json").read_text())
    assert len(set(lines)) == expected["entries"] == 200
    found = Import(language)
    found.read(lines)
    assert sorted(found.lemmas) == (DATA / f"{language}.txt").read_text("utf-8").split()
    assert {reason.name: count for reason, count in found.dropped_entries.items()} == expected["dropped_entries"]
    assert {reason.name: count for reason, count in found.dropped_forms.items()} == expected["dropped_forms"]
    assert (found.lines, found.entries, found.damaged) == (200, expected["taken"], 0)
    assert found.entries + found.dropped_entries.total() == 200


def test_the_data_know_every_reason() -> None:
    reasons: set[str] = set()
    for language in LANGUAGES:
        expected = json.loads((DATA / f"{language}.json").read_text())
        reasons |= expected["dropped_entries"].keys() | expected["dropped_forms"].keys()
    assert reasons == {reason.name for reason in Drop}


@pytest.mark.parametrize(
    ("language", "form", "lemmas"),
    [
        ("fr", "ALLASSIEZ", {"aller"}),
        ("fr", "PORTE", {"porte", "porter"}),
        ("fr", "OEUVRES", {"œuvre"}),
        ("fr", "MEILLEUR", {"bon", "meilleur"}),
        ("en", "MICE", {"mouse"}),
        ("en", "WENT", {"go"}),
        ("de", "FÜSSEN", {"Fuß"}),
        ("de", "GRÖSSTEN", {"groß"}),
        ("de", "MÜLLER", {"Müller"}),
        ("tr", "ILIK", {"ılık"}),
        ("tr", "İLİK", {"ilik"}),
        ("tr", "AYI", {"ay", "ayı"}),
        ("tr", "KAĞIT", {"kâğıt"}),
    ],
)
def test_forms_lead_to_their_lemmas(language: str, form: str, lemmas: set[str]) -> None:
    found = Import(language)
    found.read((DATA / f"{language}.jsonl").read_bytes().splitlines())
    assert found.lemmas[form] == lemmas


def test_what_words_mean_is_told_in_the_order_of_the_dump() -> None:
    told: list[Meaning] = []
    found = Import("fr", tell=told.append)
    entries = [
        noun(
            "clef",
            senses=[
                {"glosses": ["Outil.", "Outil à serrer."], "synonyms": [{"word": "outil"}]},
                {"glosses": ["Signe  de musique."]},
                {"glosses": ["Signe  de musique."]},
                {"tags": ["no-gloss"]},
            ],
            synonyms=[{"word": "clé"}],
        ),
        noun("clefs", senses=[{"glosses": ["Pluriel de clef."], "form_of": [{"word": "clef"}]}]),
        noun("Paris", senses=[{"glosses": ["Ville."]}]),
        noun("agapes"),
    ]
    found.read(json.dumps(entry).encode() for entry in entries)
    assert told == [Meaning("clef", "noun", ("Outil.: Outil à serrer.", "Signe  de musique."), ("clé", "outil"))]
    assert found.lemmas == {"CLEF": {"clef"}, "CLEFS": {"clef"}, "AGAPES": {"agapes"}}


DAMAGED: list[tuple[bytes, str]] = [
    (b'{"word": "chat", "lang_code": "fr"', "not JSON: Expecting ',' delimiter at column 35"),
    (b"\xef\xbb\xbf[]", "not an object"),
    (b'"chat"', "not an object"),
    (b"\xff{}", "not UTF-8: invalid start byte at byte 1"),
    (b"[" * 100_000, "not JSON that can be read"),
    (b'{"word": "\\ud800", "lang_code": "fr"}', "not JSON that can be read"),
    (b'{"lang_code": "fr", "pos": "noun"}', "there is no word"),
    (b'{"word": "chat", "pos": "noun"}', "there is no lang_code"),
    (b'{"word": 7, "lang_code": "fr"}', "word is no text"),
    (b'{"word": "chat", "lang_code": "fr", "pos": []}', "pos is no text"),
    (b'{"word": "chat", "lang_code": "fr", "forms": "chats"}', "forms is no list of objects"),
    (b'{"word": "chat", "lang_code": "fr", "forms": [{"tags": []}]}', "one of forms has no form"),
    (b'{"word": "chat", "lang_code": "fr", "forms": [{"form": "x", "tags": [1]}]}', "tags is no list of texts"),
    (b'{"word": "chat", "lang_code": "fr", "senses": [[]]}', "senses is no list of objects"),
    (b'{"word": "chat", "lang_code": "fr", "senses": [{"glosses": "cat"}]}', "glosses is no list of texts"),
    (b'{"word": "chat", "lang_code": "fr", "senses": [{"form_of": [{}]}]}', "one of form_of has no word"),
    (b'{"word": "chat", "lang_code": "fr", "categories": {}}', "categories is no list"),
]


@pytest.mark.parametrize(("line", "fault"), DAMAGED)
def test_a_damaged_line_is_counted_and_named_and_gives_nothing(line: bytes, fault: str) -> None:
    found = imported("fr", noun("bal"), b"\n", line, noun("lac"))
    assert found.faults == [f"line 3: {fault}"]
    assert (found.damaged, found.lines, found.entries) == (1, 4, 2)
    assert sorted(found.lemmas) == ["BAL", "LAC"]


def test_of_many_damaged_lines_all_are_counted_and_the_first_named() -> None:
    found = imported("fr", *[b"?"] * 25)
    assert found.damaged == 25
    assert len(found.faults) == kaikki.FAULTS_KEPT
    assert found.faults[-1] == "line 10: not JSON: Expecting value at column 1"


def test_a_line_longer_than_any_entry_is_damaged_and_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kaikki, "LONGEST_LINE", 100)
    content = json.dumps(noun("bal")).encode() + b"\n" + b"x" * 1000 + b"\n" + json.dumps(noun("lac")).encode()
    assert max(map(len, lines_of(io.BytesIO(content)))) == 101
    found = Import("fr")
    found.read(lines_of(io.BytesIO(content)))
    assert found.faults == ["line 2: longer than 100 bytes"]
    assert sorted(found.lemmas) == ["BAL", "LAC"]


def test_memory_does_not_grow_with_the_dump() -> None:
    lines = (DATA / "en.jsonl").read_bytes().splitlines()
    found = Import("en")
    found.read(lines)
    tracemalloc.start()
    found.read(line for _ in range(20) for line in lines)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.lines == 21 * 200
    assert peak < 200_000  # of some 1.5 MB that went by


def run(*arguments: str | Path) -> int:
    return main(["lexicon", "import-kaikki", *map(str, arguments)])


@pytest.mark.parametrize("packed", [False, True])
def test_a_dump_becomes_a_dictionary_and_a_glossary(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], packed: bool
) -> None:
    dump, graph, glossary = tmp_path / "dump", tmp_path / "tr.lxg", tmp_path / "tr.sqlite"
    content = (DATA / "tr.jsonl").read_bytes()
    dump.write_bytes(gzip.compress(content) if packed else content)
    assert run(dump, "--language", "tr", "-o", graph, "--glossary", glossary) == 0
    out = capsys.readouterr().out
    assert out.startswith("390 words, ")
    assert "390 words from 150 of 200 lines\nentries left out: 8 proper nouns, " in out
    lexicon = Lexicon.open(graph)
    lexicon.verify()
    assert sorted(lexicon.words()) == (DATA / "tr.txt").read_text("utf-8").split()
    with Glossary.open(glossary) as meanings:
        assert [(entry.lemma, *entry.glosses) for entry in meanings.define("ağza")] == [("ağız", "mouth")]
        [entry] = meanings.define("EVLERİ")
        assert entry.synonyms == ("konut",)
        assert entry.licence == "CC-BY-SA-4.0"
        assert entry.link == "https://en.wiktionary.org/wiki/ev"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dump", "tr.lxg", "tr.sqlite"]


def test_the_native_edition_is_linked_to(tmp_path: Path) -> None:
    dump, glossary = tmp_path / "dump", tmp_path / "g.sqlite"
    dump.write_text(json.dumps(noun("été", lang="Français", senses=[{"glosses": ["Saison."]}])))
    assert run(dump, "-o", tmp_path / "g.lxg", "--glossary", glossary) == 0
    with Glossary.open(glossary) as meanings:
        assert [entry.link for entry in meanings.define("ETE")] == ["https://fr.wiktionary.org/wiki/%C3%A9t%C3%A9"]


def test_standard_input_and_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(gzip.compress((DATA / "de.jsonl").read_bytes()))))
    assert run("-", "--language", "de", "-o", tmp_path / "de.lxg", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["words"], told["lines"], told["entries"], told["damaged"]) == (440, 200, 137, 0)
    assert told["left_out"]["name"] == 11
    assert told["forms_left_out"] == {"length": 1, "no_form": 18, "several_words": 9}
    assert told["unknown_parts"] == {"Gerundium": 1}


def test_damaged_lines_end_with_1_and_the_rest_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dump, graph = tmp_path / "dump", tmp_path / "fr.lxg"
    dump.write_bytes(json.dumps(noun("bal")).encode() + b"\n" + b"{\n" * 12)
    assert run(dump, "-o", graph) == 1
    errors = capsys.readouterr().err.splitlines()
    assert errors[0].startswith("damaged: line 2: not JSON")
    assert errors[-1] == "damaged: 2 more lines"
    assert list(Lexicon.open(graph).words()) == ["BAL"]


def test_what_cannot_be_done_is_one_line_and_leaves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = gzip.compress((DATA / "fr.jsonl").read_bytes())
    (tmp_path / "cut.gz").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "flipped.gz").write_bytes(whole[:2000] + bytes([whole[2000] ^ 255]) + whole[2001:])
    (tmp_path / "tr.jsonl").write_bytes((DATA / "tr.jsonl").read_bytes())
    before = sorted(tmp_path.iterdir())
    cases: list[tuple[str, list[str], str]] = [
        ("cut.gz", [], "cut.gz is damaged or cut short: "),
        ("flipped.gz", [], "flipped.gz is damaged or cut short: "),
        ("none.jsonl", [], "none.jsonl: No such file or directory"),
        ("tr.jsonl", [], "tr.jsonl has no word of the language fr: entries left out: 199 of another language"),
        ("tr.jsonl", ["--language", "xx"], "there is no language 'xx'; there are: fr, en, de, tr"),
    ]
    for dump, more, message in cases:
        glossary = ["--glossary", str(tmp_path / "g.sqlite")]
        assert run(tmp_path / dump, "-o", tmp_path / "new.lxg", *glossary, *more) == 2
        error = capsys.readouterr().err
        assert message in error
        assert error.count("\n") == 1
    no_folder = tmp_path / "nowhere" / "g.sqlite"
    assert run(DATA / "fr.jsonl", "-o", tmp_path / "new.lxg", "--glossary", no_folder) == 2
    assert capsys.readouterr().err.endswith("cannot write the glossary g.sqlite: unable to open database file\n")
    assert sorted(tmp_path.iterdir()) == before
