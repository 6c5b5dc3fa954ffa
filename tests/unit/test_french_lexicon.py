"""The French recipe: its parts on a few lines, and facts about the list that it built."""

from __future__ import annotations

import pytest
from tests.built import built_lemmas

from french import RECIPE, french_forms
from lettrix.lexicon import Lexicon
from overrides import OverrideError, read_overrides
from recipe import Speller


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("été", "ETE"),
        ("œuvre", "OEUVRE"),
        ("nævus", "NAEVUS"),
        ("ambiguë", "AMBIGUE"),
        ("cañon", "CANON"),
        ("Paris", None),
        ("pH", None),
        ("arc-en-ciel", None),
        ("aujourd'hui", None),
        ("1er", None),
        ("Ω", None),
        ("ψ", None),
    ],
)
def test_words_are_put_into_the_letters_of_the_tiles(text: str, form: str | None) -> None:
    assert Speller("fr").spell_lower(text) == form


def test_the_recipe_keeps_words_and_drops_names_symbols_and_prefixes() -> None:
    affix_file = """SET UTF-8
        FLAG long
        KEEPCASE ||
        NOSUGGEST --
        FORBIDDENWORD {}
        PFX L' Y 2
        PFX L' 0 l' .
        PFX L' 0 0/S. .
        SFX S. Y 1
        SFX S. 0 s [^s]
        SFX a0 Y 3
        SFX a0 er er/L' er
        SFX a0 er é/L' er
        SFX a0 er e er
        """
    # aime is forbidden, and AIME there all the same: it is also aimé.
    words = "12\nété/S.L'\naimer/a0\nParis/S.\nha/||--\nqu/--\nohm/L'\na/S.\naime/{}\nmi-côte\n"
    words += "anticonstitutionnellement\n"
    files = {"dictionary-fr/index.aff": affix_file.encode(), "dictionary-fr/index.dic": words.encode()}
    assert french_forms(files) == {
        "ETE": {"été"},
        "ETES": {"été"},
        "AIME": {"aimer"},
        "AIMER": {"aimer"},
        "OHM": {"ohm"},
        "OHMS": {"ohm"},
        "AS": {"a"},
    }


def test_overrides_put_words_in_and_take_words_out() -> None:
    lemmas = {"FEVR": {"févr"}, "ETE": {"été", "être"}}
    read_overrides("# comment\n\nallow HA ha interjection\ndeny FEVR abbreviation\n", RECIPE.alphabet).apply(lemmas)
    assert lemmas == {"ETE": {"été", "être"}, "HA": {"ha"}}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("allow HA ha", "line 1: neither"),
        ("deny HA", "line 1: neither"),
        ("forbid HA because", "line 1: neither"),
        ("allow Hà ha interjection", "line 1: Hà is not in the letters"),
        ("deny HA no\nallow HA ha yes", "line 2: HA has a line already"),
        ("allow ETE été summer", "ETE is allowed, but the source has it"),
        ("deny HIVER winter", "HIVER is denied, but the source does not have it"),
    ],
)
def test_an_override_without_reason_or_effect_is_refused(line: str, message: str) -> None:
    with pytest.raises(OverrideError, match=message):
        read_overrides(line, RECIPE.alphabet).apply({"ETE": {"été"}})


@pytest.mark.parametrize(
    "words",
    [
        # accents and ligatures off
        "ETE OEUVRE NAEVI OEIL AINE NOEL GARCON",
        # forms of nouns, adjectives and verbs
        "CHEVAUX YEUX BELLES ALLASSIEZ FINIRENT PUISSE ETANT VECUES ENVERREZ DORMIRIONS",
        # short words that games turn on
        "HA BA AA KA YO BE BI DA NA NE OC US UT XI WU QI GO RU",
        "KOB ZEK ZEF SKA RIF PHO OHM YEN ZEN FAX LUX OHMS",
        # long ones
        "EXTRAORDINAIRES INCONTESTABLES CONSTITUTIONNELLEMENT",
    ],
)
def test_words_of_the_language_are_in(french: Lexicon, words: str) -> None:
    assert [word for word in words.split() if not french.contains(word)] == []


@pytest.mark.parametrize(
    "words",
    [
        # names of persons and places
        "FRANCE EUROPE LYON DUPONT SARKOZY BRUXELLES",
        # abbreviations, symbols, parts of phrases, brands
        "FEVR JANV CIRC BIBL COLL IBID ETC KM CM KG HTTP LN COSH ECCE FACTO PRIORI MONOPRIX AD ID",
        # what a letter too many or too few makes of a word
        "CHEVAUXS BONJOURE ZZ QQ A E",
    ],
)
def test_what_is_no_word_is_out(french: Lexicon, words: str) -> None:
    assert [word for word in words.split() if french.contains(word)] == []


def test_a_form_leads_to_the_entries_that_it_comes_from() -> None:
    lemmas = built_lemmas("fr")
    assert lemmas["ETE"] == ["été", "être"]
    assert lemmas["OEUVRE"] == ["œuvre", "œuvrer"]
    assert lemmas["ALLASSIEZ"] == ["aller"]
    assert lemmas["KOBS"] == ["kob"]
