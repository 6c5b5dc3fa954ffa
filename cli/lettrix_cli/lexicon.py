"""`lettrix lexicon`: build and check a dictionary in the word-graph format, and say what it holds."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lettrix_cli.choices import complete_language, open_dictionary
from lettrix_cli.dictionary import print_validity
from lettrix_cli.shell import AsJson, Command, CommandError, examples, print_json, read_text, write_whole

if TYPE_CHECKING:
    from lettrix.lexicon import Lexicon
    from lettrix.tiles import Alphabet

app = typer.Typer(help="Build and check dictionaries in the word-graph format.")

GraphFile = Annotated[Path, typer.Argument(metavar="FILE", help="The dictionary (.lxg).")]


@app.command(
    cls=Command,
    epilog=examples(
        "lettrix lexicon build words.txt -o club.lxg", "sort -u *.txt | lettrix lexicon build - -o tr.lxg --alphabet tr"
    ),
)
def build(
    words: Annotated[Path, typer.Argument(metavar="WORDS.txt", help="The list in UTF-8, or - for standard input.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The dictionary to write.")],
    alphabet: Annotated[str, typer.Option(metavar="LANG", help="fr, en, de or tr.")] = "fr",
    as_json: AsJson = False,
) -> None:
    """Make a dictionary of a list of words, one a line.

    Empty lines and lines that begin with # are passed over; capitals do not matter, nor do accents that the alphabet
    does not have.
    """
    from lettrix.graphbuild import build_graph
    from lettrix.lexicon import Lexicon, LexiconError
    from lettrix.tiles import ALPHABETS

    if alphabet not in ALPHABETS:
        raise CommandError(f"there is no alphabet {alphabet!r}; there are: {', '.join(ALPHABETS)}")
    try:
        content = build_graph(_words(words, ALPHABETS[alphabet]), ALPHABETS[alphabet].upper)
    except LexiconError as error:
        raise CommandError(str(error)) from None
    write_whole(output, content)
    _tell(Lexicon.from_bytes(content), as_json=as_json)


def _words(path: Path, alphabet: Alphabet) -> list[str]:
    """The words of a list. Raises `CommandError` for a line that is no word of the alphabet, `OSError`."""
    name = "standard input" if path == Path("-") else str(path)
    words = []
    for number, line in enumerate(read_text(path, name).splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        word = alphabet.spell(text)
        if not alphabet.index.keys() >= set(word):
            raise CommandError(f"{name}, line {number}: not a word of the alphabet {alphabet.language}: {text!r}")
        words.append(word)
    if not words:
        raise CommandError(f"{name} has no word")
    return words


@app.command(
    "import-kaikki",
    cls=Command,
    epilog=examples(
        "lettrix lexicon import-kaikki kaikki.org-dictionary-French.jsonl -o wiktionary.lxg",
        "lettrix lexicon import-kaikki tr-extract.jsonl.gz --language tr -o tr.lxg --glossary tr-glossary.sqlite",
    ),
)
def import_kaikki(
    dump: Annotated[
        Path, typer.Argument(metavar="DUMP.jsonl", help="A Wiktextract file, gzipped or not, or - for standard input.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The dictionary to write.")],
    language: Annotated[
        str, typer.Option(metavar="LANG", autocompletion=complete_language, help="fr, en, de or tr: whose words.")
    ] = "fr",
    glossary: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write what the words mean into this file (.sqlite) too.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a dictionary of a Wiktionary dump from kaikki.org.

    Words of the language with all their forms, without proper nouns, abbreviations, symbols, affixes and phrases.
    Ends 1 when lines were damaged: what the other lines give is written all the same.
    """
    from lettrix.graphbuild import build_graph
    from lettrix.lexicon import Lexicon
    from lettrix.tiles import ALPHABETS
    from lettrix_cli.dumps import import_dump, report, summary

    if language not in ALPHABETS:
        raise CommandError(f"there is no language {language!r}; there are: {', '.join(ALPHABETS)}")
    found = import_dump(dump, language, glossary)
    content = build_graph(found.lemmas, ALPHABETS[language].upper)
    write_whole(output, content)
    _tell(Lexicon.from_bytes(content), as_json=as_json, **report(found))
    if not as_json:
        print("\n".join(summary(found)))
        for fault in found.faults:
            print(f"damaged: {fault}", file=sys.stderr)
        if found.damaged > len(found.faults):
            print(f"damaged: {found.damaged - len(found.faults)} more lines", file=sys.stderr)
    if found.damaged:
        raise typer.Exit(1)


@app.command(cls=Command, epilog=examples("lettrix lexicon verify build/lexicon/fr.lxg"))
def verify(file: GraphFile, as_json: AsJson = False) -> None:
    """Check every byte of a dictionary; ends 1 when it is damaged."""
    from lettrix.lexicon import LexiconError

    lexicon = open_dictionary(file)
    try:
        lexicon.verify()
    except LexiconError as error:
        if as_json:
            print_json({"sound": False, "why": str(error)})
        else:
            print(f"DAMAGED: {error}")
        raise typer.Exit(1) from None
    _tell(lexicon, "SOUND: ", as_json=as_json, sound=True)


@app.command(cls=Command, epilog=examples("lettrix lexicon stats build/lexicon/fr.lxg"))
def stats(file: GraphFile, as_json: AsJson = False) -> None:
    """Say what a dictionary holds: words by length, states and edges of the graph."""
    from lettrix.lexicon import FIRST_STATE, LexiconError

    lexicon = open_dictionary(file)
    try:
        lengths = Counter(map(len, lexicon.words()))
        states, state = 0, FIRST_STATE
        while state < len(lexicon.cells):
            states += 1
            state += 1 + lexicon.letters(state).bit_count()
    except LexiconError as error:
        raise CommandError(str(error)) from None
    edges = len(lexicon.cells) - FIRST_STATE - states
    by_length = dict(sorted(lengths.items()))
    _tell(lexicon, as_json=as_json, alphabet=lexicon.alphabet, states=states, edges=edges, lengths=by_length)
    if not as_json:
        print(f"alphabet {lexicon.alphabet}, {states} states, {edges} edges")
        for length, count in by_length.items():
            print(f"{length:>4} letters {count:>8} words")


@app.command(cls=Command, epilog=examples("lettrix lexicon check build/lexicon/fr.lxg bateau canoë"))
def check(
    file: GraphFile,
    words: Annotated[list[str], typer.Argument(metavar="WORD...", help="The words, in any case.")],
    as_json: AsJson = False,
) -> None:
    """Say which words are valid; ends 1 when one is not.

    The same for a language's own dictionary is `lettrix dict check`.
    """
    from lettrix.tiles import ALPHABETS

    lexicon = open_dictionary(file)
    alphabet = next((one for one in ALPHABETS.values() if one.upper == lexicon.alphabet), None)
    spell = alphabet.spell if alphabet else str
    print_validity({word: lexicon.contains(word) for word in map(spell, words)}, as_json=as_json)


def _tell(lexicon: Lexicon, before: str = "", *, as_json: bool, **more: Any) -> None:
    """The summary of a dictionary: a line, or with `more` a JSON object."""
    words, size = lexicon.word_count, lexicon.cells.nbytes
    if as_json:
        print_json({"words": words, "bytes": size, "hash": lexicon.hash, **more})
    else:
        print(f"{before}{words} words, {size} bytes, hash {lexicon.hash}")
