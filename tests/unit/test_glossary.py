"""Glossary files: found from any form, one source and licence each, read-only, and no bytes at all break the reader."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lettrix.glossary import Entry, Glossary, GlossaryError, LemmaTable
from lettrix.glossarybuild import GlossaryWriter

WIKTIONARY = ("Wiktionnaire", "CC-BY-SA-4.0")


def write_french(path: Path) -> None:
    with GlossaryWriter(path, "fr", source=WIKTIONARY[0], licence=WIKTIONARY[1], more={"notice": "Merci."}) as writer:
        writer.link = "https://fr.wiktionary.org/wiki/{}"
        writer.add("être", "", ["Exister.", "Se\ttrouver\n quelque part."], [])
        writer.add("été", "", ["Saison chaude."], [])
        writer.add("aller", "verb", ["Se déplacer."], ["se rendre"])
        writer.add("aller", "noun", ["Trajet."], [])
        writer.add("pari", "", ["Mise."], [])
        writer.add_form("ALLASSIEZ", "aller")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A glossary, a thesaurus and a table of lemmas, as the build leaves them."""
    write_french(tmp_path / "fr-glossary.sqlite")
    with GlossaryWriter(tmp_path / "fr-thesaurus.sqlite", "fr", source="MyThes", licence="LGPL-2.1-or-later") as writer:
        writer.add("été", "Nom", [], ["belle saison"])
        writer.add("étés", "Nom", [], ["nothing leads here but the form itself"])
    table = "ALLER\taller\nETE\tété,être\nETES\tété,être\nPARIS\tpari\nSUIS\têtre,suivre\n"
    (tmp_path / "fr-lemmas.tsv").write_text(table, "utf-8")
    return tmp_path


@pytest.fixture
def glossary(folder: Path) -> Glossary:
    return Glossary.open(folder / "fr-glossary.sqlite")


def test_a_lemma_and_all_its_sources(glossary: Glossary) -> None:
    link = "https://fr.wiktionary.org/wiki/%C3%A9t%C3%A9"
    assert glossary.define("ETE") == [
        Entry("été", "", ("Saison chaude.",), (), *WIKTIONARY, link),
        Entry("été", "Nom", (), ("belle saison",), "MyThes", "LGPL-2.1-or-later", ""),
        Entry(
            "être",
            "",
            ("Exister.", "Se trouver quelque part."),
            (),
            *WIKTIONARY,
            "https://fr.wiktionary.org/wiki/%C3%AAtre",
        ),
    ]


@pytest.mark.parametrize(
    ("word", "lemmas"),
    [
        ("SUIS", ["être"]),  # by the table; of the other lemma nothing is known
        ("suis", ["être"]),
        ("PARIS", ["pari"]),
        ("ALLASSIEZ", ["aller", "aller"]),  # by the source's own forms
        ("étés", ["étés", "été", "été", "être"]),  # what is spelled like the word goes first
        ("ALLER", ["aller", "aller"]),
        ("RIEN", []),
        ("", []),
        ("ETE\t", []),
    ],
)
def test_inflected_forms_lead_to_their_lemmas(glossary: Glossary, word: str, lemmas: list[str]) -> None:
    assert [entry.lemma for entry in glossary.define(word)] == lemmas


def test_parts_of_speech_stay_apart(glossary: Glossary) -> None:
    assert [(entry.part, entry.glosses, entry.synonyms) for entry in glossary.define("aller")] == [
        ("verb", ("Se déplacer.",), ("se rendre",)),
        ("noun", ("Trajet.",), ()),
    ]


def test_a_glossary_may_stand_alone(tmp_path: Path) -> None:
    write_french(tmp_path / "any name? #1.sqlite")
    with Glossary.open(tmp_path / "any name? #1.sqlite") as glossary:
        assert [entry.lemma for entry in glossary.define("été")] == ["été"]
        assert glossary.define("SUIS") == []


def test_turkish_goes_by_its_own_letters(tmp_path: Path) -> None:
    with GlossaryWriter(tmp_path / "tr-glossary.sqlite", "tr", source="S", licence="L") as writer:
        writer.add("ılık", "adj", ["lukewarm"], [])
        writer.add("ilik", "noun", ["marrow"], [])
    with Glossary.open(tmp_path / "tr-glossary.sqlite") as glossary:
        found = {word: [entry.lemma for entry in glossary.define(word)] for word in ("ILIK", "İLİK", "ılık", "ilik")}
    assert found == {"ILIK": ["ılık"], "İLİK": ["ilik"], "ılık": ["ılık"], "ilik": ["ilik"]}


