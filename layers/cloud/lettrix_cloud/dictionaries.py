"""The dictionaries of this machine, opened once a process.

New games get the list in `LEXICON_DIR/fr.lxg`. A game keeps the list that it pinned: when a newer one takes its
place, the older stays beside it as `fr-VERSION.lxg` until its last game is over.
"""

from __future__ import annotations

from pathlib import Path

from lettrix.lexicon import Lexicon
from lettrix_cloud import config
from lettrix_cloud.stored import StoredGame

VERSION_DIGITS = 12
ALWAYS = "fr"
"""The language whose dictionary every installation has; others may be left out."""

_opened: dict[Path, Lexicon] = {}


class DictionaryMissing(RuntimeError):
    """A list that a game needs is not in LEXICON_DIR: the deployment is wrong, not the request."""


def version_of(dictionary_hash: str) -> str:
    """The name under which people see a list: the first digits of its hash."""
    return dictionary_hash[:VERSION_DIGITS]


def current(language: str) -> Lexicon:
    """The list for new games in a language. Raises `DictionaryMissing`."""
    return _open(config.lexicon_dir() / f"{language}.lxg")


def find(language: str) -> Lexicon | None:
    """The list for new games in a language, or None where this installation has none; French it always has."""
    if language != ALWAYS and not (config.lexicon_dir() / f"{language}.lxg").exists():
        return None
    return current(language)


def pinned(stored: StoredGame) -> Lexicon:
    """The very list that a game was created with. Raises `DictionaryMissing`."""
    language, dictionary_hash = stored.rules.language, stored.dictionary
    for name in (f"{language}.lxg", f"{language}-{version_of(dictionary_hash)}.lxg"):
        path = config.lexicon_dir() / name
        if path in _opened or path.exists():
            lexicon = _open(path)
            if lexicon.hash == dictionary_hash:
                return lexicon
    raise DictionaryMissing(f"{language}-{version_of(dictionary_hash)}")


def _open(path: Path) -> Lexicon:
    if path not in _opened:
        if not path.exists():
            raise DictionaryMissing(path.stem)
        _opened[path] = Lexicon.open(path)
    return _opened[path]
