"""`lettrix dict`: ask a dictionary."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lettrix_cli.choices import LexiconFile, complete_language, find_dictionary, open_dictionary
from lettrix_cli.shell import AsJson, Command, CommandError, examples, print_json

if TYPE_CHECKING:
    from lettrix.glossary import Entry
    from lettrix.lexicon import Lexicon
    from lettrix.search import Matches
    from lettrix.tiles import Alphabet

app = typer.Typer(help="Ask a dictionary: is it a word, which words are there, what does it mean.")

Language = Annotated[
    str, typer.Option(metavar="LANG", autocompletion=complete_language, help="fr, en, de or tr: whose dictionary.")
]
Limit = Annotated[int, typer.Option(metavar="N", min=1, help="Words at most.")]


@app.command(cls=Command, epilog=examples("lettrix dict check bateau œuf", "lettrix dict check --language tr ışık"))
def check(
    words: Annotated[list[str], typer.Argument(metavar="WORD...", help="The words, in any case, accents or none.")],
    language: Language = "fr",
    lexicon: LexiconFile = None,
    as_json: AsJson = False,
) -> None:
    """Say which words are valid; ends 1 when one is not."""
    dictionary, alphabet = _open(language, lexicon)
    print_validity({word: dictionary.contains(word) for word in map(alphabet.spell, words)}, as_json=as_json)


def print_validity(valid: dict[str, bool], *, as_json: bool) -> None:
    """Word -> whether it is valid, as lines or JSON; raises `typer.Exit` with status 1 when one is not."""
    if as_json:
        print_json(valid)
    else:
        for word, known in valid.items():
            print(f"{word}: {'valid' if known else 'not valid'}")
    if not all(valid.values()):
        raise typer.Exit(1)


@app.command(
    cls=Command,
    epilog=examples(
        "lettrix dict search 'Q..T*'",
        "lettrix dict search '[^AEIOUY]*Z' --limit 10",
        "lettrix dict search --letters WZ",
        "lettrix dict search --extends CHAT --json",
    ),
)
def search(
    pattern: Annotated[
        str | None,
        typer.Argument(metavar="PATTERN", help=". any letter, * any number, [AEI] one of these, [^AEI] none of them."),
    ] = None,
    letters: Annotated[
        str | None, typer.Option(metavar="LETTERS", help="Instead: words that hold at least these letters.")
    ] = None,
    extends: Annotated[
        str | None, typer.Option(metavar="WORD", help="Instead: words that hold this one, with letters around it.")
    ] = None,
    language: Language = "fr",
    lexicon: LexiconFile = None,
    limit: Limit = 1000,
    as_json: AsJson = False,
) -> None:
    """List the words that match a pattern, hold some letters or extend a word, in alphabetical order."""
    from lettrix import search as searching

    dictionary, alphabet = _open(language, lexicon)
    asked = [(pattern, searching.pattern), (letters, searching.containing), (extends, searching.extensions)]
    chosen = [(text, find) for text, find in asked if text is not None]
    if len(chosen) != 1:
        raise CommandError("search takes one of PATTERN, --letters and --extends")
    text, find = chosen[0]
    _print_words(lambda: find(dictionary, alphabet.spell(text), limit=limit), as_json=as_json)


@app.command(
    cls=Command,
    epilog=examples(
        "lettrix dict anagram AEINRST",
        "lettrix dict anagram 'AEINST?' --must Z",
        "lettrix dict anagram LETTRES --shortest 6",
    ),
)
def anagram(
    letters: Annotated[str, typer.Argument(metavar="LETTERS", help="The letters, ? for a blank.")],
    shortest: Annotated[
        int | None, typer.Option(metavar="N", help="Words of N letters or more of them; by default of them all.")
    ] = None,
    must: Annotated[str, typer.Option(metavar="LETTERS", help="Only words that hold at least these letters.")] = "",
    language: Language = "fr",
    lexicon: LexiconFile = None,
    limit: Limit = 1000,
    as_json: AsJson = False,
) -> None:
    """List the words that letters make, longest first."""
    from lettrix.search import anagrams

    dictionary, alphabet = _open(language, lexicon)
    _print_words(
        lambda: anagrams(
            dictionary, alphabet.spell(letters), shortest=shortest, must=alphabet.spell(must), limit=limit
        ),
        as_json=as_json,
    )


@app.command(
    cls=Command,
    epilog=examples("lettrix dict define chevaux", "lettrix dict define --language tr evlerden --glossary tr.sqlite"),
)
def define(
    word: Annotated[str, typer.Argument(metavar="WORD", help="The word, or a form of one, in any case.")],
    language: Language = "fr",
    glossary: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The glossary; by default the language's own, beside its dictionary."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what a word means; ends 1 when the glossary does not know it."""
    from lettrix.glossary import Glossary, GlossaryError
    from lettrix.tiles import ALPHABETS

    if language not in ALPHABETS:
        raise CommandError(f"there is no language {language!r}; there are: {', '.join(ALPHABETS)}")
    path = glossary or find_dictionary(language, "-glossary.sqlite", "make glossaries", "--glossary")
    try:
        with Glossary.open(path) as opened:
            spelled, entries = opened.alphabet.spell(word), opened.define(word)
    except GlossaryError as error:
        raise CommandError(str(error)) from None
    if as_json:
        print_json({"word": spelled, "entries": [entry._asdict() for entry in entries]})
    for line in [] if as_json else definition_lines(entries):
        print(line)
    if not entries:
        if not as_json:
            print(f"{spelled}: not in the glossary", file=sys.stderr)
        raise typer.Exit(1)


def definition_lines(entries: Sequence[Entry]) -> Iterator[str]:
    """Entries of a glossary as lines of text, each source named under what it says."""
    for _, together in groupby(entries, lambda entry: (entry.source, entry.link)):
        for entry in together:
            yield f"{entry.lemma} ({entry.part})" if entry.part else entry.lemma
            for number, gloss in enumerate(entry.glosses, 1):
                yield f"  {number}. {gloss}"
            if entry.synonyms:
                yield f"  synonyms: {', '.join(entry.synonyms)}"
        yield f"  [{', '.join(filter(None, (entry.source, entry.licence, entry.link)))}]"


def _open(language: str, lexicon: LexiconFile) -> tuple[Lexicon, Alphabet]:
    """A language's dictionary, or the one named, and the alphabet in which to read words."""
    from lettrix.tiles import ALPHABETS

    if language not in ALPHABETS:
        raise CommandError(f"there is no language {language!r}; there are: {', '.join(ALPHABETS)}")
    dictionary = open_dictionary(lexicon or find_dictionary(language))
    alphabet = ALPHABETS[language]
    if dictionary.alphabet != alphabet.upper:
        fitting = [name for name, one in ALPHABETS.items() if one.upper == dictionary.alphabet]
        if lexicon is None or not fitting:
            raise CommandError(f"the dictionary's letters are not those of the language {language}")
        alphabet = ALPHABETS[fitting[0]]
    return dictionary, alphabet


def _print_words(find: Callable[[], Matches], *, as_json: bool) -> None:
    """What a search finds, a word a line; where there is more, standard error says so."""
    from lettrix.lexicon import LexiconError

    try:
        found = find()
    except (LexiconError, ValueError) as error:
        raise CommandError(str(error)) from None
    if as_json:
        print_json({"words": found.words, "complete": found.complete})
        return
    for word in found.words:
        print(word)
    if not found.words:
        print("there is no such word", file=sys.stderr)
    elif not found.complete:
        print(f"{len(found.words)} words, and there are more (see --limit)", file=sys.stderr)
