"""Options that several commands take: the game, its language, the dictionary."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lettrix_cli.shell import CommandError

if TYPE_CHECKING:
    from lettrix.lexicon import Lexicon
    from lettrix.rules import Rules
    from lettrix.variant import Variant

FOLDER_VARIABLE = "LETTRIX_LEXICON"
"""The environment variable that names the folder of the dictionaries."""
_BUILT = Path("build") / "lexicon"
_REPOSITORY = Path(__file__).resolve().parents[2]


def complete_game(incomplete: str) -> list[str]:
    """Games that begin so, for the shell."""
    from lettrix.variants import VARIANTS

    return [name for name in VARIANTS if name.startswith(incomplete.lower())]


def complete_language(incomplete: str) -> list[str]:
    """Languages that begin so, for the shell."""
    from lettrix.tiles import ALPHABETS

    return [name for name in ALPHABETS if name.startswith(incomplete.lower())]


RulesName = Annotated[
    str, typer.Option("--rules", metavar="GAME", autocompletion=complete_game, help="The game that is played.")
]
Language = Annotated[
    str | None,
    typer.Option(
        metavar="LANG", autocompletion=complete_language, help="fr, en, de or tr; by default the game's first language."
    ),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-O",
        metavar="NAME=VALUE",
        help="A setting of the game (lettrix games GAME lists them); repeatable.",
    ),
]
LexiconFile = Annotated[
    Path | None,
    typer.Option(
        "--lexicon",
        metavar="FILE",
        help=f"The dictionary; by default the language's own in ${FOLDER_VARIABLE} or build/lexicon.",
    ),
]


def choose_rules(
    name: str,
    language: str | None,
    settings: Sequence[str] | None = None,
    *,
    seats: int | None = None,
    casual: bool = False,
) -> Rules:
    """The rules of a game; raises `CommandError`. `settings`: texts such as `whole_rack_only=true`.

    `seats`: the number of players, on which defaults may depend; `casual`: every aid is allowed where nothing else
    is chosen.
    """
    from lettrix.variant import OptionError

    variant = find_game(name)
    kinds = {option.name: option.kind for option in variant.options}
    options: dict[str, bool | int | str] = {"level": "casual"} if casual and "level" in kinds else {}
    for setting in settings or ():
        key, equals, value = setting.partition("=")
        if not equals:
            raise CommandError(f"--option takes NAME=VALUE, not {setting!r}")
        options[key] = _value(kinds.get(key, "choice"), value)
    try:
        return variant.rules(language.lower() if language else None, options, seats=seats)
    except OptionError as error:
        detail = f"; there are: {', '.join(variant.languages)}" if "language" in str(error) else ""
        raise CommandError(f"{error}{detail}") from None


def find_game(name: str) -> Variant:
    """The game of this name; raises `CommandError`."""
    from lettrix.variants import find_variant

    try:
        return find_variant(name)
    except KeyError as error:
        raise CommandError(str(error.args[0])) from None


def _value(kind: str, text: str) -> bool | int | str:
    if kind == "bool" and text.lower() in ("true", "false", "yes", "no", "on", "off"):
        return text.lower() in ("true", "yes", "on")
    if kind == "int" and text.removeprefix("-").isdecimal():
        return int(text)
    return text


def find_dictionary(
    language: str, ending: str = ".lxg", made_by: str = "make lexicon", option: str = "--lexicon"
) -> Path:
    """The file of a language's dictionary, or of what lies beside it under another ending; raises `CommandError`."""
    name = f"{language}{ending}"
    folder = os.environ.get(FOLDER_VARIABLE)
    folders = [Path(folder)] if folder else [_BUILT, _REPOSITORY / _BUILT]
    for path in (folder / name for folder in folders):
        if path.is_file():
            return path
    if folder:
        raise CommandError(f"there is no {name} in {folder}, the folder that {FOLDER_VARIABLE} names")
    raise CommandError(
        f"no {name} found: build it ({made_by}), name another ({option}), or set {FOLDER_VARIABLE} to its folder"
    )


def open_lexicon(path: Path | None, rules: Rules) -> Lexicon:
    """The dictionary that was named, or that of the game's language; raises `CommandError`."""
    lexicon = open_dictionary(path or find_dictionary(rules.language))
    if lexicon.alphabet != rules.tiles.alphabet.upper:
        raise CommandError(f"the dictionary's letters are not those of {rules.id} in the language {rules.language}")
    return lexicon


def open_dictionary(path: Path) -> Lexicon:
    """The dictionary in a file; raises `CommandError`."""
    from lettrix.lexicon import Lexicon, LexiconError

    try:
        return Lexicon.open(path)
    except LexiconError as error:
        raise CommandError(str(error)) from None
