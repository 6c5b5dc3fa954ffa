"""Write a glossary file, in the form that `lettrix.glossary` describes and reads.

The same entries in the same order give the same bytes with the same version of SQLite, and with any version the same
`content` hash, which the file states.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Self

from .glossary import FORMAT_VERSION, GlossaryError
from .tiles import ALPHABETS

_TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA page_size = 4096;
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entry (
    spelled TEXT NOT NULL, lemma TEXT NOT NULL, part TEXT NOT NULL, glosses TEXT NOT NULL, synonyms TEXT NOT NULL
);
CREATE TABLE form (form TEXT NOT NULL, lemma TEXT NOT NULL, PRIMARY KEY (form, lemma)) WITHOUT ROWID;
"""


class GlossaryWriter:
    """A glossary file on its way, beside the place where it will stand; whole at the end of a `with`, or not there."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        language: str,
        *,
        source: str,
        licence: str,
        more: Mapping[str, str] | None = None,
    ) -> None:
        """`more`: other lines of the table `about`. GlossaryError, from any method: the file cannot be written."""
        self._path = Path(path)
        self._beside = self._path.with_name(self._path.name + ".new")
        self._alphabet = ALPHABETS[language]
        self._about = dict(more or {}) | {
            "format": FORMAT_VERSION,
            "language": language,
            "source": source,
            "licence": licence,
        }
        self.link = ""
        """The page of a lemma, with `{}` for it."""
        self._digest = hashlib.sha256()
        self.entries = 0

    @property
    def content(self) -> str:
        """SHA-256, in hex, of the entries and forms so far."""
        return self._digest.hexdigest()

    def __enter__(self) -> Self:
        self._beside.unlink(missing_ok=True)
        with self._told():
            self._connection = sqlite3.connect(self._beside)
            self._connection.executescript(_TABLES)
        return self

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise GlossaryError(f"cannot write the glossary {self._path.name}: {error}") from error

    def add(self, lemma: str, part: str, glosses: Iterable[str], synonyms: Iterable[str]) -> None:
        """Add what the source says of a lemma under a part of speech. Blanks within a text become single spaces."""
        texts = ["\n".join(filter(None, (" ".join(text.split()) for text in many))) for many in (glosses, synonyms)]
        row = (self._alphabet.spell(lemma), lemma, part, *texts)
        self._digest.update("\t".join(row).encode() + b"\0")
        with self._told():
            self._connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", row)
        self.entries += 1

    def add_form(self, form: str, lemma: str) -> None:
        """Add an inflected form, in the letters of the tiles, and what it is a form of."""
        self._digest.update(f"{form}\t{lemma}".encode() + b"\0")
        with self._told():
            self._connection.execute("INSERT OR IGNORE INTO form VALUES (?, ?)", (form, lemma))

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            with self._told(), contextlib.closing(self._connection) as connection:
                if kind is None:
                    about = sorted((self._about | {"link": self.link, "content": self.content}).items())
                    connection.executemany("INSERT INTO about VALUES (?, ?)", about)
                    connection.execute("CREATE INDEX entry_spelled ON entry (spelled)")
                    connection.commit()
                    connection.execute("VACUUM")
            if kind is None:
                os.replace(self._beside, self._path)
        finally:
            with contextlib.suppress(OSError):
                self._beside.unlink()