def test_reading_writes_nothing(folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with Glossary.open(folder / "fr-glossary.sqlite") as glossary:
        glossary.define("ETE")
        for file in glossary._files:
            with pytest.raises(sqlite3.OperationalError, match="readonly"):
                file.connection.execute("DELETE FROM entry")
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_the_same_entries_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_french(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_the_file_says_what_it_is(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "fr-glossary.sqlite")) as connection:
        about = dict(connection.execute("SELECT name, value FROM about"))
        assert about.pop("content").isalnum()
        assert connection.execute("SELECT count(*) FROM entry").fetchone() == (5,)
    assert about == {
        "format": "1",
        "language": "fr",
        "licence": "CC-BY-SA-4.0",
        "link": "https://fr.wiktionary.org/wiki/{}",
        "notice": "Merci.",
        "source": "Wiktionnaire",
    }


def test_what_breaks_off_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "g.sqlite"
    path.write_bytes(b"old")

    def break_off() -> None:
        with GlossaryWriter(path, "fr", source="S", licence="L") as writer:
            writer.add("a", "", ["b"], [])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("g.sqlite", b"old")]


def about_is(name: str, value: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE about SET value = ? WHERE name = ?", (value, name))

    return change


def without(table: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(f"DROP TABLE {table}")

    return change


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda path: path.unlink(), "cannot open the glossary fr-glossary.sqlite: there is no such file"),
        (lambda path: path.write_bytes(b""), "fr-glossary.sqlite is not a glossary"),
        (lambda path: path.write_bytes(b"Wiktionnaire\n" * 100), "fr-glossary.sqlite is not a glossary"),
        (without("about"), "fr-glossary.sqlite is not a glossary"),
        (without("entry"), "fr-glossary.sqlite is not a glossary"),
        (without("form"), "fr-glossary.sqlite is not a glossary"),
        (about_is("language", "xx"), "fr-glossary.sqlite is not a glossary"),
        (about_is("format", "2"), "fr-glossary.sqlite: glossary format 2 is not 1"),
    ],
)
def test_what_is_no_glossary_is_refused_in_one_line(
    folder: Path, damage: Callable[[Path], object], message: str
) -> None:
    damage(folder / "fr-glossary.sqlite")
    with pytest.raises(GlossaryError) as error:
        Glossary.open(folder / "fr-glossary.sqlite")
    assert str(error.value) == message


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "fr-glossary.sqlite"
    write_french(path)
    return path


@given(st.lists(st.tuples(st.integers(0, 30_000), st.binary(min_size=1, max_size=4)), min_size=1, max_size=12))
def test_a_damaged_file_gives_entries_or_a_glossary_error(sound: Path, damage: list[tuple[int, bytes]]) -> None:
    content = bytearray(sound.read_bytes())
    for place, some in damage:
        place %= len(content)
        content[place : place + len(some)] = some
    damaged = sound.with_name("damaged.sqlite")
    damaged.write_bytes(content)
    with suppress(GlossaryError), Glossary.open(damaged) as glossary:
        for word in ("ETE", "ALLASSIEZ", "RIEN"):
            glossary.define(word)


@given(st.data())
def test_the_table_of_lemmas_finds_what_is_in_it(data: st.DataObject) -> None:
    forms = st.text("ABCĞIİŞZ", min_size=1, max_size=5)
    lemmas = st.lists(st.text("abcğıiş", min_size=1, max_size=9), min_size=1, max_size=3)
    table = data.draw(st.dictionaries(forms, lemmas, max_size=40))
    lines = "".join(f"{form}\t{','.join(table[form])}\n" for form in sorted(table))
    searched = LemmaTable(lines.encode())
    for form in {*table, *(form[:-1] for form in table), *(form + "A" for form in table), data.draw(forms)}:
        assert searched.lemmas(form) == table.get(form, [])


@given(st.binary(max_size=300), st.text("AB\n\t", max_size=3))
def test_any_bytes_as_a_table_of_lemmas_give_lemmas_or_a_glossary_error(content: bytes, form: str) -> None:
    with suppress(GlossaryError):
        LemmaTable(content).lemmas(form)


def test_a_table_that_cannot_be_opened(folder: Path) -> None:
    (folder / "fr-lemmas.tsv").write_bytes(b"")
    with pytest.raises(GlossaryError, match=r"^cannot open the table of lemmas fr-lemmas\.tsv: the file is empty$"):
        Glossary.open(folder / "fr-glossary.sqlite")
