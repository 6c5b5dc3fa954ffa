"""Which words of a Wiktextract dump (kaikki.org, one JSON object a line) may be played, and what they mean.

A dump is read line by line, whichever edition of Wiktionary it was made from. An entry is out, with all its forms,
unless it is of the language and of a part of speech that is a word of its own: no proper nouns (persons, places),
abbreviations, symbols, affixes or phrases. What is left counts in the letters of the tiles (`lettrix.tiles`): one
word, no sign in it, no capital except the first of a German noun. A form that an inflection table writes behind a
pronoun or an article ("je mange", "der Häuser") counts without it; one that takes an auxiliary does not count.

A line that is no entry is counted with its number and what is wrong with it. Nothing is guessed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import IO, Any, NamedTuple

from lettrix.tiles import ALPHABETS, Alphabet

SHORTEST, LONGEST = 2, 21
"""Letters of a word; 21 squares is the longest row of any board."""
LONGEST_LINE = 1 << 26
"""Bytes; the longest entries of real dumps have a few million."""
FAULTS_KEPT = 10


class Drop(StrEnum):
    """Why entries, or forms of entries, are no words to be played."""

    OTHER_LANGUAGE = "of another language"
    REDIRECT = "redirects"
    NAME = "proper nouns"
    ABBREVIATION = "abbreviations"
    SYMBOL = "symbols and characters"
    AFFIX = "affixes"
    PHRASE = "phrases"
    UNKNOWN_PART = "of unknown parts of speech"
    MISSPELLING = "misspellings"
    SEVERAL_WORDS = "of several words"
    CAPITAL = "with capitals"
    SIGNS = "with other signs than letters"
    LENGTH = "too short or too long"
    NO_FORM = "notes of tables, auxiliaries, stems"


_WORDS = """noun verb adj adv pron prep postp ambiposition circumpos conj intj det article num particle aux
    contraction onomatopoeia quantifier classifier counter ideophone adnominal participle""".split()
_PARTS: dict[str, Drop | None] = dict.fromkeys(_WORDS)
"""Part of speech as Wiktextract names it -> why it is out, None where it is in."""
for _reason, _parts in {
    Drop.NAME: "name nomen",
    Drop.ABBREVIATION: "abbrev",
    Drop.SYMBOL: "symbol character punct syllable romanization",
    Drop.AFFIX: "prefix suffix infix interfix circumfix affix combining_form root preverb lexeme",
    Drop.PHRASE: "phrase proverb prep_phrase adv_phrase",
    Drop.REDIRECT: "hard-redirect soft-redirect",
}.items():
    _PARTS |= dict.fromkeys(_parts.split(), _reason)

_CONTRACTION = "Kontraktion (Deutsch)"
"""The German edition files contractions (ZUM, INS) under abbreviations; this category tells them."""
_NO_FORM_TAGS = frozenset(
    "table-tags inflection-template canonical romanization transliteration multiword-construction auxiliary class stem"
    " abbreviation initialism acronym misspelling".split()
)
_NO_FORMS = frozenset(["", "-", "–", "—", "?"])
_SHORTENED = frozenset(["abbreviation", "initialism", "acronym"])
_STILL_A_WORD = frozenset(["clipping", "apocope", "ellipsis", "contraction"])
"""Of shortened words those that are spoken as they are written (Wiktextract tags them as abbreviations too)."""

_FRENCH_PERSON = r"je |j’|tu |(?:il|elle|on|il/elle/on) |nous |vous |(?:ils|elles|ils/elles) "
_GERMAN_PERSON = "(?:ich|du|er|sie|es|man|er/sie/es|wir|ihr) "
_BEFORE_A_FORM = {
    "fr": re.compile(rf"(?:que |qu’)?(?:{_FRENCH_PERSON})|en (?=\w+ant$)"),
    "de": re.compile(rf"(?:dass )?{_GERMAN_PERSON}|(?:d(?:er|ie|as|es|em|en)|k?ein(?:e[nmrs]?)?|am) "),
}
"""What conjugation and declension tables of the French and the German edition write before a form."""

_EDITIONS = {"Français": "fr", "Deutsch": "de", "Türkçe": "tr"}


class _NotAnEntry(ValueError):
    """A line whose fields are not those of Wiktextract; one line that says which."""


class Meaning(NamedTuple):
    """What a dump says of a lemma under one part of speech."""

    lemma: str
    part: str
    glosses: tuple[str, ...]
    synonyms: tuple[str, ...]


@dataclass(slots=True)
class Import:
    """What was taken from a dump so far, and what was left out."""

    language: str
    """`fr`, `en`, `de` or `tr`, as Wiktextract's lang_code."""
    lemmas: dict[str, set[str]] = field(default_factory=dict)
    """Word in the letters of the tiles -> the lemmas that it is a form of, as the language writes them."""
    lines: int = 0
    entries: int = 0
    """How many gave a word."""
    dropped_entries: Counter[Drop] = field(default_factory=Counter)
    dropped_forms: Counter[Drop] = field(default_factory=Counter)
    """Forms of entries that were taken, each as often as it stands there."""
    unknown_parts: Counter[str] = field(default_factory=Counter)
    damaged: int = 0
    faults: list[str] = field(default_factory=list)
    """The first damaged lines: `line 17: what is wrong`."""
    tell: Callable[[Meaning], None] | None = None
    """Is told the meanings of what is taken, in the order of the dump."""
    edition: str = ""
    """Of which Wiktionary the first entry taken is, as its language code: it names languages in its own."""

    def read(self, lines: Iterable[bytes]) -> None:
        """Take in a whole dump. Empty lines are passed over."""
        for number, line in enumerate(lines, self.lines + 1):
            self.lines = number
            if not line.strip():
                continue
            try:
                self._add(_parsed(line))
            except _NotAnEntry as error:
                self.damaged += 1
                if len(self.faults) < FAULTS_KEPT:
                    self.faults.append(f"line {number}: {error}")

    def _add(self, entry: dict[str, Any]) -> None:
        reason = self._reason_against(entry)
        if reason is not None:
            self.dropped_entries[reason] += 1
            if reason is Drop.UNKNOWN_PART:
                self.unknown_parts[entry.get("pos", "")] += 1
            return
        alphabet, lemma, capital = ALPHABETS[self.language], entry["word"], self._may_be_capital(entry)
        word = _in_tiles(lemma, alphabet, capital=capital)
        if isinstance(word, Drop):
            self.dropped_entries[word] += 1
            return
        self.entries += 1
        self.edition = self.edition or _EDITIONS.get(entry.get("lang", ""), "en")
        senses = entry.get("senses", [])
        # The page of an inflected form leads to what it is a form of, and has no meaning of its own.
        originals = {original["word"] for sense in senses for original in sense.get("form_of", [])}
        meaning = _meaning(entry)
        self.lemmas.setdefault(word, set()).update(originals)
        if meaning.glosses or not originals:
            self.lemmas[word].add(lemma)
        for form in entry.get("forms", []):
            spelled = self._form(form, capital=capital)
            if isinstance(spelled, Drop):
                self.dropped_forms[spelled] += 1
            else:
                self.lemmas.setdefault(spelled, set()).add(lemma)
        if self.tell is not None and (meaning.glosses or (meaning.synonyms and not originals)):
            self.tell(meaning)

    def _reason_against(self, entry: dict[str, Any]) -> Drop | None:
        """Why no form of an entry counts, None if nothing speaks against it but its letters."""
        if "redirect" in entry:
            return Drop.REDIRECT
        if entry["lang_code"] != self.language:
            return Drop.OTHER_LANGUAGE
        # The German edition writes "Substantiv, Toponym" as a noun that is a name too.
        for part in (entry.get("pos", ""), *entry.get("other_pos", [])):
            reason = _PARTS.get(part, Drop.UNKNOWN_PART)
            if reason is Drop.ABBREVIATION and _CONTRACTION in entry.get("categories", []):
                continue
            if reason is not None:
                return reason
        common = frozenset(entry.get("tags", []))
        tags = [common.union(sense.get("tags", [])) for sense in entry.get("senses", [])]
        if tags and all(of_sense & _SHORTENED and not of_sense & _STILL_A_WORD for of_sense in tags):
            return Drop.ABBREVIATION
        if tags and all("misspelling" in of_sense for of_sense in tags):
            return Drop.MISSPELLING
        return None

    def _may_be_capital(self, entry: dict[str, Any]) -> bool:
        return self.language == "de" and entry.get("pos") == "noun"

    def _form(self, form: dict[str, Any], *, capital: bool) -> str | Drop:
        tags = form.get("tags", [])
        if not _NO_FORM_TAGS.isdisjoint(tags) or any(tag.startswith("error-") for tag in tags):
            return Drop.NO_FORM
        text = form["form"].replace("'", "’").strip().removesuffix("!").rstrip()
        if text in _NO_FORMS:
            return Drop.NO_FORM
        before = _BEFORE_A_FORM.get(self.language)
        written = before.match(text) if before else None
        return _in_tiles(text[written.end() :] if written else text, ALPHABETS[self.language], capital=capital)


