"""Build glossaries into build/lexicon: `python lexicon/glossary.py fr en de tr`.

For each language XX whose dictionary has been built (lexicon/build.py) it leaves

    XX-glossary.sqlite    what its words mean
    XX-thesaurus.sqlite   synonyms, where they come from a source of their own
    en-webster.sqlite     a second source of meanings

in the form that lettrix.glossary reads. Of each source goes in what concerns the dictionary: its lemmas
(XX-lemmas.tsv), and whatever is spelled like one of its words. The lock (lexicon/glossary.json) names the packages,
each with its hash. A glossary whose package or dictionary is not to be had is left out, with one line that says why.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sqlite3
import sys
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from glossary_sources import SOURCES, Row, Source
from lettrix import glossary, glossarybuild, tiles
from lettrix.glossary import GlossaryError
from lettrix.glossarybuild import GlossaryWriter
from lettrix.tiles import ALPHABETS
from packages import PackageError, package_of

HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "build" / "lexicon"
LOCK = HERE / "glossary.json"


class Dictionary(NamedTuple):
    """What a glossary has to explain."""

    words: frozenset[str]
    lemmas: frozenset[str]
    digest: str
    """SHA-256 of both."""


def read_dictionary(language: str, folder: Path) -> Dictionary:
    """The words of a language and their lemmas, as lexicon/build.py leaves them. Raises PackageError."""
    path = folder / f"{language}-lemmas.tsv"
    try:
        content = path.read_bytes()
    except OSError:
        raise PackageError(f"there is no {path.name}: build the dictionary first (make lexicon)") from None
    words, lemmas = set(), set()
    for line in content.decode().splitlines():
        word, _, some = line.partition("\t")
        words.add(word)
        lemmas.update(some.split(","))
    return Dictionary(frozenset(words), frozenset(lemmas), hashlib.sha256(content).hexdigest())


def build(source: Source, package: dict[str, str], output: Path) -> None:
    """Build one glossary file. Raises PackageError, GlossaryError."""
    started = time.monotonic()
    dictionary = read_dictionary(source.language, output)
    path = output / f"{source.key}.sqlite"
    recipe = _recipe(source, package, dictionary)
    if _is_up_to_date(path, recipe):
        _say(f"{source.key}: up to date")
        return
    locked = package_of(package)
    files = locked.read(locked.fetch(output / "sources"), list(source.members))
    more = {"notice": source.notice, "package": f"{package['name']} {package['version']}", "recipe": recipe}
    writer = GlossaryWriter(path, source.language, source=source.title, licence=source.licence, more=more)
    with writer:
        writer.link = source.link
        spell = ALPHABETS[source.language].spell
        for lemma, part, glosses, synonyms, forms in wanted(source.rows(files), source.language, dictionary):
            writer.add(lemma, part, glosses, synonyms)
            for form in forms:
                writer.add_form(spell(form), lemma)
    share = coverage(path, source.language, output)
    size = path.stat().st_size / 1e6
    took = time.monotonic() - started
    _say(f"{source.key}: {writer.entries} entries for {share:.1%} of the words, {size:.1f} MB, {took:.0f} s")


def wanted(rows: Iterable[Row], language: str, dictionary: Dictionary) -> Iterable[Row]:
    """What concerns the words of a dictionary. A name is none of them, though a word may be spelled like it."""
    spell = ALPHABETS[language].spell

    def is_word(text: str) -> bool:
        return (language == "de" or text == text.lower()) and spell(text) in dictionary.words

    for row in rows:
        forms = tuple(filter(is_word, row.forms))
        if row.lemma in dictionary.lemmas or is_word(row.lemma) or forms:
            yield row._replace(forms=forms)


def coverage(path: Path, language: str, folder: Path) -> float:
    """The share of the words of a dictionary of which a glossary file says something."""
    with closing(sqlite3.connect(path)) as connection:
        lemmas = dict(connection.execute("SELECT lemma, spelled FROM entry"))
        spelled = {*lemmas.values(), *(form for (form,) in connection.execute("SELECT form FROM form"))}
    known = total = 0
    for line in (folder / f"{language}-lemmas.tsv").read_text("utf-8").splitlines():
        word, _, some = line.partition("\t")
        total += 1
        known += word in spelled or any(lemma in lemmas for lemma in some.split(","))
    return known / total if total else 0


def _recipe(source: Source, package: dict[str, str], dictionary: Dictionary) -> str:
    """SHA-256 of all that decides the result."""
    digest = hashlib.sha256(json.dumps([source.key, package, dictionary.digest], sort_keys=True).encode())
    modules = [str(module.__file__) for module in (glossary, glossarybuild, tiles)]
    for code in (*sorted(HERE.glob("glossary*.py")), *map(Path, modules)):
        digest.update(code.read_bytes())
    return digest.hexdigest()


def _is_up_to_date(path: Path, recipe: str) -> bool:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            return bool(connection.execute("SELECT value = ? FROM about WHERE name = 'recipe'", [recipe]).fetchone()[0])
    except (sqlite3.Error, TypeError):
        return False


def _say(text: str) -> None:
    print(text, flush=True)


def build_all(languages: Iterable[str], output: Path, lock: Path = LOCK) -> int:
    """Build the glossaries of some languages; the exit status."""
    packages = json.loads(lock.read_text("utf-8"))
    output.mkdir(parents=True, exist_ok=True)
    status = 0
    for source in SOURCES:
        if source.language not in languages:
            continue
        try:
            build(source, packages[source.key], output)
        except PackageError as error:
            stays = "stays as it was" if (output / f"{source.key}.sqlite").exists() else "is left out"
            _say(f"glossary: {source.key} {stays}: {error}")
        except (GlossaryError, OSError) as error:
            print(f"glossary: {source.key}: {error}", file=sys.stderr)
            status = 1
    return status


def main() -> int:
    """Run the command line; the exit status."""
    parser = argparse.ArgumentParser(description="Build glossaries into build/lexicon.")
    known = sorted({source.language for source in SOURCES})
    parser.add_argument("languages", nargs="+", choices=known, metavar="LANG", help=", ".join(known))
    parser.add_argument("--output", type=Path, default=OUTPUT, metavar="FOLDER", help="instead of build/lexicon")
    options = parser.parse_args()
    return build_all(options.languages, options.output)


if __name__ == "__main__":
    sys.exit(main())
