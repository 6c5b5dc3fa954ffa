"""Build a lexicon into build/lexicon: `python lexicon/build.py fr`.

For French it leaves

    fr.lxg          the word graph (format: layers/engine/lettrix/lexicon.py)
    fr.txt          the words, one a line, in code point order
    fr.json         name, source, licence, number of words and hashes
    fr-lemmas.tsv   each word, a tab, and the dictionary entries that it can come from, with a comma between them and
                    accents on, in the order of fr.txt: definitions are looked up by entry
    fr.LICENSE.txt  the notice and the licence, which go where the list goes
    fr-HASH.lxg     former word graphs (the first 12 digits of their hash): a game keeps the list it began with

The same input gives the same bytes on any machine; the lock (lexicon/fr/lock.json) names the input and says what has
to come out. Nothing is done when everything is there and up to date.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from pathlib import Path

from french import AFFIX_FILE, ALPHABET, WORD_FILE, french_forms
from hunspell import HunspellError
from lettrix import graphbuild
from lettrix import lexicon as word_graph
from lettrix.graphbuild import build_graph
from lettrix.lexicon import Lexicon, LexiconError, list_hash
from overrides import OverrideError, read_overrides
from packages import NpmPackage, PackageError, read_members

HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "build" / "lexicon"
NOTICE = """\
This list of French words (fr.txt, and fr.lxg and fr-lemmas.tsv made of it) is derived from the "Dictionnaires
orthographiques français" by Olivier R. and contributors (https://grammalecte.net), in the npm package {package}
{version}: every form was written out, accents were taken off, and words were taken out and put in as
lexicon/fr/overrides.txt says. It stays under the Mozilla Public License 2.0. Its source is that package
(https://www.npmjs.com/package/{package}) and the folder lexicon/ of Lettrix.

The package's own notice follows, and then the licence.

"""


class BuildError(Exception):
    """The lexicon cannot be built, or is not the one that the lock names; one line for a person."""


def build_french(folder: Path, output: Path, *, update_lock: bool) -> None:
    """Build the French lexicon after the lock and the overrides of a folder.

    Raises BuildError, PackageError, HunspellError, OverrideError.
    """
    lock_path = folder / "lock.json"
    lock = json.loads(lock_path.read_text("utf-8"))
    source = NpmPackage(lock["package"], lock["version"], lock["integrity"])
    recipe = _recipe_hash(folder, lock)
    if not update_lock and _is_up_to_date(output, recipe):
        print("fr: up to date")
        return

    started = time.monotonic()
    _say(f"fr: {source.name} {source.version}")
    archive = source.fetch(output / "sources")
    files = read_members(archive, [AFFIX_FILE, WORD_FILE, "license"])
    overrides = read_overrides((folder / "overrides.txt").read_text("utf-8"), ALPHABET)
    _say("fr: writing out every form")
    lemmas = french_forms(files[AFFIX_FILE], files[WORD_FILE])
    overrides.apply(lemmas)
    words = sorted(lemmas)
    _say(f"fr: word graph of {len(words)} words")
    graph = build_graph(words, ALPHABET)

    graph_hash = Lexicon.from_bytes(graph).hash
    result = {"words": len(words), "list_sha256": list_hash(words), "graph_hash": graph_hash}
    if update_lock:
        lock |= result
        lock_path.write_text(json.dumps(lock, indent=2) + "\n", "utf-8")
        recipe = _recipe_hash(folder, lock)
    for name, value in result.items():
        if lock.get(name) != value:
            raise BuildError(
                f"the result is not the one that the lock names: {name} is {value} and should be {lock.get(name)};"
                " look at the difference, then renew the lock with --update-lock"
            )

    description = {
        "language": "fr",
        "name": f"{source.name} {source.version}",
        "licence": "MPL-2.0",
        "alphabet": ALPHABET,
        **result,
        "recipe": recipe,
    }
    licence = NOTICE.format(package=source.name, version=source.version).encode()
    _write(output / "fr.txt", "".join(word + "\n" for word in words).encode())
    _write(output / "fr-lemmas.tsv", _lemma_lines(lemmas).encode())
    _write(output / "fr.LICENSE.txt", licence + files["license"] + b"\n\n" + (HERE / "MPL-2.0.txt").read_bytes())
    _keep_former(output / "fr.lxg", graph_hash)
    _write(output / "fr.lxg", graph)
    # Last: it vouches for the others.
    _write(output / "fr.json", (json.dumps(description, indent=2, ensure_ascii=False) + "\n").encode())
    _say(f"fr: {len(words)} words, {len(graph)} bytes, {time.monotonic() - started:.0f} s")


def _lemma_lines(lemmas: dict[str, set[str]]) -> str:
    return "".join(f"{word}\t{','.join(sorted(lemmas[word]))}\n" for word in sorted(lemmas))


def _recipe_hash(folder: Path, lock: dict[str, object]) -> str:
    """SHA-256 of all that decides the result: code, overrides and lock."""
    digest = hashlib.sha256(json.dumps(lock, sort_keys=True).encode())
    code = [Path(str(module.__file__)) for module in (word_graph, graphbuild)]
    for path in [*sorted(HERE.glob("*.py")), *code, HERE / "MPL-2.0.txt", folder / "overrides.txt"]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _is_up_to_date(output: Path, recipe: str) -> bool:
    try:
        description = json.loads((output / "fr.json").read_text("utf-8"))
        with Lexicon.open(output / "fr.lxg") as lexicon:
            lexicon.verify()
            built = lexicon.hash == description["graph_hash"] and description["recipe"] == recipe
    except (OSError, ValueError, KeyError, TypeError, LexiconError):
        return False
    return built and all((output / name).is_file() for name in ("fr.txt", "fr-lemmas.tsv", "fr.LICENSE.txt"))


def _keep_former(path: Path, graph_hash: str) -> None:
    """Put the word graph of a former build aside, under its hash, for the games that run on it."""
    try:
        with Lexicon.open(path) as former:
            former.verify()
            former_hash = former.hash
    except LexiconError:
        return
    if former_hash != graph_hash:
        path.rename(path.with_name(f"{path.stem}-{former_hash[:12]}{path.suffix}"))


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, over one that may be open elsewhere."""
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(content)
    os.replace(beside, path)


def _say(text: str) -> None:
    print(text, flush=True)


def main() -> int:
    """Run the command line; the exit status."""
    parser = argparse.ArgumentParser(description="Build a lexicon into build/lexicon.")
    parser.add_argument("language", choices=["fr"])
    parser.add_argument("--output", type=Path, default=OUTPUT, metavar="FOLDER", help="instead of build/lexicon")
    parser.add_argument("--update-lock", action="store_true", help="take the result as the one that has to come out")
    options = parser.parse_args()
    try:
        options.output.mkdir(parents=True, exist_ok=True)
        build_french(HERE / options.language, options.output, update_lock=options.update_lock)
    except (BuildError, PackageError, HunspellError, OverrideError, LexiconError, OSError) as error:
        print(f"lexicon: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