def _in_tiles(text: str, alphabet: Alphabet, *, capital: bool) -> str | Drop:
    """A word in the letters of the tiles; `capital`: its first letter may be one."""
    if len(text.split()) != 1:
        return Drop.SEVERAL_WORDS if text.split() else Drop.NO_FORM
    word = alphabet.fold(text)
    if not alphabet.index.keys() >= set(word):  # most words have no more than case to change, and that is quick
        word = alphabet.spell(text)
        if not alphabet.index.keys() >= set(word):
            return Drop.SIGNS
    if any(sign.isupper() for sign in (text[1:] if capital else text)):
        return Drop.CAPITAL
    return word if SHORTEST <= len(word) <= LONGEST else Drop.LENGTH


def _meaning(entry: dict[str, Any]) -> Meaning:
    """The glosses of an entry, a sense below another with it, and its synonyms; each once."""
    glosses: dict[str, None] = {}
    synonyms: dict[str, None] = {other["word"]: None for other in entry.get("synonyms", [])}
    for sense in entry.get("senses", []):
        if not sense.get("form_of") and sense.get("glosses"):
            glosses[": ".join(text.strip() for text in sense["glosses"])] = None
        synonyms |= {other["word"]: None for other in sense.get("synonyms", [])}
    return Meaning(entry["word"], entry.get("pos", ""), tuple(glosses), tuple(synonyms))


