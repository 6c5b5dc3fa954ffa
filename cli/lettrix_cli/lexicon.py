"""`lettrix lexicon`: build, check and question a dictionary in the word-graph format."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lettrix.graphbuild import build_graph
from lettrix.lexicon import FIRST_STATE, Lexicon, LexiconError
from lettrix.tiles import ALPHABETS, Alphabet


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("lexicon", help="build, check and question dictionaries")
    parser.set_defaults(run=run)
    actions = parser.add_subparsers(required=True, metavar="ACTION")

    build = actions.add_parser(
        "build",
        help="make a dictionary of a list of words",
        description="Make a dictionary of a list of words, one a line. Empty lines and lines that begin with # are "
        "passed over; capitals do not matter, nor do accents that the alphabet does not have.",
    )
    build.add_argument("words", type=Path, metavar="WORDS.txt", help="the list in UTF-8, or - for standard input")
    build.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the dictionary to write")
    build.add_argument("--alphabet", choices=sorted(ALPHABETS), default="fr", help="default: %(default)s")
    build.set_defaults(action=_build)

    verify = actions.add_parser("verify", help="check every byte of a dictionary; ends 1 when it is damaged")
    verify.add_argument("file", type=Path, metavar="FILE")
    verify.set_defaults(action=_verify)

    stats = actions.add_parser("stats", help="say what a dictionary holds")
    stats.add_argument("file", type=Path, metavar="FILE")
    stats.set_defaults(action=_stats)

    check = actions.add_parser("check", help="say which words are valid; ends 1 when one is not")
    check.add_argument("file", type=Path, metavar="FILE")
    check.add_argument("words", nargs="+", metavar="WORD")
    check.set_defaults(action=_check)


def run(arguments: argparse.Namespace) -> int:
    """Carry the command out; the exit status."""
    try:
        return int(arguments.action(arguments))
    except (OSError, LexiconError, UnicodeDecodeError) as error:
        print(f"lettrix lexicon: {error}", file=sys.stderr)
        return 2


def _build(arguments: argparse.Namespace) -> int:
    alphabet = ALPHABETS[arguments.alphabet]
    words = list(_words(arguments.words, alphabet))
    content = build_graph(words, alphabet.upper)
    _replace(arguments.output, content)
    print(_summary(Lexicon.from_bytes(content), len(content)))
    return 0


def _words(path: Path, alphabet: Alphabet) -> Iterator[str]:
    """The words of a list. Raises LexiconError for a line that is no word of the alphabet, OSError."""
    name = "standard input" if path == Path("-") else str(path)
    content = sys.stdin.buffer.read() if path == Path("-") else path.read_bytes()
    for number, line in enumerate(content.decode("utf-8-sig").splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        word = alphabet.spell(text)
        if not alphabet.index.keys() >= set(word):
            raise LexiconError(f"{name}, line {number}: not a word of the alphabet {alphabet.language}: {text!r}")
        yield word


def _replace(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: a server may have the old one open."""
    beside = path.with_name(path.name + ".new")
    try:
        beside.write_bytes(content)
        os.replace(beside, path)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def _verify(arguments: argparse.Namespace) -> int:
    lexicon = Lexicon.open(arguments.file)
    try:
        lexicon.verify()
    except LexiconError as error:
        print(f"DAMAGED: {error}")
        return 1
    print(f"SOUND: {_summary(lexicon, arguments.file.stat().st_size)}")
    return 0


def _stats(arguments: argparse.Namespace) -> int:
    lexicon = Lexicon.open(arguments.file)
    lengths = Counter(map(len, lexicon.words()))
    states, state = 0, FIRST_STATE
    while state < len(lexicon.cells):
        states += 1
        state += 1 + lexicon.letters(state).bit_count()
    print(_summary(lexicon, lexicon.cells.nbytes))
    print(f"alphabet {lexicon.alphabet}, {states} states, {len(lexicon.cells) - FIRST_STATE - states} edges")
    for length, count in sorted(lengths.items()):
        print(f"{length:>4} letters {count:>8} words")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    lexicon = Lexicon.open(arguments.file)
    alphabet = next((one for one in ALPHABETS.values() if one.upper == lexicon.alphabet), None)
    known = True
    for text in arguments.words:
        word = alphabet.spell(text) if alphabet else text
        valid = lexicon.contains(word)
        known = known and valid
        print(f"{word}: {'valid' if valid else 'not valid'}")
    return 0 if known else 1


def _summary(lexicon: Lexicon, size: int) -> str:
    return f"{lexicon.word_count} words, {size} bytes, hash {lexicon.hash}"
