"""What words mean: glossaries, read-only SQLite files that lie beside a dictionary.

A glossary file (`XX-glossary.sqlite`, `XX-thesaurus.sqlite`...) is of one language, one source and one licence:

===== ====================================================================================================
table columns
===== ====================================================================================================
about name, value: `format` (1), `language`, `source`, `licence`, `link` (the page of a lemma, `{}` where the
      lemma goes; may be empty), and whatever else its maker says, such as a notice
entry spelled (the lemma in the letters of the tiles; indexed), lemma (as people write it), part (of speech,
      may be empty), glosses and synonyms (one a line)
form  form (in the letters of the tiles), lemma: the inflected forms that the source itself names; may be empty
===== ====================================================================================================

Other inflected forms are found by way of `XX-lemmas.tsv`, the table that the build of a dictionary leaves: a form, a
tab, its lemmas with commas between them, sorted. It stays a file of its own, because its licence is another one.

`lettrix.glossarybuild` writes these files. SQLite is loaded when this module is, and nothing else of the engine
imports it.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, Self

from .tiles import ALPHABETS, Alphabet

FORMAT_VERSION = "1"


class GlossaryError(ValueError):
    """A file that is no glossary, or a damaged one; one line of text."""


class Entry(NamedTuple):
    """What one source says of one lemma under one part of speech."""

    lemma: str
    part: str
    """The part of speech as the source names it; empty when it does not."""
    glosses: tuple[str, ...]
    synonyms: tuple[str, ...]
    source: str
    licence: str
    link: str
    """The page of the lemma in the source; empty when there is none."""


class LemmaTable:
    """A table of forms and their lemmas (`XX-lemmas.tsv`), searched where it lies."""

    __slots__ = ("_content",)

    def __init__(self, content: bytes | mmap.mmap) -> None:
        self._content = content

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """The table in a file, mapped read-only. Raises GlossaryError if there is none."""
        try:
            with Path(path).open("rb") as file:
                return cls(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "the file is empty"
            raise GlossaryError(f"cannot open the table of lemmas {Path(path).name}: {reason}") from error

    def lemmas(self, form: str) -> list[str]:
        """The lemmas of a form, in the order of the table; none if it is not there."""
        content, wanted = self._content, form.encode() + b"\t"
        low, high = 0, len(content)
        while low < high:  # the line looked for begins in low..high, both of which are beginnings of lines
            middle = (low + high) // 2
            begin = content.rfind(b"\n", low, middle) + 1 or low
            end = content.find(b"\n", middle, high) + 1 or high
            line = content[begin:end]
            if line.startswith(wanted):
                try:
                    return line[len(wanted) :].decode().rstrip("\n").split(",")
                except UnicodeDecodeError:
                    raise GlossaryError("the table of lemmas is damaged: not UTF-8") from None
            # Words are sorted by code point; a tab is less than any letter, so lines are sorted as words are.
            if line < wanted:
                low = end
            else:
                high = begin
        return []

    def close(self) -> None:
        """Unmap the file."""
        if isinstance(self._content, mmap.mmap):
            self._content.close()


class _File:
    """One glossary file."""

    __slots__ = ("alphabet", "connection", "licence", "link", "name", "source")

    def __init__(self, path: Path) -> None:
        self.name = path.name
        if not path.is_file():
            raise GlossaryError(f"cannot open the glossary {self.name}: there is no such file")
        try:
            # Immutable: no locks, no journal, nothing beside the file; it is replaced whole, never written to.
            self.connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            self.connection.execute("PRAGMA trusted_schema = OFF")
            about = dict(self.connection.execute("SELECT name, value FROM about"))
            if about["format"] != FORMAT_VERSION:
                raise GlossaryError(f"{self.name}: glossary format {about['format']} is not {FORMAT_VERSION}")
            self.alphabet: Alphabet = ALPHABETS[about["language"]]
            self.source, self.licence, self.link = (str(about[key]) for key in ("source", "licence", "link"))
            self.connection.execute("SELECT spelled, lemma, part, glosses, synonyms FROM entry LIMIT 0")
            self.connection.execute("SELECT form, lemma FROM form LIMIT 0")
        except (sqlite3.Error, KeyError, TypeError, ValueError) as error:
            with contextlib.suppress(AttributeError):  # not even connected
                self.connection.close()
            if isinstance(error, GlossaryError):
                raise
            raise GlossaryError(f"{self.name} is not a glossary") from None

    def rows(self, statement: str, *values: str) -> list[tuple[str, ...]]:
        try:
            rows: list[tuple[str, ...]] = self.connection.execute(statement, values).fetchall()
        except sqlite3.Error:
            raise GlossaryError(f"{self.name} is damaged") from None
        if not all(isinstance(value, str) for row in rows for value in row):
            raise GlossaryError(f"{self.name} is damaged")
        return rows

    def lemmas(self, form: str) -> Iterator[str]:
        for (lemma,) in self.rows("SELECT lemma FROM form WHERE form = ? ORDER BY lemma", form):
            yield lemma

    def entries(self, spelled: str) -> Iterator[Entry]:
        found = self.rows("SELECT lemma, part, glosses, synonyms FROM entry WHERE spelled = ? ORDER BY rowid", spelled)
        for lemma, part, glosses, synonyms in found:
            link = self.link.replace("{}", _quoted(lemma))
            yield Entry(lemma, part, _lines(glosses), _lines(synonyms), self.source, self.licence, link)


class Glossary:
    """The glossaries of a language, asked together."""

    def __init__(self, files: Iterable[_File], table: LemmaTable | None) -> None:
        self._files = list(files)
        self._table = table
        self.alphabet = self._files[0].alphabet

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """A glossary file, and what lies beside it: for `fr-glossary.sqlite` the other `fr-*.sqlite` in the order of
        their names, and `fr-lemmas.tsv`, as far as they are there. Raises GlossaryError."""
        path = Path(path)
        files = [_File(path)]
        table = None
        if path.name.endswith("-glossary.sqlite"):
            beginning = path.name.removesuffix("glossary.sqlite")
            others = (other for other in path.parent.iterdir() if other.suffix == ".sqlite" and other != path)
            files += [_File(other) for other in sorted(others) if other.name.startswith(beginning)]
            lemmas = path.with_name(f"{beginning}lemmas.tsv")
            if lemmas.is_file():
                table = LemmaTable.open(lemmas)
        return cls(files, table)

    def define(self, word: str) -> list[Entry]:
        """What the sources say of a word or of the words that it is a form of, in any case, with accents or without.

        Entries of the word as it stands come first, then those of its lemmas; of a lemma, what the glossary says before
        what lies beside it. None where nothing is known.
        """
        spelled = self.alphabet.spell(word)
        # Lemma -> how it is spelled. What is spelled like the word itself is a lemma of it, if the source has it.
        lemmas: dict[str, str] = {}
        for file in self._files:
            lemmas |= {entry.lemma: spelled for entry in file.entries(spelled)}
            lemmas |= {lemma: self.alphabet.spell(lemma) for lemma in file.lemmas(spelled)}
        if self._table is not None:
            lemmas |= {lemma: self.alphabet.spell(lemma) for lemma in self._table.lemmas(spelled)}
        ordered = sorted(lemmas.items(), key=lambda item: item[1] != spelled)
        return [
            entry
            for lemma, spelling in ordered
            for file in self._files
            for entry in file.entries(spelling)
            if entry.lemma == lemma
        ]

    def close(self) -> None:
        """Close the files."""
        for file in self._files:
            file.connection.close()
        if self._table is not None:
            self._table.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _quoted(text: str) -> str:
    """A text as part of an address: all but letters and digits of ASCII percent-encoded."""
    return "".join(chr(byte) if chr(byte).isalnum() and byte < 128 else f"%{byte:02X}" for byte in text.encode())


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n")) if text else ()