def _parsed(line: bytes) -> dict[str, Any]:
    """An entry, as far as it is looked at here: every field that is there has its type. Raises _NotAnEntry."""
    if len(line) > LONGEST_LINE:
        raise _NotAnEntry(f"longer than {LONGEST_LINE} bytes")
    try:
        text = line.decode("utf-8-sig")
        entry = json.loads(text)
        if "\\u" in text:
            json.dumps(entry, ensure_ascii=False).encode()  # a half of a pair of surrogates is no text
    except json.JSONDecodeError as error:
        raise _NotAnEntry(f"not JSON: {error.msg} at column {error.colno}") from None
    except UnicodeDecodeError as error:
        raise _NotAnEntry(f"not UTF-8: {error.reason} at byte {error.start + 1}") from None
    except (ValueError, RecursionError):
        raise _NotAnEntry("not JSON that can be read") from None
    if not isinstance(entry, dict):
        raise _NotAnEntry("not an object")
    if "redirect" in entry:
        return entry
    for name in ("word", "lang_code"):
        if not isinstance(entry.get(name), str):
            raise _NotAnEntry(f"{name} is no text" if name in entry else f"there is no {name}")
    for name in ("pos", "lang"):
        if not isinstance(entry.get(name, ""), str):
            raise _NotAnEntry(f"{name} is no text")
    if not isinstance(entry.get("categories", []), list):  # of texts, or of objects in dumps with more detail
        raise _NotAnEntry("categories is no list")
    _check_texts(entry, "other_pos", "tags")
    _check_objects(entry, "forms", "form")
    _check_objects(entry, "synonyms", "word")
    for form in entry.get("forms", []):
        _check_texts(form, "tags")
    _check_objects(entry, "senses")
    for sense in entry.get("senses", []):
        _check_texts(sense, "tags", "glosses")
        _check_objects(sense, "form_of", "word")
        _check_objects(sense, "synonyms", "word")
    return entry


def _check_texts(holder: dict[str, Any], *names: str) -> None:
    for name in names:
        value = holder.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise _NotAnEntry(f"{name} is no list of texts")


def _check_objects(holder: dict[str, Any], name: str, text: str | None = None) -> None:
    value = holder.get(name, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise _NotAnEntry(f"{name} is no list of objects")
    if text is not None and not all(isinstance(item.get(text), str) for item in value):
        raise _NotAnEntry(f"one of {name} has no {text}")


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file. Of one that is longer than any entry only the beginning is held, one byte too long."""
    while line := file.readline(LONGEST_LINE + 1):
        yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE + 1)
